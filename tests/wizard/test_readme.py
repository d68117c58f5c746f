"""The README tells the truth: every command and flag that it names is there, and none that a host needs is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.main import get_command

from narrator.boards.file import board_names
from narrator.cli import app
from narrator.screen.keys import KEYS

TEXT = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
ENGLISH, CHINESE = TEXT.split("# 中文说明\n", 1)
COMMANDS = get_command(app).commands  # type: ignore[attr-defined]
OWN = {"--rehearse"}
"""What scripts/play takes beside the program's own flags."""


def flags_of(command: str) -> set[str]:
    found: set[str] = set()
    for parameter in COMMANDS[command].params:
        found.update(option for option in (*parameter.opts, *parameter.secondary_opts) if option.startswith("--"))
    return found - {"--help"}


EVERY = set().union(*(flags_of(command) for command in COMMANDS)) | OWN


@pytest.mark.parametrize("text", [ENGLISH, CHINESE], ids=["en", "zh"])
def test_every_flag_that_is_named_exists(text: str) -> None:
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text))
    assert named <= EVERY, named - EVERY


@pytest.mark.parametrize("text", [ENGLISH, CHINESE], ids=["en", "zh"])
def test_every_command_is_listed_and_every_listed_one_exists(text: str) -> None:
    listed = set(re.findall(r"^narrator (\w+)", text, re.MULTILINE))
    assert listed == set(COMMANDS)


@pytest.mark.parametrize("text", [ENGLISH, CHINESE], ids=["en", "zh"])
def test_every_flag_of_a_host_is_mentioned(text: str) -> None:
    missing = [flag for flag in sorted(flags_of("play") | flags_of("recap")) if flag not in text]
    assert set(missing) <= {"--spoilers"}


@pytest.mark.parametrize("text", [ENGLISH, CHINESE], ids=["en", "zh"])
def test_the_keys_of_the_full_screen_are_the_ones_there_are(text: str) -> None:
    named = {key.lower() for key in re.findall(r"\bF\d+\b", text)}
    assert named <= {key for key, _ in KEYS}
    assert {"f1", "f2", "f3", "f4", "f5"} <= named


def test_the_boards_that_are_named_exist() -> None:
    assert set(re.findall(r"--board ([a-z]\w*)\b", TEXT)) <= set(board_names())


def test_both_languages_tell_the_same_commands() -> None:
    english = set(re.findall(r"scripts/play[^`\n#]*", ENGLISH))
    chinese = set(re.findall(r"scripts/play[^`\n#]*", CHINESE))
    words = {re.sub(r"\s+", " ", command).strip() for command in english if "COMMAND" not in command}
    assert words <= {re.sub(r"\s+", " ", command).strip() for command in chinese}
