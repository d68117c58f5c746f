"""Night: what is recorded while the roles are called, and how a step asks (R 3.5, 3.6, 4.1)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from narrator.rules.asking import asking
from narrator.rules.role import GOOD, Step
from narrator.rules.script import DONE, NONE, TIMEOUT, VOID, Answer, Ask, Cue, Entry, Say, Script, Show, Value

if TYPE_CHECKING:
    from narrator.rules.table import Table

FEAR, LOCK, SWAP, BLESS, ENCHANT, COPY = "fear", "lock", "swap", "bless", "enchant", "copy"
SHELTER, DREAM, EMBRACE, GUARD, WARD, LOOK = "shelter", "dream", "embrace", "protect", "ward", "look"
BOOST, WEAKEN, BEWITCH, MIST, CHARM, SERVE = "boost", "weaken", "bewitch", "mist", "charm", "serve"
STEAL, BIND, SAVE, POISON, CHECK, HUNT = "steal", "bind", "save", "poison", "check", "hunt"
CURSE, SILENCE, KNIFE, FLIP = "curse", "silence", "knife", "flip"

REDIRECTED = frozenset({CHECK, POISON, GUARD})
"""Acts of good roles on a locked seat that fall back on the actor (R 2.2 no 49, G-23)."""


@dataclass(frozen=True)
class Deed:
    """One act of a night: `called` are the numbers as shown, `seats` those really hit (0: nobody)."""

    kind: str
    actor: int
    called: tuple[int, ...]
    seats: tuple[int, ...]
    word: str = ""

    @property
    def seat(self) -> int:
        return self.seats[0] if self.seats else 0


class Night:
    """One night's record, and the questions of its steps."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.number = table.round
        self.deeds: list[Deed] = []
        self.feared = 0
        self.locked = 0
        self.lock_worked = False
        self.serpent = 0  # the seat the alchemist has saved before the news
        self.swapped: tuple[int, ...] = ()
        self.sheltered = 0
        self.shelterer = 0
        self.embraced = 0
        self.embracer = 0
        self.mist: tuple[int, ...] = ()
        self.bewitched = 0
        self.freed = False  # the servant was hunted and is one no longer
        self.no_knife = False  # the pack may not attack (nightmare, fox cub)
        self.no_extra = False  # nor any other knife of the wolf camp (nightmare)
        self.starved = False
        self.caught = 0  # little girl
        self.pack: tuple[int, ...] = ()  # who woke at N-30
        self.step: Step | None = None

    # --- the record ---

    def record(self, kind: str, actor: int, *called: Value, word: str = "") -> Deed:
        """Record an act; the numbers called become the seats really hit (R 4.2 B)."""
        numbers = tuple(value for value in called if isinstance(value, int))
        seats = tuple(self.hits(kind, actor, number) for number in numbers)
        deed = Deed(kind, actor, numbers, seats, word)
        self.deeds.append(deed)
        return deed

    def of(self, kind: str) -> Iterator[Deed]:
        return (deed for deed in self.deeds if deed.kind == kind)

    def first(self, kind: str, actor: int = 0) -> Deed | None:
        """The first act of a kind (by `actor`, if given)."""
        for deed in self.deeds:
            if deed.kind == kind and actor in (0, deed.actor):
                return deed
        return None

    @property
    def knifed(self) -> int:
        """The number the pack has shown (R 4.5 no 1); the little girl's seat when she was caught; 0: nobody."""
        if self.caught:
            return self.caught
        deed = next((d for d in self.deeds if d.kind == KNIFE and d.word == "pack"), None)
        return deed.called[0] if deed and deed.called else 0

    def swap(self, number: int) -> int:
        """The seat that a called number means tonight (R 2.1 no 16)."""
        if number in self.swapped:
            return self.swapped[1] if self.swapped[0] == number else self.swapped[0]
        return number

    def hits(self, kind: str, actor: int, number: int) -> int:
        """The seat that an act on a called number hits; 0 when it is void (R 4.2 no 5 to 8)."""
        table = self.table
        seat = self.swap(number)
        if self.caught and number == self.caught and kind in (SAVE, KNIFE):
            return number  # the girl was caught in person, no number is swapped
        if seat == self.locked and seat != actor and kind in REDIRECTED and not table.is_wolf(actor):
            seat = actor
            self.lock_worked = True
        if seat == self.sheltered and actor != self.sheltered and self._stopped(kind):
            return 0
        if seat == self.embraced and actor not in (self.embraced, self.embracer):
            return 0
        return seat

    def _stopped(self, kind: str) -> bool:
        """R 4.2 no 7; a theft from the sheltered has its own rule (R 4.2 no 29)."""
        return kind != STEAL and (kind != KNIFE or self.table.options.light_count_blocks_knife)

    def struck(self, deed: Deed) -> tuple[int, ...]:
        """The seats an act really hits; what hits the butterfly hits the embraced too (R 4.2 no 8)."""
        if self.embraced and self.embracer in deed.seats and self.embraced not in deed.seats:
            return (*deed.seats, self.embraced)
        return deed.seats

    @property
    def dreamwalkers(self) -> frozenset[int]:
        """The seats that no knife, poison or shot of this night puts out (R 2.1 no 14)."""
        return frozenset(deed.seat for deed in self.of(DREAM))

    def servant(self) -> int:
        """The night servant, of tonight's choice or of last night's (R 2.2 no 55)."""
        before = self.previous()
        deed = self.first(SERVE) or (before.first(SERVE) if before and not before.freed else None)
        return deed.seat if deed else 0

    # --- who can act ---

    def blocked(self, seat: int) -> bool:
        """Feared, embraced, sealed or robbed of his skill: woken and shown "cannot" (R 3.5)."""
        table = self.table
        if seat == self.feared or seat == self.embraced:
            return True
        if table.lost(seat):
            return True
        return table.sealed and table.role(seat).camp == GOOD and table.role(seat).skilled and not table.is_wolf(seat)

    def previous(self, back: int = 1) -> Night | None:
        """An earlier night of this game."""
        nights = self.table.nights
        return nights[-1 - back] if len(nights) > back else None

    def last(self, kind: str, actor: int) -> tuple[int, ...]:
        """The numbers that `actor` called with this kind of act last night."""
        before = self.previous()
        deed = before.first(kind, actor) if before else None
        return deed.called if deed else ()

    def ever(self, kind: str, actor: int) -> Iterator[Deed]:
        """Every act of a kind by an actor in this game, tonight's included."""
        return (
            deed for night in self.table.nights for deed in night.deeds if deed.kind == kind and deed.actor == actor
        )

    # --- asking ---

    def others(self, seat: int) -> list[int]:
        """Everybody in, but the seat itself."""
        return [n for n in self.table.living if n != seat]

    def limit(self) -> float | None:
        """Seconds of the present step under the option `night_limits`."""
        step, rule = self.step, self.table.options.night_limits
        if step is None or rule == "off" or (rule == "s0g" and not step.sourced):
            return None
        return step.limit

    def ask(
        self,
        key: str,
        role: str,
        legal: Callable[[Answer], Collection[Value]],
        places: int = 1,
        ring: Sequence[Value] = (),
        extras: tuple[str, ...] = (),
        whole: Callable[[str], bool] | None = None,
    ) -> Generator[Cue, Entry, Answer]:
        """Ask, and come back with a value for each place: `none` where nobody can act or time ran out."""
        ask = Ask(
            key,
            tuple(ring) or self.table.ring,
            legal,
            places,
            role=role,
            extras=extras,
            whole=whole,
            limit=self.limit(),
        )
        answer = yield from asking(self.table, lambda: ask)
        if answer == TIMEOUT and ask.legal(()):
            return self._timed_out(ask)
        if answer is None or answer in (VOID, TIMEOUT):
            return (NONE,) * places
        return answer

    def _timed_out(self, ask: Ask) -> Answer:
        """No action; a draw where one must be taken (R 3.6, G-79)."""
        taken: Answer = ()
        for place in range(ask.places):
            legal = ask.legal(taken)
            no = next((word for word in (NONE, "no", "keep") if word in legal), None)
            taken += (no if no is not None else self.table.draw(f"timeout/{ask.key}/{place}", sorted(legal, key=str)),)
        return taken

    def pick(
        self,
        key: str,
        role: str,
        seat: int,
        targets: Callable[[], Collection[Value]],
        ring: Sequence[Value] = (),
    ) -> Generator[Cue, Entry, Value]:
        """Ask for one value; nobody can act when `seat` is 0."""

        def legal(_: Answer) -> Collection[Value]:
            return targets() if seat else ()

        answer = yield from self.ask(key, role, legal, 1, ring)
        return answer[0]

    def look(self, key: str, role: str) -> Script:
        """A step that only informs: the clock says when it is over."""
        ask = Ask(key, DONE, lambda _: DONE, 1, role=role)
        yield from asking(self.table, lambda: ask)


def call(
    night: Night,
    role: str,
    act: Callable[[Night, int], Script],
    ready: Callable[[Night, int], bool] | None = None,
    opening: str = "",
) -> Script:
    """X请睁眼 … X请闭眼 (R 3.6): the same words and questions whatever the state of the holder (R 3.5).

    `act(night, seat)` asks; its seat is 0 where nobody can act: nobody holds the card, he is out, blocked, or
    not `ready` (a skill that is used up). With several cards of a role it is asked once for each.
    """
    table = night.table
    name = opening or role
    holders = [seat for seat in table.holders(role)]
    awake = tuple(seat for seat in holders if table.alive(seat))
    yield Say(f"{name}.open")
    yield Show("awake", role, awake)
    for number in range(max(1, table.board.count(role))):
        seat = holders[number] if number < len(holders) else 0
        if seat and not table.alive(seat):
            seat = 0
        if seat and (night.blocked(seat) or (ready is not None and not ready(night, seat))):
            yield Show("cannot", role, "cannot")  # R 3.5: blocked, or nothing left to use
            seat = 0
        yield from act(night, seat)
    yield Say(f"{name}.close")


def protected(table: Table) -> tuple[int, ...]:
    """Whom the last game protects from the first night's knife (R 8.3 E-4, `n1_kill_protection`)."""
    rule = table.options.n1_kill_protection
    seats = {table.before_knifed} if rule != "off" else set()
    if rule == "s0l" and table.players > 12:
        seats.add(table.before_exiled)
    seats &= set(range(1, table.players + 1))
    return tuple(sorted(seats)) if len(seats) < table.players else ()  # R G-86


def once(kind: str) -> Callable[[Night, int], bool]:
    """Ready as long as the holder has never done this (once in the game)."""

    def ready(night: Night, seat: int) -> bool:
        return next(night.ever(kind, seat), None) is None

    return ready


def seats_or_none(targets: Collection[int]) -> list[Value]:
    """The targets, and leave to choose nobody."""
    return [*targets, NONE]


def several(
    targets: Callable[[], Sequence[int]], least: int, skip: bool = True
) -> Callable[[Answer], Collection[Value]]:
    """Legal values for several different seats: at least `least` of them, or (with `skip`) none at all.

    Places that stay over are filled with `none`.
    """

    def legal(before: Answer) -> Collection[Value]:
        if before and before[-1] == NONE:
            return (NONE,)
        free: list[Value] = [value for value in targets() if value not in before]
        if (skip and not before) or len(before) >= least or not free:
            return [*free, NONE]
        return free

    return legal


def chosen(answer: Answer) -> tuple[int, ...]:
    """The seats of an answer, without `none`."""
    return tuple(value for value in answer if isinstance(value, int))


def nobody(_: Answer) -> Collection[Value]:
    """Legal values where nobody can act."""
    return ()
