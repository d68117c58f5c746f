"""狼兄 and 狼弟: the little one sleeps while the big one lives, then has one revenge knife (R 2.2 no 53, 54)."""

from dataclasses import dataclass

from narrator.rules.nightwork import KNIFE, Night, call
from narrator.rules.role import GOOD, WOLF, Pack, Role, Side, Step, When
from narrator.rules.script import Say, Script, Show
from narrator.rules.table import Table

BIG = "wolf_big_brother"
LITTLE = "wolf_little_brother"


@dataclass
class Revenge:
    """The night in which the revenge knife was used; 0: not yet."""

    night: int = 0


def _meet(night: Night) -> Script:
    """N-06."""
    table = night.table
    yield Say("brothers.open")
    both = (*table.holders(BIG), *table.holders(LITTLE))
    yield Show("awake", "brothers", tuple(sorted(n for n in both if table.alive(n))))
    yield from night.look("brothers.look", "brothers")
    yield Say("brothers.close")


def _due(night: Night, seat: int) -> bool:
    """Once, in the night after the big brother is out; later only if that night was blocked."""
    table = night.table
    return bool(table.holders(BIG)) and not table.holder(BIG) and not table.own(Revenge).night and not night.no_extra


def _act(night: Night, seat: int) -> Script:
    table = night.table

    def targets() -> list[int]:
        return [n for n in table.victims(seat) if n != seat]

    target = yield from night.pick(f"{LITTLE}.revenge", LITTLE, seat, targets)
    if isinstance(target, int):
        table.own(Revenge).night = night.number
        night.record(KNIFE, seat, target, word="revenge")


def _joins(table: Table, seat: int) -> bool:
    """One night later; as the last wolf on the field the same night (two knives)."""
    used = table.own(Revenge).night
    return 0 < used < table.round or (used == table.round > 0 and table.wolves() == [seat])


def _seen(table: Table, seat: int) -> str:
    joined = _joins(table, seat)
    return WOLF if joined and table.options.little_brother_seer_after == WOLF else GOOD


WOLF_BIG_BROTHER = Role(
    BIG,
    camp=WOLF,
    side=Side.WOLF,
    pack=Pack.MEMBER,
    steps=(Step("N-06", 6, When.FIRST, _meet, 10),),
    lends=KNIFE,
)
WOLF_LITTLE_BROTHER = Role(
    LITTLE,
    camp=WOLF,
    side=Side.WOLF,
    pack=Pack.OUTSIDER,
    joins=_joins,
    steps=(Step("N-29", 29, When.LATER, lambda night: call(night, LITTLE, _act, ready=_due), 20),),
    seen=_seen,
    lends=KNIFE,
)
