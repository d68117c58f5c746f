"""What an amendment at night changes for the step that is open: who can act in it, and what the judge has to show."""

from __future__ import annotations

import pytest

from narrator.rules.script import NONE, VOID, Value
from tests.host import nights
from tests.host.nights import Deed, Do, Run, Truth, When, digits, say, typing

pytestmark = pytest.mark.usefixtures("quick")

BLOCKED = nights.board("five-blocked")
DEAL = next(deal for deal in nights.deals(BLOCKED) if deal.index("nightmare") == 0 and deal.index("seer") == 1)
SEER, OTHER = 2, 4


def amended(first: Value, then: Value, *more: Deed) -> Run:
    """The first question is answered so, and amended when the last one is open."""
    change = [Deed(When.CALL, Do.PRESS, "amend"), typing("2"), typing(digits(then))]
    deeds = [say(first), say(NONE), *change, *more]
    return nights.night(BLOCKED, Truth(DEAL, nights.OPENED, (), ()), (1, 2, 3, 4, 5, 0), deeds)


def shown(run: Run) -> list[str]:
    return [line.key for line in run.lines if line.kind == "show"]


def test_who_can_no_longer_act_is_shown_it_at_once_and_the_number_called_means_nothing() -> None:
    run = amended(OTHER, SEER, say(3))
    assert run.game.entries == [("done",), (SEER,), (NONE,), VOID]
    assert shown(run)[-2:] == ["awake", "cannot"]
    assert run.numbers == 4  # the last one was called anew
    assert run.undone == []


def test_where_somebody_was_shown_that_he_cannot_act_the_whole_night_is_called_again() -> None:
    run = amended(SEER, OTHER, typing("y"), say(OTHER), say(5), say(1))
    assert run.game.entries == [("done",), (OTHER,), (5,), (1,)]
    said = [what for _, who, what in run.stream if who == "narrator"]
    assert said.count("天黑请闭眼。") == 2
    assert run.undone == []


def test_a_night_that_changes_nothing_for_anybody_else_goes_on_in_silence() -> None:
    run = amended(OTHER, 5, say(1))
    assert run.game.entries == [("done",), (5,), (NONE,), (1,)]
    assert "cannot" not in shown(run)
    assert run.numbers == 3


def test_an_act_of_the_night_taken_back_begins_the_step_again_at_its_opening_line() -> None:
    five = nights.board("five")
    deal = nights.deals(five)[0]
    deeds = [say(1), Deed(When.CALL, Do.PRESS, "penalty:2"), typing("y"), Deed(When.CALL, Do.PRESS, "undo"), say(3)]
    run = nights.night(five, Truth(deal, nights.OPENED, (), ()), (0, 0, 0), deeds)
    said = [what for _, who, what in run.stream if who == "narrator"]
    assert said.count("狼人请闭眼。") == 1
    assert said.count("预言家请睁眼。") == 2
