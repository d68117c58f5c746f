"""寻香魅影: binds two players; once in the game, if one goes out the other follows (R 2.2 no 56)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from narrator.rules.death import Death
from narrator.rules.nightwork import BIND, KNIFE, Night, call, chosen, several
from narrator.rules.role import WOLF, Pack, Role, Side, Step, When
from narrator.rules.roles._status import status
from narrator.rules.script import Cue, Script, Show
from narrator.rules.table import Table

ID = "scent_phantom"


@dataclass
class Binding:
    """Has it fired?"""

    fired: bool = False


def _informed(night: Night, seat: int) -> Script:
    """N-07: one other wolf's seat, drawn."""
    table = night.table
    others = [n for n in table.wolves() if n != seat]
    if seat and others:
        yield Show("private", ID, table.draw(f"{ID}/{seat}", others))
    yield from night.look(f"{ID}.look", ID)


def _act(night: Night, seat: int) -> Script:
    legal = several(lambda: list(night.table.living), 2) if seat else lambda _: ()
    answer = yield from night.ask(f"{ID}.ask", ID, legal, 2)
    pair = chosen(answer)
    if len(pair) == 2:
        night.record(BIND, seat, *pair)


def _unfired(night: Night, seat: int) -> bool:
    return not night.table.own(Binding).fired


def _bound(table: Table) -> tuple[int, ...]:
    """A new binding replaces the old one; it lasts until replaced."""
    for night in reversed(table.nights):
        deed = night.first(BIND)
        if deed:
            return deed.seats
    return ()


def _follow(table: Table, deaths: Mapping[int, Death]) -> Iterable[Death]:
    """R 4.2 no 33."""
    pair = _bound(table)
    if len(pair) != 2 or 0 in pair or table.own(Binding).fired:
        return
    for one, other in (pair, pair[::-1]):
        if one in deaths and other not in deaths:
            first = deaths[one]
            yield Death(other, frozenset({"binding"}), (one,), first.round, first.night)


def _fired(table: Table, death: Death) -> Iterable[Cue]:
    if "binding" in death.causes:
        table.own(Binding).fired = True
    return ()


ROLE = Role(
    ID,
    camp=WOLF,
    side=Side.WOLF,
    pack=Pack.OUTSIDER,
    steps=(
        Step("N-07", 7, When.FIRST, lambda n: call(n, ID, _informed, opening=f"{ID}.wolf"), 10, needs="wolves"),
        status(ID, 28.3),
        Step("N-36", 36, When.EVERY, lambda n: call(n, ID, _act, ready=_unfired), 15),
    ),
    drags=_follow,
    on_out=_fired,
    lends=KNIFE,
)
