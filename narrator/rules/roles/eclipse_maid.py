"""蚀日侍女: from night 2 steals and uses a non-wolf's skill, nobody's twice (R 2.2 no 51)."""

from collections.abc import Collection, Iterable

from narrator.rules.death import Death
from narrator.rules.nightwork import KNIFE, STEAL, Night, call, seats_or_none
from narrator.rules.role import WOLF, Pack, Role, Side, Step, When
from narrator.rules.roles import _lent
from narrator.rules.roles._status import status
from narrator.rules.script import NONE, Script, Value
from narrator.rules.table import Table

ID = "eclipse_maid"
COUNT = "light_count"


def _fresh(night: Night, seat: int) -> list[int]:
    robbed = {number for deed in night.ever(STEAL, seat) for number in deed.called}
    return [n for n in night.others(seat) if n not in robbed and not night.table.is_wolf(night.swap(n))]


def _act(night: Night, seat: int) -> Script:
    table = night.table
    mark = yield from night.pick(f"{ID}.steal", ID, seat, lambda: seats_or_none(_fresh(night, seat)))
    robbed = night.record(STEAL, seat, mark).seat if isinstance(mark, int) else 0
    skill = table.role(robbed).lends if robbed else ""
    if robbed and _deadly(table, night, robbed):
        skill = ""  # G-24: the stolen skill has no effect

    def targets() -> Collection[Value]:
        if mark == NONE:
            return [NONE]
        usable = skill in _lent.USABLE  # G-25: what has no use at night may be pointed anywhere, and does nothing
        return [*(_lent.targets(night, seat, skill) if usable else table.living), NONE]

    target = yield from night.pick(f"{ID}.at", ID, seat, targets)
    if isinstance(target, int) and skill in _lent.USABLE:
        shown = _lent.use(night, ID, seat, skill, target)
        if shown:
            yield shown


def _deadly(table: Table, night: Night, robbed: int) -> bool:
    """Does she rob the count, or the seat he shelters tonight?"""
    return bool(night.sheltered) and (robbed == night.sheltered or robbed in table.holders(COUNT))


def _theft(table: Table, night: Night) -> Iterable[Death]:
    """R 4.2 no 29: the sheltered seat and she go out."""
    for deed in night.of(STEAL):
        if _deadly(table, night, deed.seat):
            for seat in (night.sheltered, deed.actor):
                yield Death(seat, frozenset({"theft"}), (deed.actor,), night.number, True)


ROLE = Role(
    ID,
    camp=WOLF,
    side=Side.WOLF,
    pack=Pack.OUTSIDER,
    steps=(
        status(ID, 28.2),
        Step("N-35", 35, When.LATER, lambda night: call(night, ID, _act), 20),
    ),
    night_deaths=_theft,
    lends=KNIFE,
)
