"""Commands by key and by touch, in real games: undo, repeat, pause, amend, three strikes, cover, resizing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from textual import events

from narrator.host.nightcode import Style
from narrator.host.view import Mark, Mode
from narrator.screen.face import Picture
from narrator.screen.widgets import CellBox, Popup, SeatBox
from tests.screen.hosted import Make, Table
from tests.screen.player import Judge, screen_of

Play = Callable[[Judge], Awaitable[None]]

EITHER = [("zh", (80, 24)), ("en", (100, 30)), ("en", (160, 50))]
"""Languages, and sizes from the least on."""


def run(table: Table, play: Play, size: tuple[int, int] = (80, 24), lang: str = "zh") -> None:
    async def whole() -> None:
        async with screen_of(table, lang).run_test(size=size) as pilot:
            await play(Judge(pilot, table))

    asyncio.run(whole())


def test_two_digits_of_the_number_pad_answer_at_night(table: Make) -> None:
    one = table()

    async def play(judge: Judge) -> None:
        view = await judge.until(lambda view: view.asked == "werewolf.knife")
        await judge.keys("07")
        await judge.until(lambda view: view.asked == "seer.ask")
        assert 7 in view.legal
        assert one.host.sitting.game.entries[-1] == (7,)

    run(one, play)


@pytest.mark.parametrize(("lang", "size"), EITHER)
def test_undo_takes_a_nights_answer_back_and_marks_the_log(table: Make, lang: str, size: tuple[int, int]) -> None:
    one = table(lang=lang)

    async def play(judge: Judge) -> None:
        await judge.until(lambda view: view.asked == "werewolf.knife")
        await judge.keys("07")
        await judge.until(lambda view: view.asked == "seer.ask")
        await judge.keys("-")  # the number pad's minus
        view = await judge.asked()
        assert view.mode is Mode.CONFIRMING
        assert view.asked == "werewolf.knife"
        await judge.keys("8\n")
        view = await judge.asked()
        assert view.asked == "seer.ask"
        assert (8,) in one.host.sitting.game.entries
        marks = {line.mark for line in judge.app.face.log}
        assert Mark.AMENDED.value in marks

    run(one, play, size, lang)


def test_undo_by_day_is_struck_through(table: Make) -> None:
    one = table(seed=3)

    async def play(judge: Judge) -> None:
        await judge.until(lambda view: view.asked == "speech")
        await judge.keys("\n")
        await judge.asked()
        await judge.press("f4")
        for _ in range(3):
            view = await judge.asked()
            if view.mode is not Mode.CONFIRMING:
                break
            await judge.keys("91")
        assert Mark.UNDONE in {line.mark for line in one.view.log}

    run(one, play)


@pytest.mark.parametrize(("lang", "size"), EITHER)
def test_repeat_speaks_the_last_line_again(table: Make, lang: str, size: tuple[int, int]) -> None:
    one = table(lang=lang)

    async def play(judge: Judge) -> None:
        view = await judge.until(lambda view: view.asked == "werewolf.knife")
        entries, said = len(one.host.sitting.game.entries), view.serial
        await judge.keys("*")
        again = await judge.asked()
        assert again.asked == view.asked
        assert again.serial > said
        assert len(one.host.sitting.game.entries) == entries

    run(one, play, size, lang)


def test_pause_and_go_on_with_one_key(table: Make) -> None:
    one = table()

    async def play(judge: Judge) -> None:
        await judge.until(lambda view: view.asked == "werewolf.knife")
        await judge.press("f3")
        view = await judge.asked()
        assert view.mode is Mode.PAUSED
        assert [cell.token for cell in judge.app.face.cells] == ["resume"]
        await judge.press("f3")
        view = await judge.asked()
        assert view.mode is Mode.LISTENING
        assert view.asked == "werewolf.knife"

    run(one, play)


@pytest.mark.parametrize(("lang", "size"), EITHER)
def test_after_three_failures_the_question_stays_on_the_keys(table: Make, lang: str, size: tuple[int, int]) -> None:
    one = table(lang=lang, voice=True, style=Style.CARD)

    async def play(judge: Judge) -> None:
        await judge.until(lambda view: view.asked == "werewolf.knife")
        for _ in range(3):
            assert one.ears is not None
            await judge.asked()
            for _ in range(2):  # the ears open, and what comes within their first moment is no answer
                one.clock.pass_time(1.0)
                await judge.asked()
            one.ears.hear("呜呜呜")
        view = await judge.asked()
        assert view.keys_only
        assert judge.app.face.keys_only
        await judge.keys("07")
        await judge.until(lambda view: view.asked == "seer.ask")
        assert one.host.sitting.game.entries[-1] == (7,)

    run(one, play, size, lang)


def test_the_card_stands_large_and_the_number_said_is_taken(table: Make) -> None:
    one = table(voice=True, style=Style.CARD)

    async def play(judge: Judge) -> None:
        view = await judge.until(lambda view: view.asked == "werewolf.knife" and view.mode is Mode.LISTENING)
        said = {cell.token: cell.say for cell in judge.app.face.cells}
        assert view.code is not None
        assert said["7"] == str(dict(view.code.cells)[7])
        assert len(set(said.values())) == len(said)

    run(one, play)


def test_a_touch_on_a_value_answers(table: Make) -> None:
    one = table()

    async def play(judge: Judge) -> None:
        await judge.until(lambda view: view.asked == "werewolf.knife")
        await judge.pilot.pause()  # laid out, not only drawn
        box = next(b for b in judge.app.query(CellBox) if b.cell is not None and b.cell.token == "6")
        before = one.clock.sent
        await judge.pilot.click(box)
        await judge.sent(before + 1)
        await judge.until(lambda view: view.asked == "seer.ask")
        assert one.host.sitting.game.entries[-1] == (6,)

    run(one, play, (100, 30))


def test_a_touch_for_a_question_that_has_gone_is_dropped(table: Make) -> None:
    one = table()

    async def play(judge: Judge) -> None:
        await judge.until(lambda view: view.asked == "werewolf.knife")
        old = judge.app.face
        await judge.keys("07")
        await judge.until(lambda view: view.asked == "seer.ask")
        sent = one.clock.sent
        judge.app.face = old
        judge.app.on_cell_box_touched(CellBox.Touched(old.cells[0]))
        assert one.clock.sent == sent

    run(one, play)


def test_a_touch_on_a_seat_offers_what_it_can_do(table: Make) -> None:
    one = table()

    async def play(judge: Judge) -> None:
        await judge.until(lambda view: view.asked == "speech")
        await judge.pilot.click(next(iter(judge.app.query(SeatBox))))
        await judge.pilot.pause()
        assert isinstance(judge.app.screen, Popup)
        await judge.press("1")  # why is it out
        await judge.asked()
        assert one.view.help

    run(one, play)


@pytest.mark.parametrize(("lang", "size"), EITHER)
def test_space_covers_and_uncovers_and_the_day_covers_by_itself(table: Make, lang: str, size: tuple[int, int]) -> None:
    one = table(lang=lang)

    async def play(judge: Judge) -> None:
        await judge.until(lambda view: view.asked == "werewolf.knife")
        assert not judge.app.face.covered
        await judge.press("space")
        assert judge.app.face.covered
        await judge.keys("07")  # the number pad works under the cover
        await judge.until(lambda view: view.asked == "seer.ask")
        await judge.press("space")
        assert not judge.app.face.covered
        await judge.until(lambda view: view.asked == "speech")
        assert judge.app.face.covered
        assert judge.app.face.picture is Picture.TIME
        shown = judge.app.export_screenshot()
        names = {judge.app._words.role(seat.role) for seat in one.view.seats}
        assert not [name for name in names if name in shown]

    run(one, play, size, lang)


def test_keys_typed_on_while_a_popup_closes_do_no_harm(table: Make) -> None:
    one = table()

    async def play(judge: Judge) -> None:
        await judge.until(lambda view: view.asked == "werewolf.knife")
        await judge.press("ctrl+q")
        await judge.pilot.pause()
        assert isinstance(judge.app.screen, Popup)
        for name, char in (("2", "2"), ("enter", "\r"), ("2", "2"), ("escape", None)):
            judge.app.post_message(events.Key(name, char))
        await judge.pilot.pause()
        await judge.pilot.pause()
        assert judge.app.failure is None
        await judge.press("escape")
        await judge.keys("07")
        await judge.until(lambda view: view.asked == "seer.ask")

    run(one, play)


def test_resizing_loses_nothing(table: Make) -> None:
    one = table()

    async def play(judge: Judge) -> None:
        await judge.until(lambda view: view.asked == "werewolf.knife")
        judge.app._typed.text = "0"
        for size in ((160, 50), (80, 24), (40, 12), (100, 30)):
            await judge.pilot.resize_terminal(*size)
            await judge.pilot.pause()
        assert judge.app._typed.text == "0"
        await judge.keys("7")
        await judge.until(lambda view: view.asked == "seer.ask")
        assert one.host.sitting.game.entries[-1] == (7,)

    run(one, play)
