"""白狼王: self-destructing before the vote he takes one player along (R 2.2 no 42)."""

from narrator.rules.nightwork import KNIFE
from narrator.rules.role import WOLF, Pack, Role, Side

ROLE = Role("white_wolf_king", camp=WOLF, side=Side.WOLF, pack=Pack.MEMBER, takes=True, lends=KNIFE)
