"""猎人: on going out by knife or vote he may shoot (R 2.1 no 4)."""

from narrator.rules.role import Role, Side, Step, When
from narrator.rules.roles._guns import hunters_gun, sign

ROLE = Role(
    "hunter",
    side=Side.GOD,
    steps=(Step("N-60", 60, When.EVERY, sign("hunter"), 10),),
    shoots=hunters_gun,
    lends="gun",
)
