"""The mouth that makes no sound, for a machine without a loudspeaker."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable

from narrator.speaking.mixer import Done
from narrator.speaking.mouth import Audience
from narrator.speaking.reader import estimate


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
