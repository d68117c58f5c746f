"""The exact CTC score against adding up every path by hand."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from narrator.hearing.ctc import blur_tones, forward
from narrator.hearing.evidence import align
from narrator.hearing.units import BLANK, COUNT, FINALS, FIRST_FINAL, TONES


def collapse(path: tuple[int, ...]) -> tuple[int, ...]:
    """What a path spells: repeats joined, blanks dropped."""
    joined = [u for i, u in enumerate(path) if i == 0 or u != path[i - 1]]
    return tuple(u for u in joined if u != BLANK)


def random_log_probs(steps: int, units: int, seed: int) -> np.ndarray:
    logits = np.random.default_rng(seed).normal(size=(steps, units)).astype(np.float32)
    return logits - np.logaddexp.reduce(logits, axis=1, keepdims=True)


@pytest.mark.parametrize("units", [(1,), (1, 2), (1, 1), (2, 1, 2), (1, 1, 1)])
def test_the_score_is_the_sum_over_every_path(units: tuple[int, ...]) -> None:
    log_probs = random_log_probs(5, 3, seed=len(units))
    paths = [p for p in product(range(3), repeat=5) if collapse(p) == units]
    by_hand = np.logaddexp.reduce([sum(log_probs[t, u] for t, u in enumerate(p)) for p in paths])
    assert forward(log_probs, [units])[0] == pytest.approx(by_hand, abs=1e-4)


def test_sequences_scored_together_score_as_they_do_alone() -> None:
    log_probs = random_log_probs(12, COUNT, seed=7)
    sequences = [(3,), (3, 50), (3, 50, 50, 9, 120), (21, 206)]
    alone = [forward(log_probs, [s])[0] for s in sequences]
    assert forward(log_probs, sequences) == pytest.approx(alone, abs=1e-3)


def test_all_sequences_together_have_probability_one() -> None:
    log_probs = random_log_probs(3, 3, seed=3)
    every = {collapse(p) for p in product(range(3), repeat=3)} - {()}
    empty = float(log_probs[:, BLANK].sum())
    total = np.logaddexp.reduce([*forward(log_probs, sorted(every)).tolist(), empty])
    assert total == pytest.approx(0.0, abs=1e-4)


def test_a_wrong_tone_costs_something_but_not_everything() -> None:
    ao4 = FIRST_FINAL + FINALS.index("ao") * TONES + 3
    ao1 = FIRST_FINAL + FINALS.index("ao") * TONES
    u1 = FIRST_FINAL + FINALS.index("u") * TONES
    log_probs = np.full((1, COUNT), -20.0, np.float32)
    log_probs[0, ao4] = 0.0
    blurred = blur_tones(log_probs, 0.3)
    assert blurred[0, ao4] == pytest.approx(0.0, abs=0.01)
    assert blurred[0, ao1] == pytest.approx(np.log(0.3), abs=0.01)
    assert blurred[0, u1] < -15


def test_alignment_finds_where_each_unit_is() -> None:
    spoken = [BLANK, 4, 4, BLANK, 30, BLANK]
    log_probs = np.full((6, COUNT), -9.0, np.float32)
    log_probs[np.arange(6), spoken] = -0.01
    assert align(log_probs, [4, 30]).tolist() == [-1, 0, 0, -1, 1, -1]
