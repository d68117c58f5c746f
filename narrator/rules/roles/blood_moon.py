"""血月使徒: his self-destruct seals the good skills; exiled as the last wolf he has one more knife (R 2.2 no 45)."""

from __future__ import annotations

from narrator.rules.death import Death, Late
from narrator.rules.nightwork import KNIFE
from narrator.rules.role import WOLF, Pack, Role, Side, Spare
from narrator.rules.script import Say, Script
from narrator.rules.table import Table

ID = "blood_moon"


def _explode(table: Table, seat: int) -> None:
    """Only while another wolf is left; the last one's self-destruct ends the game."""
    table.seal_next = True


def _last_night(table: Table, seat: int) -> Script:
    """He stays until after the next dawn's death list, and goes out then as a day death."""
    table.turned.add(seat)
    yield Say("exile.moon", {"seat": seat})
    death = Death(seat, frozenset({"vote"}), (), table.round + 1)
    table.late.append(Late("dawn", table.round + 1, death))


def _spared(table: Table, seat: int) -> Spare | None:
    """Not with two gods and two villagers alive: then the wolves have lost at once (V-20)."""
    if seat in table.turned or table.wolves() != [seat]:
        return None
    sides = [table.side(n) for n in table.living]
    if sides.count(Side.GOD) >= 2 and sides.count(Side.VILLAGER) >= 2:
        return None
    return Spare(_last_night)


ROLE = Role(
    ID,
    camp=WOLF,
    side=Side.WOLF,
    pack=Pack.MEMBER,
    on_explode=_explode,
    spared=_spared,
    lends=KNIFE,
)
