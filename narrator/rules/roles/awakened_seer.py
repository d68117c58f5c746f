"""觉醒预言家: each night learns whether a wolf is among two players (R 2.1 no 34)."""

from narrator.rules.nightwork import LOOK, Night, call, chosen, several
from narrator.rules.role import GOOD, WOLF, Role, Side, Step, When
from narrator.rules.script import Script, Show

ID = "awakened_seer"


def _act(night: Night, seat: int) -> Script:
    legal = several(lambda: night.others(seat), 2) if seat else lambda _: ()
    answer = yield from night.ask(f"{ID}.ask", ID, legal, 2)
    pair = chosen(answer)
    if len(pair) == 2:
        seats = night.record(LOOK, seat, *pair).seats
        wolf = any(hit and night.table.seen(hit) == WOLF for hit in seats)
        yield Show("private", ID, WOLF if wolf else GOOD)


ROLE = Role(
    ID,
    side=Side.GOD,
    steps=(Step("N-41", 41, When.EVERY, lambda night: call(night, ID, _act), 15, needs="wolves"),),
)
