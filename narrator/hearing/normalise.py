"""Bring every utterance to one loudness, and give the network silence around it."""

from __future__ import annotations

import numpy as np

from narrator.hearing.logmel import FLOOR, LOW_BANDS, Floats

LEVEL = 2.5
"""Mean magnitude of the low bands in the loudest tenth of an utterance, after `level_gain`."""
PAD = 38
"""Frames of silence on each side: half of what the pretrained network sees at once."""
_LEAST = 0.02
"""An utterance softer than this is not raised further, so that silence stays silence."""


def level_gain(mel: Floats, factor: float = 1.0) -> Floats:
    """Log-mel scaled so that its loudest tenth of frames has the mean magnitude LEVEL, times `factor`."""
    magnitude = np.exp(mel) - FLOOR
    frames = magnitude[:, :LOW_BANDS].mean(axis=1)
    loudest = float(np.sort(frames)[-max(1, len(frames) // 10) :].mean()) if len(frames) else 0.0
    gain = factor * LEVEL / max(loudest, _LEAST)
    return np.log(np.maximum(magnitude * gain, 0.0) + FLOOR).astype(np.float32)


def padded(mel: Floats, extra: int = 0) -> Floats:
    """Log-mel with PAD frames of silence before and PAD + `extra` after."""
    width = mel.shape[1]
    floor = np.float32(np.log(FLOOR))
    before, after = np.full((PAD, width), floor), np.full((PAD + extra, width), floor)
    return np.concatenate([before, mel, after]).astype(np.float32)
