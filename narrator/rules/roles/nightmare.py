"""噩梦之影: fears one player, who cannot act; a wolf feared costs the camp its knives (R 2.2 no 46)."""

from narrator.rules.nightwork import FEAR, KNIFE, Night, call, seats_or_none
from narrator.rules.role import WOLF, Pack, Role, Side, Step, When
from narrator.rules.script import Script

ID = "nightmare"


def _act(night: Night, seat: int) -> Script:
    def targets() -> list[int]:
        last = night.last(FEAR, seat)
        return [n for n in night.others(seat) if n not in last]

    target = yield from night.pick(f"{ID}.ask", ID, seat, lambda: seats_or_none(targets()))
    if isinstance(target, int):
        night.feared = night.record(FEAR, seat, target).seat
        if night.table.is_wolf(night.feared):
            night.no_knife = night.no_extra = True


ROLE = Role(
    ID,
    camp=WOLF,
    side=Side.WOLF,
    pack=Pack.MEMBER,
    steps=(Step("N-10", 10, When.EVERY, lambda night: call(night, ID, _act), 15, needs="wolves"),),
    lends=KNIFE,
)
