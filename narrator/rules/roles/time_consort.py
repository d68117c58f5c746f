"""蚀时狼妃: locks one player; checks, poison and guard on him fall back on the user (R 2.2 no 49)."""

from narrator.rules.nightwork import KNIFE, LOCK, Night, call, seats_or_none
from narrator.rules.role import WOLF, Pack, Role, Side, Step, When
from narrator.rules.script import Script

ID = "time_consort"


def _act(night: Night, seat: int) -> Script:
    target = yield from night.pick(f"{ID}.ask", ID, seat, lambda: seats_or_none(night.table.living))
    if isinstance(target, int):
        night.locked = night.record(LOCK, seat, target).seat


def _still(night: Night, seat: int) -> bool:
    """Lost for good in the night after it took effect (G-22)."""
    return not any(earlier.lock_worked for earlier in night.table.nights[:-1])


ROLE = Role(
    ID,
    camp=WOLF,
    side=Side.WOLF,
    pack=Pack.MEMBER,
    steps=(Step("N-11", 11, When.EVERY, lambda night: call(night, ID, _act, ready=_still), 15),),
    lends=KNIFE,
)
