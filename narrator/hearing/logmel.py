"""Log-mel features of the built-in ears: 32 bands up to 3.8 kHz as Google's speech_embedding takes them,
and 16 above.

Frames are 25 ms long every 10 ms. The lower 32 bands are computed exactly as in that network's own front end
(periodic Hann window, 512-point FFT, magnitudes, log(mel + 0.001)); the upper ones tell s from sh.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from narrator.hearing.recogniser import RATE

FRAME, HOP, FFT = 400, 160, 512
LOW_BANDS, HIGH_BANDS = 32, 16
BANDS = LOW_BANDS + HIGH_BANDS
FLOOR = 0.001
"""Added to magnitudes before the logarithm, as the pretrained network was trained."""

Floats = NDArray[np.float32]


def _mel(hertz: NDArray[np.float64]) -> NDArray[np.float64]:
    mels: NDArray[np.float64] = 1127.0 * np.log1p(hertz / 700.0)
    return mels


def _triangles(bands: int, low: float, high: float) -> Floats:
    """Triangular filters, equally wide in mels, shape (FFT // 2 + 1, bands); the zero bin is not used."""
    edges = np.linspace(_mel(np.array(low)), _mel(np.array(high)), bands + 2)
    bins = _mel(np.arange(1, FFT // 2 + 1) * RATE / FFT)[:, None]
    rise = (bins - edges[:-2]) / (edges[1:-1] - edges[:-2])
    fall = (edges[2:] - bins) / (edges[2:] - edges[1:-1])
    weights = np.maximum(0.0, np.minimum(rise, fall))
    return np.concatenate([np.zeros((1, bands)), weights]).astype(np.float32)


@lru_cache(maxsize=1)
def filters() -> Floats:
    """All filters, shape (257, 48)."""
    return np.concatenate([_triangles(LOW_BANDS, 60.0, 3800.0), _triangles(HIGH_BANDS, 3600.0, 7600.0)], axis=1)


@lru_cache(maxsize=1)
def _window() -> Floats:
    return (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(FRAME) / FRAME)).astype(np.float32)


def log_mel(samples: Floats) -> Floats:
    """Features of mono 16 kHz samples in -1…1: shape (frames, 48); none when shorter than one frame."""
    if len(samples) < FRAME:
        return np.zeros((0, BANDS), np.float32)
    frames = np.lib.stride_tricks.sliding_window_view(samples, FRAME)[::HOP]
    spectrum = np.abs(np.fft.rfft(frames * _window(), FFT)).astype(np.float32)
    mel: Floats = np.log(spectrum @ filters() + FLOOR).astype(np.float32)
    return mel
