"""机械狼: once copies a player's skill and uses it once; alone on the field has the knife (R 2.2 no 52)."""

from dataclasses import dataclass, field

from narrator.rules.death import Death
from narrator.rules.nightwork import COPY, KNIFE, Night, call, seats_or_none
from narrator.rules.role import WOLF, Pack, Role, Side, Step, When
from narrator.rules.roles import _lent
from narrator.rules.roles._guns import hunters_gun
from narrator.rules.roles._status import sign
from narrator.rules.script import NONE, Script, Show, Value
from narrator.rules.table import Table

ID = "mech_wolf"


@dataclass
class Copied:
    """The role copied by one mechanical wolf, and whether its skill has been used."""

    role: str = ""
    skill: str = ""
    night: int = 0
    used: bool = False


@dataclass
class Copies:
    """What each mechanical wolf has copied."""

    of: dict[int, Copied] = field(default_factory=dict)


def _copied(table: Table, seat: int) -> Copied:
    return table.own(Copies).of.setdefault(seat, Copied())


def _act(night: Night, seat: int) -> Script:
    table = night.table
    copied = _copied(table, seat)
    if seat:
        yield sign(night, ID, seat)

    def copies() -> list[Value]:
        return [NONE] if copied.role else seats_or_none(night.others(seat))

    def uses() -> list[Value]:
        early = copied.night == night.number and table.options.mech_use_from == "next"
        stopped = copied.skill == KNIFE and night.no_extra
        if not copied.role or copied.used or early or stopped:
            return [NONE]
        return seats_or_none(_lent.targets(night, seat, copied.skill))

    mark = yield from night.pick(f"{ID}.copy", ID, seat, copies)
    if isinstance(mark, int):
        hit = night.record(COPY, seat, mark).seat
        if hit:
            role = table.role(hit)
            copied.role, copied.skill, copied.night = role.id, role.lends, night.number
            yield Show("private", ID, role.id)
    target = yield from night.pick(f"{ID}.use", ID, seat, uses)
    if isinstance(target, int):
        copied.used = True
        shown = _lent.use(night, ID, seat, copied.skill, target)
        if shown:
            yield shown


def _ready(night: Night, seat: int) -> bool:
    copied = _copied(night.table, seat)
    return not copied.role or not copied.used


def _gun(table: Table, seat: int, death: Death) -> bool:
    """A copied gun shoots as the hunter's."""
    return _copied(table, seat).skill == "gun" and hunters_gun(table, seat, death)


ROLE = Role(
    ID,
    camp=WOLF,
    side=Side.WOLF,
    pack=Pack.OUTSIDER,
    explodes=False,
    steps=(Step("N-16", 16, When.EVERY, lambda night: call(night, ID, _act, ready=_ready), 20, needs="cards"),),
    card=lambda table, seat: _copied(table, seat).role or ID,
    shoots=_gun,
    lends=KNIFE,
)
