"""What every role that looks at cards shares: the answer shown at once (R 4.1), and the signs for it."""

from __future__ import annotations

from collections.abc import Callable, Collection

from narrator.rules.nightwork import CHECK, LOOK, Night, seats_or_none
from narrator.rules.script import Script, Show, Value


def _shown(role: str, value: str) -> Show:
    return Show("cannot" if value == "cannot" else "private", role, value)


def check(night: Night, role: str, seat: int, target: int) -> Show:
    """A seer's check, whoever makes it: recorded, and its answer; `cannot` where it was void (R 2.1 no 2)."""
    table = night.table
    hit = night.record(CHECK, seat, target).seat
    if not hit:
        return _shown(role, "cannot")
    exact = table.options.seer_result == "exact_card"
    return _shown(role, table.card(hit) if exact else table.seen(hit))


def exact(night: Night, role: str, seat: int, target: int) -> Show:
    """A look at the exact card: recorded, and its answer."""
    hit = night.record(LOOK, seat, target).seat
    return _shown(role, night.table.card(hit) if hit else "cannot")


def look(role: str, targets: Callable[[Night, int], Collection[int]] | None = None) -> Callable[[Night, int], Script]:
    """The step of a role that each night may see one card: of the `targets`, else of anybody else."""

    def act(night: Night, seat: int) -> Script:
        def legal() -> Collection[Value]:
            return seats_or_none(targets(night, seat) if targets else night.others(seat))

        target = yield from night.pick(f"{role}.ask", role, seat, legal)
        if isinstance(target, int):
            yield exact(night, role, seat, target)

    return act
