"""隐狼: knows the wolves, who do not know him; alone he goes out, or takes the knife (R 2.2 no 40)."""

from collections.abc import Iterable, Mapping

from narrator.rules.death import Death
from narrator.rules.nightwork import KNIFE, Night
from narrator.rules.role import GOOD, WOLF, Pack, Role, Side, Step, When
from narrator.rules.roles._showing import showing
from narrator.rules.roles._status import status
from narrator.rules.script import Say, Script, Show
from narrator.rules.table import Table

ID = "hidden_wolf"


def _look(night: Night) -> Script:
    """N-37: the pack raises thumbs with eyes shut while he looks."""
    table = night.table
    seat = table.holder(ID)
    yield Say(f"{ID}.raise")
    yield Say(f"{ID}.open")
    yield Show("awake", ID, (seat,) if seat else ())
    if seat:
        yield Show("private", ID, tuple(n for n in table.wolves() if n != seat))
    yield from night.look(f"{ID}.look", ID)
    yield Say(f"{ID}.close")
    yield Say(f"{ID}.lower")


def _alone(table: Table, deaths: Mapping[int, Death]) -> Iterable[Death]:
    """Live table: he goes out with the last other wolf card (G-54)."""
    if table.options.hidden_wolf_alone != "dies":
        return
    for seat in table.holders(ID):
        others = [n for n in table.wolves(deaths) if n != seat]
        last = next((death for death in deaths.values() if table.is_wolf(death.seat)), None)
        if table.alive(seat) and not others and last:
            yield Death(seat, frozenset({"alone"}), (last.seat,), last.round, last.night)


def _joins(table: Table) -> bool:
    return table.options.hidden_wolf_alone == "joins"


ROLE = Role(
    ID,
    camp=WOLF,
    side=Side.WOLF,
    pack=Pack.OUTSIDER,
    outside=_joins,
    explodes=False,
    steps=(
        status(ID, 28.4, wanted=_joins),
        Step("N-37", 37, When.FIRST, _look, 10, needs="wolves"),
        showing(ID, 65.2),
    ),
    seen=lambda table, seat: GOOD,
    drags=_alone,
    lends=KNIFE,
)
