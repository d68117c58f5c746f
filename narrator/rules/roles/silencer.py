"""禁言长老: each night may silence one player for the next day (R 2.1 no 18)."""

from narrator.rules.nightwork import SILENCE, Night, call, seats_or_none
from narrator.rules.role import Role, Side, Step, When
from narrator.rules.script import Event, Say, Script, Show
from narrator.rules.table import Table

ID = "silencer"


def _act(night: Night, seat: int) -> Script:
    last = night.last(SILENCE, seat)
    target = yield from night.pick(
        f"{ID}.ask", ID, seat, lambda: seats_or_none([n for n in night.table.living if n not in last])
    )
    if isinstance(target, int):
        deed = night.record(SILENCE, seat, target)
        night.table.silenced = deed.seat


def _announce(table: Table) -> Script:
    """With the deaths (`silencer_announced`); lapses when he went out (G-41)."""
    seat = table.silenced if table.silenced in table.living else 0
    if table.options.silencer_announced == "privately":
        if seat:
            yield Show("silenced", ID, seat)
        seat = 0
    elif seat:
        yield Say("silenced", {"seat": seat})
    yield Event("silenced", {"seat": seat})


ROLE = Role(
    ID,
    side=Side.GOD,
    steps=(Step("N-55", 55, When.EVERY, lambda night: call(night, ID, _act), 15),),
    at_dawn=_announce,
    lends=SILENCE,
)
