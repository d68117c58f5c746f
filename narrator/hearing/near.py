"""Telling the judge from a table that talks: his microphone is near, so he is louder than what never
stops."""

from __future__ import annotations

from collections import deque

import numpy as np

from narrator.hearing.endpoint import CHUNK, START, STOP, Vad
from narrator.hearing.recogniser import RATE, Pcm

WINDOW = 12.0
"""Seconds over which the table's level is taken."""
TALK_SHARE, SOME_TALK = 0.6, 0.3
"""Share of that time with speech in it from which on the table counts as talking without end, and as talking."""
LOUDER = 6.0
"""dB by which the judge is louder than the table's usual level."""
HOLD = 0.2
"""Seconds for which quieter sounds still belong to him: the soft end of a word."""


class NearVad:
    """A `Vad` that, while there is talk without end, takes only what is clearly louder for speech.

    Without it the wake word said into table talk would have no beginning and no end. In a quiet room it is
    the inner detector, unchanged. `reset` keeps what is known of the table. With `gate` off it only learns how
    the table talks, and takes what the inner detector takes."""

    def __init__(self, inner: Vad, gate: bool = True) -> None:
        self._inner = inner
        self.gate = gate
        self._levels: deque[float] = deque(maxlen=round(WINDOW * RATE / CHUNK))  # nan: no speech
        self._held = 0

    def probability(self, chunk: Pcm) -> float:
        """How probably the chunk is the judge's speech, 0 to 1."""
        found = self._inner.probability(chunk)
        level = 10 * float(np.log10(max(1.0, float(np.mean(chunk.astype(np.float64) ** 2)))))
        table = self.table_level()
        self._levels.append(level if found >= START else float("nan"))
        if not self.gate or table is None or found < STOP:
            return found
        if level >= table + LOUDER:
            self._held = round(HOLD * RATE / CHUNK)
            return found
        self._held -= 1
        return found if self._held > 0 else 0.0

    def talking(self) -> bool:
        """Whether others talk while the judge should be the only one to speak. To be asked when an utterance begins:
        what is in it may be his."""
        known = len(self._levels)
        spoken = known - int(np.isnan(np.array(self._levels)).sum())
        return known >= (self._levels.maxlen or 0) // 4 and spoken >= SOME_TALK * known

    def forget(self) -> None:
        """Nothing is known of the table: night has fallen since."""
        self._levels.clear()

    def judge_spoke(self, seconds: float) -> None:
        """The last so many seconds were the judge's and say nothing about the table."""
        last = min(len(self._levels), round(seconds * RATE / CHUNK))
        for _ in range(last):
            self._levels.pop()

    def table_level(self) -> float | None:
        """Level of the talk that goes on, dB; None while the table is not talking."""
        if len(self._levels) < (self._levels.maxlen or 0) // 2:
            return None
        spoken = np.array(self._levels)
        spoken = spoken[~np.isnan(spoken)]
        if len(spoken) < TALK_SHARE * len(self._levels):
            return None
        return float(np.median(spoken))

    def reset(self) -> None:
        """Forget the utterance, not the table."""
        self._inner.reset()
        self._held = 0
