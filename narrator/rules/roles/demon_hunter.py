"""猎魔人: from night 2 may hunt: a wolf goes out, otherwise he does; no poison works on him (R 2.1 no 21)."""

from collections.abc import Iterable

from narrator.rules.death import Death
from narrator.rules.nightwork import HUNT, Night, call, seats_or_none
from narrator.rules.role import Fate, Harm, Role, Side, Step, When
from narrator.rules.script import Script
from narrator.rules.table import Table

ID = "demon_hunter"


def _act(night: Night, seat: int) -> Script:
    def targets() -> list[int]:
        return [n for n in night.table.victims(seat) if n != seat]

    target = yield from night.pick(f"{ID}.ask", ID, seat, lambda: seats_or_none(targets()))
    if isinstance(target, int):
        deed = night.record(HUNT, seat, target)
        if deed.seat and deed.seat == night.servant():
            night.freed = True


def _hunt(table: Table, night: Night) -> Iterable[Death]:
    """R 4.2 no 25."""
    for deed in night.of(HUNT):
        prey = deed.seat
        if not prey or night.freed:
            continue
        if not table.is_wolf(prey):
            yield Death(deed.actor, frozenset({"hunt"}), (deed.actor,), night.number, True)
        elif table.meets(prey, Harm.HUNT) is Fate.OUT:
            yield Death(prey, frozenset({"hunt"}), (deed.actor,), night.number, True)


ROLE = Role(
    ID,
    side=Side.GOD,
    steps=(Step("N-48", 48, When.LATER, lambda night: call(night, ID, _act), 15),),
    meets=lambda table, seat, harm: Fate.NOTHING if harm is Harm.POISON else Fate.OUT,
    night_deaths=_hunt,
    lends=HUNT,
)
