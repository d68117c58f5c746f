"""Before the first word: the judge's list stands there, covered, until everybody has a card."""

from __future__ import annotations

import asyncio

import pytest

from narrator.host.view import Mode, View
from narrator.screen.cover import Cover
from narrator.screen.phase import Phase
from narrator.screen.words import ScreenWords
from tests.screen.hosted import Make
from tests.screen.player import Judge, screen_of


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_game_waits_until_the_cards_are_out(table: Make, lang: str) -> None:
    one = table(lang=lang, cards=True, names=("Ann", "Bob", *"CDEFGH"))
    words = ScreenWords(lang)

    async def play() -> None:
        async with screen_of(one, lang).run_test(size=(80, 24)) as pilot:
            judge = Judge(pilot, one)
            view = await judge.asked()
            assert view.asked == "host.cards"
            assert view.line == ""  # nothing has been said
            face = judge.app.face
            assert face.covered and face.question
            assert not any(seat.role for seat in face.seats)
            await judge.press("space")
            deal = one.host.sitting.game.header.deal
            assert [seat.role for seat in judge.app.face.seats] == [words.role(role) for role in deal]
            await judge.press("f1", "9", "escape")  # nothing but an answer begins the game
            assert (await judge.asked()).asked == "host.cards"
            await judge.keys("\n")
            await judge.until(lambda view: view.asked == "werewolf.knife")

    asyncio.run(play())


def test_the_list_is_covered_again_before_anybody_may_look_up(table: Make) -> None:
    one = table(cards=True)
    views: list[View] = []
    one.desk.subscribe(views.append)

    async def play() -> None:
        async with screen_of(one).run_test(size=(80, 24)) as pilot:
            judge = Judge(pilot, one)
            await judge.asked()
            await judge.keys("99\n")  # by the number pad
            await judge.until(lambda view: view.asked == "werewolf.knife")

    asyncio.run(play())
    phase, cover, opening = Phase(), Cover(), 0
    for view in views:
        phase = phase.after(view)
        cover = cover.after(phase)
        if view.line.startswith("狼人请睁眼"):
            break
        if phase.handing:
            cover = cover if cover.turned is False else cover.toggled()  # the judge reads the list
        else:
            assert cover.on, view
        opening += view.mode is Mode.SPEAKING
    assert opening > 2


def test_cards_in_the_middle_are_listed_too(table: Make) -> None:
    one = table(board="thief", cards=True)

    async def play() -> None:
        async with screen_of(one).run_test(size=(100, 30)) as pilot:
            judge = Judge(pilot, one)
            await judge.asked()
            await judge.press("space")
            words = ScreenWords("zh")
            extra = one.host.sitting.game.header.extra
            assert len(extra) == 2
            assert all(words.role(role) in judge.app.face.facts[-1] for role in extra)

    asyncio.run(play())
