"""通灵师: each night sees one card; of a mechanical wolf the role he copied (R 2.1 no 32)."""

from narrator.rules.nightwork import LOOK, call
from narrator.rules.role import Role, Side, Step, When
from narrator.rules.roles._checks import look

ID = "medium"

ROLE = Role(
    ID,
    side=Side.GOD,
    steps=(Step("N-42", 42, When.EVERY, lambda night: call(night, ID, look(ID)), 15, needs="cards"),),
    lends=LOOK,
)
