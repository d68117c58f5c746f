"""Ballots as the judge reports them."""

from __future__ import annotations

import pytest

from narrator.host.ballot import Ballot, BallotError
from narrator.rules.script import Ask, Window


def ballot(heavy: int = 0) -> Ballot:
    ask = Ask(
        "ballot.exile",
        (5, 9, "none"),
        lambda before: [v for v in (5, 9, "none") if v != (1, 2, 5)[len(before)]],
        places=3,
        window=Window.BALLOT,
        askers=(1, 2, 5),
    )
    made = Ballot(ask)
    made.leave_out(heavy)
    return made


def test_candidate_and_voters_then_the_next_and_who_is_not_named_abstains() -> None:
    reported = ballot()
    assert not reported.report(("5", "1"))
    assert not reported.report(("9", "5"))
    assert reported.report(("done",))
    assert reported.answer() == (5, "none", 9)


def test_the_last_report_of_a_voter_counts_and_abstain_takes_it_back() -> None:
    reported = ballot()
    reported.report(("5", "1", "2"))
    reported.report(("9", "2"))
    reported.report(("abstain", "1"))
    assert reported.answer() == ("none", 9, "none")


def test_a_candidate_may_vote_for_himself() -> None:
    reported = ballot()
    reported.report(("5", "5", "1"))
    assert reported.answer() == (5, "none", 5)


def test_the_result_alone_leads_to_that_result() -> None:
    reported = ballot()
    assert reported.report(("out", "9"))
    assert reported.answer() == (9, 9, 9)
    tied = ballot()
    assert tied.report(("tie", "5", "9"))
    assert sorted(map(str, tied.answer())) == ["5", "9", "none"]


def test_a_heavier_vote_does_not_break_a_reported_tie() -> None:
    tied = ballot(heavy=1)
    tied.report(("tie", "5", "9"))
    assert tied.answer()[0] == "none"


@pytest.mark.parametrize(
    ("tokens", "why", "seat"),
    [
        (("7", "1"), "message.no_candidate", 7),
        (("5", "3"), "message.no_voter", 3),
        (("out", "7"), "message.no_candidate", 7),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(tokens: tuple[str, ...], why: str, seat: int) -> None:
    reported = ballot()
    with pytest.raises(BallotError) as refused:
        reported.report(tokens)
    assert (refused.value.why, refused.value.seat) == (why, seat)
    assert reported.answer() == ("none", "none", "none")


def test_a_vote_that_is_not_allowed_names_its_voter() -> None:
    reported = ballot()
    reported.report(("5", "1", "5"))
    assert reported.refused() == 5
