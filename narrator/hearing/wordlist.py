"""Decode a free sequence of words from a closed set: seats named in one breath."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from narrator.hearing.ctc import NEVER, pooled
from narrator.hearing.exchange import Chains, Scores, exchanged
from narrator.hearing.logmel import Floats
from narrator.hearing.pronounce import Units
from narrator.hearing.units import BLANK

_SHORTEST = 3
"""Steps of 40 ms that a word takes at the very least: bounds how many can have been said."""
_REFINED = 4
"""Lengths whose best sequence is refined by exchanging words."""
_ROUNDS = 2
_KEPT = 20
"""Sequences that are given back."""
_HOPELESS = 40.0
"""A sequence so much less likely (log-probability) than the best is not looked at again."""

Way = tuple[Units, int, float]
"""Units, which word, log prior."""


@dataclass(frozen=True, slots=True)
class WordSequence:
    """Words (by index) that may have been said, the units they were said with, and their log-probability."""

    words: tuple[int, ...]
    units: Units
    score: float


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
    began = np.zeros((most, size), np.int32)
    after = np.full(most, NEVER, np.float32)  # the blank behind the last word
    way_at = np.zeros((most, steps), np.int64)  # the word that ends best here, and when it began
    began_at = np.zeros((most, steps), np.int64)
    closing: NDArray[np.int64] = np.zeros(most, np.int64)
    rows = np.arange(most)
    emitted = log_probs[:, loop.units]
    moved, better = np.empty_like(score), np.empty(score.shape, np.bool_)
    for t, frame in enumerate(log_probs):
        ends = score[:, loop.last]
        best_way = ends.argmax(axis=1)
        best_end = ends[rows, best_way]
        if t:
            way_at[:, t - 1] = best_way
            began_at[:, t - 1] = began[rows, loop.last[best_way]]
        new, start = score.copy(), began.copy()
        for hop, cost in ((1, loop.step), (2, loop.skip)):
            np.add(score[:, :-hop], cost[hop:], out=moved[:, hop:])
            np.greater(moved[:, hop:], new[:, hop:], out=better[:, hop:])
            np.copyto(new[:, hop:], moved[:, hop:], where=better[:, hop:])
            np.copyto(start[:, hop:], began[:, :-hop], where=better[:, hop:])
        # A word begins: the first at the start, the others where the one before ended.
        enter = np.concatenate([[0.0 if t == 0 else NEVER], best_end[:-1]]).astype(np.float32)
        entry = enter[:, None] + loop.priors
        for columns in (loop.first, loop.first + 1):
            begins = entry > new[:, columns]
            new[:, columns] = np.where(begins, entry, new[:, columns])
            start[:, columns] = np.where(begins, t, start[:, columns])
        ended = best_end > after
        closing = np.where(ended, t - 1, closing)
        after = np.maximum(after, best_end) + frame[BLANK]
        new += emitted[t]
        score, began = new, start
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
    loop = _Loop(ways)
    paths = [
        tuple(path)
        for log_probs in emissions
        for n, path in enumerate(_best_by_length(log_probs, loop, most), 1)
        if len(path) == n and n in counts
    ]
    found = _scored(emissions, ways, paths)
    chains = Chains([units for units, _, _ in ways])
    priors = np.array([prior for _, _, prior in ways])
    tried: set[tuple[int, ...]] = set()
    for _ in range(_ROUNDS):
        top = [c for c in sorted(found, key=lambda c: _rank(found[c], c))[:_REFINED] if c not in tried]
        tried.update(top)
        if top:
            _exchange(emissions, ways, chains, priors, top, found)
    best: dict[tuple[int, ...], tuple[int, ...]] = {}
    for c in sorted(found, key=lambda c: _rank(found[c], c)):
        words = tuple(ways[w][1] for w in c)
        if not (distinct and len(set(words)) < len(words)) and words not in best:
            best[words] = c
            if len(best) == _KEPT:
                break
    # The few that are kept are scored as the other phrases are, to the last digit.
    exact = _scored(emissions, ways, list(best.values()))
    sequences = [WordSequence(words, tuple(u for w in c for u in ways[w][0]), exact[c]) for words, c in best.items()]
    return sorted(sequences, key=lambda one: _rank(one.score, one.words))


def _rank(score: float, words: Sequence[int]) -> tuple[float, int]:
    """Best first; of what sounds the same (十一号 and 十, 一号) the one of fewer words."""
    return round(-score, 3), len(words)


def _scored(
    emissions: Floats, ways: Sequence[Way], candidates: Sequence[tuple[int, ...]]
) -> dict[tuple[int, ...], float]:
    """The exact score of each of these sequences of ways."""
    candidates = list(dict.fromkeys(candidates))
    scores = pooled(emissions, [tuple(u for w in c for u in ways[w][0]) for c in candidates])
    return {c: float(s) + sum(ways[w][2] for w in c) for c, s in zip(candidates, scores, strict=True)}


def _exchange(
    emissions: Floats,
    ways: Sequence[Way],
    chains: Chains,
    priors: Scores,
    sequences: Sequence[tuple[int, ...]],
    found: dict[tuple[int, ...], float],
) -> None:
    """Add the sequences with one word exchanged, those that stand a chance."""
    least = max(found.values()) - _HOPELESS
    words = [[ways[w][0] for w in c] for c in sequences]
    networks = [exchanged(log_probs, chains, words) for log_probs in emissions]
    for c, heard in zip(sequences, zip(*networks, strict=True), strict=True):
        own = priors[list(c)]
        scores = np.mean(heard, axis=0) + own.sum() - own[:, None] + priors
        for place, way in np.argwhere(scores > least).tolist():
            other = (*c[:place], way, *c[place + 1 :])
            found.setdefault(other, float(scores[place, way]))
