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

from narrator.hearing.ctc import pooled
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
    """What the networks made of one recording: log-probabilities (networks, steps, units) and their last hidden
    layers (networks, steps, hidden)."""

    log_probs: Floats
    hidden: Floats


@dataclass(frozen=True, slots=True)
class Adaptation:
    """A correction of each network's last layer: `weights` (networks, hidden, units) and `bias` (networks, units),
    added to its scores. `ears`: the fingerprint of the model it was learnt with; it fits no other."""

    weights: Floats
    bias: Floats
    ears: str

    def apply(self, heard: Heard) -> Floats:
        """Log-probabilities for this voice, shape (networks, steps, units)."""
        scores = heard.log_probs + heard.hidden @ self.weights + self.bias[:, None]
        normal: Floats = scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True)
        return normal

    def save(self, path: Path) -> None:
        """Write to `path` (about 100 kB); raises OSError."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as f:
            weights, bias = self.weights.astype(np.float16), self.bias.astype(np.float16)
            np.savez_compressed(f, weights=weights, bias=bias, ears=np.array(self.ears))

    @staticmethod
    def load(path: Path, ears: str) -> Adaptation:
        """Read what `save` wrote for the model with this fingerprint. Raises BadAdaptation."""
        try:
            with np.load(path, allow_pickle=False) as data:
                weights, bias = data["weights"].astype(np.float32), data["bias"].astype(np.float32)
                made_for = str(data["ears"])
        except (OSError, ValueError, KeyError, BadZipFile, EOFError) as e:
            raise BadAdaptation(f"{path} is no adaptation to a voice ({e}): delete it and speak the list again") from e
        if made_for != ears or weights.ndim != 3 or bias.shape != (weights.shape[0], weights.shape[2]):
            raise BadAdaptation(f"{path} was made for other ears than these: delete it and speak the list again")
        return Adaptation(weights, bias, ears)


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
    scores = pooled(log_probs, [r.units for r in ways]) + np.array([r.prior for r in ways], np.float32)
    return ways[int(scores.argmax())].units


def fit(spoken: Sequence[tuple[Heard, str]], ears: str) -> Adaptation:
    """Learn the correction from what these `ears` heard and what was said; there must be something."""
    said = [(heard, likeliest(heard.log_probs, text)) for heard, text in spoken]
    networks = range(len(spoken[0][0].log_probs))
    corrections = [_fit([(h.log_probs[n], h.hidden[n], units) for h, units in said]) for n in networks]
    return Adaptation(np.array([w for w, _ in corrections]), np.array([b for _, b in corrections]), ears)


def _fit(spoken: Sequence[tuple[Floats, Floats, Units]]) -> tuple[Floats, Floats]:
    """The correction of one network: its log-probabilities, its hidden layer and the units that were spoken."""
    base = np.concatenate([log_probs for log_probs, _, _ in spoken])
    hidden = np.concatenate([h for _, h, _ in spoken])
    targets: list[NDArray[np.int64]] = []
    for log_probs, _, units in spoken:
        path = align(log_probs, units)
        targets.append(np.where(path < 0, BLANK, np.array(units, np.int64)[np.maximum(path, 0)]))
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
    return weights.astype(np.float32), bias.astype(np.float32)
