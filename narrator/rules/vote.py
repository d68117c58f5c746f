"""The exile vote: who may vote for whom, the tally, ties and the run-off (R 5.6)."""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from narrator.rules.asking import asking
from narrator.rules.badge import sheriff_acts
from narrator.rules.script import DONE, NONE, Answer, Ask, Cue, Entry, Event, Say, Value, Window

if TYPE_CHECKING:
    from narrator.rules.table import Table

VOID_VOTE = "void"


@dataclass
class Vote:
    """One ballot: who could be voted for, who voted for whom, and what came of it."""

    candidates: tuple[int, ...]
    voters: tuple[int, ...]
    runoff: bool = False
    choices: dict[int, int] = field(default_factory=dict)
    tally: dict[int, float] = field(default_factory=dict)
    exiled: tuple[int, ...] = ()

    def voters_for(self, seat: int) -> list[int]:
        """Who voted for a seat, ascending; extra votes are no voters (G-11)."""
        return sorted(voter for voter, choice in self.choices.items() if choice == seat)

    def top(self) -> list[int]:
        """The seats with most votes; nobody when no vote was given."""
        most = max(self.tally.values(), default=0)
        return sorted(seat for seat, votes in self.tally.items() if votes == most) if most > 0 else []


Ballot = Generator[Cue, Entry, Vote]


def weight(table: Table, seat: int) -> float:
    """How many votes a seat's hand counts."""
    if seat in table.flipped:
        return 0
    return table.options.sheriff_weight if seat == table.sheriff else 1


def entitled(table: Table) -> list[int]:
    """Who has a vote today: everybody in, but a flipped idiot, and as yesterday's scapegoat has named."""
    only = table.voters_only
    listed = only[1] if only and only[0] == table.round else None
    return [n for n in table.living if n not in table.flipped and (listed is None or n in listed)]


def voters(table: Table, ask: Ask | None) -> tuple[int, ...]:
    """Who may vote in the ballot that is open, or in the next exile vote."""
    return ask.askers if ask is not None and ask.askers else tuple(entitled(table))


def choices_of(table: Table, voter: int, candidates: Sequence[int], abstain: bool) -> Collection[Value]:
    """Whom a voter may vote for; lovers never for each other (`lovers_no_vote`)."""
    partner = table.partner(voter) if table.options.lovers_no_vote else 0
    legal: list[Value] = [n for n in candidates if n != partner]
    return [*legal, NONE] if abstain or not legal else legal


def ballot(
    table: Table,
    key: str,
    candidates: Sequence[int],
    voting: Sequence[int],
    window: Window = Window.BALLOT,
    abstain: bool = True,
) -> Generator[Cue, Entry, dict[int, int]]:
    """One simultaneous ballot: one value for each voter, his candidate or `none`. Comes back as voter -> candidate."""

    def make() -> Ask | None:
        askers = tuple(n for n in voting if table.alive(n))
        running = tuple(n for n in candidates if table.alive(n))
        if not askers or not running:
            return None

        def legal(before: Answer) -> Collection[Value]:
            return choices_of(table, askers[len(before)], running, abstain) if len(before) < len(askers) else ()

        return Ask(
            key,
            (*running, NONE),
            legal,
            places=len(askers),
            window=window,
            askers=askers,
            slots={"candidates": running},
        )

    made: list[Ask] = []

    def keep() -> Ask | None:
        ask = make()
        made[:] = [ask] if ask else []
        return ask

    answer = yield from asking(table, keep)
    if not answer or not made:
        return {}
    return {voter: value for voter, value in zip(made[0].askers, answer, strict=False) if isinstance(value, int)}


def count(table: Table, vote: Vote) -> Ballot:
    """Add up, with the sheriff's weight and the crow's extra vote, and publish (R 5.6)."""
    tally: dict[int, float] = {}
    for voter, choice in vote.choices.items():
        if table.alive(choice):
            tally[choice] = tally.get(choice, 0) + weight(table, voter)
    for role in table.roles:
        if role.extra_votes:
            for seat, extra in role.extra_votes(table, vote).items():
                tally[seat] = tally.get(seat, 0) + extra
    vote.tally = {seat: int(votes) if votes == int(votes) else votes for seat, votes in sorted(tally.items())}
    yield Event("tally", {"votes": dict(vote.tally), "voters": {s: vote.voters_for(s) for s in vote.tally}})
    for seat, votes in vote.tally.items():
        yield Say("vote.tally", {"seat": seat, "votes": str(votes)})
    if not vote.tally:
        yield Say("vote.none")
    return vote


def first_ballot(table: Table) -> Ballot:
    """The day's exile vote; the prince may have it held again (G-33)."""
    while True:
        candidates = tuple(
            n for n in table.living if n not in table.flipped or table.options.idiot_second_exile != "cannot_be_voted"
        )
        voting = entitled(table)
        yield Say("vote.start")
        yield Say(f"vote.{table.options.vote_style}")
        if not table.options.abstain:
            yield Say("vote.must")
        if voting and table.voters_only and table.voters_only[0] == table.round:
            yield Say("vote.only", {"seats": tuple(voting)})
        elif table.flipped & set(table.living):
            yield Say("vote.banned", {"seats": tuple(sorted(table.flipped & set(table.living)))})
        vote = Vote(candidates, tuple(voting))
        vote.choices = yield from ballot(table, "ballot.exile", candidates, voting, abstain=table.options.abstain)
        vote = yield from count(table, vote)
        again = False
        for role in table.roles:
            if role.after_tally:
                again = yield from role.after_tally(table, vote)
                if again:
                    break
        if not again:
            return vote


def settle(table: Table, vote: Vote) -> Ballot:
    """From the tally to who is exiled: `vote.exiled` of the last ballot; ties by `tie_rule` (R 5.6)."""
    tied = vote.top()
    if len(tied) == 1:
        vote.exiled = (tied[0],)
        return vote
    if not tied:
        return vote
    yield Event("tie", {"seats": tied})
    if (yield from _scapegoat(table, second=False)):
        return vote
    rule = table.options.tie_rule
    if rule == "sheriff_vote_or_none":
        choice = vote.choices.get(table.sheriff, 0)  # S0p
        vote.exiled = (choice,) if choice in tied else ()
        if not vote.exiled:
            yield Say("vote.tie_none")
        return vote
    if rule == "sheriff_decides" and sheriff_acts(table):
        return (yield from _sheriff_decides(table, vote, tied))
    return (yield from _run_off(table, vote, tied))


def _scapegoat(table: Table, second: bool) -> Generator[Cue, Entry, bool]:
    for role in table.roles:
        if role.on_tie and (yield from role.on_tie(table, second)):
            return True
    return False


def _sheriff_decides(table: Table, vote: Vote, tied: list[int]) -> Ballot:
    """S0f S0h: the sheriff names one of the tied, or voids the vote where that is allowed."""
    yield Say("vote.tie_decide", {"seats": tuple(tied)})

    def legal(_: Answer) -> Collection[Value]:
        named: list[Value] = [n for n in tied if table.alive(n)]
        return [*named, VOID_VOTE] if table.options.void_vote_allowed or not named else named

    def make() -> Ask | None:
        sheriff = sheriff_acts(table)
        if not sheriff:
            return None
        ring = (*range(1, table.players + 1), VOID_VOTE)
        slots: dict[str, Value | tuple[Value, ...]] = {"seat": sheriff, "seats": tuple(tied)}
        return Ask("decide", ring, legal, window=Window.AFTER_TALLY, seat=sheriff, slots=slots)

    answer = yield from asking(table, make)
    named = answer[0] if answer else VOID_VOTE
    if isinstance(named, int):
        vote.exiled = (named,)
    else:
        yield Say("decide.void")
    return vote


def _run_off(table: Table, vote: Vote, tied: list[int]) -> Ballot:
    """PK: the tied speak once more, the others vote between them; a second tie and nobody is out (S0d S1 S4)."""
    everybody = table.options.tie_rule in ("revote_all", "sheriff_decides")  # S0a: the tied vote too
    yield Say("vote.tie", {"seats": tuple(tied)})
    order = [n for n in tied if n != table.sheriff] + [n for n in tied if n == table.sheriff]
    order = [n for n in order if n != table.silenced]
    yield Event("order", {"seats": order})
    for seat in order:
        slots: dict[str, Value | tuple[Value, ...]] = {"seat": seat}
        ask = Ask("speech.pk", DONE, lambda _: DONE, window=Window.PK, seat=seat, slots=slots)
        yield from asking(table, lambda seat=seat, ask=ask: ask if table.alive(seat) else None)  # type: ignore[misc]
    running = tuple(n for n in tied if table.alive(n))
    voting = [n for n in entitled(table) if everybody or n not in tied]
    again = Vote(running, tuple(voting), runoff=True)
    again.choices = yield from ballot(table, "ballot.pk", running, voting, abstain=table.options.abstain)
    again = yield from count(table, again)
    top = again.top()
    if len(top) == 1:
        again.exiled = (top[0],)
        return again
    if len(top) > 1:
        yield Event("tie", {"seats": top})
        if (yield from _scapegoat(table, second=True)):
            return again
    yield Say("vote.tie_again" if top else "vote.peace")
    return again
