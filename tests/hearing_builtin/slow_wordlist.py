"""The plain search for several words in one breath, which `narrator.hearing.wordlist` must agree with: every candidate
is scored as a whole, and the likeliest path is kept with all its alternatives side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from narrator.hearing.ctc import NEVER, pooled
from narrator.hearing.logmel import Floats
from narrator.hearing.pronounce import Units
from narrator.hearing.units import BLANK
from narrator.hearing.wordlist import WordSequence

_SHORTEST = 3
"""Steps of 40 ms that a word takes at the very least: bounds how many can have been said."""
_REFINED = 4
"""Lengths whose best sequence is refined by exchanging words."""
_ROUNDS = 2

Way = tuple[Units, int, float]
"""Units, which word, log prior."""


class _Loop:
    """All words side by side, each a chain blank, unit, blank, unit …; after any word any other may follow."""

    def __init__(self, ways: Sequence[Way]) -> None:
        lengths = [len(units) for units, _, _ in ways]
        self.units = np.array([u for units, _, _ in ways for u in _interleaved(units)], np.int64)
        self.first = np.concatenate([[0], np.cumsum([2 * n for n in lengths])[:-1]]).astype(np.int64)
        self.last = self.first + 2 * np.array(lengths) - 1
        self.priors = np.array([p for _, _, p in ways], np.float32)
        size = len(self.units)
        self.step = np.zeros(size, np.float32)
        self.step[self.first] = NEVER
        self.skip = np.full(size, NEVER, np.float32)
        for a, b in zip(self.first.tolist(), self.last.tolist(), strict=True):
            for i in range(a + 3, b + 1, 2):
                self.skip[i] = 0.0 if self.units[i] != self.units[i - 2] else NEVER


def _interleaved(units: Units) -> list[int]:
    return [x for u in units for x in (BLANK, u)]


def _best_by_length(log_probs: Floats, loop: _Loop, most: int) -> list[list[int]]:
    """For each number of words from 1 to `most`, the ways of the likeliest path (Viterbi)."""
    steps, size = len(log_probs), len(loop.units)
    score = np.full((most, size), NEVER, np.float32)
    began = np.zeros((most, size), np.int64)
    after = np.full(most, NEVER, np.float32)  # the blank behind the last word
    way_at = np.zeros((most, steps), np.int64)  # the word that ends best here, and when it began
    began_at = np.zeros((most, steps), np.int64)
    closing: NDArray[np.int64] = np.zeros(most, np.int64)
    shift1, shift2 = np.full((most, 1), NEVER, np.float32), np.full((most, 2), NEVER, np.float32)
    zero1, zero2 = np.zeros((most, 1), np.int64), np.zeros((most, 2), np.int64)
    rows = np.arange(most)
    for t, frame in enumerate(log_probs):
        ends = score[:, loop.last]
        best_way = ends.argmax(axis=1)
        best_end = ends[rows, best_way]
        if t:
            way_at[:, t - 1] = best_way
            began_at[:, t - 1] = began[rows, loop.last[best_way]]
        # A word begins: the first at the start, the others where the one before ended.
        enter = np.concatenate([[0.0 if t == 0 else NEVER], best_end[:-1]]).astype(np.float32)
        options = np.stack(
            [
                score,
                np.concatenate([shift1, score[:, :-1]], axis=1) + loop.step,
                np.concatenate([shift2, score[:, :-2]], axis=1) + loop.skip,
            ]
        )
        choice = options.argmax(axis=0)
        origins = np.stack(
            [
                began,
                np.concatenate([zero1, began[:, :-1]], axis=1),
                np.concatenate([zero2, began[:, :-2]], axis=1),
            ]
        )
        new = np.take_along_axis(options, choice[None], 0)[0]
        start = np.take_along_axis(origins, choice[None], 0)[0]
        for offset in (0, 1):
            columns = loop.first + offset
            entry = enter[:, None] + loop.priors
            better = entry > new[:, columns]
            new[:, columns] = np.where(better, entry, new[:, columns])
            start[:, columns] = np.where(better, t, start[:, columns])
        ended = best_end > after
        closing = np.where(ended, t - 1, closing)
        after = np.maximum(after, best_end) + frame[BLANK]
        score, began = new + frame[loop.units], start
    way_at[:, steps - 1] = score[:, loop.last].argmax(axis=1)
    began_at[:, steps - 1] = began[rows, loop.last[way_at[:, steps - 1]]]
    closing = np.where(score[rows, loop.last[way_at[:, steps - 1]]] > after, steps - 1, closing)
    return [_trace(level, int(closing[level]), way_at, began_at) for level in range(most)]


def _trace(level: int, end: int, way_at: NDArray[np.int64], began_at: NDArray[np.int64]) -> list[int]:
    """Follow the words back from the last one."""
    ways: list[int] = []
    while level >= 0 and end >= 0:
        ways.append(int(way_at[level, end]))
        end = int(began_at[level, end]) - 1
        level -= 1
    return ways[::-1]


def decode(
    emissions: Floats, lexicon: Mapping[Units, tuple[int, float]], counts: range, distinct: bool
) -> list[WordSequence]:
    """The likeliest sequences in emissions (networks, steps, units), best first.

    For each network the best path for each number of words is found in one pass; then sequences with one word
    exchanged, and all of them are scored exactly, so that different lengths compete fairly. `distinct`: no word
    twice.
    """
    ways: list[Way] = [(units, word, prior) for units, (word, prior) in lexicon.items()]
    most = min(max(counts, default=0), max(1, emissions.shape[1] // _SHORTEST))
    if not ways or most < 1 or not emissions.shape[1]:
        return []
    found: dict[tuple[int, ...], float] = {}

    def add(candidates: Sequence[tuple[int, ...]]) -> None:
        new = [c for c in dict.fromkeys(candidates) if c not in found]
        sequences = [tuple(u for w in c for u in ways[w][0]) for c in new]
        for c, score in zip(new, pooled(emissions, sequences).tolist(), strict=True):
            found[c] = score + sum(ways[w][2] for w in c)

    loop = _Loop(ways)
    for log_probs in emissions:
        paths = _best_by_length(log_probs, loop, most)
        add([tuple(p) for n, p in enumerate(paths, 1) if len(p) == n and n in counts])
    for _ in range(_ROUNDS):
        top = sorted(found, key=lambda c: -found[c])[:_REFINED]
        add([(*c[:i], w, *c[i + 1 :]) for c in top for i in range(len(c)) for w in range(len(ways))])
    best: dict[tuple[int, ...], WordSequence] = {}
    for c in sorted(found, key=lambda c: -found[c]):
        words = tuple(ways[w][1] for w in c)
        if not (distinct and len(set(words)) < len(words)) and words not in best:
            best[words] = WordSequence(words, tuple(u for w in c for u in ways[w][0]), found[c])
    return list(best.values())[:20]
