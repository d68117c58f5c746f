"""The bench of the night at a table that talks: the real host and the real ears, in virtual time."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from narrator.hearing.own import OwnEars
from narrator.hearing.recogniser import RATE, Pcm
from scripts.bench_night import night
from tests.hearing_builtin.voices import clips


@pytest.fixture(scope="module")
def ears() -> OwnEars:
    return OwnEars()


def room(seconds: float) -> Pcm:
    return np.random.default_rng(4).normal(0, 12, round(seconds * RATE)).astype(np.int16)


def one_voice(minutes: float) -> Iterator[Pcm]:
    """Somebody who says a seat every four seconds, alone."""
    voices = clips()
    for number in range(round(minutes * 15)):
        yield np.concatenate([room(3.2), voices[("三号", "八号", "十二号")[number % 3]], room(0.6)])


def many(minutes: float) -> Iterator[Pcm]:
    """Two who name seats without end, over each other."""
    voices = clips()
    said = [voices[word] for word in ("三号", "八号", "十二号", "五号", "一号", "十号", "确认", "不对")]
    for number in range(round(minutes * 6)):
        first, second = said[number % 8 :] + said[: number % 8], said[::-1]
        mixed = sum(
            level * np.resize(np.concatenate(words), 10 * RATE) for level, words in ((1.0, first), (0.6, second))
        )
        yield np.clip(mixed, -32768, 32767).astype(np.int16)


def test_a_quiet_table_gives_nothing(ears: OwnEars) -> None:
    found = night(ears, iter([room(10.0)] * 12))
    assert found.questions > 1 and found.minutes == pytest.approx(2.0, abs=0.1)
    assert (found.accepted, found.again, found.keys) == (0, 0, 0)


def test_one_clear_voice_is_taken(ears: OwnEars) -> None:
    """The figure can be bad: it counts what is taken."""
    assert night(ears, one_voice(2.0)).accepted >= 10


def test_a_table_that_talks_over_itself_is_asked_again_and_left_to_the_keys(ears: OwnEars) -> None:
    found = night(ears, many(3.0))
    assert found.again > 10 and found.keys > 3
    assert found.accepted <= 2
