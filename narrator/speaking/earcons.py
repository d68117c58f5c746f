"""The short sounds that are not words, made here."""

from __future__ import annotations

import math

import numpy as np

from narrator.speaking.loudness import TARGET_LUFS, level
from narrator.speaking.sound import Samples, Sound

_NOTES: dict[str, tuple[tuple[float, float], ...]] = {
    # Pitch in Hz and seconds of each note. "heard" is short: it stands between an answer and the next line.
    "heard": ((880.0, 0.09),),
    "again": ((660.0, 0.11), (494.0, 0.16)),
    "alarm": ((988.0, 0.16), (784.0, 0.16), (988.0, 0.16), (784.0, 0.24)),
}

EARCONS: tuple[str, ...] = tuple(_NOTES)
"""Names that `Mouth.sound` knows."""


def earcon(name: str, rate: int) -> Samples:
    """The samples, a little under the loudness of speech. KeyError for a name not in EARCONS."""
    notes = [_note(pitch, seconds, rate) for pitch, seconds in _NOTES[name]]
    return level(Sound(np.concatenate(notes), rate), TARGET_LUFS - 3).samples


def _note(pitch: float, seconds: float, rate: int) -> Samples:
    time = np.arange(round(seconds * rate)) / rate
    wave = np.sin(math.tau * pitch * time) + 0.3 * np.sin(math.tau * 2 * pitch * time)
    edges = np.minimum(1, np.minimum(time, time[::-1]) / 0.005)
    envelope = edges * np.exp(-4 * time / seconds)
    return np.asarray(wave * envelope, np.float32)
