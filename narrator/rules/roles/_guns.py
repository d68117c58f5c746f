"""The shot on going out: what hunter, wolf king and lucky one share (R 2.1 no 4)."""

from __future__ import annotations

from collections.abc import Callable

from narrator.rules.death import Death
from narrator.rules.nightwork import Night
from narrator.rules.resolve import resolve
from narrator.rules.script import Say, Script, Show
from narrator.rules.shots import gun
from narrator.rules.table import Table


def hunters_gun(table: Table, seat: int, death: Death) -> bool:
    """May a hunter who goes out by these causes shoot? Every cause must be one of `hunter_shoots_on`."""
    allowed = table.options.hunter_shoots_on
    return "any" in allowed or death.causes <= allowed


def kings_gun(table: Table, seat: int, death: Death) -> bool:
    """A wolf king shoots but for love, self-destruct and poison, and not when dragged along (R 2.2 no 41, G-15)."""
    return not death.causes & {"lover", "explode", "poison", "charm", "binding"}


def sign(role: str) -> Callable[[Night], Script]:
    """N-60, N-61: thumb up exactly when he could shoot if he went out by tonight's knife."""

    def run(night: Night) -> Script:
        holders = tuple(seat for seat in night.table.holders(role) if night.table.alive(seat))
        yield Say(f"{role}.open")
        yield Show("awake", role, holders)
        for holder in holders:
            yield Show("private", role, "up" if _up(night, holder) else "down")
        yield from night.look(f"{role}.sign", role)
        yield Say(f"{role}.close")

    return run


def _up(night: Night, seat: int) -> bool:
    table = night.table
    tonight = resolve(table, night)
    causes = tonight.hits.get(seat, frozenset()) & {"poison", "double_save"}
    if tonight.loses_skills and table.role(seat).skilled and not table.is_wolf(seat):
        return False
    knife = frozenset() if "double_save" in causes else frozenset({"knife"})
    return gun(table, Death(seat, causes | knife, (), night.number, True), night)
