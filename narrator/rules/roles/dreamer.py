"""摄梦人: each night must hold one player, whom no knife or poison puts out; twice running kills (R 2.1 no 14)."""

from collections.abc import Iterable, Mapping

from narrator.rules.death import Death
from narrator.rules.nightwork import DREAM, Night, call
from narrator.rules.role import Role, Side, Step, When
from narrator.rules.script import Script
from narrator.rules.table import Table

ID = "dreamer"


def _act(night: Night, seat: int) -> Script:
    table = night.table

    def targets() -> list[int]:
        return [n for n in table.living if n != seat or table.options.dreamer_self]

    target = yield from night.pick(f"{ID}.ask", ID, seat, targets)
    if isinstance(target, int):
        night.record(DREAM, seat, target)


def _twice(table: Table, night: Night) -> Iterable[Death]:
    """The same dreamwalker two nights running goes out (R 4.2 no 31)."""
    before = night.previous()
    if before is None or not table.options.dreamer_overrides:
        return
    for held in night.of(DREAM):
        last = before.first(DREAM, held.actor)
        if held.seat and last and last.seat == held.seat:
            yield Death(held.seat, frozenset({"dream"}), (held.actor,), night.number, True)


def _link(table: Table, deaths: Mapping[int, Death]) -> Iterable[Death]:
    """The dreamer who goes out at night takes his dreamwalker along."""
    if not table.nights or not table.options.dreamer_overrides:
        return
    for held in table.nights[-1].of(DREAM):
        death = deaths.get(held.actor)
        if held.seat and death and death.night and death.round == table.round:
            yield Death(held.seat, frozenset({"dream"}), (held.actor,), death.round, True)


ROLE = Role(
    ID,
    side=Side.GOD,
    steps=(Step("N-18", 18, When.EVERY, lambda night: call(night, ID, _act), 15),),
    night_deaths=_twice,
    drags=_link,
)
