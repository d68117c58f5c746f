"""The badge: who holds it, who may receive it, what becomes of it (R 5.10)."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from narrator.rules.asking import asking
from narrator.rules.script import Answer, Ask, Event, Say, Script, Value, Window

if TYPE_CHECKING:
    from narrator.rules.table import Table

TEAR = "tear"


def successors(table: Table) -> tuple[int, ...]:
    """Who may receive the badge: everybody in, but its holder."""
    return tuple(n for n in table.living if n != table.sheriff)


def give(table: Table, seat: int) -> Script:
    """Somebody becomes sheriff."""
    table.sheriff = seat
    yield Event("sheriff", {"seat": seat})


def tear(table: Table, seat: int) -> Script:
    """No sheriff for the rest of the game."""
    table.sheriff = 0
    table.badge_gone = table.elected = True
    yield Say("badge.torn")
    yield Event("badge", {"from": seat, "to": 0})
    yield Event("sheriff", {"seat": 0})


def hand_over(table: Table) -> Script:
    """A sheriff who is out hands the badge on or tears it (`badge_loss_on_death`)."""
    seat = table.sheriff
    death = table.seats[seat].death if seat else None
    if death is None:
        return
    if not table.living or death.causes & {"penalty", "leave"}:  # G-85
        yield from tear(table, seat)
        return

    def legal(_: Answer) -> Collection[Value]:
        if table.options.badge_loss_on_death == "must_transfer":
            return successors(table)
        return [*successors(table), TEAR]

    ring = (*range(1, table.players + 1), TEAR)

    def make() -> Ask | None:
        if not table.living:
            return None
        return Ask("badge.pass", ring, legal, window=Window.DAWN, seat=seat, slots={"seat": seat})

    answer = yield from asking(table, make)
    heir = answer[0] if answer else TEAR
    if isinstance(heir, int):
        yield Say("badge.passed", {"from": seat, "to": heir})
        yield Event("badge", {"from": seat, "to": heir})
        yield from give(table, heir)
    else:
        yield from tear(table, seat)


def sheriff_acts(table: Table) -> int:
    """The sheriff, if his badge has an effect now; 0 otherwise (`idiot_badge`)."""
    seat = table.sheriff
    if not seat or not table.alive(seat):
        return 0
    if seat in table.flipped and table.options.idiot_badge == "no_effect":
        return 0
    return seat
