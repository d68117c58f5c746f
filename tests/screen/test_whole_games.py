"""Whole games played on the screen, by its keys."""

from __future__ import annotations

import asyncio

import pytest

from narrator.host.view import Mode
from tests.screen.hosted import Make
from tests.screen.player import Judge, screen_of


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 50)])
def test_a_whole_game_by_keys_alone(table: Make, lang: str, size: tuple[int, int]) -> None:
    one = table(lang=lang, seed=size[0])

    async def play() -> None:
        async with screen_of(one, lang).run_test(size=size) as pilot:
            judge = Judge(pilot, one, seed=size[0])
            await judge.to_the_end()
            assert one.view.winner and judge.app.face.over
            assert one.view.mode is Mode.OVER

    asyncio.run(play())
