"""女巫: one antidote for tonight's knife victim and one poison (R 2.1 no 3)."""

from collections.abc import Collection

from narrator.rules.nightwork import POISON, SAVE, Night, call
from narrator.rules.role import Role, Side, Step, When
from narrator.rules.script import NONE, Answer, Script, Show, Value
from narrator.rules.table import Table

ID = "witch"


def _left(night: Night, seat: int, potion: str) -> bool:
    """Does she still have it? One potion in the whole game under `1_per_game` (S0f)."""
    if night.table.options.witch_potions_per_night == "1_per_game":
        return not any(True for kind in (SAVE, POISON) for _ in night.ever(kind, seat))
    return next(night.ever(potion, seat), None) is None


def _ready(night: Night, seat: int) -> bool:
    return _left(night, seat, SAVE) or _left(night, seat, POISON)


def _victim(night: Night, seat: int) -> Value:
    """What she is shown: the number called, `nobody`, or `untold` once the antidote is gone (R 4.5 no 1, 5, 9)."""
    table, victim = night.table, night.knifed
    told = table.options.witch_told_after_antidote
    herself = bool(victim) and night.swap(victim) == seat  # by the seat really hit
    if _left(night, seat, SAVE) or told == "always" or (told == "own_death_only" and herself):
        return victim or "nobody"
    return "untold"


def _may_save_herself(night: Night) -> bool:
    """R 2.1 no 3, `witch_self_save`."""
    table = night.table
    rule = table.options.witch_self_save
    if rule == "no_guard":
        return not table.board.count(_GUARD)
    if rule == "guard_not_alive":
        return not table.holder(_GUARD)
    return rule == "always" or (rule == "n1" and night.number == 1)


_GUARD = "guard"  # named by the options `no_guard` and `guard_not_alive`


def _may_save(night: Night, seat: int) -> bool:
    victim = night.knifed
    if not victim or not _left(night, seat, SAVE):
        return False
    hit = victim if night.caught else night.swap(victim)
    return hit != seat or _may_save_herself(night)


def _act(night: Night, seat: int) -> Script:
    table = night.table
    if seat:
        yield Show("private", ID, _victim(night, seat))

    def save(_: Answer) -> Collection[Value]:
        if not seat:
            return ()
        return ("yes", "no") if _may_save(night, seat) else ("no",)

    answer = yield from night.ask(f"{ID}.save", ID, save, 1, ("yes", "no"))
    saved = answer[0] == "yes"
    if saved:
        night.record(SAVE, seat, night.knifed)

    def poison() -> Collection[Value]:
        if not _left(night, seat, POISON) or (saved and table.options.witch_potions_per_night == 1):
            return (NONE,)
        victims = table.victims(seat)
        return [*(v for v in victims if v != seat or table.options.witch_self_poison), NONE]

    target = yield from night.pick(f"{ID}.poison", ID, seat, poison)
    if isinstance(target, int):
        night.record(POISON, seat, target)


def _call(night: Night) -> Script:
    yield from call(night, ID, _act, ready=_ready)


def _explained(table: Table) -> str:
    """Guard and antidote on one seat kill (R 8.1 D-2)."""
    both = table.board.count(_GUARD) and table.options.guard_save_conflict == "dies"
    return "opening.rules.double" if both else ""


ROLE = Role(
    ID,
    side=Side.GOD,
    steps=(Step("N-39", 39, When.EVERY, _call, 60, True),),
    lends=POISON,
    explained=_explained,
)
