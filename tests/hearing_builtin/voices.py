"""The clips in tests/voices: every seat and command in one natural voice."""

from __future__ import annotations

import csv
import wave
from pathlib import Path

import numpy as np

from narrator.hearing.recogniser import RATE, Pcm

FOLDER = Path(__file__).resolve().parent.parent / "voices"


def clips() -> dict[str, Pcm]:
    """Text to samples (mono int16, 16 kHz)."""
    with (FOLDER / "manifest.csv").open(encoding="utf-8") as f:
        return {row["text"]: samples(FOLDER / row["file"]) for row in csv.DictReader(f)}


def samples(path: Path) -> Pcm:
    """One WAV file."""
    with wave.open(str(path)) as w:
        assert (w.getframerate(), w.getnchannels(), w.getsampwidth()) == (RATE, 1, 2)
        return np.frombuffer(w.readframes(w.getnframes()), np.int16)


def quiet(seconds: float) -> Pcm:
    """Near silence."""
    noise = np.random.default_rng(1).normal(0, 4, int(seconds * RATE))
    return noise.astype(np.int16)
