"""石像鬼: in the first half of the night sees one card, nobody twice; the last wolf has the knife (R 2.2 no 43)."""

from narrator.rules.nightwork import KNIFE, LOOK, Night, call
from narrator.rules.role import WOLF, Pack, Role, Side, Step, When
from narrator.rules.roles._checks import look
from narrator.rules.roles._status import sign
from narrator.rules.script import Script

ID = "gargoyle"


def _fresh(night: Night, seat: int) -> list[int]:
    seen = {number for deed in night.ever(LOOK, seat) for number in deed.called}
    return [n for n in night.others(seat) if n not in seen]


_look = look(ID, _fresh)


def _act(night: Night, seat: int) -> Script:
    if seat:
        yield sign(night, ID, seat)
    yield from _look(night, seat)


ROLE = Role(
    ID,
    camp=WOLF,
    side=Side.WOLF,
    pack=Pack.OUTSIDER,
    explodes=False,
    steps=(Step("N-22", 22, When.EVERY, lambda night: call(night, ID, _act), 15, needs="cards"),),
    lends=KNIFE,
)
