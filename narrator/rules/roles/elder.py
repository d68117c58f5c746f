"""长老: needs two knives; if the village kills him, its gods lose their skills (R 2.1 no 10)."""

from collections.abc import Iterable, Mapping

from narrator.rules.death import Death
from narrator.rules.role import GOOD, Role, Side
from narrator.rules.roles._showing import showing
from narrator.rules.table import Table

ID = "elder"


def by_the_village(table: Table, death: Death) -> bool:
    """Killed by witch, hunter or vote (S0b S0c S0s), with an effect (`elder_kill_effect`)."""
    if table.role(death.seat).id != ID or table.options.elder_kill_effect == "none":
        return False
    if "vote" in death.causes:
        return True
    return bool(death.causes & {"poison", "shot"}) and any(table.role(by).camp == GOOD for by in death.by)


def _idiots(table: Table, deaths: Mapping[int, Death]) -> Iterable[Death]:
    """A revealed idiot dies with him (S0b S0c)."""
    for death in list(deaths.values()):
        if by_the_village(table, death):
            for seat in sorted(table.flipped):
                yield Death(seat, frozenset({"elder"}), (death.seat,), death.round, death.night)


ROLE = Role(
    ID,
    side=Side.GOD,
    steps=(showing(ID, 65.7),),
    lives=lambda table: table.options.elder_knife_lives,
    drags=_idiots,
    costs_skills=by_the_village,
)
