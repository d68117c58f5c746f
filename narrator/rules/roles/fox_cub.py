"""子狐: once, from night 2, bewitches a player; a wolf costs the pack that night's knife (R 2.1 no 26)."""

from narrator.rules.nightwork import BEWITCH, Night, call, once, seats_or_none
from narrator.rules.role import Role, Side, Step, When
from narrator.rules.script import Script

ID = "fox_cub"


def _act(night: Night, seat: int) -> Script:
    target = yield from night.pick(f"{ID}.ask", ID, seat, lambda: seats_or_none(night.others(seat)))
    if isinstance(target, int):
        hit = night.record(BEWITCH, seat, target).seat
        if hit and night.table.is_wolf(hit):
            night.bewitched = hit
            night.no_knife = True


ROLE = Role(
    ID,
    side=Side.GOD,
    steps=(Step("N-26", 26, When.LATER, lambda night: call(night, ID, _act, ready=once(BEWITCH)), 15),),
)
