"""小女孩: may peep while the wolves are up; caught, she dies instead of their victim (R 2.1 no 9).

No call of her own: the judge enters `caught` in the wolves' step.
"""

from narrator.rules.role import Role, Side

ROLE = Role("little_girl", side=Side.GOD, guardable=lambda table: table.options.guard_little_girl == "normal")
