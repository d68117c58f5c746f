"""A line is heard whole, or it is not: gaps move what comes after them, and nothing may be left out or replaced."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.pulse import RATE
from tests.speaking.correlate import Recording, whole
from tests.speaking.mouth_process import rendered

LINE, OTHER = "出局的玩家请不要发言，夜晚请闭眼", "不可以发誓赌咒，不可以贴脸"
STEP = 6


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> tuple[Recording, Recording]:
    folder: Path = tmp_path_factory.mktemp("lines")
    return rendered(folder, LINE)[::STEP].copy(), rendered(folder, OTHER)[::STEP].copy()


def silence(seconds: float) -> Recording:
    return np.zeros(round(seconds * RATE / STEP), np.float32)


def heard(*parts: Recording) -> tuple[float, float] | None:
    """What is found of the line in a recording of these parts, some noise under it."""
    line, *played = parts
    recording = np.concatenate([silence(0.7), *played, silence(0.9)])
    noise = np.random.default_rng(1).normal(0, 1e-4, len(recording)).astype(np.float32)
    return whole(recording + noise, line, RATE // STEP)


def test_a_line_is_found_from_its_first_to_its_last_sample(lines: tuple[Recording, Recording]) -> None:
    line, _ = lines
    found = heard(line, line)
    assert found == pytest.approx((0.7, 0.7 + len(line) * STEP / RATE), abs=0.002)


@pytest.mark.parametrize("at", [0.1, 0.35, 0.5, 0.77])
def test_a_gap_moves_what_comes_after_it(at: float, lines: tuple[Recording, Recording]) -> None:
    line, _ = lines
    cut = round(at * len(line))
    found = heard(line, line[:cut], silence(0.3), line[cut:])
    assert found == pytest.approx((0.7, 1.0 + len(line) * STEP / RATE), abs=0.002)


@pytest.mark.parametrize("at", [0.0, 0.25, 0.6, 0.75])
@pytest.mark.parametrize("replaced", [True, False], ids=["silence", "left out"])
def test_a_part_that_is_missing_is_missed(at: float, replaced: bool, lines: tuple[Recording, Recording]) -> None:
    line, _ = lines
    cut, back = round(at * len(line)), round(at * len(line)) + round(0.35 * RATE / STEP)
    assert heard(line, line[:cut], silence(0.35 if replaced else 0), line[back:]) is None


def test_another_line_is_not_this_one(lines: tuple[Recording, Recording]) -> None:
    line, other = lines
    assert heard(line, other, silence(0.2), other) is None
    assert heard(line, line[: len(line) // 2], other) is None
