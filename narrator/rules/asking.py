"""Asking: a question of the flow, made anew after every act that comes in between."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING

from narrator.rules.script import Act, Answer, Ask, Cue, Entry, Value

if TYPE_CHECKING:
    from narrator.rules.death import Outcome
    from narrator.rules.table import Table


class DayOver(Exception):
    """The rest of the day is dropped, night falls: a self-destruct, a won duel."""


class GameOver(Exception):
    """Somebody has won."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.winner)
        self.outcome = outcome


def asking(table: Table, make: Callable[[], Ask | None]) -> Generator[Cue, Entry, Answer | None]:
    """Ask until there is an answer. After an act the question is made anew; None when it has become idle."""
    while True:
        ask = make()
        if ask is None:
            return None
        got = yield ask
        if not isinstance(got, Act):
            return got
        yield from table.react(got)


def yes_or_no(able: bool) -> Callable[[Answer], tuple[Value, ...]]:
    """Legal values of a question that everybody hears and only some can answer with yes."""
    return lambda _: ("yes", "no") if able else ("no",)
