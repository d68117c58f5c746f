"""Hear an utterance as if vocal tracts of other lengths had spoken it: the ears then agree with themselves or not."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from narrator.hearing.logmel import FLOOR, LOW_BANDS, Floats

VIEWS = (0, -7, 7)
"""By how many percent frequencies are moved for each of the views that are averaged."""
_LOW, _HIGH = 60.0, 3800.0


@lru_cache(maxsize=64)
def warp(percent: int) -> Floats:
    """Matrix (bands, bands) that moves the magnitudes of the low bands by a factor in frequency."""
    matrix = np.zeros((LOW_BANDS, LOW_BANDS), np.float32)
    mel = np.linspace(np.log1p(_LOW / 700), np.log1p(_HIGH / 700), LOW_BANDS + 2)[1:-1]
    target = np.log1p(np.expm1(mel) * (1 + percent / 100))
    x = np.clip((target - mel[0]) / (mel[1] - mel[0]), 0, LOW_BANDS - 1.001)
    for i, v in enumerate(x.tolist()):
        matrix[int(v), i] += 1 - v % 1
        matrix[int(v) + 1, i] += v % 1
    return matrix


def views(mel: Floats) -> Floats:
    """Log-mel (frames, bands) as heard from each tract of VIEWS: (views, frames, bands)."""
    low = np.exp(mel[:, :LOW_BANDS]) - FLOOR
    out = np.repeat(mel[None], len(VIEWS), axis=0)
    for view, percent in zip(out, VIEWS, strict=True):
        if percent:
            view[:, :LOW_BANDS] = np.log(np.maximum(low @ warp(percent), 0.0) + FLOOR)
    return out.astype(np.float32)
