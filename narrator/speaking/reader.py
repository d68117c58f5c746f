"""From a sentence to sound that is ready to be mixed: memory, disk, then the renderers in order."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence

from narrator.speaking.cache import Cache
from narrator.speaking.loudness import level
from narrator.speaking.renderer import Renderer, RenderError
from narrator.speaking.sound import Samples, Sound, resample, trim

MEMORY_SAMPLES = 20 * 48_000
"""Of lines kept decoded: 4 MB, twenty seconds at 48 kHz. To decode one again takes a hundredth of a second."""

BENCH_SECONDS = 60.0
"""A renderer that failed twice running is not asked for this long: each failure can cost its full timeout."""

PATIENCE = 30.0
"""Seconds for which rendering waits for other rendering at most."""

HAN = 0.235
LETTER = 0.065
PAUSE = 0.35
"""Seconds a Chinese character, another letter and a punctuation mark take at rate 1: an estimate, fitted to
espeak-ng at 180 words a minute."""


def estimate(text: str, rate: float = 1.0) -> float:
    """Seconds that a voice will take for this text, from its letters alone."""
    seconds = 0.15
    for character in text.strip("，。！？；：、,.!?;: \n"):
        if "\u3400" <= character <= "\u9fff":
            seconds += HAN
        elif character.isalnum():
            seconds += LETTER
        elif character in "，。！？；：、,.!?;:":
            seconds += PAUSE
    return seconds / rate


class Reader:
    """Reads lines with the first renderer that can; thread-safe."""

    def __init__(
        self,
        renderers: Sequence[Renderer],
        cache: Cache | None,
        rate: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.renderers = list(renderers)
        self.cache = cache
        self.rate = rate
        self.problem: str | None = None  # why the last line could not be rendered, None after one could
        self._clock = clock
        self._lock = threading.Lock()
        self._memory: OrderedDict[tuple[str, int], Samples] = OrderedDict()
        self._held = 0  # samples
        self._seconds: dict[str, float] = {}
        self._strikes = dict.fromkeys(range(len(self.renderers)), 0)
        self._benched = dict.fromkeys(range(len(self.renderers)), float("-inf"))
        self._calm = threading.Condition()
        self._wanted_now = 0  # lines that somebody waits for to be said
        self._at_work: dict[str, threading.Event] = {}  # texts that are being found, and when that is over

    def line(self, text: str, rate: int) -> Samples:
        """The sentence at `rate` Hz, trimmed and levelled. Raises RenderError; may take seconds."""
        kept = (text, rate)
        with self._lock:
            if kept in self._memory:
                self._memory.move_to_end(kept)
                return self._memory[kept]
        with self._calm:
            self._wanted_now += 1
        try:
            sound = self._find(text)
        finally:
            with self._calm:
                self._wanted_now -= 1
                self._calm.notify_all()
        samples = resample(sound, rate).samples
        with self._lock:
            self._seconds[text] = len(samples) / rate
            if kept not in self._memory:
                self._memory[kept] = samples
                self._held += len(samples)
            while self._held > MEMORY_SAMPLES and len(self._memory) > 1:
                self._held -= len(self._memory.popitem(last=False)[1])
        return samples

    def prepare(self, texts: Iterable[str], progress: Callable[[int, int], None] | None = None) -> None:
        """Render what is not on disk yet; a line that cannot be rendered is passed over, and lines that are to be
        said now go first."""
        wanted = list(dict.fromkeys(texts))
        for count, text in enumerate(wanted, 1):
            with self._calm:
                self._calm.wait_for(lambda: not self._wanted_now, PATIENCE)
            try:
                self._seconds[text] = self._find(text).seconds
            except RenderError as error:
                self.problem = str(error)
            if progress is not None:
                progress(count, len(wanted))

    def duration(self, text: str) -> float:
        """Seconds of the rendered line, or an estimate."""
        return self._seconds.get(text) or estimate(text, self.rate)

    def close(self) -> None:
        """End what the renderers started."""
        for renderer in self.renderers:
            renderer.close()

    def _find(self, text: str) -> Sound:
        """From disk, or rendered; a text that another thread renders already is waited for."""
        with self._lock:
            other = self._at_work.get(text)
            if other is None:
                self._at_work[text] = over = threading.Event()
        if other is not None:
            other.wait(PATIENCE)
            return self._found(text)
        try:
            return self._found(text)
        finally:
            with self._lock:
                del self._at_work[text]
            over.set()

    def _found(self, text: str) -> Sound:
        reasons = []
        for number, renderer in enumerate(self.renderers):
            if self._clock() < self._benched[number]:
                reasons.append(f"{renderer.name} failed too often")
                continue
            try:
                key = Cache.key(text, renderer.identity())
                sound = self.cache.load(key) if self.cache else None
                if sound is None:
                    sound = level(trim(renderer.render(text)))
                    if self.cache:
                        self.cache.store(key, sound)
            except RenderError as error:
                reasons.append(f"{renderer.name}: {error}")
                self._strikes[number] += 1
                if self._strikes[number] >= 2:
                    self._strikes[number] = 0
                    self._benched[number] = self._clock() + BENCH_SECONDS
                continue
            self._strikes[number] = 0
            self.problem = None
            return sound
        self.problem = "; ".join(reasons) or "no renderer"
        raise RenderError(self.problem)
