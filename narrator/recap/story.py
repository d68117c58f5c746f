"""What happened in one game, as plain values. Seats count from 1; times are seconds since the game began."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from narrator.rules.script import Value


@dataclass(frozen=True, slots=True)
class Exit:
    """A seat that went out. `way` is what the table saw of it; causes (R 1.6, 4) and `by` are secret."""

    seat: int
    round: int
    night: bool  # among the dead that were told at dawn
    causes: tuple[str, ...]
    by: tuple[int, ...]
    at: float
    way: str  # night | exile | explode | taken | duel | penalty | leave | left | day


@dataclass(frozen=True, slots=True)
class Deed:
    """One act of a night: the numbers `called`, the seats really `hit` (0: nobody), what the actor was `shown`."""

    round: int
    seat: int
    role: str
    kind: str
    called: tuple[int, ...]
    hit: tuple[int, ...]
    word: str
    shown: tuple[Value, ...]
    at: float


@dataclass(frozen=True, slots=True)
class Ballot:
    """One vote: `votes` as counted (weights and extra votes included), `voters` by candidate; who `abstained` is known
    from a replay only."""

    round: int
    stage: str  # sheriff | exile
    votes: Mapping[int, float]
    voters: Mapping[int, tuple[int, ...]]
    tied: tuple[int, ...]
    at: float
    abstained: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BadgeMove:
    """The badge goes `before` -> `after`; 0 is nobody."""

    round: int
    before: int
    after: int
    at: float


@dataclass(frozen=True, slots=True)
class Speech:
    """How long a seat spoke; `ask` is the question that its speech answered (`speech`, `last_words` …)."""

    round: int
    seat: int
    ask: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision of the rules; `key` is a text of the catalogue and a rule of `rulings.yaml`."""

    round: int
    by_day: bool
    key: str
    slots: Mapping[str, object] = field(default_factory=dict)
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Round:
    """One night and the day after it. Lengths in seconds."""

    number: int
    night: float
    day: float
    dead: tuple[int, ...] | None  # as told at dawn; None: it was never told
    exiled: tuple[int, ...] | None  # by the vote; None: there was none


@dataclass(frozen=True, slots=True)
class Result:
    """Who won, by which reason (R 6.1), and the seats that share the victory."""

    winner: str
    reason: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """A chair: `name` may be empty; `card` is a role id, or empty where it is not known (or not told)."""

    seat: int
    name: str
    card: str
    camp: str
    dealt: str = ""


@dataclass(frozen=True, slots=True)
class Story:
    """A whole game. `unplayed` says why it could not be replayed; then night acts are missing."""

    id: str
    board: str
    roles: tuple[tuple[str, int], ...]
    options: Mapping[str, object]
    started: str
    players: tuple[Player, ...]
    seconds: float
    entries: int
    undone: int
    amended: int
    paused: float
    rounds: tuple[Round, ...]
    exits: tuple[Exit, ...]
    deeds: tuple[Deed, ...]
    ballots: tuple[Ballot, ...]
    badge: tuple[BadgeMove, ...]
    speeches: tuple[Speech, ...]
    rulings: tuple[Ruling, ...]
    result: Result | None
    unplayed: str = ""
    spoilers: bool = True

    def exit_of(self, seat: int) -> Exit | None:
        """How a seat went out; None while it is in."""
        return next((exit for exit in self.exits if exit.seat == seat), None)

    def player(self, seat: int) -> Player:
        """The chair of this number."""
        return self.players[seat - 1]
