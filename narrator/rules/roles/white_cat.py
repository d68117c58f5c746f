"""白猫: whenever she would go out she may turn her card and stay until after the next exile vote (R 2.1 no 28)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.death import Death, Late
from narrator.rules.nightwork import FLIP, Night, call
from narrator.rules.resolve import resolve
from narrator.rules.role import Role, Side, Spare, Step, When
from narrator.rules.script import Say, Script
from narrator.rules.table import Table

ID = "white_cat"


def _may(table: Table, seat: int) -> bool:
    """Once, and not when the judge has sent her out (R 8.2)."""
    return table.options.white_cat_flip and seat not in table.turned and not table.lost(seat)


def _act(night: Night, seat: int) -> Script:
    """N-66: asked before the news, when she would go out this night."""
    answer = yield from night.pick(f"{ID}.flip", ID, seat, lambda: ("yes", "no"), ("yes", "no"))
    if answer == "yes":
        night.record(FLIP, seat)


def _ready(night: Night, seat: int) -> bool:
    return _may(night.table, seat) and seat in resolve(night.table, night).deaths


def _borrowed(table: Table, night: Night, deaths: Mapping[int, Death]) -> None:
    """Turned at night: she goes out after this day's exile vote (G-37)."""
    for deed in night.of(FLIP):
        table.turned.add(deed.actor)
        death = Death(deed.actor, frozenset({"borrowed"}), (), night.number)
        table.late.append(Late("vote", night.number, death))


def _turn(table: Table, seat: int) -> Script:
    """Exiled: she stays until after the next day's vote."""
    table.turned.add(seat)
    yield Say("dawn.flips", {"seat": seat})
    table.late.append(Late("vote", table.round + 1, Death(seat, frozenset({"vote"}), (), table.round + 1)))


def _spared(table: Table, seat: int) -> Spare | None:
    return Spare(_turn) if _may(table, seat) else None


def _stays(table: Table, death: Death) -> Script:
    """Put out by day in any other way: she stays until after the next vote."""
    table.turned.add(death.seat)
    yield Say("dawn.flips", {"seat": death.seat})
    table.late.append(Late("vote", table.next_vote(), Death(death.seat, death.causes, death.by, table.round)))


ROLE = Role(
    ID,
    side=Side.GOD,
    steps=(Step("N-66", 66, When.EVERY, lambda night: call(night, ID, _act, ready=_ready), 10),),
    night_over=_borrowed,
    spared=_spared,
    may_stay=lambda table, death: _may(table, death.seat) and not death.causes & {"penalty", "leave", "borrowed"},
    stays=_stays,
)
