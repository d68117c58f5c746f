"""The cards reach the players: the device goes round a real terminal, slips come as a page."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from narrator.boards.deal import random_deal
from narrator.boards.file import load_board
from narrator.host.journal import DiskError
from narrator.rules.game import Header
from narrator.wizard.handing import check, hand_out
from narrator.wizard.slips import slips
from narrator.wizard.texts import WizardError, WizardTexts
from tests.wizard.terminal import Terminal

DEAL = ("seer", "werewolf", "witch", "villager", "werewolf", "villager")
CODE = """
from narrator.boards.file import load_board
from narrator.rules.board import Board
from narrator.rules.game import Header
from narrator.wizard.handing import hand_out
deal = ("seer", "werewolf", "witch", "villager", "werewolf", "villager")
hand_out("round", Header(Board.of("six", deal, 6), deal), ["Ann"], "en")
print("all done")
"""


def last_screen(terminal: Terminal) -> str:
    """What stands on the screen: everything after it was last cleared."""
    return terminal.raw.rpartition("\x1b[2J")[2]


def test_the_device_goes_round_and_shows_each_card_only_while_the_key_is_held(tmp_path: Path) -> None:
    texts = WizardTexts("en")
    with Terminal("-c", CODE, home=tmp_path) as terminal:
        for seat, role in enumerate(DEAL, start=1):
            terminal.expect(f"Seat {seat}")
            terminal.expect("Hold it so")
            terminal.type("\r")  # passing on without having looked does nothing
            terminal.type(" ")
            terminal.expect(texts.role(role))
            terminal.type(" ")  # held
            terminal.expect("Press Enter when you know your card")
            assert texts.role(role) not in last_screen(terminal)
            terminal.type("\r")
        terminal.expect("Give the device back")
        terminal.type("x")
        terminal.expect("all done")
        assert terminal.exit_code() == 0
    # Nothing of it can be scrolled back to: every screen was cleared with its history before the next.
    assert terminal.raw.count("\x1b[2J\x1b[3J") >= 3 * len(DEAL)
    assert terminal.raw.rindex("\x1b[3J") > terminal.raw.rindex(texts.role("villager"))


def test_every_screen_of_the_round_shows_at_most_the_card_of_its_own_seat(tmp_path: Path) -> None:
    from io import StringIO

    from narrator.wizard.passing import Passing, turns

    board = load_board("std12")
    deal = random_deal(board, random.Random(5))
    texts = WizardTexts("zh")
    out = StringIO()
    keys: Iterator[str | None] = iter([" ", " ", None, "\r"] * 12 + ["x"])
    Passing(texts, out, lambda _: next(keys)).run(list(turns(Header(board, deal.seats), ())))
    names = {texts.role(role) for role in deal.seats}
    cards = 0
    for screen in out.getvalue().split("\x1b[2J"):
        seat = re.search(r"(\d+)号", screen)
        shown = {name for name in names if f"{name}（" in screen}
        if shown:
            assert seat is not None
            assert shown == {texts.role(deal.seats[int(seat[1]) - 1])}
            cards += 1
    assert cards == 12


def test_without_a_terminal_the_device_cannot_go_round(capsys: pytest.CaptureFixture[str]) -> None:
    board = load_board("s4-6")
    with pytest.raises(WizardError, match="terminal"):
        hand_out("round", Header(board, board.deck), (), "en")


def test_slips_hold_every_card_once_with_its_seat_and_nothing_of_a_name_is_markup(tmp_path: Path) -> None:
    board = load_board("club")
    deal = random_deal(board, random.Random(2))
    header = Header(board, deal.seats, deal.extra)
    path = tmp_path / "cards.html"
    hand_out(str(path), header, ["<b>Ann</b>"], "en")
    page = path.read_text(encoding="utf-8")
    assert page == slips(header, ["<b>Ann</b>"], "en")
    texts = WizardTexts("en")
    slip = re.compile(r'class="seat">Seat (\d+)</div>.*?class="role">([^<]+)<', re.S)
    found = {int(seat): unescape(role) for seat, role in slip.findall(page)}
    assert found == {seat: texts.role(role) for seat, role in enumerate(deal.seats, start=1)}
    assert "<b>" not in page
    assert "<script" not in page


def test_a_deal_that_is_learned_and_the_judges_list_hand_out_nothing(tmp_path: Path) -> None:
    board = load_board("s4-6")
    path = tmp_path / "cards.html"
    hand_out(str(path), Header(board), (), "zh")
    hand_out("list", Header(board, board.deck), (), "zh")
    assert not path.exists()


def test_what_cannot_be_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(WizardError, match="expected list, round or FILE"):
        check("paper")
    board = load_board("s4-6")
    with pytest.raises(DiskError, match="cannot be written"):
        hand_out(str(tmp_path / "no" / "cards.html"), Header(board, board.deck), (), "zh")
