"""A role to copy: a god who each night points at somebody else, once in the game, from night 2 on.

Beside this file a role needs a name and its lines in both line books, and cases in `tests/cases/`.
"""

from narrator.rules.nightwork import LOOK, Night, call, once, seats_or_none
from narrator.rules.role import Role, Side, Step, When
from narrator.rules.script import Script

ID = "template"


def _act(night: Night, seat: int) -> Script:
    target = yield from night.pick(f"{ID}.ask", ID, seat, lambda: seats_or_none(night.others(seat)))
    if isinstance(target, int):
        night.record(LOOK, seat, target)


def _call(night: Night) -> Script:
    yield from call(night, ID, _act, ready=once(LOOK))


ROLE = Role(ID, side=Side.GOD, steps=(Step("N-45", 45, When.LATER, _call),))
