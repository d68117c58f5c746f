"""Mouths without sound: for tables that read along, and for rehearsals on a virtual clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from narrator.host.clock import Clock
from narrator.speaking.mouth import Audience

CHARACTER, WORD, BREATH = 0.2, 0.3, 0.35
"""Seconds that a Chinese character, a word, and a whole line beside them take."""
EARCON = 0.15


def spoken_seconds(text: str) -> float:
    """About how long a voice takes for a line."""
    han = sum("\u3400" <= char <= "\u9fff" for char in text)
    words = len("".join(" " if "\u3400" <= c <= "\u9fff" or not c.isalnum() else c for c in text).split())
    return BREATH + han * CHARACTER + words * WORD


class SilentMouth:
    """`--mouth none`: lines stand on the screen, nothing is heard and nothing waited for."""

    def prepare(self, texts: Iterable[str], progress: Callable[[int, int], None] | None = None) -> None:
        """Nothing to render."""

    def say(self, text: str, audience: Audience, done: Callable[[bool], None]) -> None:
        done(True)

    def sound(self, name: str, audience: Audience, done: Callable[[bool], None] | None = None) -> None:
        if done is not None:
            done(True)

    def duration(self, text: str) -> float:
        return 0.0

    def music(self, on: bool) -> None:
        """There is none."""

    def pause(self) -> None:
        """Nothing sounds."""

    def resume(self) -> None:
        """Nothing sounds."""

    def busy(self, audience: Audience) -> bool:
        return False

    def trouble(self) -> str | None:
        return None

    def stop(self) -> None:
        """No device to give back."""


class TimedMouth(SilentMouth):
    """Takes the time that a voice would take, on the clock it is given; the judge's line runs beside the
    table's."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._until = {Audience.TABLE: 0.0, Audience.JUDGE: 0.0}
        self._cut: list[Callable[[], None]] = []

    def say(self, text: str, audience: Audience, done: Callable[[bool], None]) -> None:
        self._play(self.duration(text), audience, done)

    def sound(self, name: str, audience: Audience, done: Callable[[bool], None] | None = None) -> None:
        self._play(EARCON, audience, done or (lambda _: None))

    def duration(self, text: str) -> float:
        return spoken_seconds(text)

    def pause(self) -> None:
        cut, self._cut = self._cut, []
        now = self._clock.now()
        self._until = dict.fromkeys(self._until, now)
        for one in cut:
            one()

    def busy(self, audience: Audience) -> bool:
        return self._until[audience] > self._clock.now()

    def _play(self, seconds: float, audience: Audience, done: Callable[[bool], None]) -> None:
        ends = max(self._until[audience], self._clock.now()) + seconds
        self._until[audience] = ends

        def finish(whole: bool) -> None:
            if cut in self._cut:
                self._cut.remove(cut)
                cancel()
                done(whole)

        def cut() -> None:
            # Taken off the list by `pause` already.
            cancel()
            done(False)

        cancel = self._clock.at(ends, lambda: finish(True))
        self._cut.append(cut)
