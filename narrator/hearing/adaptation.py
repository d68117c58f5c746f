"""Fit the built-in ears to one voice from a few minutes of known phrases.

The network stays as it is; what is learnt is a small correction of its last layer. It is one file a judge,
and without the file everything is as before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from narrator.hearing.ctc import forward
from narrator.hearing.evidence import align
from narrator.hearing.logmel import Floats
from narrator.hearing.pronounce import Units, readings
from narrator.hearing.units import BLANK

LEAST = 8
"""Fewer recordings than this teach nothing reliable."""
TEMPI = (1.0, 1.3, 1.6)
"""How fast each recording is heard when it teaches."""
_ROUNDS, _STEP, _DECAY = 60, 0.3, 0.02
"""Steps of gradient descent, their size, and the pull towards no correction."""


class BadAdaptation(Exception):
    """Recordings or a file that cannot be used, with the reason for people."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What the network made of one recording: log-probabilities (steps, units) and its last hidden layer."""

    log_probs: Floats
    hidden: Floats


@dataclass(frozen=True, slots=True)
class Adaptation:
    """A correction of the last layer: `weights` (hidden, units) and `bias` (units), added to its scores."""

    weights: Floats
    bias: Floats

    def apply(self, heard: Heard) -> Floats:
        """Log-probabilities for this voice, shape (steps, units)."""
        scores = heard.log_probs + heard.hidden @ self.weights + self.bias
        normal: Floats = scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)
        return normal

    def save(self, path: Path) -> None:
        """Write to `path` (about 100 kB); raises OSError."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as f:
            np.savez_compressed(f, weights=self.weights.astype(np.float16), bias=self.bias.astype(np.float16))

    @staticmethod
    def load(path: Path) -> Adaptation:
        """Read what `save` wrote. Raises BadAdaptation."""
        try:
            with np.load(path, allow_pickle=False) as data:
                weights, bias = data["weights"].astype(np.float32), data["bias"].astype(np.float32)
        except (OSError, ValueError, KeyError, BadZipFile, EOFError) as e:
            raise BadAdaptation(f"{path} is no adaptation to a voice ({e}): delete it and speak the list again") from e
        if weights.ndim != 2 or bias.shape != weights.shape[1:]:
            raise BadAdaptation(f"{path} does not fit these ears: delete it and speak the list again")
        return Adaptation(weights, bias)


def hurried(mel: Floats, tempo: float) -> Floats:
    """Log-mel of the same speech, `tempo` times as fast."""
    frames = len(mel)
    if tempo == 1.0 or frames < 2:
        return mel
    at = np.linspace(0, frames - 1, max(2, round(frames / tempo)))
    low = np.minimum(at.astype(np.int64), frames - 2)
    part = (at - low)[:, None].astype(np.float32)
    out: Floats = (mel[low] * (1 - part) + mel[low + 1] * part).astype(np.float32)
    return out


def likeliest(log_probs: Floats, text: str) -> Units:
    """The reading of `text` that was spoken."""
    ways = readings(text)
    scores = forward(log_probs, [r.units for r in ways]) + np.array([r.prior for r in ways], np.float32)
    return ways[int(scores.argmax())].units


def fit(spoken: Sequence[tuple[Heard, str]]) -> Adaptation:
    """Learn the correction from what was heard and what was said; there must be something."""
    hidden = np.concatenate([h.hidden for h, _ in spoken])
    base = np.concatenate([h.log_probs for h, _ in spoken])
    targets: list[NDArray[np.int64]] = []
    for heard, text in spoken:
        units = np.array(likeliest(heard.log_probs, text), np.int64)
        path = align(heard.log_probs, units.tolist())
        targets.append(np.where(path < 0, BLANK, units[np.maximum(path, 0)]))
    wanted = np.concatenate(targets)
    weights = np.zeros((hidden.shape[1], base.shape[1]), np.float32)
    bias = np.zeros(base.shape[1], np.float32)
    rows = np.arange(len(wanted))
    for _ in range(_ROUNDS):
        scores = base + hidden @ weights + bias
        p = np.exp(scores - np.logaddexp.reduce(scores, axis=1, keepdims=True))
        p[rows, wanted] -= 1.0
        weights -= _STEP * (hidden.T @ p / len(rows) + _DECAY * weights)
        bias -= _STEP * (p.mean(axis=0) + _DECAY * bias)
    return Adaptation(weights.astype(np.float32), bias.astype(np.float32))
