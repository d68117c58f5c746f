"""Skills used by somebody else: the mechanical wolf's copy and the eclipse maid's theft."""

from __future__ import annotations

from narrator.rules.nightwork import CHECK, CURSE, GUARD, HUNT, KNIFE, LOOK, POISON, SILENCE, Night
from narrator.rules.roles._checks import check, exact
from narrator.rules.script import Show

USABLE = frozenset({CHECK, CURSE, GUARD, HUNT, KNIFE, LOOK, POISON, SILENCE})


def targets(night: Night, seat: int, skill: str) -> list[int]:
    """Whom the borrowed skill may be used on; empty when it has no use at night."""
    if skill not in USABLE:
        return []
    if skill in (POISON, KNIFE, HUNT):
        return [n for n in night.table.victims(seat) if n != seat]
    if skill in (CHECK, LOOK):
        return night.others(seat)
    return list(night.table.living)


def use(night: Night, role: str, seat: int, skill: str, target: int) -> Show | None:
    """Use it; a check's answer is shown to the user."""
    if skill == CHECK:
        return check(night, role, seat, target)
    if skill == LOOK:
        return exact(night, role, seat, target)
    deed = night.record(skill, seat, target, word="copied")
    if skill == SILENCE:
        night.table.silenced = deed.seat
    return None
