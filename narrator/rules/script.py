"""The words in which the flow talks to whoever runs it: cues out, answers and acts in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping
from dataclasses import dataclass, field
from enum import Enum

Value = int | str
"""One thing entered: a seat (int), or a word (`none`, `yes`, `no`, a role id, a choice)."""

Answer = tuple[Value, ...]
"""What answers an `Ask`: one value for each place."""

NONE = "none"
VOID: Answer = ("void",)
"""Nobody could act: whatever was entered counts for nothing."""
DONE: Answer = ("done",)
TIMEOUT: Answer = ("timeout",)


class Window(str, Enum):
    """What stage of the game an `Ask` stands in; decides which acts can be entered at it."""

    SETUP = "setup"
    NIGHT = "night"
    ELECTION = "election"  # speeches and withdrawals of the candidates
    ELECTION_BALLOT = "election_ballot"
    DAWN = "dawn"  # death news, shots, badge, last words
    SPEECH = "speech"
    BALLOT = "ballot"
    PK = "pk"  # speeches of the tied
    AFTER_TALLY = "after_tally"  # the vote is counted, its effect is open
    AFTER_EXILE = "after_exile"


@dataclass(frozen=True)
class Say:
    """A line for the table. `slots` are public: seats, role ids of the board, counts."""

    key: str
    slots: Mapping[str, Value | tuple[Value, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Show:
    """A private fact for the judge, about the step of `role`: a value of the table in R 3.3, column out.

    `key` is `awake` (value: the seats that open their eyes), `private` (value: the sign or card shown to the holder),
    `cannot`, `gesture`, `deal` …
    """

    key: str
    role: str
    value: Value | tuple[Value, ...]


@dataclass(frozen=True)
class Event:
    """Something that became true: `out`, `exiled`, `tie`, `tally`, `sheriff`, `order`, `won` … Judge only."""

    kind: str
    data: Mapping[str, object]


Legal = Callable[[Answer], Collection[Value]]
"""The values that may stand in the next place, after the values of the places before it. Secret."""


@dataclass(frozen=True)
class Ask:
    """A question. Everything but `legal` and `whole` is public: a constant of board, night number and options.

    key     the line that is spoken as the question, e.g. `guard.ask`
    role    the step it belongs to (role id), or "" by day
    ring    every value that can be entered at a place
    places  how many values; 0: any number of different ones (an open list)
    legal   see `Legal`. Empty for no place before it: nobody can act, and whatever comes is `void`
    extras  words that answer the whole question instead (`split`, `asleep`, `caught:6` …), by key only; `whole` says
            which of them are allowed now (None: all). Secret
    seat    whose question it is, by day
    askers  by ballot: the voter of each place
    limit   seconds after which the judge is reminded (None: no limit)
    """

    key: str
    ring: tuple[Value, ...]
    legal: Legal = field(repr=False, compare=False)
    places: int = 1
    role: str = ""
    window: Window = Window.NIGHT
    seat: int = 0
    askers: tuple[int, ...] = ()
    extras: tuple[str, ...] = ()
    whole: Callable[[str], bool] | None = field(default=None, repr=False, compare=False)
    limit: float | None = None
    slots: Mapping[str, Value | tuple[Value, ...]] = field(default_factory=dict)

    @property
    def informs(self) -> bool:
        """True when there is nothing to decide: the clock answers it with `done` after a dwell."""
        return self.ring == DONE


Cue = Say | Show | Event | Ask


@dataclass(frozen=True)
class Act:
    """What the judge enters unasked: `explode`, `duel`, `withdraw`, `penalty`, `leave`, `declare`.

    `seat` is who does it or whom it befalls (0 for `declare`); `target` the seat aimed at, or the camp declared.
    """

    kind: str
    seat: int = 0
    target: Value | None = None


Entry = Answer | Act
"""One line of a game: the answer to the pending `Ask`, or an act."""

Script = Generator[Cue, Entry, None]
"""A flow that yields cues; only an `Ask` is sent something back."""


class Illegal(Exception):
    """The answer or act is understood and not allowed. `why` is a word for a `why.*` line."""

    def __init__(self, entry: Entry, why: str) -> None:
        super().__init__(f"{entry!r}: {why}")
        self.entry = entry
        self.why = why


class NotUnderstood(Illegal):
    """Not a value of the ring, or not as many as there are places."""


class Ambiguous(Illegal):
    """Several things could be meant; `choices` are they."""

    def __init__(self, entry: Entry, choices: tuple[Value, ...]) -> None:
        super().__init__(entry, "which")
        self.choices = choices
