"""Two recognisers that must agree."""

from __future__ import annotations

import pytest

from narrator.hearing.both import AgreeingRecogniser, agreed
from narrator.hearing.recogniser import Guess, Kind, Listening, Pcm

SURE = 0.8


def test_agreement_is_surer_than_either() -> None:
    best = agreed([Guess("三号", 0.7)], [Guess("三号", 0.6), Guess("八号", 0.3)], SURE)[0]
    assert best.text == "三号" and best.confidence == pytest.approx(0.88)


def test_two_forms_of_one_seat_agree() -> None:
    best = agreed([Guess("三", 0.7)], [Guess("三号", 0.7)], SURE)[0]
    assert best.text == "三" and best.confidence > SURE


@pytest.mark.parametrize("second", [[], [Guess("八号", 0.95)]])
def test_without_agreement_nothing_is_accepted(second: list[Guess]) -> None:
    guesses = agreed([Guess("三号", 0.99)], second, SURE)
    assert guesses[0].confidence < SURE
    assert "三号" in {g.text for g in guesses}


def test_nothing_heard_is_nothing() -> None:
    assert agreed([], [], SURE) == ()


class Fixed:
    """A recogniser that always gives the same guesses, and counts what it was fed."""

    name = "fixed"

    def __init__(self, guesses: list[Guess]) -> None:
        self.guesses, self.fed = guesses, 0

    def start(self, phrases: list[str], kind: Kind) -> Listening:
        return self

    def feed(self, block: Pcm) -> None:
        self.fed += len(block)

    def finish(self) -> list[Guess]:
        return self.guesses

    def sure(self, kind: Kind) -> float:
        return SURE


def test_both_hear_every_block() -> None:
    import numpy as np

    one, two = Fixed([Guess("五号", 0.7)]), Fixed([Guess("五号", 0.7)])
    listening = AgreeingRecogniser(one, two).start(["五号"], Kind.SEAT)
    listening.feed(np.zeros(800, np.int16))
    assert (one.fed, two.fed) == (800, 800)
    assert listening.finish()[0].confidence > SURE
