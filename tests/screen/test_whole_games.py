"""Whole games played on the screen, by its keys."""

from __future__ import annotations

import asyncio
import random

import pytest

from narrator.host.view import Mode
from tests.screen.hosted import Make
from tests.screen.player import Judge, screen_of


@pytest.mark.parametrize(
    ("board", "lang", "size"),
    [
        ("minimum", "zh", (80, 24)),
        ("minimum", "en", (80, 24)),
        ("minimum", "en", (100, 30)),
        ("minimum", "zh", (160, 50)),
        ("std12", "zh", (80, 24)),
    ],
)
def test_a_whole_game_by_keys_alone(table: Make, board: str, lang: str, size: tuple[int, int]) -> None:
    one = table(board=board, lang=lang, seed=size[0])

    async def play() -> None:
        async with screen_of(one, lang).run_test(size=size) as pilot:
            judge = Judge(pilot, one, seed=size[0])
            await judge.to_the_end()
            assert one.view.winner and judge.app.face.over
            assert one.view.mode is Mode.OVER

    asyncio.run(play())


@pytest.mark.parametrize("seed", [1, 3])
def test_whatever_is_pressed_the_screen_stands_and_the_game_can_go_on(table: Make, seed: int) -> None:
    """Random keys, commands and sizes at random moments; afterwards the judge still answers the next question."""
    one = table(lang="zh", seed=seed, voice=seed == 3)
    rng = random.Random(seed)
    keys = [*"0123456789", "enter", "escape", "backspace", "space", "plus", "minus", "asterisk", "a", "full_stop"]
    keys += [f"f{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 12)]

    async def play() -> None:
        async with screen_of(one, "zh").run_test(size=(80, 24)) as pilot:
            judge = Judge(pilot, one, seed=seed)
            for turn in range(30):
                await judge.press(*rng.choices(keys, k=3))
                if turn % 10 == 9:
                    await pilot.resize_terminal(*rng.choice([(80, 24), (100, 30), (160, 50), (50, 16)]))
                assert judge.app.failure is None
            await judge.press("escape")
            for _ in range(3):
                view = await judge.asked()
                if view.mode is Mode.OVER:
                    return
                await judge.answer()
            assert judge.app.failure is None

    asyncio.run(play())
