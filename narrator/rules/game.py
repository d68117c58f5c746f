"""Game: a header and its entries, replayed through the script. The same journal gives the same cues everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TypeVar

from narrator.rules import acts
from narrator.rules.badge import successors
from narrator.rules.board import Board
from narrator.rules.flow import play
from narrator.rules.script import (
    TIMEOUT,
    VOID,
    Act,
    Answer,
    Ask,
    Cue,
    Entry,
    Event,
    Illegal,
    NotUnderstood,
    Say,
    Show,
)
from narrator.rules.shots import may_shoot
from narrator.rules.table import Table
from narrator.rules.vote import voters

RULES_VERSION = 1
"""Grows when a ruling changes: older journals can then be read but not resumed."""


@dataclass(frozen=True)
class Before:
    """What the last game hands on (R 8.3): its first victim, its first exiled; 0: nobody."""

    knifed: int = 0
    exiled: int = 0


@dataclass(frozen=True)
class Header:
    """Everything that is fixed before the first cue.

    board    composition and resolved options
    deal     the role of each seat, seat 1 first; empty: learned in a recognition round
    extra    the two cards left over (thief)
    seed     of every rule draw
    sheriff  None: the board's election; 0: no election; N: seat N holds the badge from the start
    """

    board: Board
    deal: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    seed: int = 0
    before: Before = field(default_factory=Before)
    sheriff: int | None = None


@dataclass(frozen=True)
class Changes:
    """What an amendment would change, before it is made (R 5.11)."""

    illegal: int | None  # number of the first later entry that would no longer be allowed
    shown: tuple[tuple[Show, Show | None], ...]  # private facts already shown that would have been different
    said: tuple[tuple[Say, Say | None], ...]  # lines the table has heard that would have been different


class Game:
    """One game: `cues` is everything so far, its last item the pending `Ask` (or the end)."""

    def __init__(self, header: Header, entries: Iterable[Entry] = ()) -> None:
        """Replay `entries`. Raises `Illegal` at the first that is not allowed."""
        self.header = header
        self._start()
        for entry in entries:
            self.enter(entry)

    def _start(self) -> None:
        self.entries: list[Entry] = []
        self.cues: list[Cue] = []
        self.marks: list[int] = []  # for each entry, the number of cues before it
        self.table = Table(self.header.board, self.header.deal, self.header.extra)
        before = self.header.before
        self.table.open(self.header.seed, before.knifed, before.exiled, self.header.sheriff)
        self._script = play(self.table)
        self.ask: Ask | None = None
        self._run(None)

    def _run(self, sent: Entry | None) -> None:
        """Let the script go on to its next question."""
        script, cues = self._script, self.cues
        try:
            cue = next(script) if sent is None else script.send(sent)
            while not isinstance(cue, Ask):
                cues.append(cue)
                cue = next(script)
            cues.append(cue)
            self.ask = cue
        except StopIteration:
            self.ask = None

    # --- what comes next ---

    @property
    def cue(self) -> Ask | None:
        """The pending question; None when the game is over."""
        return self.ask

    @property
    def over(self) -> bool:
        return self.ask is None

    @property
    def fresh(self) -> Sequence[Cue]:
        """The cues since the last entry, the pending `Ask` last."""
        return self.cues[self.marks[-1] if self.marks else 0 :]

    @property
    def events(self) -> list[Event]:
        return [cue for cue in self.cues if isinstance(cue, Event)]

    # --- entering ---

    def check(self, entry: Entry) -> Entry:
        """The entry as it would be journaled (`void` where nobody can act). Raises `Illegal`."""
        ask = self.ask
        if ask is None:
            raise Illegal(entry, "over")
        if isinstance(entry, Act):
            why = acts.forbids(self.table, entry, ask)
            if why:
                raise Illegal(entry, why)
            return entry
        return understood(ask, entry)

    def enter(self, entry: Entry) -> None:
        """Answer the pending question, or enter an act. Raises `Illegal`; then nothing has changed."""
        taken = self.check(entry)
        self.marks.append(len(self.cues))
        self.entries.append(taken)
        self._run(taken)

    def answer(self, answer: Answer) -> None:
        """Answer the pending `Ask`. Raises `Illegal`."""
        self.enter(answer)

    def act(self, act: Act) -> None:
        """Enter an act. Raises `Illegal` when it is not allowed at the pending `Ask`."""
        self.enter(act)

    def acts(self) -> list[Act]:
        """Every act that is allowed now, with each possible target."""
        return [] if self.ask is None else acts.allowed(self.table, self.ask)

    def undo(self) -> Entry:
        """Take the last entry back. Raises `Illegal` when there is none."""
        if not self.entries:
            raise Illegal((), "nothing")
        entries = list(self.entries)
        last = entries.pop()
        self._replay(entries)
        return last

    def amend(self, number: int, entry: Entry) -> None:
        """Replace entry `number` (0 is the first) and replay. Raises `Illegal`; then nothing has changed."""
        before = list(self.entries)
        after = [*before[:number], entry, *before[number + 1 :]]
        try:
            self._replay(after)
        except Illegal:
            self._replay(before)
            raise

    def preview(self, number: int, entry: Entry) -> Changes:
        """What `amend` would change; the game stays as it is."""
        other = Game(self.header, self.entries[:number])
        illegal: int | None = None
        for position, later in enumerate([entry, *self.entries[number + 1 :]], start=number):
            try:
                other.enter(later)
            except Illegal:
                illegal = position
                break
        mine, theirs = self.cues, other.cues
        shown = _different([c for c in mine if isinstance(c, Show)], [c for c in theirs if isinstance(c, Show)])
        said = _different([c for c in mine if isinstance(c, Say)], [c for c in theirs if isinstance(c, Say)])
        return Changes(illegal, shown, said)

    def _replay(self, entries: Sequence[Entry]) -> None:
        self._start()
        for entry in entries:
            self.enter(entry)

    # --- what is true now ---

    def may(self, what: str) -> tuple[int, ...]:
        """The seats that may now `shoot`, `vote`, `receive_badge`, `explode` or `duel`."""
        if what == "shoot":
            return may_shoot(self.table)
        if what == "vote":
            return voters(self.table, self.ask)
        if what == "receive_badge":
            return successors(self.table)
        return tuple(sorted({act.seat for act in self.acts() if act.kind == what}))

    def why(self, seat: int) -> tuple[str, ...]:
        """The causes (ids of R 1.6, 4) for which a seat is out; for the judge."""
        death = self.table.seats[seat].death
        return () if death is None else tuple(sorted(death.causes))


def understood(ask: Ask, answer: Answer) -> Answer:
    """The answer as journaled. Raises `NotUnderstood` (not of the ring) or `Illegal` (not allowed)."""
    if answer == TIMEOUT:
        return answer
    first = ask.legal(())
    if len(answer) == 1 and answer[0] in ask.extras:
        word = str(answer[0])
        if first and ask.whole is not None and not ask.whole(word):
            raise Illegal(answer, "illegal")
        return answer if first or ask.places == 0 else VOID
    if not first and ask.places:
        return VOID
    if ask.places and len(answer) != ask.places:
        raise NotUnderstood(answer, "places")
    legal = first
    for position, value in enumerate(answer):
        if value not in ask.ring:
            raise NotUnderstood(answer, "ring")
        if position:
            legal = ask.legal(answer[:position])
        if value not in legal:
            raise Illegal(answer, "illegal")
    return answer


Line = TypeVar("Line", Say, Show)


def _different(mine: Sequence[Line], theirs: Sequence[Line]) -> tuple[tuple[Line, Line | None], ...]:
    """Pairs (as it was, as it would be) at every place where the two runs differ."""
    return tuple(pair for pair in zip_longest(mine, theirs) if pair[0] is not None and pair[0] != pair[1])
