"""What a rule case says: the values that the player of cases works with. Read by `load`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from narrator.rules.game import Before
from narrator.rules.options import Options
from narrator.rules.script import Answer, Value


@dataclass(frozen=True)
class Wish:
    """What a role does in a night: for each place of its questions (`ask`, `save`, `copy` …) the values.

    role   as in the case; `seat` where two hold it (0: whoever is asked)
    parts  in the order in which the questions come; fewer seats than places: the rest is nobody
    """

    role: str
    seat: int
    parts: Mapping[str, Answer]
    line: int
    text: str


@dataclass(frozen=True)
class Heard:
    """Texts that the table must hear, in order, and texts that it must not."""

    line: int
    says: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()


@dataclass(frozen=True)
class Deed:
    """An act of the day. `seat` does it or it befalls him; `seats` is a list, `votes` (candidate, voters)."""

    kind: str
    line: int
    seat: int = 0
    target: Value | None = None
    seats: tuple[int, ...] = ()
    votes: tuple[tuple[int, tuple[int, ...]], ...] = ()
    text: str = ""


@dataclass(frozen=True)
class Refusal:
    """An act of the day that must be illegal."""

    line: int
    deed: Deed


Expected = tuple[int, ...] | Mapping[int, float] | int | str


@dataclass(frozen=True)
class Check:
    """Something that must be so. `what` qualifies `may`."""

    kind: str
    line: int
    expected: Expected
    what: str = ""


Element = Deed | Refusal | Check | Heard


@dataclass(frozen=True)
class Night:
    """One whole night; `awake` and `show` by role."""

    line: int
    acts: tuple[Wish, ...] = ()
    refuse: tuple[Wish, ...] = ()
    awake: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    show: Mapping[str, Value | tuple[Value, ...]] = field(default_factory=dict)
    gone: tuple[tuple[str, int], ...] = ()  # (penalty or leave, seat)
    heard: Heard | None = None
    lines: Mapping[str, int] = field(default_factory=dict)  # of awake.ROLE, show.ROLE


@dataclass(frozen=True)
class Dawn:
    """What is announced in the morning."""

    line: int
    checks: tuple[Check, ...] = ()
    heard: Heard | None = None


@dataclass(frozen=True)
class Day:
    """Acts and checks, in order."""

    line: int
    elements: tuple[Element, ...] = ()


@dataclass(frozen=True)
class Winner:
    """Who has won by now (`none`: nobody), and where given the seats and the reason."""

    line: int
    winner: str
    won: tuple[int, ...] | None = None
    reason: str | None = None


Item = Night | Dawn | Day | Winner


@dataclass(frozen=True)
class Case:
    """One judged situation."""

    name: str
    path: str
    line: int
    seats: tuple[str, ...]
    extra: tuple[str, ...]
    options: Options
    before: Before
    sheriff: int | None
    play: tuple[Item, ...]
