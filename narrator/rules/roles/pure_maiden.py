"""纯白之女: each night sees one card; from night 2 a wolf she looks at goes out (R 2.1 no 23)."""

from collections.abc import Iterable

from narrator.rules.death import Death
from narrator.rules.nightwork import LOOK, Night, call
from narrator.rules.role import Fate, Harm, Role, Side, Step, When
from narrator.rules.roles._checks import look
from narrator.rules.table import Table

ID = "pure_maiden"


def _purge(table: Table, night: Night) -> Iterable[Death]:
    """R 4.2 no 23."""
    for deed in night.of(LOOK):
        hers = night.number > 1 and table.role(deed.actor).id == ID
        if hers and deed.seat and table.is_wolf(deed.seat) and table.meets(deed.seat, Harm.PURGE) is Fate.OUT:
            yield Death(deed.seat, frozenset({"purge"}), (deed.actor,), night.number, True)


ROLE = Role(
    ID,
    side=Side.GOD,
    steps=(Step("N-43", 43, When.EVERY, lambda night: call(night, ID, look(ID)), 15, needs="cards"),),
    night_deaths=_purge,
    lends=LOOK,
)
