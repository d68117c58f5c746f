"""熊: every morning everybody hears whether a wolf sits beside him (R 2.1 no 25)."""

from collections.abc import Iterator

from narrator.rules.role import Role, Side
from narrator.rules.roles._showing import showing
from narrator.rules.script import Event, Say, Script
from narrator.rules.table import Table

ID = "bear"


def _neighbours(table: Table, seat: int) -> Iterator[int]:
    """The nearest living seats, or the next chairs (`bear_neighbours`); after the night's deaths (G-31)."""
    for step in (1, -1):
        for chair in table.around(table.left(seat, step), step):
            if table.alive(chair) or table.options.bear_neighbours == "seats":
                yield chair
                break


def _growl(table: Table) -> Script:
    living = [seat for seat in table.holders(ID) if table.alive(seat)]
    if not living and table.options.bear_dead_line == "silent":
        yield Event("bear", {"line": "none"})
        return
    wolf = any(
        table.alive(seat) and table.is_wolf(seat)
        for bear in living
        if not table.lost(bear)
        for seat in _neighbours(table, bear)
    )
    line = "growl" if wolf else "quiet"  # G-32: said every morning
    yield Say(f"{ID}.{line}")
    yield Event("bear", {"line": line})


ROLE = Role(ID, side=Side.GOD, steps=(showing(ID, 65.1),), at_dawn=_growl)
