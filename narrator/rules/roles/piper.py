"""吹笛者: enchants two a night and wins alone when everybody else is enchanted (R 2.3 no 12)."""

from dataclasses import dataclass, field

from narrator.rules.nightwork import ENCHANT, Night, call, chosen, several
from narrator.rules.role import Role, Step, When
from narrator.rules.script import Say, Script, Show
from narrator.rules.table import Table

ID = "piper"


@dataclass
class Enchanted:
    """Everybody enchanted so far."""

    seats: set[int] = field(default_factory=set)


def _act(night: Night, seat: int) -> Script:
    table = night.table
    enchanted = table.own(Enchanted).seats

    def targets() -> list[int]:
        return [n for n in night.others(seat) if n not in enchanted]

    exactly = table.options.piper_targets == "exactly_2"
    legal = several(targets, 2 if exactly else 1, skip=not exactly)
    answer = yield from night.ask(f"{ID}.ask", ID, legal if seat else lambda _: (), 2)
    if chosen(answer):
        deed = night.record(ENCHANT, seat, *chosen(answer))
        enchanted.update(hit for hit in deed.seats if hit)


def _enchanted(night: Night) -> Script:
    """N-15b: the judge taps them, all enchanted so far see each other (S0f S0h)."""
    table = night.table
    yield Say(f"{ID}.tap")
    yield Say("enchanted.open")
    yield Show("awake", "enchanted", tuple(n for n in sorted(table.own(Enchanted).seats) if table.alive(n)))
    yield from night.look("enchanted.look", "enchanted")
    yield Say("enchanted.close")


def _claims(table: Table, gone: frozenset[int]) -> str:
    """V-16; he wins even in the night that puts him out (`piper_wins_if_killed_same_night`)."""
    enchanted = table.own(Enchanted).seats
    for piper in table.holders(ID):
        if not table.alive(piper):
            continue
        if piper in gone and not table.options.piper_wins_if_killed_same_night:
            continue
        others = [n for n in table.living if n != piper and n not in gone]
        if others and all(n in enchanted for n in others):
            return "all_enchanted"
    return ""


ROLE = Role(
    ID,
    camp=ID,
    skilled=False,
    steps=(
        Step("N-15", 15, When.EVERY, lambda night: call(night, ID, _act), 20),
        Step("N-15b", 15.5, When.EVERY, _enchanted, 10, wanted=lambda table: table.options.piper_enchanted_wake),
    ),
    claims=_claims,
)
