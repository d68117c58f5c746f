"""暗恋者: on night 1 chooses a crush and wins exactly when the crush wins (R 2.1 no 37)."""

from dataclasses import dataclass, field

from narrator.rules.nightwork import Night, call
from narrator.rules.role import GOOD, Role, Side, Step, When
from narrator.rules.script import Script

ID = "admirer"


@dataclass
class Crushes:
    """Whom each admirer admires."""

    of: dict[int, int] = field(default_factory=dict)


def _act(night: Night, seat: int) -> Script:
    target = yield from night.pick(f"{ID}.ask", ID, seat, lambda: night.others(seat))
    if isinstance(target, int):
        night.table.own(Crushes).of[seat] = target


ROLE = Role(
    ID,
    side=Side.VILLAGER,
    skilled=False,
    steps=(Step("N-02", 2, When.FIRST, lambda night: call(night, ID, _act), 15),),
    seen=lambda table, seat: GOOD,
    follows=lambda table, seat: table.own(Crushes).of.get(seat, 0),
)
