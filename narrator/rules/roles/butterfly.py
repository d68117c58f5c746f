"""花蝴蝶: embraces one player a night; nothing aimed at him works, and what hits her hits him (R 2.1 no 35)."""

from narrator.rules.nightwork import EMBRACE, Night, call, seats_or_none
from narrator.rules.role import Role, Side, Step, When
from narrator.rules.script import Script

ID = "butterfly"


def _act(night: Night, seat: int) -> Script:
    def targets() -> list[int]:
        last = night.last(EMBRACE, seat)
        return [n for n in night.others(seat) if n not in last]

    target = yield from night.pick(f"{ID}.ask", ID, seat, lambda: seats_or_none(targets()))
    if isinstance(target, int):
        hit = night.record(EMBRACE, seat, target).seat
        if hit and hit != seat:
            night.embraced, night.embracer = hit, seat


ROLE = Role(ID, side=Side.GOD, steps=(Step("N-19", 19, When.EVERY, lambda night: call(night, ID, _act), 15),))
