"""骑士: by day, once, duels one player: a wolf goes out and night falls, otherwise he does (R 2.1 no 17)."""

from collections.abc import Iterable

from narrator.rules.asking import DayOver
from narrator.rules.death import Death
from narrator.rules.depart import depart
from narrator.rules.role import GOOD, Role, Side
from narrator.rules.roles._showing import showing
from narrator.rules.script import Act, Say, Script, Value
from narrator.rules.table import Table

ID = "knight"


def _targets(table: Table, seat: int) -> Iterable[Value | None]:
    """Anybody but himself, after the election and before the exile vote (S4)."""
    if seat in table.turned or table.lost(seat):
        return ()
    return [n for n in table.victims(seat) if n != seat]


def _duel(table: Table, act: Act) -> Script:
    target = act.target
    assert isinstance(target, int)
    table.turned.add(act.seat)
    yield Say("duel", {"seat": act.seat, "target": target})
    if table.is_wolf(target):
        yield Say("duel.wolf", {"seat": act.seat, "target": target})
        # R 5.7: the wolf killed in a duel has no last words, night falls at once.
        yield from depart(table, [_death(table, target, act.seat)], wordless={target})
        raise DayOver
    third = table.role(target).camp != GOOD
    if third and table.options.knight_vs_third == "survives":
        yield Say("duel.nobody", {"seat": act.seat, "target": target})
        return
    yield Say("duel.good", {"seat": act.seat, "target": target})
    yield from depart(table, [_death(table, act.seat, target)])


def _death(table: Table, seat: int, by: int) -> Death:
    return Death(seat, frozenset({"duel"}), (by,), table.round)


ROLE = Role(ID, side=Side.GOD, steps=(showing(ID, 65.4),), act_kind="duel", act_targets=_targets, act=_duel)
