"""守卫: protects one player a night from the wolves, never the same two nights running (R 2.1 no 6)."""

from collections.abc import Collection, Iterable

from narrator.rules.death import Death
from narrator.rules.nightwork import GUARD, Night, call
from narrator.rules.role import Role, Side, Step, When
from narrator.rules.script import NONE, Script, Value
from narrator.rules.table import Table

ID = "guard"


def _targets(night: Night, seat: int) -> Collection[Value]:
    table, options = night.table, night.table.options
    last = night.last(GUARD, seat)
    legal: list[Value] = []
    for target in table.living:
        if target in last and options.guard_consecutive == "forbidden":
            continue
        if target == seat and not options.guard_self:
            continue
        if options.guard_little_girl == "not_selectable" and target in table.holders("little_girl"):
            continue
        legal.append(target)
    empty_last = night.number > 1 and not last and _was_up(night, seat)
    if options.guard_empty == "allowed" or (options.guard_empty == "not_two_nights" and not empty_last):
        legal.append(NONE)
    return legal


def _was_up(night: Night, seat: int) -> bool:
    """Could he guard last night? A feared guard has not guarded nobody (R 4.5 no 10)."""
    before = night.previous()
    return before is not None and before.feared != seat and before.embraced != seat


def _act(night: Night, seat: int) -> Script:
    target = yield from night.pick(f"{ID}.ask", ID, seat, lambda: _targets(night, seat))
    if isinstance(target, int):
        night.record(GUARD, seat, target)


def _call(night: Night) -> Script:
    yield from call(night, ID, _act)


def _twice(table: Table, night: Night) -> Iterable[Death]:
    """守死: guarded two nights running (S0n, R 4.2 no 30)."""
    if table.options.guard_consecutive != "kills":
        return
    before = night.previous()
    for deed in night.of(GUARD):
        if table.role(deed.actor).id == ID and before and deed.seat:
            last = before.first(GUARD, deed.actor)
            if last and last.seat == deed.seat:
                yield Death(deed.seat, frozenset({"double_guard"}), (deed.actor,), night.number, True)


# R 3.1: S0k wakes the guard last.
ROLE = Role(
    ID,
    side=Side.GOD,
    steps=(Step("N-20", 20, When.EVERY, _call, 10, True, {"S0k": 56}),),
    night_deaths=_twice,
    lends=GUARD,
)
