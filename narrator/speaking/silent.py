"""Mouths that make no sound: for a machine without a loudspeaker, and for virtual time."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable

from narrator.speaking.mixer import Done
from narrator.speaking.mouth import Audience
from narrator.speaking.reader import estimate

EARCON_SECONDS = 0.2
"""How long an earcon takes in virtual time."""

After = Callable[[float, Callable[[], None]], object]
"""Calls the function so many seconds later."""


class SilentMouth:
    """Says nothing: every line is `done(False)` at once, on another thread, and shown instead."""

    def __init__(self, rate: float = 1.0) -> None:
        self._rate = rate
        self._done: queue.SimpleQueue[Done | None] = queue.SimpleQueue()
        threading.Thread(target=self._work, name="silent mouth", daemon=True).start()

    def prepare(self, texts: Iterable[str], progress: Callable[[int, int], None] | None = None) -> None:
        """There is nothing to do."""

    def say(self, text: str, audience: Audience, done: Done) -> None:
        self._done.put(done)

    def sound(self, name: str, audience: Audience, done: Done | None = None) -> None:
        if done is not None:
            self._done.put(done)

    def duration(self, text: str) -> float:
        return estimate(text, self._rate)

    def music(self, on: bool) -> None:
        """There is none."""

    def pause(self) -> None:
        """Nothing plays."""

    def resume(self) -> None:
        """Nothing was stopped."""

    def busy(self, audience: Audience) -> bool:
        return False

    def trouble(self) -> str | None:
        return None

    def stop(self) -> None:
        self._done.put(None)

    def _work(self) -> None:
        while (done := self._done.get()) is not None:
            done(False)


class TimedMouth:
    """Takes as long as speaking would, by somebody else's clock: for rehearsals in virtual time.

    Everything, `done` too, happens on the thread that runs `after`'s functions. `have_earpiece`: without one
    the judge's lines are `done(False)` at once, as on real devices.
    """

    def __init__(
        self, now: Callable[[], float], after: After, rate: float = 1.0, have_earpiece: bool = False
    ) -> None:
        self._now = now
        self._after = after
        self._rate = rate
        self._audiences = {Audience.TABLE, *([Audience.JUDGE] if have_earpiece else [])}
        self._free_at: dict[Audience, float] = {}
        self._waiting: dict[Audience, list[Done]] = {audience: [] for audience in Audience}

    def prepare(self, texts: Iterable[str], progress: Callable[[int, int], None] | None = None) -> None:
        """There is nothing to do."""

    def say(self, text: str, audience: Audience, done: Done) -> None:
        self._take(self.duration(text), audience, done)

    def sound(self, name: str, audience: Audience, done: Done | None = None) -> None:
        self._take(EARCON_SECONDS, audience, done or (lambda heard: None))

    def _take(self, seconds: float, audience: Audience, done: Done) -> None:
        if audience not in self._audiences:
            self._after(0.0, lambda: done(False))
            return
        end = max(self._now(), self._free_at.get(audience, 0.0)) + seconds
        self._free_at[audience] = end
        self._waiting[audience].append(done)

        def over() -> None:
            if done in self._waiting[audience]:
                self._waiting[audience].remove(done)
                done(True)

        self._after(end - self._now(), over)

    def duration(self, text: str) -> float:
        return estimate(text, self._rate)

    def music(self, on: bool) -> None:
        """Takes no time."""

    def pause(self) -> None:
        for audience, waiting in self._waiting.items():
            self._free_at[audience] = self._now()
            dropped, waiting[:] = list(waiting), []
            for done in dropped:
                done(False)

    def resume(self) -> None:
        """Lines go on when they are said again."""

    def busy(self, audience: Audience) -> bool:
        return bool(self._waiting[audience])

    def trouble(self) -> str | None:
        return None

    def stop(self) -> None:
        self.pause()
