"""The device goes round the table: each player holds a key to see the own card, lets go, and passes it on."""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from time import monotonic
from typing import TextIO

from narrator.boards.texts import Texts
from narrator.hearing.rawtty import RawTerminal
from narrator.rules.game import Header
from narrator.rules.roles import ROLES
from narrator.wizard.texts import WizardError, WizardTexts

FIRST_HOLD = 1.2
"""Seconds that a card stays after the first press: terminals wait that long before they repeat a held key."""
HOLD = 0.3
"""Seconds after the last repeat at which the key counts as let go."""

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
ENTER_SCREEN, LEAVE_SCREEN = "\x1b[?1049h", "\x1b[?1049l"

Wait = Callable[[float | None], str | None]
"""The next key within so many seconds (None: for ever); None when none came. Raises `EOFError`."""


class Face(Enum):
    """What the screen shows to whoever holds the device."""

    CALL = "call"  # whose turn it is
    CARD = "card"  # the card, while the key is held
    SEEN = "seen"  # look again, or pass on


@dataclass(frozen=True)
class Turn:
    """One player's turn."""

    seat: int
    name: str
    role: str


def turns(header: Header, names: Sequence[str]) -> Iterator[Turn]:
    """Every seat once, in order."""
    for seat, role in enumerate(header.deal, start=1):
        yield Turn(seat, names[seat - 1] if seat <= len(names) else "", role)


def go_round(header: Header, names: Sequence[str], language: str) -> None:
    """Let every player see the own card. Raises `WizardError` where there is no terminal."""
    if sys.stdin is None or not sys.stdin.isatty() or not sys.stdout.isatty():
        raise WizardError("--hand-out round: expected a terminal")
    keys = _Keys(sys.stdin)
    sys.stdout.write(ENTER_SCREEN)
    try:
        Passing(WizardTexts(language), sys.stdout, keys.wait).run(list(turns(header, names)))
    finally:
        sys.stdout.write(CLEAR + LEAVE_SCREEN)
        sys.stdout.flush()
        keys.close()


class Passing:
    """Shows a card only while a key is held, and wipes it from the screen and from what can be scrolled back to."""

    def __init__(self, texts: WizardTexts, out: TextIO, wait: Wait) -> None:
        self._texts, self._out, self._wait = texts, out, wait
        self._roles = Texts(texts.language)

    def run(self, players: Sequence[Turn]) -> None:
        """Every player's turn. A player who has seen the card passes on with Enter."""
        for turn in players:
            self._one(turn)
        self._show(self._texts("passing.end"))
        self._wait(None)

    def _one(self, turn: Turn) -> None:
        face = Face.CALL
        while True:
            self._draw(turn, face)
            key = self._wait(None)
            if key == " ":
                self._draw(turn, Face.CARD)
                self._held()
                face = Face.SEEN
            elif key in ("\r", "\n") and face is Face.SEEN:
                return

    def _held(self) -> None:
        """Until the key is let go."""
        patience = FIRST_HOLD
        while self._wait(patience) == " ":
            patience = HOLD

    def _draw(self, turn: Turn, face: Face) -> None:
        texts = self._texts
        who = texts("passing.who", seat=turn.seat, name=turn.name).strip()
        if face is Face.CARD:
            card = texts("passing.card", role=texts.role(turn.role), camp=texts.camp(ROLES[turn.role].camp))
            self._show(who, "", card, "", self._roles.does(turn.role))
        else:
            self._show(who, "", texts(f"passing.{face.value}"))

    def _show(self, *lines: str) -> None:
        self._out.write(CLEAR + "\r\n\r\n" + "\r\n".join(f"    {line}" for line in lines) + "\r\n")
        self._out.flush()


class _Keys:
    """Keys of the terminal with a patience; read on a thread of their own."""

    def __init__(self, source: TextIO) -> None:
        self._terminal = RawTerminal(source)
        self._typed: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, name="passing-keys", daemon=True).start()

    def _read(self) -> None:
        for char in self._terminal.chars():
            self._typed.put(char)
        self._typed.put(None)

    def wait(self, seconds: float | None) -> str | None:
        end = None if seconds is None else monotonic() + seconds
        try:
            key = self._typed.get(timeout=None if end is None else max(0.0, end - monotonic()))
        except queue.Empty:
            return None
        if key is None:
            raise EOFError
        return key

    def close(self) -> None:
        self._terminal.close()
