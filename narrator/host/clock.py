"""Time and the one inbox: keys, ears, the mouth's "done" and timers all come to the loop as events, in order.

The same loop runs on a real clock, where other threads post, and on a virtual one, where nothing happens but
what
was scheduled, so that an evening takes a second and is the same every time.
"""

from __future__ import annotations

import heapq
import itertools
import math
import queue
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Protocol

Happen = Callable[[], None]


class Clock(Protocol):
    """Seconds since the start of this run, and the inbox."""

    def now(self) -> float:
        """Seconds since the start, never going back."""

    def post(self, event: object) -> None:
        """Put an event into the inbox. From any thread."""

    def at(self, when: float, happen: Happen) -> Callable[[], None]:
        """Call `happen` on the loop's own thread at `when`, during a `wait`; gives what cancels it."""

    def wait(self, until: float = math.inf) -> object | None:
        """The next event, or None once it is `until`."""

    def wall(self) -> datetime:
        """The time of day at the table (R 5.2: parity of the minute)."""


class _Timers:
    """What is due when; of two things due together the one set first comes first."""

    def __init__(self) -> None:
        self._due: list[tuple[float, int, Happen]] = []
        self._cancelled: set[int] = set()
        self._count = itertools.count()

    def add(self, when: float, happen: Happen) -> Callable[[], None]:
        number = next(self._count)
        heapq.heappush(self._due, (when, number, happen))
        return lambda: self._cancelled.add(number)

    def next(self) -> float:
        """When the next thing is due; infinity when there is none."""
        while self._due and self._due[0][1] in self._cancelled:
            self._cancelled.discard(heapq.heappop(self._due)[1])
        return self._due[0][0] if self._due else math.inf

    def pop(self) -> Happen:
        return heapq.heappop(self._due)[2]


class RealClock:
    """The machine's monotonic clock; a suspended machine does not make timers run out at once."""

    def __init__(self) -> None:
        self._zero = time.monotonic()
        self._inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
        self._timers = _Timers()

    def now(self) -> float:
        return time.monotonic() - self._zero

    def post(self, event: object) -> None:
        self._inbox.put(event)

    def at(self, when: float, happen: Happen) -> Callable[[], None]:
        return self._timers.add(when, happen)

    def wait(self, until: float = math.inf) -> object | None:
        while True:
            now = self.now()
            if self._timers.next() <= now:
                self._timers.pop()()
                continue
            left = min(until, self._timers.next()) - now
            try:
                # Python's own waits end at once for a negative and overflow for an infinite time.
                return self._inbox.get(timeout=min(left, 3600.0)) if left > 0 else self._inbox.get_nowait()
            except queue.Empty:
                if self.now() >= until:
                    return None

    def wall(self) -> datetime:
        return datetime.now()


class VirtualClock:
    """A clock that jumps to whatever comes next. Everything happens on the loop's thread."""

    def __init__(self, wall: datetime | None = None) -> None:
        self._now = 0.0
        self._inbox: list[object] = []
        self._timers = _Timers()
        self._wall = wall or datetime(2026, 1, 1, 20, 0)

    def now(self) -> float:
        return self._now

    def post(self, event: object) -> None:
        self._inbox.append(event)

    def at(self, when: float, happen: Happen) -> Callable[[], None]:
        return self._timers.add(max(when, self._now), happen)

    def wait(self, until: float = math.inf) -> object | None:
        while not self._inbox:
            due = self._timers.next()
            if due == math.inf and until == math.inf:
                raise RuntimeError("nothing is scheduled and the loop waits for ever")
            if due > until:
                self._now = max(self._now, until)
                return None
            self._now = max(self._now, due)
            self._timers.pop()()
        return self._inbox.pop(0)

    def wall(self) -> datetime:
        return self._wall + timedelta(seconds=self._now)
