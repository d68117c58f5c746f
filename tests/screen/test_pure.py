"""The pure parts: what keys become, who is let in, where things stand, how wide characters count."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from rich.cells import cell_len

from narrator.hearing.phrases import Phrases
from narrator.screen.blocks import GLYPHS, draw, largest, size
from narrator.screen.entry import Line, Send
from narrator.screen.face import Cell, Entry, Face
from narrator.screen.gate import TRIES, WINDOW, Gate, Knock, is_local
from narrator.screen.paint import centred, fit
from narrator.screen.phase import Phase
from narrator.screen.places import Box, cells_of, places_of
from narrator.screen.project import face_of
from narrator.screen.qr import QUIET, picture
from narrator.screen.serve import ServeError, address_of
from narrator.screen.wire import Touch, from_json, to_json
from narrator.screen.words import ScreenWords, _catalogue
from tests.screen import moments

WORDS = ScreenWords("zh")
NIGHT = face_of(moments.night(), Phase(), WORDS, covered=False)
BALLOT = face_of(moments.ballot(), Phase(), WORDS, covered=False)
SPEECH = face_of(moments.speech(), Phase(), WORDS, covered=False)
CONFIRM = face_of(moments.confirming(), Phase(), WORDS, covered=False)


def typed(keys: str, face: Face) -> list[Send]:
    line, sent = Line(), []
    for key in keys:
        send = line.enter(face) if key == "\n" else line.char(key, face)
        sent += [send] if send else []
    return sent


def touched(tokens: str, face: Face) -> list[Send]:
    line, cells = Line(), {cell.token: cell for cell in face.cells}
    sent = [line.touch(cells[token], face) for token in tokens.split()] + [line.enter(face)]
    return [send for send in sent if send]


@pytest.mark.parametrize(
    ("keys", "face", "sent"),
    [
        ("05", NIGHT, [Send("type", "05")]),
        ("00", NIGHT, [Send("type", "00")]),
        ("5\n", NIGHT, [Send("type", "5")]),
        ("undo\n", NIGHT, [Send("type", "undo")]),
        ("12\n", BALLOT, [Send("type", "12")]),
        ("5 1 2\n", BALLOT, [Send("type", "5 1 2")]),
        ("\n", SPEECH, [Send("answer", "done")]),
        ("91", CONFIRM, [Send("answer", "yes")]),
        ("92", CONFIRM, [Send("answer", "no")]),
        ("\n", CONFIRM, []),
        ("\n", NIGHT, []),
    ],
)
def test_keys_become_what_is_sent(keys: str, face: Face, sent: list[Send]) -> None:
    assert typed(keys, face) == sent


@pytest.mark.parametrize(
    ("tokens", "face", "sent"),
    [
        ("7", NIGHT, [Send("answer", "7")]),
        ("5 1 3", BALLOT, [Send("type", "5 1 3")]),
        ("done", BALLOT, [Send("type", "done")]),
        ("5 1 done", BALLOT, [Send("type", "5 1 done")]),
        ("yes", CONFIRM, [Send("answer", "yes")]),
    ],
)
def test_touches_become_what_is_sent(tokens: str, face: Face, sent: list[Send]) -> None:
    assert touched(tokens, face)[: len(sent)] == sent


def test_cells_say_which_digits_type_them() -> None:
    seats = {str(n): f"{n:02d}" for n in range(1, 13)}
    assert {cell.token: cell.keys for cell in NIGHT.cells} == {**seats, "none": "00"}


def test_a_barred_value_has_no_number_on_the_card() -> None:
    face = face_of(moments.card((1, 3, "none")), Phase(), WORDS, covered=False)
    assert {cell.token for cell in face.cells if cell.say} == {"1", "3", "none"}
    assert {cell.token for cell in face.cells if cell.allowed} == {"1", "3", "none"}


def test_by_day_with_a_microphone_the_wake_word_stands_there_and_touches_need_none() -> None:
    waiting = Phrases("zh", 12).wake(commands=("undo",))
    ballot = face_of(replace(moments.ballot(), prompt=waiting), Phase(), WORDS, covered=False)
    assert "旁白旁白" in ballot.wake
    assert {cell.token for cell in ballot.cells} == {cell.token for cell in BALLOT.cells}
    speech = face_of(replace(moments.speech(), prompt=waiting), Phase(), WORDS, covered=False)
    assert [cell.token for cell in speech.cells] == ["done"]
    assert BALLOT.wake == ""


def test_a_bar_shows_how_far_the_voice_is_until_all_lines_are_there() -> None:
    half = face_of(replace(moments.night(), rendered=(40, 80)), Phase(), WORDS, covered=False)
    assert half.rendering == "▰" * 10 + "▱" * 10 + " 语音准备中 40/80"
    done = face_of(replace(moments.night(), rendered=(80, 80)), Phase(), WORDS, covered=False)
    # How fast the lines come could depend on what else is rendered: nothing for the table.
    hidden = face_of(replace(moments.night(), rendered=(40, 80)), Phase(), WORDS, covered=True)
    assert done.rendering == hidden.rendering == NIGHT.rendering == ""


def test_both_catalogues_have_the_same_keys_and_slots() -> None:
    def slots(text: str) -> set[str]:
        return {piece.partition("}")[0] for piece in text.split("{")[1:]}

    chinese, english = _catalogue("zh"), _catalogue("en")
    assert chinese.keys() == english.keys()
    assert all(slots(chinese[key]) >= slots(english[key]) - {"total"} for key in chinese)


# --- the gate ---


def test_a_token_lets_one_device_in_once() -> None:
    gate = Gate()
    token = gate.invite()
    knock, session = gate.enter(token, 0.0)
    assert knock is Knock.WELCOME
    assert gate.knows(session)
    assert gate.enter(token, 1.0) == (Knock.BUSY, "")
    assert not gate.knows("")
    gate.invite()
    assert not gate.knows(session)
    assert gate.enter(token, 2.0) == (Knock.REFUSED, "")


def test_without_an_invitation_nobody_comes_in() -> None:
    gate = Gate()
    assert gate.enter("", 0.0) == (Knock.REFUSED, "")
    assert not gate.knows("")


def test_guessing_has_to_wait_and_then_may_try_again() -> None:
    gate = Gate()
    token = gate.invite()
    for _ in range(TRIES):
        assert gate.enter("guess", 0.0, "192.168.1.9")[0] is Knock.REFUSED
    assert gate.enter(token, 1.0, "192.168.1.9")[0] is Knock.SLOW
    assert gate.enter("guess", WINDOW + 1.0, "192.168.1.9")[0] is Knock.REFUSED


def test_one_who_guesses_does_not_keep_the_judge_out() -> None:
    gate = Gate()
    token = gate.invite()
    for _ in range(2 * TRIES):
        gate.enter("guess", 0.0, "192.168.1.9")
    assert gate.enter(token, 1.0, "192.168.1.7")[0] is Knock.WELCOME


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("192.168.1.7", True),
        ("10.0.0.2", True),
        ("172.20.1.1", True),
        ("127.0.0.1", True),
        ("::1", True),
        ("fe80::1%eth0", True),
        ("::ffff:192.168.1.7", True),
        ("8.8.8.8", False),
        ("::ffff:8.8.8.8", False),
        ("2001:4860:4860::8888", False),
        ("0.0.0.0", False),
        ("::", False),
        ("table.example", False),
    ],
)
def test_only_addresses_of_a_local_network_count(address: str, local: bool) -> None:
    assert is_local(address) is local


@pytest.mark.parametrize(
    ("where", "got"),
    [
        ("192.168.1.7", ("192.168.1.7", 0)),
        ("192.168.1.7:8080", ("192.168.1.7", 8080)),
        ("[::1]:99", ("::1", 99)),
    ],
)
def test_where_to_serve(where: str, got: tuple[str, int]) -> None:
    assert address_of(where, WORDS) == got


@pytest.mark.parametrize("where", ["8.8.8.8", "0.0.0.0", "table", "192.168.1.7:port", "192.168.1.7:70000"])
def test_serving_anywhere_else_is_refused_in_one_line(where: str) -> None:
    with pytest.raises(ServeError) as refused:
        address_of(where, WORDS)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "touch"),
    [
        ('{"how": "answer", "text": "3", "prompt": 4}', Touch("answer", "3", 4)),
        ('{"how": "press", "text": "why:3", "prompt": 4}', Touch("press", "why:3", 4)),
        ('{"how": "press", "text": "undo", "prompt": 0}', Touch("press", "undo", 0)),
        ('{"how": "press", "text": "rm -rf", "prompt": 0}', None),
        ('{"how": "press", "text": "duel:x", "prompt": 0}', None),
        ('{"how": "exit", "text": "", "prompt": 0}', None),
        ('{"how": "answer", "text": 3, "prompt": 4}', None),
        ('{"how": "type", "text": "%s", "prompt": 4}' % ("1" * 201), None),
        ("[]", None),
        ("{", None),
    ],
)
def test_only_what_the_page_sends_is_taken(text: str, touch: Touch | None) -> None:
    assert from_json(text) == touch


def test_times_are_sent_as_seconds_left() -> None:
    data = json.loads(to_json(SPEECH, 90.0))
    assert data["timer"] == {"label": "发言", "total": 120.0, "runs": True, "left": 4.0}


def test_the_phones_picture_is_its_address() -> None:
    import segno

    address = "http://192.168.1.7:40123/#abcdefghijklmnopqrstuv"
    rows: list[list[bool]] = []
    for line in picture(address).splitlines():
        rows += [[char in "▀█" for char in line], [char in "▄█" for char in line]]
    made = [[bool(module) for module in row] for row in segno.make(address, error="l", micro=False).matrix]
    width = len(made)
    assert [row[QUIET : QUIET + width] for row in rows[QUIET : QUIET + width]] == made
    assert len(picture(address).splitlines()) <= 20  # with its lines it fits into 24 rows


# --- drawing ---


@pytest.mark.parametrize("text", ["狼人", "3号 女巫", "werewolf", "机械狼 ×", ""])
@pytest.mark.parametrize("columns", [0, 1, 2, 3, 5, 9, 20])
def test_texts_fill_exactly_their_columns(text: str, columns: int) -> None:
    assert cell_len(fit(text, columns)) == columns
    assert cell_len(centred(text, columns)) == columns


@pytest.mark.parametrize("text", [*GLYPHS, "+12", "12:05"])
def test_figures_are_as_large_as_they_say(text: str) -> None:
    for scale in range(1, 5):
        lines = draw(text, scale)
        assert (len(lines[0]), len(lines)) == size(text, scale)
        assert largest(text, *size(text, scale)) == scale


@pytest.mark.parametrize(("columns", "rows"), [(80, 15), (100, 20), (132, 30), (160, 44), (200, 60), (80, 60)])
def test_seats_and_the_middle_never_overlap(columns: int, rows: int) -> None:
    for seats in range(1, 21):
        places = places_of(seats, columns, rows)
        assert len(places.seats) == seats
        check([*places.seats, places.middle], columns, rows)
        assert places.middle.height >= 8


@pytest.mark.parametrize(("columns", "rows"), [(80, 8), (48, 8), (76, 11), (120, 32)])
@pytest.mark.parametrize("label", [0, 1])
def test_every_value_has_its_cell(columns: int, rows: int, label: int) -> None:
    for count in range(1, 42):
        boxes = cells_of(count, columns, rows, "12", label)
        assert len(boxes) == count
        check(boxes, columns, rows)


def check(boxes: list[Box] | tuple[Box, ...], columns: int, rows: int) -> None:
    taken: set[tuple[int, int]] = set()
    for box in boxes:
        assert box.width > 0
        assert box.height > 0
        assert box.x >= 0
        assert box.y >= 0
        assert box.x + box.width <= columns
        assert box.y + box.height <= rows
        area = {(x, y) for x in range(box.x, box.x + box.width) for y in range(box.y, box.y + box.height)}
        assert not area & taken
        taken |= area


def test_lists_are_gathered_and_single_answers_are_not() -> None:
    assert BALLOT.entry is Entry.LIST
    assert NIGHT.entry is Entry.ONE
    assert Cell("done", "完成", keys="99") in BALLOT.cells
