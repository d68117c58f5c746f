"""Setting up in a real terminal: asked, remembered, offered again, changed, forgotten."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from narrator.wizard.answers import Answers, forget, remember, remembered
from narrator.wizard.setup import names_in
from narrator.yamlfile import BadFile
from tests.wizard.terminal import ROOT, Terminal

NAMES = ("Ann", "白", "Cy", "D", "E", "F", "G", "H", "I")
NAMES_12 = tuple("甲乙丙丁戊己庚辛壬癸子丑")
QUIET = {"PULSE_SERVER": "unix:/nonexistent"}
"""A machine without sound: no device is asked about."""


def wizard(home: Path, language: str = "en_GB.UTF-8") -> Terminal:
    return Terminal("-m", "narrator.wizard", home=home, language=language, **QUIET)


def first_evening(terminal: Terminal) -> None:
    terminal.answer("How many players", "9")
    terminal.answer("Which board", "s4-9")
    terminal.answer("Which language", "1")
    terminal.answer("who holds which card", "1")
    terminal.answer("get to know their cards", "slips")
    terminal.answer("File for the slips", "cards.html")
    terminal.answer("names", "Ann, 白，Cy")  # one for each, or none
    terminal.answer("3 names for 9 seats", "Ann, 白，Cy, D, E, F, G, H, D")
    terminal.answer("the same name", "Ann, 白，Cy, D, E, F, G, H, I")
    terminal.expect("no loudspeaker")
    terminal.expect("no microphone")


def test_a_first_evening_is_asked_about_and_says_the_command_that_does_the_same(tmp_path: Path) -> None:
    with wizard(tmp_path) as terminal:
        first_evening(terminal)
        terminal.expect("The same as: ")
        command = terminal.expect("\n").replace("\n", " ")
        assert terminal.exit_code() == 0
    assert "--board s4-9" in command
    assert remembered(tmp_path / "table.yaml") == Answers(
        players=9, board="s4-9", hand_out="cards.html", names=NAMES, ears="keys"
    )


def test_the_last_table_is_offered_first_and_taken_with_one_key(tmp_path: Path) -> None:
    last = Answers(players=12, board="club", deal="learn", names=NAMES_12, ears="keys")
    remember(last, tmp_path / "table.yaml")
    with wizard(tmp_path, "zh_CN.UTF-8") as terminal:
        shown = terminal.answer("这次呢")
        terminal.expect("narrator play --board club --deal learn")
        assert terminal.exit_code() == 0
    assert "桌游吧 12，12人" in shown
    assert "甲、乙、丙" in shown
    assert remembered(tmp_path / "table.yaml") == last


def test_one_part_of_the_last_table_can_be_changed(tmp_path: Path) -> None:
    remember(Answers(players=12, board="std12", ears="keys", names=NAMES_12), tmp_path / "table.yaml")
    with wizard(tmp_path) as terminal:
        terminal.answer("And now", "change")
        terminal.answer("Change what", "names")
        terminal.answer("names", "none")
        terminal.answer("Change what", "")
        assert terminal.exit_code() == 0
    assert remembered(tmp_path / "table.yaml") == Answers(players=12, board="std12", ears="keys")


def test_what_is_remembered_can_be_forgotten_and_q_changes_nothing(tmp_path: Path) -> None:
    remember(Answers(board="club"), tmp_path / "table.yaml")
    with wizard(tmp_path) as terminal:
        terminal.answer("And now", "forget")
        terminal.expect("forgotten")
        terminal.answer("How many players", "q")
        assert terminal.exit_code() == 1
    assert remembered(tmp_path / "table.yaml") is None


def test_wrong_answers_are_asked_again_in_the_same_words(tmp_path: Path) -> None:
    with wizard(tmp_path) as terminal:
        for wrong in ("zwölf", "3", "99999999999999999999", "-1"):
            terminal.answer("How many players", wrong)
            terminal.expect("Please give a number of players")
        terminal.answer("How many players", "12")
        terminal.answer("Which board", "no-such-board")
        terminal.expect("no board of this name")
        terminal.answer("Which board", "20000")
        terminal.answer("Which board", "12000")
        terminal.answer("Which board", "\x04")
        assert terminal.exit_code() == 1


def test_a_broken_settings_file_is_told_in_one_line_and_set_up_anew(tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text("players: [1, 2\n", encoding="utf-8")
    with wizard(tmp_path) as terminal:
        terminal.expect("cannot be used")
        terminal.expect("How many players")
    assert file.read_text(encoding="utf-8") == "players: [1, 2\n"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("players: 0\n", "players: 0"),
        ("players: yes\n", "players: yes"),
        ("colour: red\n", "colour: unknown key"),
        ("names: Ann\n", "names: Ann"),
        ("- 1\n", "expected the settings of a table"),
        ("speaker: {a: 1}\n", "speaker"),
    ],
)
def test_settings_that_cannot_be_are_refused_with_their_line(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadFile) as error:
        remembered(file)
    assert complaint in str(error.value)
    assert str(file) in str(error.value)


def test_answers_survive_the_file_and_its_removal(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "table.yaml"
    kept = Answers(9, "s4-9", "en", "deal.yaml", "round", ("a: b", "#c", "", "是"), "USB", "Mic", "Ear", "vosk", "off")
    remember(kept, file)
    assert remembered(file) == kept
    forget(file)
    forget(file)
    assert remembered(file) is None


def test_names_are_taken_with_any_comma() -> None:
    assert names_in("甲，乙、 丙 丁 ; e,,") == ("甲", "乙", "丙 丁", "e")


def test_nothing_is_asked_on_a_pipe(tmp_path: Path) -> None:
    code = (
        "import typer\n"
        "from narrator.wizard.setup import asks\n"
        "app = typer.Typer()\n"
        "@app.command()\n"
        "def play(ctx: typer.Context, board: str = 'std12') -> None:\n"
        "    print('asks' if asks(ctx) else 'silent')\n"
        "app()\n"
    )
    piped = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=True,
    )
    assert piped.stdout == "silent\n"
    with Terminal("-c", code, home=tmp_path) as terminal:
        terminal.expect("asks")
    with Terminal("-c", code, "--board", "club", home=tmp_path) as terminal:
        terminal.expect("silent")
