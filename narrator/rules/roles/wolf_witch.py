"""狼巫: each night sees the card of one who is no wolf; from night 2 a pure maiden goes out (R 2.2 no 47)."""

from collections.abc import Iterable

from narrator.rules.death import Death
from narrator.rules.nightwork import KNIFE, LOOK, Night, call
from narrator.rules.role import WOLF, Pack, Role, Side, Step, When
from narrator.rules.roles._checks import look
from narrator.rules.table import Table

ID = "wolf_witch"
PREY = "pure_maiden"


def _outsiders(night: Night, seat: int) -> list[int]:
    return [n for n in night.others(seat) if not night.table.is_wolf(n)]


def _purge(table: Table, night: Night) -> Iterable[Death]:
    """R 4.2 no 24."""
    for deed in night.of(LOOK):
        if night.number > 1 and table.role(deed.actor).id == ID and deed.seat in table.holders(PREY):
            yield Death(deed.seat, frozenset({"purge"}), (deed.actor,), night.number, True)


ROLE = Role(
    ID,
    camp=WOLF,
    side=Side.WOLF,
    pack=Pack.MEMBER,
    steps=(Step("N-33", 33, When.EVERY, lambda night: call(night, ID, look(ID, _outsiders)), 15, needs="cards"),),
    night_deaths=_purge,
    lends=KNIFE,
)
