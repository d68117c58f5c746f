"""Why a seat is out: what the judge is told during the game is what the recap says afterwards, word for word."""

from __future__ import annotations

import asyncio

import pytest

from narrator.host.view import Mode
from narrator.recap.command import tell
from narrator.recap.texts import RecapTexts
from narrator.recap.view import seat_rows
from tests.screen.hosted import Make
from tests.screen.player import Judge, screen_of


@pytest.mark.parametrize(
    ("board", "lang", "seed"), [("s4-9", "zh", 1), ("s4-9", "en", 2), ("std12", "en", 3), ("beauty-knight", "zh", 4)]
)
def test_at_the_table_and_in_the_recap(table: Make, board: str, lang: str, seed: int) -> None:
    one = table(board=board, lang=lang, seed=seed)
    told: dict[int, str] = {}

    async def play() -> None:
        async with screen_of(one, lang).run_test(size=(100, 30)) as pilot:
            judge = Judge(pilot, one, seed=seed)
            while (view := await judge.asked()).mode is not Mode.OVER:
                out = [seat.number for seat in view.seats if not seat.alive and seat.number not in told]
                if out and view.mode is Mode.LISTENING:
                    before = one.clock.sent
                    one.commands.press(f"why:{out[0]}")
                    await judge.sent(before + 1)
                    (told[out[0]],) = (await judge.asked()).help
                    continue
                await judge.answer()

    asyncio.run(play())
    one.journal.close()
    rows = {row.player.seat: row.why for row in seat_rows(tell(one.journal.path), RecapTexts(lang))}
    assert len(told) >= 3
    assert told == {seat: rows[seat] for seat in told}
