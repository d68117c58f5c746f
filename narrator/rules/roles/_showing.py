"""N-65: roles that only show the judge where they sit (R 3.3)."""

from __future__ import annotations

from collections.abc import Callable

from narrator.rules.nightwork import Night, call
from narrator.rules.role import Step, When
from narrator.rules.script import Script


def showing(role: str, place: float, when: When = When.FIRST, wanted: Callable[..., bool] | None = None) -> Step:
    """The show-only step of a role."""

    def act(night: Night, seat: int) -> Script:
        yield from night.look(f"{role}.seat", role)

    def run(night: Night) -> Script:
        yield from call(night, role, act, opening=f"{role}.seat")

    return Step("N-65", place, when, run, 5, wanted=wanted)
