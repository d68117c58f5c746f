"""The narrow interface for screens: an immutable `View` after every change, and `Commands` to send back.

A screen shows what it is given and sends what was pressed; the game runs the same without one. Nothing here
depends
on a screen, and a screen needs nothing else of the host.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from narrator.hearing.ears import Prompt
from narrator.host.clock import Clock
from narrator.rules.script import Value


class Mode(str, Enum):
    """What the host does at this moment."""

    STARTING = "starting"
    SPEAKING = "speaking"  # a line is on the loudspeaker; ears closed
    WAITING = "waiting"  # a pause of the step; keys count
    LISTENING = "listening"  # an answer is asked for
    CONFIRMING = "confirming"  # yes or no
    PAUSED = "paused"
    OVER = "over"


class Mark(str, Enum):
    """What became of a line of the log."""

    ENTERED = "entered"
    UNDONE = "undone"
    AMENDED = "amended"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat. `role` is secret: screens show it only to the judge, uncovered."""

    number: int
    role: str
    alive: bool
    badge: bool = False
    out_by: tuple[str, ...] = ()  # causes, secret
    name: str = ""  # of the player, where the host gave names


@dataclass(frozen=True, slots=True)
class CodeView:
    """What the judge has to say for this answer. `cells`: value and number to say (None: not allowed)."""

    style: str  # off, shift, card
    shift: int = 0
    cells: tuple[tuple[Value, int | None], ...] = field(default=(), repr=False)
    decoy: int | None = field(default=None, repr=False)  # 空唤: say this number
    place: int = 1  # which place of how many
    places: int = 1
    ready: bool = True  # False: wait, the number comes in a moment


@dataclass(frozen=True, slots=True)
class Fact:
    """A private fact for the judge: what to show to whom. `key` is awake, private, cannot, deal, gesture,
    remind."""

    key: str
    role: str
    value: Value | tuple[Value, ...]
    text: str


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log. `number`: of the entry, for amending; 0 for notes."""

    at: float
    text: str
    number: int = 0
    mark: Mark = Mark.ENTERED


@dataclass(frozen=True, slots=True)
class Timer:
    """A running time: `ends` on the host's clock, `total` seconds long; `left` when it stands still."""

    what: str  # key of screen text: speech, step, wake
    ends: float
    total: float
    left: float | None = None


@dataclass(frozen=True, slots=True)
class View:
    """All that a screen shows. Frozen; every change is a new one, with `serial` one higher."""

    serial: int = 0
    mode: Mode = Mode.STARTING
    night: int = 0
    day: int = 0
    at_night: bool = False
    seats: tuple[SeatView, ...] = ()
    step: str = ""  # role whose step it is, or ""
    asked: str = ""  # key of the question
    question: str = ""  # its words
    seat: int = 0  # whose question, by day
    ring: tuple[Value, ...] = ()
    legal: tuple[Value, ...] = field(default=(), repr=False)  # secret
    places: int = 1
    entered: tuple[Value, ...] = field(default=(), repr=False)  # places answered so far
    extras: tuple[str, ...] = ()
    prompt: Prompt | None = field(default=None, repr=False)  # what can be heard and typed now
    prompt_number: int = 0  # counts openings of the ears
    code: CodeView | None = field(default=None, repr=False)
    decoy: bool = field(default=False, repr=False)  # nobody can act here
    keys_only: bool = False  # after three failures
    confirm: str = ""  # what is to be confirmed
    heard: str = field(default="", repr=False)
    sure: float = 1.0
    message: str = ""  # not understood, not allowed, what to do
    facts: tuple[Fact, ...] = field(default=(), repr=False)
    timer: Timer | None = None
    line: str = ""  # the last public line
    log: tuple[LogLine, ...] = field(default=(), repr=False)
    queued: tuple[str, ...] = ()  # acts that wait for their moment
    trouble: tuple[str, ...] = ()  # what does not work now
    rendered: tuple[int, int] = (0, 0)  # of the lines that are rendered ahead: done, all
    help: tuple[str, ...] = ()  # answer to 帮助, 状态, 为什么
    winner: str = ""
    reason: str = ""


Subscriber = Callable[[View], None]


@dataclass(frozen=True, slots=True)
class Typed:
    """Text typed or a button pressed on a screen: the same words as on the keys."""

    text: str


@dataclass(frozen=True, slots=True)
class Pressed:
    """A command by key or click: `repeat`, `pause`, `undo`, `self_destruct:3` … or an answer's token (`5`,
    `none`)."""

    token: str
    command: bool = True


class Commands:
    """What a screen sends. From any thread."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def type(self, text: str) -> None:
        """A line as typed."""
        self._clock.post(Typed(text))

    def press(self, token: str) -> None:
        """A command by its token."""
        self._clock.post(Pressed(token))

    def answer(self, token: str) -> None:
        """One value of the open question by its token: a seat number or a word."""
        self._clock.post(Pressed(token, command=False))
