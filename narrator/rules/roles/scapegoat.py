"""替罪羊: a tied exile vote puts him out instead, and he names tomorrow's voters (R 2.1 no 11)."""

from narrator.rules.asking import asking
from narrator.rules.death import Death
from narrator.rules.depart import depart
from narrator.rules.role import Asked, Role, Side
from narrator.rules.roles._showing import showing
from narrator.rules.script import NONE, Answer, Ask, Say, Value, Window
from narrator.rules.table import Table

ID = "scapegoat"


def _takes_it(table: Table, second: bool) -> Asked:
    """At the first tie, or at the second with `scapegoat_before_pk` false. True when he has gone out for it."""
    seat = table.holder(ID)
    if not seat or table.lost(seat) or second == table.options.scapegoat_before_pk:
        return False
    yield Say("scapegoat.out", {"seat": seat})
    yield from depart(table, [Death(seat, frozenset({"tie"}), (), table.round)])
    if table.options.scapegoat_list:
        yield from _names_voters(table, seat)
    return True


def _names_voters(table: Table, seat: int) -> Asked:
    def legal(before: Answer) -> list[Value]:
        return [n for n in table.living if n not in before]

    ask = Ask(
        f"{ID}.voters",
        tuple(range(1, table.players + 1)),
        legal,
        places=0,
        role=ID,
        seat=seat,
        window=Window.AFTER_EXILE,
        extras=(NONE,),
        slots={"seat": seat},
    )
    answer = yield from asking(table, lambda: ask)
    if answer is None or answer == (NONE,):
        return False
    seats = tuple(value for value in answer if isinstance(value, int))
    table.voters_only = (table.round + 1, frozenset(seats))
    yield Say("scapegoat.list" if seats else "scapegoat.nobody", {"seats": seats})
    return True


ROLE = Role(ID, side=Side.GOD, steps=(showing(ID, 65.8),), on_tie=_takes_it)
