"""白昼学者 and 寂夜导师: the double-target rule, all that is known of the two (R 2.1 no 30, 2.2 no 50, G-17)."""

from collections.abc import Callable, Iterable

from narrator.rules.death import Death
from narrator.rules.nightwork import BOOST, KNIFE, WEAKEN, Deed, Night, call, seats_or_none
from narrator.rules.role import WOLF, Pack, Role, Side, Step, When
from narrator.rules.script import NONE, Script, Value
from narrator.rules.table import Table

SCHOLAR = "day_scholar"
MENTOR = "night_mentor"
MODES = (BOOST, WEAKEN)


def _act(role: str) -> Callable[[Night, int], Script]:
    def modes(night: Night, seat: int) -> list[Value]:
        return [mode for mode in MODES if next(night.ever(mode, seat), None) is None]

    def act(night: Night, seat: int) -> Script:
        table = night.table
        target = yield from night.pick(f"{role}.seat", role, seat, lambda: seats_or_none(table.living))
        mode = yield from night.pick(
            f"{role}.mode",
            role,
            seat,
            lambda: (NONE,) if target == NONE else modes(night, seat),
            (*MODES, NONE),
        )
        if isinstance(target, int) and mode in MODES:
            night.record(str(mode), seat, target)

    return act


def _ready(night: Night, seat: int) -> bool:
    """Each mode once in the game."""
    return any(next(night.ever(mode, seat), None) is None for mode in MODES)


def _deed(table: Table, night: Night, role: str) -> Deed | None:
    return next((d for d in night.deeds if d.kind in MODES and table.role(d.actor).id == role and d.seat), None)


def _both(table: Table, night: Night) -> Iterable[Death]:
    """R 4.2 no 27."""
    scholar, mentor = _deed(table, night, SCHOLAR), _deed(table, night, MENTOR)
    if not scholar or not mentor:
        return
    if table.is_wolf(scholar.seat) and table.is_wolf(mentor.seat):
        yield Death(mentor.actor, frozenset({"double_target"}), (scholar.actor,), night.number, True)
    elif scholar.seat == mentor.seat:
        by = (scholar.actor, mentor.actor)
        yield Death(scholar.seat, frozenset({"double_target"}), by, night.number, True)


def _step(role: str, code: str, place: float) -> Step:
    return Step(code, place, When.LATER, lambda night: call(night, role, _act(role), ready=_ready), 15)


DAY_SCHOLAR = Role(SCHOLAR, side=Side.GOD, steps=(_step(SCHOLAR, "N-24", 24),), night_deaths=_both)
NIGHT_MENTOR = Role(
    MENTOR, camp=WOLF, side=Side.WOLF, pack=Pack.MEMBER, steps=(_step(MENTOR, "N-25", 25),), lends=KNIFE
)
