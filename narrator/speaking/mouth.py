"""Mouth: what the host says lines and sounds with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Protocol


class Audience(str, Enum):
    """Who hears a line."""

    TABLE = "table"  # the loudspeaker: everybody
    JUDGE = "judge"  # the earpiece: the judge alone; without an earpiece the line is only shown


class Mouth(Protocol):
    """Speaks one line after the other on each audience's device. All calls return at once but `prepare`.

    `done` is called on another thread with True when the last sample has really been played, with False when
    the line could not be spoken (the host then shows it) or was stopped.
    """

    def prepare(self, texts: Iterable[str], progress: Callable[[int, int], None] | None = None) -> None:
        """Render lines ahead of need, so that saying them starts at once; `progress(done, total)`."""

    def say(self, text: str, audience: Audience, done: Callable[[bool], None]) -> None:
        """Speak a line after those already queued for this audience."""

    def sound(self, name: str, audience: Audience, done: Callable[[bool], None] | None = None) -> None:
        """Play an earcon: `heard`, `again`, `alarm`."""

    def duration(self, text: str) -> float:
        """Seconds that the line takes (an estimate from its length where it is not rendered yet)."""

    def music(self, on: bool) -> None:
        """Night music on (faded in, ducked under speech) or off (faded out)."""

    def pause(self) -> None:
        """Stop at once (20 ms fade), music too; the line that was cut is dropped with `done(False)`."""

    def resume(self) -> None:
        """Let music go on."""

    def busy(self, audience: Audience) -> bool:
        """True while a line or earcon of this audience can still be heard."""

    def trouble(self) -> str | None:
        """The key of a `host.*` line that says what does not work now, or None."""

    def stop(self) -> None:
        """Fade out and give the devices back."""
