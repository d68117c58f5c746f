"""Sound in memory: reading and writing files, resampling, trimming."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
import soxr
from numpy.typing import NDArray

Samples = NDArray[np.float32]
"""Mono, -1 to 1."""

FADE_SECONDS = 0.005
"""Long enough that a cut does not click."""


class BadSound(Exception):
    """A file that is no sound that can be read; the message says which and why."""


@dataclass(frozen=True, slots=True, eq=False)
class Sound:
    """Mono samples at `rate` Hz."""

    samples: Samples
    rate: int

    @property
    def seconds(self) -> float:
        """How long it is."""
        return len(self.samples) / self.rate


def read_sound(source: Path | bytes) -> Sound:
    """Read WAV, AIFF, FLAC, Ogg or MP3, whatever the name says; channels are averaged. Raises BadSound."""
    name = "sound" if isinstance(source, bytes) else str(source)
    try:
        data = source if isinstance(source, bytes) else source.read_bytes()
        samples, rate = soundfile.read(io.BytesIO(data), dtype="float32", always_2d=True)
    except (OSError, soundfile.SoundFileError, ValueError, TypeError) as error:
        raise BadSound(f"{name}: not a sound file that can be read ({error})") from None
    mono = np.ascontiguousarray(samples.mean(axis=1), np.float32)
    if not np.isfinite(mono).all():
        raise BadSound(f"{name}: holds samples that are not numbers")
    return Sound(mono, int(rate))


def sound_bytes(sound: Sound, container: str = "WAV") -> bytes:
    """The sound as a 16-bit file of this container (WAV or FLAC)."""
    target = io.BytesIO()
    soundfile.write(target, np.clip(sound.samples, -1, 1), sound.rate, subtype="PCM_16", format=container)
    return target.getvalue()


def resample(sound: Sound, rate: int) -> Sound:
    """The same sound at another rate."""
    if sound.rate == rate or not len(sound.samples):
        return Sound(sound.samples, rate)
    return Sound(np.asarray(soxr.resample(sound.samples, sound.rate, rate), np.float32), rate)


def trim(sound: Sound, floor_db: float = -45.0, before: float = 0.02, after: float = 0.06) -> Sound:
    """Cut silence at both ends: what is `floor_db` under the peak, keeping a little, with soft edges."""
    level = np.abs(sound.samples)
    peak = float(level.max(initial=0.0))
    if not peak:
        return Sound(np.zeros(0, np.float32), sound.rate)
    loud = np.flatnonzero(level >= peak * 10 ** (floor_db / 20))
    first = max(0, int(loud[0]) - round(before * sound.rate))
    last = min(len(level), int(loud[-1]) + 1 + round(after * sound.rate))
    cut = sound.samples[first:last].copy()
    edge = min(round(FADE_SECONDS * sound.rate), len(cut) // 2)
    if edge:
        ramp = np.linspace(0, 1, edge, dtype=np.float32)
        cut[:edge] *= ramp
        cut[-edge:] *= ramp[::-1]
    return Sound(cut, sound.rate)
