"""What a screen shows at one moment, in words: the same for the terminal and the phone. Plain values, nothing drawn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

ALONE = ("done", "pass", "next", "resume")
"""Answers that Enter alone gives where nothing else can be answered."""


class Picture(str, Enum):
    """What the large figures in the middle say."""

    NONE = "none"
    WAIT = "wait"  # the number comes in a moment
    SHIFT = "shift"  # add so much
    DECOY = "decoy"  # nobody can act: say this number
    PRESS = "press"  # nobody can act: press any two digits
    TIME = "time"  # a speech runs; the figures are its seconds


class Entry(str, Enum):
    """How the cells answer."""

    NONE = "none"
    ONE = "one"  # a touch is the answer
    LIST = "list"  # touches gather, the last one sends


@dataclass(frozen=True, slots=True)
class SeatFace:
    """One seat. `role` and `why` are empty on a covered screen."""

    number: int
    alive: bool
    badge: bool
    asked: bool
    role: str = ""
    why: str = ""
    wolf: bool = False
    name: str = ""  # of the player


@dataclass(frozen=True, slots=True)
class Cell:
    """One value that can be given. `say`: the number of the card that stands for it; `keys`: digits that type it."""

    token: str
    label: str
    allowed: bool = True
    say: str = ""
    keys: str = ""
    command: bool = False


@dataclass(frozen=True, slots=True)
class LogFace:
    """One line of the log; `mark`: entered, undone, amended or note."""

    clock: str
    text: str
    mark: str
    number: int


@dataclass(frozen=True, slots=True)
class TimerFace:
    """A running time on the host's clock; `left` where it stands still."""

    what: str
    label: str
    ends: float
    total: float
    left: float | None = None

    def seconds(self, now: float) -> float:
        """What is left of it."""
        return max(0.0, self.ends - now) if self.left is None else self.left


@dataclass(frozen=True, slots=True)
class Face:
    """Everything on the screen. On a covered one nothing depends on a secret."""

    serial: int = 0
    prompt: int = 0  # which opening of the ears the cells answer
    covered: bool = False
    title: str = ""
    step: str = ""
    question: str = ""
    mode: str = ""
    mode_label: str = ""
    line: str = ""
    seats: tuple[SeatFace, ...] = ()
    picture: Picture = Picture.NONE
    figures: str = ""
    caption: str = ""
    place: str = ""
    cells: tuple[Cell, ...] = ()
    entry: Entry = Entry.NONE
    extras: tuple[Cell, ...] = ()
    entered: str = ""
    facts: tuple[str, ...] = ()
    heard: str = ""
    sure: int = 100
    message: str = ""
    confirm: str = ""
    timer: TimerFace | None = None
    log: tuple[LogFace, ...] = ()
    notes: tuple[str, ...] = ()  # help, status, why
    queued: tuple[str, ...] = ()
    trouble: tuple[str, ...] = ()
    keypad: bool = False
    wake: str = ""  # what has to be said first, by day
    keys_only: bool = False
    paused: bool = False
    over: str = ""

    @property
    def only(self) -> Cell | None:
        """The one thing that can be answered, by Enter alone; None where there is a choice."""
        single = self.cells[0] if len(self.cells) == 1 else None
        return single if single is not None and single.token in ALONE else None
