"""狼王: a wolf of the pack who may shoot on going out (R 2.2 no 41)."""

from narrator.rules.nightwork import KNIFE
from narrator.rules.role import WOLF, Pack, Role, Side, Step, When
from narrator.rules.roles._guns import kings_gun, sign

ROLE = Role(
    "wolf_king",
    camp=WOLF,
    side=Side.WOLF,
    pack=Pack.MEMBER,
    steps=(Step("N-61", 61, When.EVERY, sign("wolf_king"), 10),),
    shoots=kings_gun,
    lends=KNIFE,
)
