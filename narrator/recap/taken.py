"""The entries of a journal as they stand in the end: undone ones dropped, amended ones replaced. Every field is
checked here, so that a damaged or hostile file ends in one clear line."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from narrator.boards.file import MOST_PLAYERS
from narrator.host.journal import JournalError, Line, Record, read
from narrator.rules.script import Act, Entry

LONGEST = 7 * 24 * 3600.0
"""Seconds beyond which a time of the journal is no time of a game."""

LONGEST_WORD = 40
ECHO = 0.3
"""Seconds after a line within which a note of the same speech still belongs to what that line ended."""


@dataclass(frozen=True, slots=True)
class Happened:
    """One stored event, its data checked to be a mapping."""

    kind: str
    data: Mapping[str, object]
    line: Line
    players: int

    def seat(self, key: str) -> int:
        """A seat number, 0 for nobody. Raises `JournalError`."""
        return _seat(self.line, f"event {self.kind}: {key}", self.data.get(key), self.players)

    def seats(self, key: str) -> tuple[int, ...]:
        """A list of seats. Raises `JournalError`."""
        return _seats(self.line, f"event {self.kind}: {key}", self.data.get(key), self.players)

    def word(self, key: str) -> str:
        """A short word. Raises `JournalError`."""
        return _word(self.line, f"event {self.kind}: {key}", self.data.get(key))

    def words(self, key: str) -> tuple[str, ...]:
        """A list of short words. Raises `JournalError`."""
        value = self.data.get(key)
        if not isinstance(value, list):
            raise self.line.error(f"event {self.kind}: {key}: expected a list of words")
        return tuple(_word(self.line, f"event {self.kind}: {key}", item) for item in value)

    def votes(self) -> dict[int, float]:
        """Votes by seat. Raises `JournalError`."""
        found: dict[int, float] = {}
        for key, value in _mapping(self.line, "event tally: votes", self.data.get("votes")).items():
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1000:
                raise self.line.error("event tally: votes: expected numbers of votes")
            found[_key_seat(self.line, key, self.players)] = float(value)
        return found

    def voters(self) -> dict[int, tuple[int, ...]]:
        """Who voted for each seat; empty where only the result was taken. Raises `JournalError`."""
        given = self.data.get("voters")
        if given is None:
            return {}
        return {
            _key_seat(self.line, key, self.players): _seats(self.line, "event tally: voters", value, self.players)
            for key, value in _mapping(self.line, "event tally: voters", given).items()
        }


@dataclass(frozen=True)
class Taken:
    """One entry that stands: what was entered, when, by what, the cue it answered, what came of it."""

    entry: Entry
    at: float
    cue: str
    line: Line
    events: tuple[Happened, ...]

    @property
    def act(self) -> Act | None:
        return self.entry if isinstance(self.entry, Act) else None


@dataclass(frozen=True)
class Spoken:
    """A speech that the notes tell of: it ended with entry `number`; `seconds` without pauses."""

    number: int
    seat: int
    ask: str
    seconds: float


@dataclass(frozen=True)
class Reading:
    """A journal read through."""

    record: Record
    players: int
    taken: tuple[Taken, ...]
    spoken: tuple[Spoken, ...]
    undone: int
    amended: int
    paused: float
    seconds: float


def read_through(path: Path) -> Reading:
    """Read a journal. Raises `JournalError`."""
    try:
        record = read(path)
    except RecursionError:
        raise JournalError(f"{path}: nested too deep: not a journal") from None
    head = record.head
    players = Line(path, 1, head.mapping_in("board")).number_in("players")
    if not 1 <= players <= MOST_PLAYERS:
        raise head.error(f"board.players: {players}: expected 1 to {MOST_PLAYERS}")
    return _Reader(record, players).run()


class _Reader:
    """Goes through the lines once, keeping the entries that still stand."""

    def __init__(self, record: Record, players: int) -> None:
        self.record = record
        self.players = players
        self.taken: list[Taken] = []
        self.spoken: list[Spoken] = []
        self.undone = self.amended = 0
        self.paused = 0.0
        self.pause_began: float | None = None
        self.open: tuple[int, str, float, float] | None = None  # seat, ask, began, paused while it ran
        self.echo: tuple[int, str, float] | None = None  # a speech cut off by a line, and when
        self.last = 0.0

    def run(self) -> Reading:
        for line in self.record.lines:
            at = time_of(line)
            self.last = max(self.last, at)
            if "note" in line.fields:
                self._note(line, at)
            elif "undo" in line.fields:
                self._cut(at)
                self._undo(line)
            elif "amend" in line.fields:
                self._cut(at)
                self._amend(line)
            else:
                self._entry(line, at)
        self._silence(self.last, len(self.taken))
        if self.pause_began is not None:
            self.paused += self.last - self.pause_began
        return Reading(
            self.record,
            self.players,
            tuple(self.taken),
            tuple(self.spoken),
            self.undone,
            self.amended,
            self.paused,
            self.last,
        )

    def _entry(self, line: Line, at: float) -> None:
        self._cut(at)
        self._silence(at, len(self.taken))
        cue = line.fields.get("cue", "")
        events = self._events(line, line.fields.get("events", []))
        entry = line.entry()
        if isinstance(entry, Act):
            _seat(line, "act: seat", entry.seat, self.players)
            _word(line, "act", entry.kind)
        self.taken.append(Taken(entry, at, cue if isinstance(cue, str) else "", line, events))

    def _undo(self, line: Line) -> None:
        if not self.taken or line.number_in("undo") != len(self.taken) - 1:
            raise line.error("undo: not the number of the last entry")
        self.open = None
        self.taken.pop()
        self.spoken = [speech for speech in self.spoken if speech.number < len(self.taken)]
        self.undone += 1

    def _amend(self, line: Line) -> None:
        number = line.number_in("amend")
        if not 0 <= number < len(self.taken):
            raise line.error("amend: no entry of this number")
        stored = line.fields.get("all_events")
        if not isinstance(stored, list) or len(stored) != len(self.taken):
            raise line.error("all_events: expected a list of events for each entry")
        self.taken = [
            replace(old, events=self._events(line, some)) for old, some in zip(self.taken, stored, strict=True)
        ]
        self.taken[number] = replace(self.taken[number], entry=line.entry())
        self.amended += 1

    def _events(self, line: Line, stored: object) -> tuple[Happened, ...]:
        if not isinstance(stored, list):
            raise line.error("events: expected a list")
        found = []
        for event in stored:
            if not isinstance(event, dict) or not isinstance(event.get("data"), dict):
                raise line.error("events: expected a kind and its data")
            found.append(Happened(_word(line, "event", event.get("event")), event["data"], line, self.players))
        return tuple(found)

    # --- notes ---

    def _note(self, line: Line, at: float) -> None:
        what = line.fields["note"]
        if what == "speech":
            seat = _seat(line, "seat", line.fields.get("seat"), self.players)
            ask = _word(line, "ask", line.fields.get("ask", "speech"))
            if self.echo is not None and self.echo[:2] == (seat, ask) and at - self.echo[2] <= ECHO:
                return
            if self.open is None or self.open[:2] != (seat, ask):
                self._silence(at, len(self.taken))
                self.open = (seat, ask, at, 0.0)
        elif what == "pause" and self.pause_began is None:
            self.pause_began = at
        elif what == "resume" and self.pause_began is not None:
            length = at - self.pause_began
            self.paused += length
            self.pause_began = None
            if self.open is not None:
                seat, ask, began, paused = self.open
                self.open = (seat, ask, began, paused + length)

    def _cut(self, at: float) -> None:
        """The host's clock of a speech says goodbye after the line that ended it: that note begins nothing."""
        self.echo = None if self.open is None else (*self.open[:2], at)

    def _silence(self, at: float, number: int) -> None:
        if self.open is None:
            return
        seat, ask, began, paused = self.open
        self.open = None
        seconds = max(0.0, at - began - paused)
        if self.spoken and (self.spoken[-1].seat, self.spoken[-1].ask) == (seat, ask):
            before = self.spoken[-1]
            # An act in the middle of a speech (a duel): it is still the same speech.
            if all(item.act is not None for item in self.taken[before.number : number]):
                self.spoken.pop()
                seconds += before.seconds
        if seat:
            self.spoken.append(Spoken(number, seat, ask, seconds))


def time_of(line: Line) -> float:
    """Seconds of a line, checked to be a time that a game can have. Raises `JournalError`."""
    at = line.seconds()
    if not math.isfinite(at) or not 0 <= at <= LONGEST:
        raise line.error("at: expected seconds since the game began")
    return at


def _seat(line: Line, what: str, value: object, players: int) -> int:
    if type(value) is not int or not 0 <= value <= players:
        raise line.error(f"{what}: expected a seat from 1 to {players}, or 0")
    return value


def _seats(line: Line, what: str, value: object, players: int) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) > players:
        raise line.error(f"{what}: expected a list of seats")
    return tuple(_seat(line, what, item, players) for item in value)


def _word(line: Line, what: str, value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_WORD:
        raise line.error(f"{what}: expected a short word")
    return value


def _mapping(line: Line, what: str, value: object) -> Mapping[str, object]:
    if not isinstance(value, dict) or len(value) > MOST_PLAYERS:
        raise line.error(f"{what}: expected values by seat")
    return value


def _key_seat(line: Line, key: object, players: int) -> int:
    if not isinstance(key, str) or not key.isascii() or not key.isdigit() or len(key) > 2:
        raise line.error("event tally: expected values by seat")
    return _seat(line, "event tally", int(key), players)
