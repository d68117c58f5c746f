"""A number pad alone runs a game: digits, Enter and the keys around them; nothing else is touched."""

from __future__ import annotations

import asyncio

import pytest

from narrator.host.view import Mode, View
from narrator.screen.face import Entry
from tests.screen.hosted import Make
from tests.screen.player import Judge, screen_of

PAD = set("0123456789+-*/.\n")


class PadJudge(Judge):
    """Answers by a number pad."""

    def choice(self, view: View) -> str:
        text = self._pad(view)
        assert set(text) <= PAD, text
        return text

    def _pad(self, view: View) -> str:
        face = self.app.face
        if face.entry is Entry.LIST and view.mode is Mode.LISTENING:
            return self._list(view).replace("done", "99").replace(" ", "+")
        if view.mode is Mode.CONFIRMING or view.mode is Mode.PAUSED or face.keypad or face.only is not None:
            return super().choice(view)
        cell = self.random.choice([cell for cell in face.cells if cell.allowed and (cell.keys or cell.token.isdigit())])
        return (cell.keys or cell.token) + ("" if cell.token in ("yes", "no") else "\n")


@pytest.mark.parametrize(("board", "seed"), [("minimum", 1), ("minimum", 2), ("s4-9", 3)])
def test_a_whole_game(table: Make, board: str, seed: int) -> None:
    one = table(board=board, seed=seed)

    async def play() -> None:
        async with screen_of(one).run_test(size=(80, 24)) as pilot:
            judge = PadJudge(pilot, one, seed=seed)
            await judge.to_the_end()
            assert judge.app.face.over

    asyncio.run(play())


def test_wolves_that_do_not_agree_have_two_digits(table: Make) -> None:
    one = table()

    async def play() -> None:
        async with screen_of(one).run_test(size=(80, 24)) as pilot:
            judge = Judge(pilot, one)
            await judge.until(lambda view: view.asked == "werewolf.knife")
            extras = {cell.token: cell.keys for cell in judge.app.face.extras}
            assert extras["split"] == "81"
            assert len(set(extras.values())) == len(extras)
            await judge.keys("81")
            await judge.until(lambda view: view.asked == "seer.ask")
            assert one.host.sitting.game.entries[-1] == ("split",)

    asyncio.run(play())


def test_cover_and_commands_are_on_the_pad_too(table: Make) -> None:
    one = table()

    async def play() -> None:
        async with screen_of(one).run_test(size=(80, 24)) as pilot:
            judge = Judge(pilot, one)
            await judge.until(lambda view: view.asked == "werewolf.knife")
            await judge.press("full_stop")
            assert judge.app.face.covered
            await judge.press("full_stop")
            assert not judge.app.face.covered
            await judge.keys("/")
            assert (await judge.asked()).mode is Mode.PAUSED
            await judge.keys("/")
            assert (await judge.asked()).asked == "werewolf.knife"

    asyncio.run(play())
