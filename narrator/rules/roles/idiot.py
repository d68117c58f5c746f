"""白痴: exiled for the first time he turns his card and stays, without a vote (R 2.1 no 5)."""

from __future__ import annotations

from narrator.rules.role import Role, Side, Spare, When
from narrator.rules.roles._showing import showing
from narrator.rules.script import Say, Script
from narrator.rules.table import Table

ID = "idiot"


def _turn(table: Table, seat: int) -> Script:
    table.flipped.add(seat)
    yield Say("exile.flipped", {"seat": seat})


def _spared(table: Table, seat: int) -> Spare | None:
    if seat in table.flipped or table.lost(seat):
        return None
    return Spare(_turn, automatic=table.options.idiot_flip == "automatic")


def _explained(table: Table) -> str:
    """How he speaks once he has turned his card (R 8.1 D-2)."""
    return f"opening.rules.{ID}_turn" if table.options.idiot_speech == "own_turn" else f"opening.rules.{ID}"


ROLE = Role(
    ID,
    side=Side.GOD,
    steps=(
        showing(ID, 65.3, When.FIRST, lambda table: table.options.show_only_every_night == "n1"),
        showing(ID, 65.3, When.EVERY, lambda table: table.options.show_only_every_night == ID),
    ),
    spared=_spared,
    explained=_explained,
)
