"""平民: no skill; speech and vote are all he has (R 2.1 no 1)."""

from narrator.rules.role import Role, Side

ROLE = Role("villager", side=Side.VILLAGER, skilled=False)
