"""How a command changes where the loop goes on: raised by commands, caught by the loop."""

from __future__ import annotations

from narrator.rules.script import Entry


class Restart(Exception):
    """Go on from a cue of the script: by default the opening line of the current step."""

    def __init__(self, start: int | None = None) -> None:
        super().__init__()
        self.start = start


class Acted(Exception):
    """An act has been entered; what follows from it comes next."""


class Answered(Exception):
    """A command answers the pending question."""

    def __init__(self, entry: Entry, by: str) -> None:
        super().__init__()
        self.entry = entry
        self.by = by


class Ended(Exception):
    """The judge ends the game here."""
