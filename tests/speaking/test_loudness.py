"""Loudness is measured as the standard says, and every line has the same."""

from __future__ import annotations

import math

import numpy as np
import pytest

from narrator.speaking.command_renderer import CommandRenderer
from narrator.speaking.loudness import CEILING, TARGET_LUFS, level, loudness
from narrator.speaking.sound import Sound, resample, trim


def tone(rate: int, parts: list[tuple[float, float]], frequency: float = 1000) -> Sound:
    """Seconds and dBFS of each part."""
    samples = [
        10 ** (db / 20) * np.sin(math.tau * frequency * np.arange(round(seconds * rate)) / rate)
        for seconds, db in parts
    ]
    return Sound(np.concatenate(samples).astype(np.float32), rate)


@pytest.mark.parametrize(
    ("parts", "frequency", "expected"),
    [
        ([(5, 0)], 997, -3.01),  # BS.1770: the calibration tone, one channel
        ([(5, -20)], 1000, -23.0),
        ([(5, -36), (15, -20), (5, -36)], 1000, -23.0),  # as in EBU 3341 case 3: the relative gate
        ([(5, -72), (5, -36), (15, -20), (5, -36), (5, -72)], 1000, -23.0),  # case 4: the absolute gate
    ],
)
@pytest.mark.parametrize("rate", [44_100, 48_000])
def test_the_standards_own_signals_measure_as_they_must(
    parts: list[tuple[float, float]], frequency: float, expected: float, rate: int
) -> None:
    assert loudness(tone(rate, parts, frequency)) == pytest.approx(expected, abs=0.1)


def test_silence_has_no_loudness_and_is_left_alone() -> None:
    nothing = Sound(np.zeros(48_000, np.float32), 48_000)
    assert loudness(nothing) == -math.inf
    assert level(nothing) is nothing
    assert loudness(Sound(np.zeros(0, np.float32), 48_000)) == -math.inf


LINES = ["三号", "天黑请闭眼。", "昨夜，三号、五号玩家出局，请发表遗言。", "请发言", "狼人请互相确认身份。"]


@pytest.mark.parametrize("text", LINES)
def test_every_line_is_within_one_unit_of_the_others_and_never_clips(text: str) -> None:
    spoken = trim(CommandRenderer("zh").render(text))
    quiet, loud = (Sound(spoken.samples * np.float32(gain), spoken.rate) for gain in (0.05, 1.0))
    for sound in (quiet, loud):
        levelled = level(sound)
        assert loudness(resample(levelled, 48_000)) == pytest.approx(TARGET_LUFS, abs=1)
        assert np.abs(levelled.samples).max() <= CEILING


def test_a_line_with_high_peaks_is_rounded_and_still_as_loud() -> None:
    rate = 48_000
    clicks = np.random.default_rng(1).normal(0, 0.01, rate * 2).astype(np.float32)
    clicks[::4800] = 0.9
    levelled = level(Sound(clicks, rate))
    assert np.abs(levelled.samples).max() <= CEILING
    assert loudness(levelled) == pytest.approx(TARGET_LUFS, abs=1)
