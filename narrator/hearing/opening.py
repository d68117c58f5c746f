"""Which prompt is open, and the one door that its events leave by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition, RLock
from time import monotonic

from narrator.hearing.ears import Event, Prompt


@dataclass(frozen=True, slots=True)
class Opened:
    """One call of `Ears.open`; `number` counts them, so that late work for an earlier one is recognised;
    `at` is when (monotonic seconds)."""

    prompt: Prompt
    heard: Callable[[Event], None]
    number: int
    at: float


class Opening:
    """Shared by the thread that opens and closes and by those that hear.

    Events are delivered under the lock, so nothing comes after `close` has returned; the callback may
    itself open or close. It should only hand the event on (a queue): while it runs, `close` on another
    thread waits."""

    def __init__(self) -> None:
        self._changed = Condition(RLock())
        self._now: Opened | None = None
        self._count = 0
        self._over = False

    @property
    def over(self) -> bool:
        """True once the ears were stopped."""
        return self._over

    def open(self, prompt: Prompt, heard: Callable[[Event], None]) -> None:
        """Make this the prompt that is heard for."""
        with self._changed:
            if self._over:
                raise RuntimeError("these ears were stopped")
            self._count += 1
            self._now = Opened(prompt, heard, self._count, monotonic())
            self._changed.notify_all()

    def close(self) -> None:
        """No prompt is open any more."""
        with self._changed:
            self._now = None
            self._changed.notify_all()

    def stop(self) -> None:
        """Close for good, and let waiting threads go."""
        with self._changed:
            self._over = True
            self.close()

    def now(self) -> Opened | None:
        """The prompt that is open."""
        with self._changed:
            return self._now

    def wait(self, after: int = 0, timeout: float | None = None) -> Opened | None:
        """Wait until a prompt later than number `after` is open; None when stopped or after `timeout`
        seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._over or self._later(after) is not None, timeout)
            return None if self._over else self._later(after)

    def deliver(self, event: Event, opened: Opened) -> bool:
        """Hand the event over if that prompt is still the open one; says whether it was."""
        with self._changed:
            if self._now is None or self._now.number != opened.number:
                return False
            opened.heard(event)
            return True

    def _later(self, after: int) -> Opened | None:
        return self._now if self._now is not None and self._now.number > after else None
