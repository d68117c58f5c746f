"""The bench of the night at a table that talks: the real host and the real ears, in virtual time."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from narrator.hearing.near import NearVad
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


def chatter(minutes: float) -> Iterator[Pcm]:
    """Somebody who talks on and on, every third thing a seat."""
    voices = clips()
    seats = ("三号", "八号", "十二号", "五号", "一号")
    for number in range(round(minutes * 12)):
        words = [word for n in range(3) for word in ("确认", "不对", seats[(number + n) % 5])]
        yield np.concatenate([part for word in words for part in (voices[word], room(0.6))])


def test_a_quiet_table_gives_nothing(ears: OwnEars) -> None:
    found = night(ears, iter([room(10.0)] * 12))
    assert found.questions > 1 and found.minutes == pytest.approx(2.0, abs=0.1)
    assert (found.accepted, found.again, found.keys) == (0, 0, 0)


def test_one_clear_voice_is_taken(ears: OwnEars) -> None:
    """The figure can be bad: it counts what is taken."""
    assert night(ears, one_voice(2.0)).accepted >= 10


def test_from_a_table_that_talks_nothing_is_taken_the_first_time(
    ears: OwnEars, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the figure shows it when the ears do not know that it talks."""
    knowing = night(ears, chatter(0.7))
    assert knowing.again > 5
    monkeypatch.setattr(NearVad, "talking", lambda _: False)
    assert night(ears, chatter(0.7)).accepted > 2 * knowing.accepted + 10
