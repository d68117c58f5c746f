"""Rehearsals inside a test: set up, run, and what the table heard."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from narrator.host.clock import VirtualClock
from narrator.host.rehearse import START, Rehearsal, prepare
from narrator.host.session import Start, begin
from narrator.host.setup import Settings, header_of
from narrator.host.transcript import Line, Transcript
from narrator.rules.game import Header


@dataclass
class Heard:
    """A rehearsal that has run, with all its lines."""

    rehearsal: Rehearsal
    lines: list[Line]

    @property
    def table(self) -> list[Line]:
        return [line for line in self.lines if line.to == "table"]


def settings(folder: Path, **flags: object) -> Settings:
    return Settings(**{"fast": True, "seed": 1, "games": folder, **flags})  # type: ignore[arg-type]


def begun(chosen: Settings, header: Header | None = None) -> Start:
    """A new game of this header."""
    return begin(chosen, header or header_of(chosen), START.isoformat(), rehearsal=True)


class StandingClock(VirtualClock):
    """Virtual time beside a wall clock that stands: rules that look at the clock come out the same."""

    def wall(self) -> datetime:
        return START


def rehearsed(
    chosen: Settings,
    header: Header | None = None,
    ready: Callable[[Rehearsal], None] | None = None,
    slips: bool = True,
    start: Start | None = None,
) -> Heard:
    """Run a rehearsal to its end (or until `ready` has made it stop)."""
    transcript = Transcript(keep=True)
    if start is None and chosen.resume is None:
        start = begun(chosen, header)
    clock = StandingClock(START)
    rehearsal = prepare(chosen, transcript, clock, start=start)
    if not slips:
        rehearsal.judge.share = 0.0
    if ready is not None:
        ready(rehearsal)
    with suppress(Enough):
        rehearsal.run()
    return Heard(rehearsal, transcript.lines)


class Enough(Exception):
    """The test has seen what it wanted."""


def stop_at(key: str) -> Callable[[Rehearsal], None]:
    """Stop the rehearsal when the table is about to hear this line."""

    def ready(rehearsal: Rehearsal) -> None:
        say_text = rehearsal.desk.say_text

        def say(said: str, text: str, slots: object = None, repeatable: bool = True) -> None:
            if said == key:
                raise Enough
            say_text(said, text, slots, repeatable)  # type: ignore[arg-type]

        rehearsal.desk.say_text = say  # type: ignore[method-assign,assignment]

    return ready
