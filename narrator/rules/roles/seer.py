"""预言家: each night learns whether one player is a wolf (R 2.1 no 2)."""

from narrator.rules.nightwork import CHECK, Night, call, seats_or_none
from narrator.rules.role import Role, Side, Step, When
from narrator.rules.roles._checks import check
from narrator.rules.script import Script

ID = "seer"


def _act(night: Night, seat: int) -> Script:
    target = yield from night.pick(f"{ID}.ask", ID, seat, lambda: seats_or_none(night.others(seat)))
    if isinstance(target, int):
        yield check(night, ID, seat, target)


def _call(night: Night) -> Script:
    yield from call(night, ID, _act)


# R 3.1: S0a has the seer before the wolves.
ROLE = Role(
    ID,
    side=Side.GOD,
    steps=(Step("N-40", 40, When.EVERY, _call, 10, True, {"S0a": 28.5}, needs="wolves"),),
    lends=CHECK,
)
