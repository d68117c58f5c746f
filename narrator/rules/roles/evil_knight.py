"""恶灵骑士: cannot die at night; once, who checks or poisons him goes out instead (R 2.2 no 44)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from narrator.rules.death import Death
from narrator.rules.nightwork import CHECK, KNIFE, LOOK, POISON, Night
from narrator.rules.role import WOLF, Fate, Harm, Pack, Role, Side
from narrator.rules.table import Table

ID = "evil_knight"


@dataclass
class Reflection:
    """Has it fired?"""

    used: bool = False


def _meets(table: Table, seat: int, harm: Harm) -> Fate:
    return Fate.OUT if harm in (Harm.SHOT, Harm.CHARM) else Fate.NOTHING  # G-70: a day shot kills him


def _reflect(table: Table, night: Night) -> Iterable[Death]:
    """R 4.2 no 16, 21: of all who acted on him tonight the first goes out."""
    if table.own(Reflection).used:
        return
    kinds = {CHECK, POISON} | ({LOOK} if table.options.reflect_all_checkers else set())
    for deed in night.deeds:
        for seat in night.struck(deed):
            if deed.kind in kinds and seat in table.holders(ID) and table.alive(seat):
                yield Death(deed.actor, frozenset({"reflection"}), (seat,), night.number, True)
                return


def _fired(table: Table, night: Night, deaths: Mapping[int, Death]) -> None:
    if any("reflection" in death.causes for death in deaths.values()):
        table.own(Reflection).used = True


ROLE = Role(
    ID,
    camp=WOLF,
    side=Side.WOLF,
    pack=Pack.MEMBER,
    explodes=False,
    knifable=False,
    meets=_meets,
    night_deaths=_reflect,
    night_over=_fired,
    lends=KNIFE,
)
