"""Sequences of words with one word exchanged for every other: all their CTC scores at once.

What comes before and after the exchanged word is the same for all of them, so it is computed once, and only the
word itself is followed through time.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from narrator.hearing.logmel import Floats
from narrator.hearing.pronounce import Units
from narrator.hearing.units import BLANK

Scores = NDArray[np.float64]
_NOTHING = np.float64(-1e30)
_RESCALE = 8
"""Steps after which probabilities are brought near 1 again: in 64 bits there is room for far more."""


class Chains:
    """Words side by side, each a chain unit, blank, unit … that ends in the blank behind it."""

    def __init__(self, words: Sequence[Units]) -> None:
        lengths = np.array([len(units) for units in words])
        self.units = np.array([x for units in words for u in units for x in (u, BLANK)], np.int64)
        self.first = np.concatenate([[0], np.cumsum(2 * lengths)[:-1]]).astype(np.int64)
        self.behind = self.first + 2 * lengths - 1  # the blank behind the word
        self.starts = np.array([units[0] for units in words], np.int64)
        self.ends = np.array([units[-1] for units in words], np.int64)
        self.step = np.ones(len(self.units))
        self.step[self.first] = 0.0
        self.skip = np.zeros(len(self.units))
        inner = np.ones(len(self.units), np.bool_)
        inner[self.first] = inner[self.first + 1] = False
        at = np.flatnonzero(inner)
        self.skip[at] = (self.units[at] != BLANK) & (self.units[at] != self.units[at - 2])


def exchanged(log_probs: Floats, chains: Chains, sequences: Sequence[Sequence[Units]]) -> list[Scores]:
    """For each sequence: log-probability with its word at each place exchanged for each of the chains' words, shape
    (places, words)."""
    flat = [np.array([u for word in sequence for u in word], np.int64) for sequence in sequences]
    forwards, backwards = _forwards(log_probs, flat), _backwards(log_probs, flat)
    steps, words = len(log_probs), len(chains.first)
    owner = np.repeat(np.arange(len(sequences)), [len(sequence) for sequence in sequences])
    places = len(owner)
    ends = [np.cumsum([len(word) for word in sequence]) for sequence in sequences]
    after = np.concatenate(ends)
    before = np.concatenate([np.concatenate([[0], end[:-1]]) for end in ends])
    # Into the word at each step: out of the blank before it, or straight out of the unit before it if that differs.
    blank_in = np.full((steps, places), _NOTHING)
    unit_in = np.full((steps, places), _NOTHING)
    later = before > 0
    blank_in[1:] = forwards[:-1, owner, 2 * before]
    unit_in[1:, later] = forwards[:-1, owner[later], 2 * before[later] - 1]
    blank_in[0, ~later] = 0.0  # the first word may begin at once
    direct = np.zeros((places, words))
    direct[later] = _at(flat, owner[later], before[later] - 1)[:, None] != chains.starts
    # Out of the word, and then all that comes after.
    last = after == np.array([len(units) for units in flat])[owner]
    out = np.full((steps, places), _NOTHING)
    out[-1, last] = 0.0
    follows = _at(flat, owner[~last], after[~last])
    out[:-1, ~last] = log_probs[1:, follows] + backwards[1:, owner[~last], 2 * after[~last] + 1]
    straight = np.ones((places, words))
    straight[~last] = follows[:, None] != chains.ends
    scores = _through(log_probs, chains, blank_in, unit_in, direct, out, straight)
    return np.split(scores, np.cumsum([len(sequence) for sequence in sequences])[:-1])


def _at(flat: Sequence[NDArray[np.int64]], owner: NDArray[np.int64], at: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.array([flat[i][k] for i, k in zip(owner.tolist(), at.tolist(), strict=True)], np.int64)


def _through(
    log_probs: Floats,
    chains: Chains,
    blank_in: Scores,
    unit_in: Scores,
    direct: Scores,
    out: Scores,
    straight: Scores,
) -> Scores:
    """Every word at every place, in probabilities: those of a place are kept near 1 by a scale of its own."""
    places = blank_in.shape[1]
    emitted = np.exp(log_probs.astype(np.float64))[:, chains.units]
    state = np.zeros((places, len(chains.units)))
    scale = np.full(places, _NOTHING)  # log of what the states of a place are multiplied by
    total = np.zeros((places, len(chains.first)))
    whole = np.full(places, _NOTHING)  # and the totals
    unit = chains.behind - 1
    for t, frame in enumerate(emitted):
        # A place that is reached for the first time, or more strongly than before, gets a scale that fits.
        top = np.maximum(scale, np.maximum(blank_in[t], unit_in[t]))
        state *= np.exp(scale - top)[:, None]
        scale = top
        new = state.copy()
        new[:, 1:] += state[:, :-1] * chains.step[1:]
        new[:, 2:] += state[:, :-2] * chains.skip[2:]
        new[:, chains.first] += np.exp(blank_in[t] - scale)[:, None] + np.exp(unit_in[t] - scale)[:, None] * direct
        new *= frame
        state = new
        leaves = scale + out[t]
        high = np.maximum(whole, leaves)
        total *= np.exp(whole - high)[:, None]
        total += (state[:, chains.behind] + state[:, unit] * straight) * np.exp(leaves - high)[:, None]
        whole = high
        if t % _RESCALE == 0:
            most = state.max(axis=1)
            most[most <= 0] = 1.0
            state /= most[:, None]
            scale = scale + np.log(most)
    with np.errstate(divide="ignore"):
        scores: Scores = np.log(total) + whole[:, None]
    return scores


def _lattices(flat: Sequence[NDArray[np.int64]]) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]:
    """States of every sequence padded to one width, the cost of skipping a blank into each, and the last states."""
    width = 2 * max(len(units) for units in flat) + 1
    states = np.full((len(flat), width), BLANK, np.int64)
    for row, units in zip(states, flat, strict=True):
        row[1 : 2 * len(units) : 2] = units
    hop = np.where((states[:, 2:] != BLANK) & (states[:, 2:] != states[:, :-2]), 0.0, _NOTHING)
    return states, hop, np.array([2 * len(units) for units in flat])


def _forwards(log_probs: Floats, flat: Sequence[NDArray[np.int64]]) -> Scores:
    """Log-probability of being in each state at each step, that step's sound included; (steps, sequences, states)."""
    states, hop, _ = _lattices(flat)
    emitted = log_probs[:, states].astype(np.float64)
    alpha = np.full(emitted.shape, _NOTHING)
    alpha[0, :, :2] = emitted[0, :, :2]
    for t in range(1, len(emitted)):
        row = alpha[t - 1]
        now = row.copy()
        now[:, 1:] = np.logaddexp(now[:, 1:], row[:, :-1])
        now[:, 2:] = np.logaddexp(now[:, 2:], row[:, :-2] + hop)
        alpha[t] = now + emitted[t]
    return alpha


def _backwards(log_probs: Floats, flat: Sequence[NDArray[np.int64]]) -> Scores:
    """Log-probability of all later steps from each state at each step; (steps, sequences, states)."""
    states, hop, last = _lattices(flat)
    emitted = log_probs[:, states].astype(np.float64)
    beta = np.full(emitted.shape, _NOTHING)
    rows = np.arange(len(states))
    beta[-1, rows, last] = beta[-1, rows, last - 1] = 0.0
    for t in range(len(emitted) - 2, -1, -1):
        row = beta[t + 1] + emitted[t + 1]
        now = row.copy()
        now[:, :-1] = np.logaddexp(now[:, :-1], row[:, 1:])
        now[:, :-2] = np.logaddexp(now[:, :-2], row[:, 2:] + hop)
        beta[t] = now
    return beta
