"""Cover mode: while the table's eyes are open no secret stands on the screen, unless the judge turns it up."""

from __future__ import annotations

from dataclasses import dataclass, replace

from narrator.screen.phase import Phase


@dataclass(frozen=True, slots=True)
class Cover:
    """`turned`: what the judge chose last, until the eyes open or shut again; None: by itself."""

    turned: bool | None = None
    eyes_shut: bool = False
    handing: bool = False

    def after(self, phase: Phase) -> Cover:
        """The cover once this phase has begun: a choice holds until night falls, day breaks, or the cards are out."""
        same = (phase.eyes_shut, phase.handing) == (self.eyes_shut, self.handing)
        return self if same else Cover(None, phase.eyes_shut, phase.handing)

    @property
    def on(self) -> bool:
        """Is the screen covered?"""
        return not self.eyes_shut if self.turned is None else self.turned

    def toggled(self) -> Cover:
        """The one key."""
        return replace(self, turned=not self.on)
