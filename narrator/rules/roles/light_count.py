"""流光伯爵: from night 2 shelters one player, on whom nobody's skill works that night (R 2.1 no 31)."""

from narrator.rules.nightwork import SHELTER, Night, call, seats_or_none
from narrator.rules.role import Role, Side, Step, When
from narrator.rules.script import Script

ID = "light_count"


def _act(night: Night, seat: int) -> Script:
    target = yield from night.pick(f"{ID}.ask", ID, seat, lambda: seats_or_none(night.table.living))
    if isinstance(target, int):
        night.sheltered = night.record(SHELTER, seat, target).seat


ROLE = Role(ID, side=Side.GOD, steps=(Step("N-17", 17, When.LATER, lambda night: call(night, ID, _act), 15),))
