"""Writes what a judge would type for a whole game, beside a mirror of it: `narrator play --ears keys` on a pipe."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from narrator.boards.file import load_board
from narrator.rules.game import Game, Header
from narrator.rules.script import DONE, NONE, Act, Answer, Ask, Entry, Value, Window

ROOT = Path(__file__).resolve().parents[2]
STD12 = (
    "seer",
    "witch",
    "hunter",
    "idiot",
    "villager",
    "villager",
    "villager",
    "villager",
    "werewolf",
    "werewolf",
    "werewolf",
    "werewolf",
)
KEYPAD = {NONE: "00", "yes": "91", "no": "92"}


class TypedGame:
    """The lines that are typed, and the game they make."""

    def __init__(self, folder: Path, deal: Sequence[str] = STD12, rules: str = "dead_pause: [0, 0]") -> None:
        self.folder = folder
        roles = {role: deal.count(role) for role in dict.fromkeys(deal)}
        self.board = folder / "board.yaml"
        written = "\n".join(f"  {role}: {count}" for role, count in roles.items())
        self.board.write_text(f"name: typed\nroles:\n{written}\nrules: {{{rules}}}\n", encoding="utf-8")
        self.deal = folder / "deal.yaml"
        self.deal.write_text(f"seats: [{', '.join(deal)}]\n", encoding="utf-8")
        self.game = Game(Header(load_board(self.board), tuple(deal)))
        self.lines: list[str] = []
        self._by_clock()

    @property
    def ask(self) -> Ask:
        assert self.game.cue is not None
        return self.game.cue

    def type(self, *lines: str) -> None:
        """Lines that enter nothing into the game: commands, mistakes."""
        self.lines += lines

    def answer(self, *values: Value) -> None:
        """Answer the pending question."""
        ask = self.ask
        if ask.askers:
            votes: dict[Value, list[int]] = {}
            for voter, value in zip(ask.askers, values, strict=True):
                votes.setdefault(value, []).append(voter)
            for seat, voters in votes.items():
                if seat != NONE:
                    self.lines.append(f"{seat} " + " ".join(map(str, voters)))
            self.lines.append("done")
        elif ask.places == 0:
            self.lines.append(" ".join(map(str, values)) or "done")
        elif ask.window is Window.NIGHT:
            self.lines += [_digits(value) for value in values]
        else:
            self.lines += [str(value) for value in values]
        self.game.answer(tuple(values))
        self._by_clock()

    def act(self, typed: str, act: Act, confirmed: bool = True) -> None:
        """An act, confirmed."""
        self.lines += [typed, "y" if confirmed else "n"]
        if confirmed:
            self.game.act(act)
            self._by_clock()

    def go_on(self) -> None:
        """End the speech, or the pause."""
        self.lines.append("pass" if self.ask.seat else "next")
        self.game.answer(DONE)
        self._by_clock()

    def until(self, stop: Callable[[Ask], bool], choose: Callable[[Ask], Answer]) -> None:
        """Go on to the question that is waited for; `choose` answers the others."""
        while self.game.cue is not None and not stop(self.game.cue):
            if self.game.cue.informs:
                self.go_on()
            else:
                self.answer(*choose(self.game.cue))

    def _by_clock(self) -> None:
        """What the host answers itself: shown signs, pauses, the time of day."""
        while self.game.cue is not None:
            ask = self.game.cue
            if ask.key == "clock":
                self.game.answer(("15:25",))
            elif ask.informs and not ask.seat and ask.key != "withdraw_time":
                self.game.answer(DONE)
            else:
                return

    def run(self, *flags: str, after: Sequence[str] = ("done",)) -> tuple[subprocess.CompletedProcess[str], Path]:
        """Type it all into `narrator play` on a pipe; the finished process and the journal."""
        games = self.folder / "games"
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "narrator",
                "play",
                "--ears",
                "keys",
                "--mouth",
                "none",
                "--lang",
                "en",
                "--board",
                str(self.board),
                "--deal",
                str(self.deal),
                "--games",
                str(games),
                *flags,
            ],
            input="\n".join([*self.lines, *after]) + "\n",
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=240,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        )
        journals = sorted(games.glob("*.jsonl"))
        assert journals, done.stderr
        return done, journals[0]


def _digits(value: Value) -> str:
    return f"{value:02d}" if isinstance(value, int) else KEYPAD.get(value, value)


def journaled(path: Path) -> list[dict[str, object]]:
    """The journal's lines after the header."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines[1:]]


def entries(path: Path) -> list[Entry]:
    """What stands in the end, of what was entered by the judge (times of day left out)."""
    from narrator.host.journal import read

    return list(read(path).replay().entries)


def same(one: Sequence[Entry], other: Sequence[Entry]) -> bool:
    """Equal but for the time of day."""
    return [_timeless(entry) for entry in one] == [_timeless(entry) for entry in other]


def _timeless(entry: Entry) -> Entry:
    return ("clock",) if isinstance(entry, tuple) and len(entry) == 1 and ":" in str(entry[0]) else entry
