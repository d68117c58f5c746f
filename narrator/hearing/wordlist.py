"""Decode a free sequence of words from a closed set: seats named in one breath."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from narrator.hearing.ctc import forward
from narrator.hearing.logmel import Floats
from narrator.hearing.pronounce import Units

BEAM = 60
"""Partial sequences kept at each length."""
_WORSE = 25.0
"""Partial sequences this much less probable than the best (natural log) are dropped."""


@dataclass(frozen=True, slots=True)
class WordSequence:
    """Words (by index) that may have been said, the units they were said with, and their log-probability."""

    words: tuple[int, ...]
    units: Units
    score: float


def _prefix_scores(log_probs: Floats, sequences: list[Units]) -> Floats:
    """The best log-probability with which each sequence explains some beginning of the utterance and the
    network's free choice the rest: an optimistic score that lets partial sequences be compared."""
    free = log_probs.max(axis=1)
    rest = np.concatenate([np.cumsum(free[::-1])[::-1], [0.0]])
    best = np.full(len(sequences), -np.inf)
    width = 2 * max(len(s) for s in sequences) + 1
    states = np.zeros((len(sequences), width), np.int64)
    last = np.array([2 * len(s) - 1 for s in sequences])
    for row, units in zip(states, sequences, strict=True):
        row[1 : 2 * len(units) : 2] = units
    skip = np.zeros(states.shape, np.bool_)
    skip[:, 2:] = (states[:, 2:] != 0) & (states[:, 2:] != states[:, :-2])
    score = np.full(states.shape, -np.inf)
    score[:, :2] = log_probs[0, states[:, :2]]
    rows = np.arange(len(sequences))
    for t in range(len(log_probs)):
        if t:
            one = np.pad(score[:, :-1], ((0, 0), (1, 0)), constant_values=-np.inf)
            two = np.where(skip, np.pad(score[:, :-2], ((0, 0), (2, 0)), constant_values=-np.inf), -np.inf)
            score = np.maximum(np.maximum(score, one), two) + log_probs[t, states]
        best = np.maximum(best, score[rows, last] + rest[t + 1])
    return best.astype(np.float32)


def decode(
    log_probs: Floats, lexicon: Mapping[Units, tuple[int, float]], counts: range, distinct: bool
) -> list[WordSequence]:
    """The likeliest sequences, best first: a beam over words, every complete one then scored exactly.

    Sequences of different length compete on their exact CTC scores, so that no length needs to be known.
    """
    ways = list(lexicon.items())
    beam: list[tuple[tuple[int, ...], Units, float]] = [((), (), 0.0)]
    complete: dict[tuple[int, ...], WordSequence] = {}
    for length in range(1, max(counts) + 1):
        grown = [
            ((*words, word), units + more, prior + extra)
            for words, units, prior in beam
            for more, (word, extra) in ways
            if not (distinct and word in words)
        ]
        if not grown:
            break
        partial = _prefix_scores(log_probs, [u for _, u, _ in grown]) + np.array([p for _, _, p in grown])
        order = np.argsort(-partial)[:BEAM]
        order = order[partial[order] > partial[order[0]] - _WORSE]
        beam = [grown[i] for i in order]
        exact = forward(log_probs, [u for _, u, _ in beam]) + np.array([p for _, _, p in beam])
        if length in counts:
            for (words, units, _), score in zip(beam, exact.tolist(), strict=True):
                if words not in complete or score > complete[words].score:
                    complete[words] = WordSequence(words, units, score)
        best = max((c.score for c in complete.values()), default=-np.inf)
        if partial[order[0]] < best - _WORSE:
            break
    return sorted(complete.values(), key=lambda c: -c.score)[:20]
