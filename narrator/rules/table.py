"""Table: the seats and everything true about them. Changed only by the flow."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from narrator.rules.board import Board
from narrator.rules.death import Death, Late, Outcome
from narrator.rules.role import GOOD, WOLF, Fate, Harm, Pack, Role, Side, Step
from narrator.rules.roles import ROLES
from narrator.rules.script import NONE, Act, Script, Value

if TYPE_CHECKING:
    from narrator.rules.election import Election
    from narrator.rules.nightwork import Night

State = TypeVar("State")


class Seat:
    """One chair: its card and whether its player is still in."""

    __slots__ = ("camp", "death", "number", "role")

    def __init__(self, number: int, role: Role | None) -> None:
        self.number = number
        self.role = role
        self.camp = role.camp if role else ""  # of the card; a turned card's new camp
        self.death: Death | None = None

    @property
    def alive(self) -> bool:
        return self.death is None

    @property
    def out(self) -> bool:
        """Out, and everybody knows."""
        return self.death is not None


def _no_acts(_: Act) -> Script:
    """No act can be entered before the flow has begun."""
    yield from ()


class Table:
    """All seats of one game, the badge, the nights so far, and what statuses hold (R 1.6)."""

    def __init__(self, board: Board, deal: Sequence[str], extra: Sequence[str]) -> None:
        self.board = board
        self.options = board.options
        self.players = board.players
        dealt: Iterable[Role | None] = (ROLES[role] for role in deal) if deal else [None] * board.players
        self.seats: list[Seat] = [Seat(0, None), *(Seat(n, r) for n, r in enumerate(dealt, start=1))]
        self.learned = not deal
        self.extra: tuple[str, ...] = tuple(extra)
        self.living: list[int] = list(range(1, board.players + 1))
        self.ring: tuple[Value, ...] = (*self.living, NONE)
        self.roles: list[Role] = [ROLES[role] for role, _ in board.roles]
        self.by_role: dict[str, list[int]] = {}
        self.index()

        self.round = 0  # number of the night, and of the day after it
        self.by_day = False
        self.voted = False  # today's exile vote has been held
        self.news = True  # the last night's deaths have been announced
        self.nights: list[Night] = []
        self.pending: dict[int, Death] = {}  # of the last night, not yet announced
        self.verdict: Outcome | None = None  # of the last night, announced with its deaths
        self.outcome: Outcome | None = None
        self.exits: list[Death] = []  # in the order in which they went out
        self.reported: list[Death] = []  # penalties and departures of the night, announced first thing at dawn
        self.late: list[Late] = []
        self.lives: dict[int, int] = {}  # knives still needed, of seats that have lost a life
        self.bodies: set[int] = set()  # seats whose secret body has absorbed a harm (R 1.6)
        self.charm_off = 0  # day on which the charm does not work (R 2.1 no 27)
        self.words_used = 0  # slots of `quota_wolves`

        self.sheriff = 0
        self.badge_gone = False
        self.elected = False  # no election is due any more
        self.swallows = 0
        self.swallowed_on = 0
        self.exploded_on = 0  # day of the last self-destruct
        self.exploder = 0
        self.sealed = False  # this night's good skills are sealed (R 2.2 no 45)
        self.seal_next = False
        self.skills_lost = False
        self.lovers: tuple[int, ...] = ()
        self.flipped: set[int] = set()  # turned their card at an exile: no vote, badge without effect
        self.turned: set[int] = set()  # turned their card for anything else
        self.silenced = 0
        self.voters_only: tuple[int, frozenset[int]] | None = None  # (day, who may vote on it)
        self.exiled: dict[int, int] = {}  # day -> seat that went out by the vote
        self.quiet = 0
        self.exits_before = 0  # exits before the night began
        self.concluded = False  # the last night's deaths are final
        self.voting = False
        self.spoken = False  # today's speeches are over
        self.offered = False
        self.lost_camps: set[str] = set()  # announced as lost (R 0.3)
        self.sent_out: set[int] = set()
        self.leaving: set[int] = set()  # on their way out: no act can befall them any more
        self.election: Election | None = None
        self.shots: list[int] = []  # seats whose question for a shot is still open
        self.revealed: list[int] = []
        self.react: Callable[[Act], Script] = _no_acts  # how the flow reacts to an act; set by `flow.play`
        self.calls: dict[bool, list[tuple[Role, Step]]] = {}  # steps of the first night, and of later ones
        self._own: dict[type[object], object] = {}
        self.start_sides: frozenset[Side] = frozenset()

    def open(self, seed: int, knifed: int, exiled: int, sheriff: int | None) -> None:
        """Set what is fixed before the first cue: the seed, last game's first victim and exile, a given badge."""
        self.seed = seed
        self.before_knifed = knifed
        self.before_exiled = exiled
        if sheriff is not None:
            self.elected = True
            self.sheriff = sheriff
            self.badge_gone = sheriff == 0

    # --- private state of roles, randomness ---

    def own(self, kind: type[State]) -> State:
        """The state object that a role keeps for itself, made on first use."""
        state = self._own.get(kind)
        if state is None:
            state = self._own[kind] = kind()
        assert isinstance(state, kind)
        return state

    def draw(self, purpose: str, choices: Sequence[Value]) -> Value:
        """One of the choices, by the seed and the purpose alone: a draw here shifts no other."""
        text = f"{self.seed}/{purpose}/{self.round}".encode()
        return random.Random(int.from_bytes(hashlib.sha256(text).digest()[:8], "big")).choice(list(choices))

    # --- who holds what ---

    def index(self) -> None:
        """Note again which seats hold which card."""
        self.by_role = {}
        for seat in self.seats[1:]:
            if seat.role is not None:
                self.by_role.setdefault(seat.role.id, []).append(seat.number)

    def role(self, seat: int) -> Role:
        role = self.seats[seat].role
        assert role is not None, f"seat {seat} has no card yet"
        return role

    def hand(self, seat: int, role: str) -> None:
        """Give a seat its card, or another one (thief)."""
        chair = self.seats[seat]
        chair.role = ROLES[role]
        chair.camp = chair.role.camp
        self.index()

    def lives_left(self, seat: int) -> int:
        """How many knives it still takes (R 2.1 no 10)."""
        left = self.lives.get(seat)
        if left is None:
            lives = self.role(seat).lives
            left = lives(self) if lives else 1
        return left

    def turn(self, seat: int, camp: str) -> None:
        """A card changes its camp (wild child)."""
        self.seats[seat].camp = camp

    def holders(self, role: str) -> Sequence[int]:
        """The seats that hold a card, in or out, ascending."""
        return self.by_role.get(role, ())

    def holder(self, role: str) -> int:
        """The living holder of a card; 0 when there is none."""
        for seat in self.by_role.get(role, ()):
            if self.seats[seat].death is None:
                return seat
        return 0

    def alive(self, seat: int) -> bool:
        return self.seats[seat].death is None

    def is_wolf(self, seat: int) -> bool:
        """A wolf card, or a card that has turned wolf."""
        return self.seats[seat].camp == WOLF

    def wolves(self, gone: Collection[int] = ()) -> list[int]:
        """The living wolves, but those in `gone`."""
        seats = self.seats
        return [n for n in self.living if seats[n].camp == WOLF and n not in gone]

    def side(self, seat: int) -> Side:
        """What a seat's card counts as (R 6.2)."""
        role = self.role(seat)
        if self.seats[seat].camp == WOLF:
            return Side.WOLF
        return role.counts(self, seat) if role.counts else role.side

    def seen(self, seat: int) -> str:
        """What a seer is shown: `good` or `wolf`."""
        role = self.role(seat)
        if role.seen:
            return role.seen(self, seat)
        return WOLF if self.seats[seat].camp == WOLF else GOOD

    def card(self, seat: int) -> str:
        """What an exact check is shown: a role id."""
        role = self.role(seat)
        return role.card(self, seat) if role.card else role.id

    def meets(self, seat: int, harm: Harm) -> Fate:
        role = self.role(seat)
        return role.meets(self, seat, harm) if role.meets else Fate.OUT

    def lost(self, seat: int) -> bool:
        """Has this seat's card lost its skill by the elder's death (R 2.1 no 10)?"""
        if not self.skills_lost:
            return False
        role = self.role(seat)
        return role.camp == GOOD and role.skilled and role.side is not Side.VILLAGER

    def partner(self, seat: int) -> int:
        """The seat's lover; 0 when it has none."""
        lovers = self.lovers
        if seat in lovers:
            return lovers[1] if lovers[0] == seat else lovers[0]
        return 0

    @property
    def mixed(self) -> bool:
        """Are the lovers of two camps (R 1.1)?"""
        return len(self.lovers) == 2 and self.is_wolf(self.lovers[0]) != self.is_wolf(self.lovers[1])

    def victims(self, seat: int) -> list[int]:
        """Whom a seat may choose for a kill of its own: anybody in, but not its lover (option 60)."""
        partner = self.partner(seat) if self.options.lovers_no_kill else 0
        return [n for n in self.living if n != partner]

    # --- the pack ---

    def pack(self) -> list[int]:
        """The living wolves who wake at N-30 tonight (R 2.2 no 38, G-53)."""
        members = [n for n in self.living if self._member(n)]
        joined = [n for n in self.living if n not in members and self._joins(n)]
        if not members and not joined:
            joined = [n for n in self.wolves() if self._outsider(n)]
        return sorted(members + joined)

    def _member(self, seat: int) -> bool:
        role = self.role(seat)
        return role.pack is Pack.MEMBER or (self.is_wolf(seat) and role.camp != WOLF)

    def _joins(self, seat: int) -> bool:
        role = self.role(seat)
        return role.joins is not None and role.joins(self, seat)

    def _outsider(self, seat: int) -> bool:
        role = self.role(seat)
        return role.pack is Pack.OUTSIDER and (role.outside is None or role.outside(self))

    # --- seats and neighbours ---

    def left(self, seat: int, step: int = 0) -> int:
        """The next chair on the left (R G-1): `left_is`, or the step given."""
        return (seat - 1 + (step or self.options.left_is)) % self.players + 1

    def around(self, start: int, step: int) -> Iterator[int]:
        """Every chair once, from `start` on, in one direction."""
        seat = start
        for _ in range(self.players):
            yield seat
            seat = (seat - 1 + step) % self.players + 1

    # --- going out ---

    def next_vote(self) -> int:
        """The day of the next exile vote."""
        return self.round + 1 if self.voted else self.round

    def leave(self, death: Death) -> None:
        """A seat is out from now on."""
        chair = self.seats[death.seat]
        chair.death = death
        self.living.remove(death.seat)
        self.exits.append(death)

    def election_due(self) -> bool:
        """Is there still an election to come (R 5.1)?"""
        options = self.options
        return (
            not self.elected
            and not self.badge_gone
            and options.sheriff_mode != "none"
            and self.players >= options.sheriff_min_players
        )
