"""The sheriff's election (R 5.2, 5.3)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from narrator.rules.asking import asking
from narrator.rules.badge import give
from narrator.rules.script import DONE, Answer, Ask, Cue, Entry, Event, Say, Script, Value, Window
from narrator.rules.speeches import read_clock
from narrator.rules.vote import ballot

if TYPE_CHECKING:
    from narrator.rules.table import Table

Elected = Generator[Cue, Entry, int]
"""A flow that ends with the seat elected, 0 for nobody."""


@dataclass
class Election:
    """Who has stood, and who is still a candidate."""

    stood: tuple[int, ...]
    candidates: list[int] = field(default_factory=list)

    def withdraw(self, seat: int) -> None:
        """退水: neither candidate nor voter from now on."""
        self.candidates.remove(seat)


def election(table: Table) -> Script:
    """One election, from standing to the badge. Raises `DayOver` at a self-destruct."""
    yield Say("election.start")
    if table.options.sheriff_mode == "any":
        seat = yield from _by_all(table)
    else:
        seat = yield from _by_candidates(table)
    table.election = None
    table.elected = True
    if seat and table.alive(seat):
        seat = yield from _accepts(table, seat)
    if seat and table.alive(seat):
        yield Say("election.elected", {"seat": seat})
        yield from give(table, seat)
    else:
        table.badge_gone = True
        yield Event("sheriff", {"seat": 0})


def _accepts(table: Table, seat: int) -> Elected:
    """One cannot refuse, but where the table says so (`sheriff_may_refuse`)."""
    if not table.options.sheriff_may_refuse:
        return seat
    ask = Ask(
        "election.refuse",
        ("yes", "no"),
        lambda _: ("yes", "no"),
        window=Window.ELECTION_BALLOT,
        seat=seat,
        slots={"seat": seat},
    )
    answer = yield from asking(table, lambda: ask)
    if answer == ("yes",):
        yield Say("election.refused", {"seat": seat})
        return 0
    return seat


def _by_all(table: Table) -> Elected:
    """S0a S0f S0h: nobody stands, everybody in is a candidate and votes."""
    return (yield from _vote(table, list(table.living), list(table.living), runoff=False))


def _by_candidates(table: Table) -> Elected:
    stood = yield from _stand(table)
    table.election = running = Election(stood, list(stood))
    yield Event("stand", {"seats": list(stood)})
    if not stood:
        yield Say("election.none")
        return 0
    yield Say("election.candidates", {"seats": stood})
    everybody = len(stood) == len(table.living)
    if everybody and table.options.election_all_stand == "no_badge":
        return 0
    if everybody and len(stood) > 1:
        yield Say("election.all")
    if len(stood) == 1:
        return (yield from _single(table, stood[0]))
    order = yield from _order(table, list(stood))
    speaking = [seat for seat in order if seat != table.silenced]  # R 2.1 no 18: he may stand, not speak
    yield Event("order", {"seats": speaking})
    if speaking:
        yield Say("election.first", {"seat": speaking[0]})
    yield from _speeches(table, speaking)
    yield from _withdrawals(table)
    left = [seat for seat in running.candidates if table.alive(seat)]
    if len(left) == 1:
        return left[0]  # R 5.2 no 9, G-6
    if not left or everybody:  # R 5.2 no 2: all stood, and not exactly one is left
        yield Say("election.all_withdrawn")
        return 0
    return (yield from _vote(table, left, _voters(table, running), runoff=False))


def _stand(table: Table) -> Generator[Cue, Entry, tuple[int, ...]]:
    """上警: an open list; the night's dead stand like others as long as their death is not announced (R 5.2 no 11)."""

    def legal(before: Answer) -> list[Value]:
        return [n for n in table.living if n not in before]

    if table.options.election_stand == "count_in":
        yield Say("stand.count")
    ring = tuple(range(1, table.players + 1))
    answer = yield from asking(table, lambda: Ask("stand", ring, legal, places=0, window=Window.ELECTION_BALLOT))
    return tuple(sorted(value for value in answer or () if isinstance(value, int) and table.alive(value)))


def _single(table: Table, seat: int) -> Elected:
    """One candidate: sheriff at once, or with at least one vote (`election_single`)."""
    if table.options.election_single == "automatic":
        yield Say("election.single", {"seat": seat})
        return seat
    assert table.election is not None
    return (yield from _vote(table, [seat], _voters(table, table.election), runoff=True))


def _order(table: Table, candidates: list[int]) -> Generator[Cue, Entry, list[int]]:
    """R 5.2 no 3, G-4."""
    rule = table.options.election_order
    if rule == "fixed_up":
        return sorted(candidates)
    if rule == "fixed_down":
        return sorted(candidates, reverse=True)
    _, minute = yield from read_clock(table, Window.ELECTION)
    if rule == "parity":  # 单顺双逆
        return sorted(candidates, reverse=minute % 2 == 0)
    first = minute // 10 + minute % 10
    first = (first - 1) % table.players + 1 if first else table.players
    return [seat for seat in table.around(first, 1) if seat in candidates]


def _speeches(table: Table, order: list[int], window: Window = Window.ELECTION) -> Script:
    for seat in order:

        def make(seat: int = seat) -> Ask | None:
            running = table.election is not None and seat in table.election.candidates
            if not running or not table.alive(seat):
                return None
            return Ask("speech", DONE, lambda _: DONE, window=window, seat=seat, slots={"seat": seat})

        yield from asking(table, make)


def _withdrawals(table: Table) -> Script:
    """退水时间."""
    ask = Ask("withdraw_time", DONE, lambda _: DONE, window=Window.ELECTION)
    yield from asking(table, lambda: ask)


def _voters(table: Table, running: Election) -> list[int]:
    """警下: who never stood; or all, but who has withdrawn (`election_voters`)."""
    if table.options.election_voters == "all":
        return [n for n in table.living if n not in running.stood or n in running.candidates]
    return [n for n in table.living if n not in running.stood]


def _vote(table: Table, candidates: list[int], voting: list[int], runoff: bool) -> Elected:
    """One vote each, no weight; no votes: no badge; a tie: run-off, and at the second nobody (R 5.2 no 6 to 8)."""
    choices = yield from ballot(table, "ballot.sheriff", candidates, voting, Window.ELECTION_BALLOT)
    tally = {seat: list(choices.values()).count(seat) for seat in sorted(set(choices.values()))}
    yield Event(
        "tally",
        {"votes": tally, "voters": {s: sorted(v for v, c in choices.items() if c == s) for s in tally}},
    )
    for seat, votes in tally.items():
        yield Say("election.tally", {"seat": seat, "votes": str(votes)})
    if not tally:
        yield Say("election.no_votes")
        return 0
    top = [seat for seat, votes in tally.items() if votes == max(tally.values())]
    if len(top) == 1:
        return top[0]
    yield Event("tie", {"seats": top})
    if table.options.election_tie == "none":
        yield Say("election.tie_none")
        return 0
    if runoff:
        yield Say("election.tie_again")
        return 0
    yield Say("election.tie", {"seats": tuple(top)})
    if table.election is None:
        table.election = Election(tuple(top))
    table.election.candidates = list(top)  # the others count as withdrawn
    speaking = [seat for seat in top if seat != table.silenced]
    yield Event("order", {"seats": speaking})
    yield from _speeches(table, speaking)
    left = [seat for seat in table.election.candidates if table.alive(seat)]
    if len(left) <= 1:
        return left[0] if left else 0
    return (yield from _vote(table, left, [n for n in voting if table.alive(n)], runoff=True))


def swallow(table: Table) -> Script:
    """A self-destruct in the election: the badge is lost, or at the second on two days running (R 5.3)."""
    in_a_row = table.swallowed_on == table.round - 1 and table.swallows > 0
    table.swallows = table.swallows + 1 if in_a_row else 1
    table.swallowed_on = table.round
    table.election = None
    if table.swallows >= table.options.badge_swallow:
        table.elected = table.badge_gone = True
        yield Say("election.swallowed")
        yield Event("sheriff", {"seat": 0})
    else:
        yield Say("election.postponed")
