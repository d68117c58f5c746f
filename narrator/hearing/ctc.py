"""Exact CTC scores: how probable is each allowed phrase, summed over every way it can lie in time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from narrator.hearing.logmel import Floats
from narrator.hearing.units import BLANK, FINALS, FIRST_FINAL, TONES

NEVER = np.float32(-1e30)
"""Stands for log 0."""
_LEAST = np.float32(-80.0)
"""Less than this is not told apart: float32 ends soon below."""


def blur_tones(log_probs: Floats, share: float) -> Floats:
    """Emissions (…, steps, units) in which a final is also heard, with weight `share`, when its tone was
    another.

    Judges speak with sandhi, accents and flat night voices; a wrong tone should cost something, not
    everything."""
    finals = log_probs[..., FIRST_FINAL:].reshape(*log_probs.shape[:-1], len(FINALS), TONES)
    heard = np.exp(np.maximum(finals, _LEAST))
    mixed = np.log((1.0 - share) * heard + share * heard.sum(axis=-1, keepdims=True))
    return np.concatenate([log_probs[..., :FIRST_FINAL], mixed.reshape(*log_probs.shape[:-1], -1)], axis=-1)


def _lattice(
    sequences: Sequence[Sequence[int]],
) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.int64]]:
    """Blank-interleaved units padded to one width, where a blank may be skipped, and each one's last
    state."""
    width = 2 * max(len(s) for s in sequences) + 1
    states = np.full((len(sequences), width), BLANK, np.int64)
    for row, units in zip(states, sequences, strict=True):
        row[1 : 2 * len(units) : 2] = units
    skip = np.zeros(states.shape, np.bool_)
    skip[:, 2:] = (states[:, 2:] != BLANK) & (states[:, 2:] != states[:, :-2])
    last = np.array([2 * len(s) for s in sequences])
    return states, skip, last


def forward(log_probs: Floats, sequences: Sequence[Sequence[int]]) -> Floats:
    """Log-probability of each sequence of units given (…, steps, units) log-probabilities: shape (…, sequences).

    All sequences advance together, one numpy step per 40 ms; cost grows with sequences × length × steps.
    Sequences may not be empty.
    """
    lead = log_probs.shape[:-2]
    if not sequences:
        return np.zeros((*lead, 0), np.float32)
    states, skip, last = _lattice(sequences)
    alpha = np.full((*lead, *states.shape), NEVER, np.float32)
    alpha[..., 0] = log_probs[..., 0, BLANK, None]
    alpha[..., 1] = log_probs[..., 0, states[:, 1]]
    hop = np.where(skip, np.float32(0), NEVER)
    one, two = np.full_like(alpha, NEVER), np.full_like(alpha, NEVER)
    for t in range(1, log_probs.shape[-2]):
        one[..., 1:] = alpha[..., :-1]
        two[..., 2:] = alpha[..., :-2] + hop[:, 2:]
        top = np.maximum(np.maximum(alpha, one), two)
        total = np.exp(alpha - top) + np.exp(one - top) + np.exp(two - top)
        alpha = top + np.log(total) + log_probs[..., t, states]
    rows = np.arange(len(sequences))
    end: Floats = np.logaddexp(alpha[..., rows, last], alpha[..., rows, last - 1]).astype(np.float32)
    return end


def pooled(log_probs: Floats, sequences: Sequence[Sequence[int]]) -> Floats:
    """Mean over networks of each sequence's log-probability, given (networks, steps, units): shape (sequences,)."""
    mean: Floats = forward(log_probs, sequences).mean(axis=0)
    return mean
