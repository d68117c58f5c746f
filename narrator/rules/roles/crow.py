"""乌鸦: each night may put one extra vote on a player for the next exile (R 2.1 no 15)."""

from collections.abc import Mapping

from narrator.rules.nightwork import CURSE, Night, call, seats_or_none
from narrator.rules.role import Role, Side, Step, When
from narrator.rules.script import Script
from narrator.rules.table import Table
from narrator.rules.vote import Vote

ID = "crow"


def _act(night: Night, seat: int) -> Script:
    last = night.last(CURSE, seat)
    target = yield from night.pick(
        f"{ID}.ask", ID, seat, lambda: seats_or_none([n for n in night.table.living if n not in last])
    )
    if isinstance(target, int):
        night.record(CURSE, seat, target)


def _extra(table: Table, vote: Vote) -> Mapping[int, float]:
    """One vote, in the first ballot only (but `crow_pk_vote`); even if nobody else votes for him."""
    if vote.runoff and not table.options.crow_pk_vote:
        return {}
    return {deed.seat: 1 for deed in table.nights[-1].of(CURSE) if deed.seat in vote.candidates}


ROLE = Role(
    ID,
    side=Side.GOD,
    steps=(Step("N-52", 52, When.EVERY, lambda night: call(night, ID, _act), 15),),
    extra_votes=_extra,
    lends=CURSE,
)
