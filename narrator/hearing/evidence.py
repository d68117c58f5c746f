"""How well an utterance fits its best phrase: the numbers that confidence is calibrated on."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from narrator.hearing.ctc import NEVER
from narrator.hearing.logmel import Floats
from narrator.hearing.pronounce import Units
from narrator.hearing.units import BLANK

FEATURES = ("fit", "lead", "weakest", "extra", "units")
"""Names of the columns of `features`, in order."""
_WORST = -12.0


def align(log_probs: Floats, units: Sequence[int]) -> NDArray[np.int64]:
    """The likeliest CTC path for `units`: index of the unit spoken at each step, -1 for a blank."""
    states = np.full(2 * len(units) + 1, BLANK, np.int64)
    states[1::2] = units
    can_skip = np.zeros(len(states), np.bool_)
    can_skip[2:] = (states[2:] != BLANK) & (states[2:] != states[:-2])
    score = np.full(len(states), NEVER, np.float32)
    score[:2] = log_probs[0, states[:2]]
    back = np.zeros((len(log_probs), len(states)), np.int8)
    for t in range(1, len(log_probs)):
        one = np.concatenate([[NEVER], score[:-1]])
        two = np.where(can_skip, np.concatenate([[NEVER, NEVER], score[:-2]]), NEVER)
        options = np.stack([score, one, two])
        back[t] = options.argmax(0)
        score = options.max(0) + log_probs[t, states]
    at = len(states) - 1 if score[-1] >= score[-2] else len(states) - 2
    path = np.full(len(log_probs), -1, np.int64)
    for t in range(len(log_probs) - 1, -1, -1):
        path[t] = at // 2 if at % 2 else -1
        at -= int(back[t, at])
    return path


def features(emissions: Floats, units: Units, score: float, others: float) -> Floats:
    """Evidence for the phrase with these `units`, whose log-probability is `score`; `others` is that of all
    other phrases together. `emissions`: (networks, steps, units); what the networks say is averaged.

    fit: log-probability by unit; lead: over the others; weakest: the unit with the least evidence, against
    what the network would rather have heard there; extra: evidence for sounds outside the phrase; units:
    how many."""
    each = np.array([_misfits(log_probs, units) for log_probs in emissions], np.float32)
    weakest, extra = each.mean(axis=0).tolist()
    values = (score / len(units), min(score - others, 15.0), weakest, extra, float(len(units)))
    return np.maximum(np.array(values, np.float32), _WORST)


def _misfits(log_probs: Floats, units: Units) -> tuple[float, float]:
    """`weakest` and `extra` as one network hears it."""
    path = align(log_probs, units)
    best = log_probs.max(axis=1)
    weakest = 0.0
    for i, unit in enumerate(units):
        span = np.flatnonzero(path == i)
        if len(span):
            weakest = min(weakest, float((log_probs[span, unit] - best[span]).max()))
    blanks = path < 0
    extra = float((log_probs[blanks, BLANK] - best[blanks]).sum()) if blanks.any() else 0.0
    return weakest, extra
