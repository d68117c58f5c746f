"""老流氓: poisoned or shot he stays until the end of the next speeches; no charm holds him (R 2.1 no 19)."""

from narrator.rules.role import Fate, Harm, Role, Side
from narrator.rules.roles._showing import showing
from narrator.rules.table import Table

ID = "old_rogue"


def _meets(table: Table, seat: int, harm: Harm) -> Fate:
    if harm in (Harm.POISON, Harm.SHOT, Harm.NIGHT_SHOT):
        return Fate.LATER
    return Fate.NOTHING if harm is Harm.CHARM else Fate.OUT


ROLE = Role(
    ID,
    counts=lambda table, seat: Side(table.options.old_rogue_counts_as),
    skilled=False,
    steps=(showing(ID, 65.5),),
    meets=_meets,
)
