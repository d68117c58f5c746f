"""The morning: the night's deaths are told, and what follows at once (R 5.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from narrator.rules.asking import GameOver
from narrator.rules.death import Late
from narrator.rules.depart import decide, depart, exits, farewell, shots
from narrator.rules.night import conclude
from narrator.rules.script import Event, Say, Script

if TYPE_CHECKING:
    from narrator.rules.table import Table


def reports(table: Table) -> Script:
    """Who was sent out or went home in the night, before anything else (R G-85)."""
    if not table.reported:
        return
    told, table.reported = table.reported, []
    yield Say("dawn.penalty", {"seats": tuple(sorted(death.seat for death in told))})
    for death in told:
        yield Event("out", {"seat": death.seat, "causes": sorted(death.causes), "by": list(death.by)})
    yield from shots(table, told)
    yield from farewell(table, told)


def news(table: Table) -> Script:
    """The death list in ascending order, one list, no cause; then lines of the morning, shots, badge, last words."""
    if not table.concluded:
        conclude(table)
    # Who has self-destructed since is named only where the night list names him too (`poison_swallow` off).
    named = [seat for seat in sorted(table.pending) if table.alive(seat) or seat == table.exploder]
    deaths = [table.pending[seat] for seat in named]
    flips = [item.death.seat for item in table.late if item.day == table.round and "borrowed" in item.death.causes]
    table.pending = {}
    table.news = True
    yield from _list(table, [death.seat for death in deaths], flips)
    deaths = [death for death in deaths if table.alive(death.seat)]
    table.leaving = {death.seat for death in deaths}
    for death in deaths:
        yield from exits(table, death)
    table.leaving = set()
    for role in table.roles:
        if role.at_dawn:
            yield from role.at_dawn(table)
    if table.verdict:
        raise GameOver(table.verdict)
    yield from decide(table, deaths)
    deaths += yield from shots(table, deaths)
    yield from farewell(table, deaths)
    yield from late(table, "dawn")


def _list(table: Table, dead: list[int], flips: list[int]) -> Script:
    yield Event("dawn", {"dead": dead})
    if dead:
        yield Say("dawn.dead", {"seats": tuple(dead)})
    else:
        yield Say("dawn.peace")
    for seat in flips:
        yield Say("dawn.flips", {"seat": seat})
    yield Event("flips", {"seats": flips})


def late(table: Table, stage: str) -> Script:
    """Who was to go out at this stage of this day goes out now (old rogue, white cat, blood moon)."""
    due: list[Late] = [item for item in table.late if item.stage == stage and item.day <= table.round]
    if not due:
        return
    table.late = [item for item in table.late if item not in due]
    deaths = [item.death for item in due if table.alive(item.death.seat)]
    if deaths:
        yield from depart(table, deaths)
