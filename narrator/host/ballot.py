"""Ballots: votes as the judge reports them, candidate by candidate, or only the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from narrator.rules.script import NONE, Answer, Ask, Value

NEED_VOTERS = frozenset({"bomber", "pufferfish"})
"""Roles whose rules ask who voted for whom: with one of them the result alone is not enough."""


class BallotError(Exception):
    """A report that cannot be; `why` is a key of the screen's catalogue, `seat` whom it is about."""

    def __init__(self, why: str, seat: int = 0) -> None:
        super().__init__(f"{why} {seat}")
        self.why = why
        self.seat = seat


@dataclass
class Ballot:
    """Votes reported so far: voter to candidate. Who is not named abstains."""

    ask: Ask
    votes: dict[int, int] = field(default_factory=dict)

    @property
    def candidates(self) -> list[int]:
        return [value for value in self.ask.ring if isinstance(value, int)]

    def report(self, tokens: Sequence[str]) -> bool:
        """One report: candidate and voters, `abstain` and voters, `out` or `tie` and seats; True when it ends
        the ballot. Raises `BallotError`."""
        if "done" in tokens:
            rest = [token for token in tokens if token != "done"]
            if rest:
                self.report(rest)
            return True
        head, numbers = tokens[0], [int(token) for token in tokens[1:] if token.isdigit()]
        if head in ("out", "tie"):
            self._result(numbers)
            return True
        if head == "abstain":
            for voter in numbers:
                self._voter(voter)
                self.votes.pop(voter, None)
            return False
        if not head.isdigit() or int(head) not in self.candidates:
            raise BallotError("message.no_candidate", int(head) if head.isdigit() else 0)
        for voter in numbers:
            self._voter(voter)
        for voter in numbers:
            self.votes[voter] = int(head)
        return False

    def answer(self) -> Answer:
        """The whole ballot, one value for each voter."""
        return tuple(self.votes.get(voter, NONE) for voter in self.ask.askers)

    def refused(self) -> int:
        """The first voter whose vote is not allowed; 0 when all are."""
        before: list[Value] = []
        for voter, value in zip(self.ask.askers, self.answer(), strict=True):
            if value not in self.ask.legal(tuple(before)):
                return voter
            before.append(value)
        return 0

    def _voter(self, seat: int) -> None:
        if seat not in self.ask.askers:
            raise BallotError("message.no_voter", seat)

    def _result(self, seats: Sequence[int]) -> None:
        """The result alone: votes that lead to it, whoever gave them."""
        if not seats or any(seat not in self.candidates for seat in seats):
            raise BallotError("message.no_candidate", seats[0] if seats else 0)
        self.votes = {}
        given: list[Value] = []
        left = list(seats)
        for voter in self.ask.askers:
            allowed = self.ask.legal(tuple(given))
            wanted = [seat for seat in left if seat in allowed]
            if wanted and (len(seats) == 1 or voter != self._heavy):
                self.votes[voter] = wanted[0]
                if len(seats) > 1:
                    left.remove(wanted[0])
            given.append(self.votes.get(voter, NONE))
        if len(seats) > 1 and left:
            raise BallotError("message.no_voter", left[0])

    _heavy: int = 0
    """A voter whose vote weighs more, left out of a reported tie."""

    def leave_out(self, seat: int) -> None:
        """The sheriff, whose vote would break a reported tie."""
        self._heavy = seat
