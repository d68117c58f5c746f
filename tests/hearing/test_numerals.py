"""Seat numbers, spoken and read back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.hearing.phrasebook import load
from narrator.hearing.phrases import Phrases

ZH = load("zh").numerals()
EN = load("en").numerals()


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("三", 3), ("三号", 3), ("三号玩家", 3), ("十二", 12), ("十二号", 12), ("幺二", 12), ("幺两", 12),
        ("一十二", 12), ("两", 2), ("两号", 2), ("幺", 1), ("拐", 7), ("拐号", 7), ("勾", 9), ("勾号玩家", 9),
        ("幺幺", 11), ("二十", 20), ("十号", 10), ("零", None), ("二十一", None), ("号", None), ("", None),
        ("3", None), ("三三", None),
    ],
)  # fmt: skip
def test_reads_the_spoken_forms_of_seats(text: str, seat: int | None) -> None:
    assert ZH.read(text) == seat


@settings(deadline=None)
@given(st.integers(1, 20), st.sampled_from([ZH, EN]))
def test_every_form_of_a_seat_reads_back_as_that_seat(seat, numerals) -> None:
    for form in numerals.forms(seat):
        assert numerals.read(form) == seat
    assert numerals.seat(seat) == numerals.forms(seat)[0]


def test_no_form_names_two_seats() -> None:
    for numerals in (ZH, EN):
        forms = [form for seat in range(1, 21) for form in numerals.forms(seat)]
        assert len(forms) == len(set(forms))


def test_seats_are_asked_for_with_their_distinct_form() -> None:
    assert [Phrases("zh").spoken(n) for n in (1, 2, 12)] == ["一号", "二号", "十二号"]
    assert Phrases("en").spoken(3) == "seat three"


@pytest.mark.parametrize("seat", [0, -1, 21])
def test_other_numbers_have_no_spoken_form(seat: int) -> None:
    with pytest.raises(ValueError, match="1 to 20"):
        ZH.seat(seat)
