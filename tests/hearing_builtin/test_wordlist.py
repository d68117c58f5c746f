"""The search for several words in one breath: the same as the plain one, and corrections in it."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.hearing.ctc import forward
from narrator.hearing.exchange import Chains, exchanged
from narrator.hearing.logmel import Floats
from narrator.hearing.pronounce import Units
from narrator.hearing.wordlist import decode
from tests.hearing_builtin import slow_wordlist

UNITS = 7
WORDS = st.lists(st.lists(st.integers(1, UNITS - 1), min_size=1, max_size=3).map(tuple), min_size=1, max_size=6)


def sounds(steps: int, seed: int, spread: float) -> Floats:
    """Random log-probabilities of units; the larger the spread, the clearer."""
    raw = np.random.default_rng(seed).normal(0, spread, (steps, UNITS)).astype(np.float32)
    return np.asarray(raw - np.log(np.exp(raw).sum(axis=1, keepdims=True)), np.float32)


@settings(max_examples=150, deadline=None)
@given(WORDS, st.data(), st.integers(1, 16), st.integers(0, 10**6), st.sampled_from([1.0, 4.0, 12.0]))
def test_exchanging_a_word_scores_as_the_whole_sequence_does(
    words: list[Units], data: st.DataObject, steps: int, seed: int, spread: float
) -> None:
    heard = sounds(steps, seed, spread)
    pick = st.lists(st.sampled_from(words), min_size=1, max_size=4)
    sequences = data.draw(st.lists(pick, min_size=1, max_size=3))
    for sequence, scores in zip(sequences, exchanged(heard, Chains(words), sequences), strict=True):
        for place, way in itertools.product(range(len(sequence)), range(len(words))):
            whole = [*sequence[:place], words[way], *sequence[place + 1 :]]
            exact = forward(heard, [tuple(u for word in whole for u in word)])[0]
            if max(exact, scores[place, way]) > -1e20:
                assert scores[place, way] == pytest.approx(exact, abs=1e-3, rel=1e-4)


TAILS = st.lists(st.lists(st.integers(4, UNITS - 1), max_size=2), min_size=1, max_size=3)
"""Each word begins with a unit of its own, so that no two sequences sound the same: which of such is kept is chance."""


@settings(max_examples=150, deadline=None)
@given(
    TAILS,
    st.lists(st.integers(0, 4), min_size=3, max_size=3),
    st.integers(1, 24),
    st.integers(0, 10**6),
    st.booleans(),
    st.sampled_from([1.0, 4.0]),
    st.integers(1, 3),
)
def test_the_search_finds_what_the_plain_search_finds(
    tails: list[list[int]], words: list[int], steps: int, seed: int, distinct: bool, spread: float, networks: int
) -> None:
    ways = {(first, *tail): words[first - 1] for first, tail in enumerate(tails, 1)}
    lexicon = {units: (word, -0.1 * len(units)) for units, word in ways.items()}
    heard = np.stack([sounds(steps, seed + network, spread) for network in range(networks)])
    counts = range(1, 7)
    quick, plain = (find(heard, lexicon, counts, distinct) for find in (decode, slow_wordlist.decode))
    plain = [one for one in plain if one.score > max(-1e20, plain[0].score - 20)]
    assert len(quick) >= len(plain)
    for mine, his in zip(quick, plain, strict=False):
        assert mine.score == pytest.approx(his.score, abs=2e-3)
    clear = [a for a, b in zip(plain, [*plain[1:], None], strict=False) if b is None or a.score - b.score > 0.01]
    found = {one.words: one.score for one in quick}
    # Further down it is chance which of two that are as likely was looked at again, and so what came of it.
    for one in clear[:3]:
        assert found[one.words] == pytest.approx(one.score, abs=2e-3)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 9), st.integers(0, 10**6))
def test_among_all_sequences_there_is_none_better(steps: int, seed: int) -> None:
    """Over clear sounds, and few enough words to try every sequence."""
    heard = sounds(steps, seed, 6.0)
    words = [(1,), (2, 3), (4,)]
    lexicon = {units: (word, 0.0) for word, units in enumerate(words)}
    found = decode(heard[None], lexicon, range(1, 3), False)
    every = [c for n in (1, 2) if n <= steps // 3 or n == 1 for c in itertools.product(range(3), repeat=n)]
    scores = forward(heard, [tuple(u for w in c for u in words[w]) for c in every])
    assert found[0].score == pytest.approx(float(scores.max()), abs=1e-3)
