"""A newcomer's first evening in a real terminal: asked, cards out, left, gone on with, and the same table again."""

from __future__ import annotations

import json
from pathlib import Path

from tests.wizard.terminal import Terminal
from tests.wizard.test_setting_up import QUIET

CALLED = {**QUIET, "NARRATOR_COMMAND": "scripts/play"}
"""As scripts/play calls it."""
NAMES = ["Ann", "Bob", "Cy", "Dora", "Ed", "Flo", "Gus", "Hal"]


def play(home: Path, *flags: str) -> Terminal:
    return Terminal("-m", "narrator", "play", *flags, home=home, **CALLED)


def leave(terminal: Terminal) -> None:
    """Ctrl-Q, and yes."""
    terminal.type("\x11")
    terminal.expect("The game is saved")
    terminal.type("1")
    terminal.expect("game saved: ")
    terminal.expect("go on with it: scripts/play --resume")
    assert terminal.exit_code() == 0


def test_the_first_evening_and_the_next(tmp_path: Path) -> None:
    with play(tmp_path, "--lang", "en") as terminal:  # a language says nothing of the table: it is asked about
        terminal.answer("How many players", "8")
        suggested = terminal.answer("Which board")
        assert "* 1. Table of 8 (s4-8)" in suggested  # the usual board first, the barest last
        assert suggested.index("s0k-8") < suggested.index("minimum")
        assert "* 2. English" in terminal.answer("Which language")  # as the screen
        terminal.answer("who holds which card")
        terminal.answer("get to know their cards")
        terminal.answer("names", "Ann, Bob, Cy, Dora, Ed, Flo, Gus, Hal")
        terminal.expect("The same as: scripts/play --board s4-8 --lines en")
        terminal.expect("Hand out the cards")  # nothing is said before
        terminal.type("\r")
        terminal.expect("Night 1")
        leave(terminal)
    with play(tmp_path, "--resume", "--lang", "en") as terminal:
        terminal.expect("Ann")
        terminal.expect("Hand out the cards")  # nobody has said that they are out: the game had not got so far
        leave(terminal)
    with play(tmp_path, "--lang", "en") as terminal:
        terminal.answer("And now")  # Enter: the same again
        terminal.expect("Hand out the cards")
        leave(terminal)
    heads = [
        json.loads(path.read_text(encoding="utf-8").splitlines()[0])
        for path in sorted((tmp_path / "games").glob("*.jsonl"))
    ]
    assert [head["about"]["names"] for head in heads] == [NAMES] * 2
    assert {head["about"]["lines"] for head in heads} == {"en"}
