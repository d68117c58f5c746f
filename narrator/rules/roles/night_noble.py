"""夜之贵族: from night 2 makes one player his servant, who goes out a dawn later (R 2.2 no 55)."""

from collections.abc import Iterable

from narrator.rules.death import Death
from narrator.rules.nightwork import KNIFE, SERVE, Night, call, seats_or_none
from narrator.rules.role import WOLF, Pack, Role, Side, Step, When
from narrator.rules.script import Script
from narrator.rules.table import Table

ID = "night_noble"


def _act(night: Night, seat: int) -> Script:
    target = yield from night.pick(f"{ID}.ask", ID, seat, lambda: seats_or_none(night.others(seat)))
    if isinstance(target, int):
        night.record(SERVE, seat, target)


def _free(night: Night, seat: int) -> bool:
    """While a servant exists no new one can be chosen."""
    servant = night.servant()
    return not servant or not night.table.alive(servant)


def _end(table: Table, night: Night) -> Iterable[Death]:
    """R 4.2 no 28: at the dawn of the day after, unless he was hunted (R 2.1 no 21)."""
    if night.freed:
        return
    at_once = table.options.servant_death_dawn == "k"
    before = night.previous()
    deed = night.first(SERVE) if at_once else (before.first(SERVE) if before and not before.freed else None)
    if deed and deed.seat and table.alive(deed.seat):
        yield Death(deed.seat, frozenset({"servant"}), (deed.actor,), night.number, True)


ROLE = Role(
    ID,
    camp=WOLF,
    side=Side.WOLF,
    pack=Pack.MEMBER,
    steps=(Step("N-34", 34, When.LATER, lambda night: call(night, ID, _act, ready=_free), 15),),
    night_deaths=_end,
    lends=KNIFE,
)
