"""Pauses of the night: drawn from public things only."""

from __future__ import annotations

from narrator.host.pacing import DWELL, Pacing, Tempo
from narrator.rules.script import DONE, Ask


def ask(legal: tuple[object, ...], key: str = "seer.ask", places: int = 1) -> Ask:
    return Ask(key, (1, 2, 3, "none"), lambda _: legal, places, role="seer")  # type: ignore[arg-type,return-value]


def test_a_step_takes_as_long_whether_anybody_can_act_or_not() -> None:
    pacing = Pacing(7)
    assert pacing.of(ask((1, 2)), 2, 3) == pacing.of(ask(()), 2, 3)


def test_other_nights_and_questions_take_other_times() -> None:
    pacing = Pacing(7)
    floors = {pacing.of(ask(()), night, turn).floor for night in (2, 3) for turn in (1, 2)}
    assert len(floors) == 4
    assert all(8.0 <= floor <= 14.0 for floor in floors)


def test_the_number_is_given_early_enough_to_be_said_and_put_right() -> None:
    pacing = Pacing(3)
    for turn in range(50):
        pace = pacing.of(ask(()), 2, turn)
        assert 0 < pace.speak[0] <= pace.floor - 5.0 - DWELL / 2


def test_each_place_has_its_own_moment() -> None:
    pace = Pacing(3).of(ask((), places=3), 2, 1)
    assert list(pace.speak) == sorted(set(pace.speak))
    assert len(pace.speak) == 3


def test_a_shown_sign_has_a_fixed_time_and_no_pauses_means_none() -> None:
    look = Ask("hunter.sign", DONE, lambda _: DONE, role="hunter")
    assert Pacing(1).of(look, 1, 1) == Pacing(2).of(look, 5, 9)
    assert Pacing(1, dead_pause=(0, 0)).of(ask(()), 1, 1).floor == 0.0


def test_the_tempo_scales_everything() -> None:
    slow, brisk = Pacing(1, Tempo.SLOW).of(ask(()), 2, 1), Pacing(1, Tempo.BRISK).of(ask(()), 2, 1)
    assert slow.floor > brisk.floor
    assert slow.dwell > brisk.dwell
