"""守墓人: each night from the second learns the camp of yesterday's exile (R 2.1 no 20)."""

from narrator.rules.nightwork import Night, call
from narrator.rules.role import GOOD, WOLF, Role, Side, Step, When
from narrator.rules.script import Script, Show

ID = "gravekeeper"


def _act(night: Night, seat: int) -> Script:
    table = night.table
    if seat:
        exiled = table.exiled.get(night.number - 1, 0)  # G-30: a void exile is nobody
        yield Show("private", ID, (WOLF if table.is_wolf(exiled) else GOOD) if exiled else "nobody")
    yield from night.look(f"{ID}.look", ID)


ROLE = Role(ID, side=Side.GOD, steps=(Step("N-46", 46, When.LATER, lambda night: call(night, ID, _act), 10),))
