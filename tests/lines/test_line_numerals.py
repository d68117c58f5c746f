"""Numbers as they are spoken, in both languages."""

from __future__ import annotations

import pytest

from narrator.lines.numerals import Numerals

ZH, EN = Numerals("zh"), Numerals("en")

WORDS = [
    (0, "零", "zero"),
    (2, "二", "two"),
    (10, "十", "ten"),
    (12, "十二", "twelve"),
    (18, "十八", "eighteen"),
    (20, "二十", "twenty"),
    (25, "二十五", "twenty-five"),
    (100, "一百", "one hundred"),
    (105, "一百零五", "one hundred and five"),
    (112, "一百一十二", "one hundred and twelve"),
    (120, "一百二十", "one hundred and twenty"),
    (4.5, "四点五", "four point five"),
    (1.5, "一点五", "one point five"),
]


@pytest.mark.parametrize(("number", "zh", "en"), WORDS)
def test_numbers_have_words(number: float, zh: str, en: str) -> None:
    assert (ZH.number(number), EN.number(number)) == (zh, en)


def test_every_number_has_its_own_words_without_a_digit() -> None:
    for numerals in (ZH, EN):
        words = [numerals.number(number) for number in range(1000)]
        assert len(set(words)) == 1000
        assert not any(character.isdigit() for word in words for character in word if character in "0123456789")


def test_seats_are_said_with_their_frame() -> None:
    assert (ZH.seat(3), ZH.seat(12), EN.seat(3)) == ("三号", "十二号", "number three")


def test_two_of_something_is_liang() -> None:
    assert (ZH.count(2), ZH.number(2), EN.count(2)) == ("两", "二", "two")


@pytest.mark.parametrize(
    ("seconds", "zh", "en"),
    [(120, "两分钟", "two minutes"), (60, "一分钟", "one minute"), (30, "三十秒", "thirty seconds"),
     (90, "九十秒", "ninety seconds"), (1, "一秒", "one second"), (2, "两秒", "two seconds")],
)  # fmt: skip
def test_durations_take_the_unit_one_would_say(seconds: float, zh: str, en: str) -> None:
    assert (ZH.duration(seconds), EN.duration(seconds)) == (zh, en)


def test_lists_join_their_last_word_unless_told_not_to() -> None:
    seats = ["三号", "五号", "七号"]
    assert ZH.listed(seats) == "三号、五号和七号"
    assert ZH.listed(seats, last=False) == "三号、五号、七号"
    assert ZH.listed(seats[:1]) == "三号"
    assert EN.listed(["a", "b", "c"]) == "a, b and c"


def test_several_of_a_role_in_english() -> None:
    assert EN.group("werewolf", 4) == "werewolves"
    assert (EN.group("villager", 2), EN.group("seer", 1)) == ("villagers", "seer")
    assert ZH.group("狼人", 4) == "狼人"


@pytest.mark.parametrize("number", [-1, 1000])
def test_numbers_without_words_are_refused(number: int) -> None:
    with pytest.raises(ValueError, match="0 to 999"):
        ZH.number(number)
