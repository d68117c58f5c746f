"""Boards built by questions: in a terminal and from a pipe, checked, balanced, written."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from narrator.boards.file import board_names, load_board, read_board
from narrator.rules.board import Board
from narrator.rules.roles import ROLES
from narrator.wizard.balance import leaning, sides, told, usual
from narrator.wizard.board_new import Draft, new_board
from narrator.wizard.dialogue import Dialogue
from narrator.wizard.texts import WizardTexts
from narrator.yamlfile import parse
from tests.wizard.terminal import ROOT, Terminal

CODE = "from narrator.wizard.board_new import new_board\nfor line in new_board(None, 'en'): print(line)"


def test_a_board_is_built_in_a_terminal_and_can_be_played(tmp_path: Path) -> None:
    with Terminal("-c", CODE, home=tmp_path) as terminal:
        terminal.answer("called", "Friday")
        terminal.answer("How many players", "12")
        terminal.answer("Which set of rules", "std12")
        terminal.answer("How many wolves", "")
        terminal.answer("special wolves", "狼美人, gargoyle")
        terminal.answer("third parties", "seer、witch，Hunter,guard")
        terminal.expect("The other 4 cards are villagers")
        terminal.answer("Rules to change", "sheriff weight is 2")
        terminal.expect("option=value")
        terminal.answer("Rules to change", "sheriff_weight=2")
        terminal.answer("Rules to change", "last_words = two_nights")
        terminal.answer("Rules to change", "")
        shown = terminal.answer("Which file", "")
        terminal.expect("Friday.yaml")
        assert terminal.exit_code() == 0
    assert "4 wolves, 4 gods, 4 villagers, 0 others." in shown
    assert "It is about even." in shown
    board = load_board(tmp_path / "Friday.yaml")
    assert board.counts == {
        "werewolf": 2,
        "wolf_beauty": 1,
        "gargoyle": 1,
        "seer": 1,
        "witch": 1,
        "hunter": 1,
        "guard": 1,
        "villager": 4,
    }
    assert board.options.sheriff_weight == 2
    assert board.options.last_words == "two_nights"


def test_a_board_comes_from_a_pipe_and_what_cannot_be_played_is_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "b.yaml"
    answers = [
        "B",
        "8",
        "",
        "2",
        "none",
        "seer,nobody_knows",
        "seer,villager",
        "seer,seer",
        "seer,day_scholar",
        "",
    ]
    answers += ["y", "", "", "", "2", "none", "seer,white_wolf", "seer", "tie_rule=no_such", ""]
    answers += ["y", "", "", "", "2", "none", "seer", ""]
    code = (
        "from narrator.wizard.board_new import new_board\n"
        f"from pathlib import Path\nnew_board(Path({str(path)!r}), 'en')"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        input="\n".join(answers) + "\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    for complaint in (
        "no such role",
        "does not belong here",
        "stands there twice",
        "day_scholar",
        "say nothing",
    ):
        assert complaint in run.stdout
    assert run.stdout.count("cannot be played") >= 2
    assert load_board(path).counts == {"werewolf": 2, "seer": 1, "villager": 5}


def test_the_host_may_leave_at_any_question(tmp_path: Path) -> None:
    with Terminal("-c", CODE, home=tmp_path) as terminal:
        terminal.answer("called", "x")
        terminal.answer("How many players", "q")
        assert terminal.exit_code() != 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", board_names())
def test_the_balance_of_a_named_board_counts_its_cards(name: str) -> None:
    board = load_board(name)
    mine = sides(board)
    assert mine.wolves + mine.gods + mine.villagers + mine.others == board.cards
    assert mine.wolves == sum(count for role, count in board.roles if ROLES[role].camp == "wolf")
    lines = list(told(board, WizardTexts("en")))
    assert f"{mine.wolves} wolves, {mine.gods} gods, {mine.villagers} villagers" in lines[0]


S4_TABLE = "8 2 3 3, 9 3 3 3, 10 3 3 4, 11 3 4 4, 12 4 4 4, 13 4 4 5, 14 4 5 5, 15 5 5 5, 16 5 5 6, 17 5 6 6, 18 6 6 6"
"""R 7.1: players, wolves, gods, villagers."""


@pytest.mark.parametrize(
    ("players", "wolves", "gods", "villagers"), [tuple(map(int, row.split())) for row in S4_TABLE.split(",")]
)
def test_boards_are_compared_with_the_table_of_the_rules(players: int, wolves: int, gods: int, villagers: int) -> None:
    row = usual(players)["s4"]
    assert (row.wolves, row.gods, row.villagers) == (wolves, gods, villagers)


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        (["werewolf"] * 6 + ["seer", "witch", "hunter"] + ["villager"] * 3, "favours the wolves"),
        (["werewolf"] * 2 + ["seer", "witch", "hunter", "guard"] + ["villager"] * 6, "favours the good side"),
        (["werewolf"] * 4 + ["seer", "witch", "hunter", "guard"] + ["villager"] * 4, "about even"),
    ],
)
def test_a_tilted_board_is_called_so(cards: list[str], says: str) -> None:
    board = Board.of("x", cards, 12)
    assert any(says in line for line in told(board, WizardTexts("en")))
    assert leaning(sides(board), sides(board)) == "even"


PAIRS = """medium mech_wolf, mech_wolf medium, light_count eclipse_maid, pure_maiden wolf_witch,
fox_cub wolf_beauty, wolf_big_brother wolf_little_brother"""


@pytest.mark.parametrize(("role", "other"), [tuple(pair.split()) for pair in PAIRS.split(",")])
def test_roles_that_belong_together_are_missed(role: str, other: str) -> None:
    texts = WizardTexts("zh")
    board = Board.of("x", ["werewolf", "seer", role, "villager"], 4)
    missing = [line for line in told(board, texts) if texts.role(role) in line and texts.role(other) in line]
    assert len(missing) == 1
    both = Board.of("x", ["werewolf", "seer", role, other, "villager"], 5)
    assert texts("balance.pairs_well") in list(told(both, texts))


def test_a_thief_needs_two_cards_in_the_middle() -> None:
    draft = Draft("盗贼", 12, "std12", 4, (), ("thief", "seer", "witch"), ("hunter", "villager"))
    board = read_board(parse(draft.text()), "x")
    assert (board.players, board.extra) == (12, ("hunter", "villager"))


def test_an_existing_file_is_written_over_only_after_asking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.yaml").write_text("mine", encoding="utf-8")
    answers = ["x", "8", "", "", "none", "", "", "x.yaml", "n", "y.yaml"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(answers) + "\n"))
    lines = new_board(None, "en", Dialogue(WizardTexts("en")))
    assert "y.yaml" in lines[0]
    assert (tmp_path / "x.yaml").read_text(encoding="utf-8") == "mine"
    assert load_board(tmp_path / "y.yaml").players == 8
