"""N-28: does an outsider hold the knife tonight? Called every night, so that the table learns nothing (R 3.5, G-96)."""

from __future__ import annotations

from collections.abc import Callable

from narrator.rules.nightwork import Night, call
from narrator.rules.role import Step, When
from narrator.rules.script import Script, Show
from narrator.rules.table import Table


def sign(night: Night, role: str, seat: int) -> Show:
    """What the holder is shown: he joins the wolves tonight, or stays asleep."""
    return Show("status", role, "joins" if seat in night.table.pack() else "asleep")


def status(role: str, place: float, wanted: Callable[[Table], bool] | None = None) -> Step:
    """The status call of an outsider."""

    def act(night: Night, seat: int) -> Script:
        if seat:
            yield sign(night, role, seat)
        yield from night.look(f"{role}.status", role)

    def run(night: Night) -> Script:
        yield from call(night, role, act, opening=f"{role}.status")

    return Step("N-28", place, When.EVERY, run, 5, wanted=wanted, needs="wolves")
