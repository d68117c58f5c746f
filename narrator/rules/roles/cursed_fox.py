"""咒狐: no knife puts him out, a seer's check does; alive he takes the victory of wolves or good (R 2.3 no 57)."""

from collections.abc import Iterable

from narrator.rules.death import Death
from narrator.rules.nightwork import CHECK, Night
from narrator.rules.role import Fate, Harm, Role
from narrator.rules.roles._showing import showing
from narrator.rules.table import Table

ID = "cursed_fox"


def _meets(table: Table, seat: int, harm: Harm) -> Fate:
    if harm is Harm.KNIFE or (harm is Harm.POISON and not table.options.poison_on_fox):
        return Fate.NOTHING
    return Fate.OUT


def _checked(table: Table, night: Night) -> Iterable[Death]:
    """R 4.2 no 22; other checkers do not hurt him (G-55)."""
    for deed in night.of(CHECK):
        if deed.seat in table.holders(ID) and table.alive(deed.seat):
            yield Death(deed.seat, frozenset({"check"}), (deed.actor,), night.number, True)


def _instead(table: Table, gone: frozenset[int]) -> str:
    """V-17."""
    here = any(table.alive(fox) and fox not in gone for fox in table.holders(ID))
    return "fox" if here and table.options.fox_overrides else ""


ROLE = Role(
    ID,
    camp=ID,
    skilled=False,
    steps=(showing(ID, 65.9),),
    meets=_meets,
    night_deaths=_checked,
    instead=_instead,
)
