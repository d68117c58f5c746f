"""From Chinese phrases to units."""

from __future__ import annotations

import pytest

from narrator.hearing.pronounce import Unspeakable, lexicon, readings, stem
from narrator.hearing.units import COUNT, UnknownSyllable, split, syllable


@pytest.mark.parametrize(
    ("pinyin", "parts"),
    [
        ("hao", ("h", "ao")), ("er", ("", "er")), ("yi", ("", "i")), ("wu", ("", "u")), ("jiu", ("j", "iou")),
        ("liu", ("l", "iou")), ("shi", ("sh", "ih")), ("si", ("s", "ih")), ("qi", ("q", "i")), ("que", ("q", "ve")),
        ("xu", ("x", "v")), ("lv", ("l", "v")), ("nve", ("n", "ve")), ("dui", ("d", "uei")), ("zhun", ("zh", "uen")),
        ("yong", ("", "iong")), ("bo", ("b", "uo")), ("wan", ("", "uan")), ("yuan", ("", "van")),
    ],
)  # fmt: skip
def test_a_syllable_is_an_initial_and_a_final(pinyin: str, parts: tuple[str, str]) -> None:
    assert split(pinyin) == parts


@pytest.mark.parametrize("nonsense", ["", "hello", "bv", "zhq", "hao7"])
def test_what_is_no_syllable_is_refused(nonsense: str) -> None:
    with pytest.raises(UnknownSyllable):
        syllable(nonsense)


def test_every_unit_is_within_the_network_s_output() -> None:
    units = [u for s in ("a1", "vn4".replace("vn", "yun"), "chuang5", "r" + "i2") for u in syllable(s)]
    assert min(units) > 0 and max(units) < COUNT


def test_one_before_a_fourth_tone_rises() -> None:
    first, *others = [r.units for r in readings("一号")]
    assert first == syllable("yi2") + syllable("hao4")
    assert syllable("yi1") + syllable("hao4") in others


@pytest.mark.parametrize(
    ("plain", "spoken"), [("一号", "yao1"), ("二号", "liang3"), ("七号", "guai3"), ("九号", "gou1")]
)
def test_a_numeral_goes_by_its_other_name_too(plain: str, spoken: str) -> None:
    assert syllable(spoken) + syllable("hao4") in [r.units for r in readings(plain)]


@pytest.mark.parametrize("phrase", ["再说一遍", "十一号"])
def test_but_not_in_other_words(phrase: str) -> None:
    yao = syllable("yao1")[0]
    assert all(yao not in r.units for r in readings(phrase))


def test_another_phrase_s_usual_reading_is_left_to_it() -> None:
    words = ["一号", "幺号"]
    owner, _ = lexicon(words)[syllable("yao1") + syllable("hao4")]
    assert words[owner] == "幺号"


def test_a_southern_accent_is_among_the_readings() -> None:
    assert syllable("si2") + syllable("hao4") in [r.units for r in readings("十号")]


@pytest.mark.parametrize("phrase", ["3号", "", "seat", "三号!"])
def test_what_is_not_chinese_is_refused_by_name(phrase: str) -> None:
    with pytest.raises(Unspeakable, match="Chinese characters"):
        readings(phrase)


@pytest.mark.parametrize(
    ("form", "same"),
    [("三号玩家", "三"), ("三号", "三"), ("幺号", "一"), ("两号", "二"), ("确认", "确认"), ("玩家", "玩家")],
)
def test_forms_of_one_seat_have_one_stem(form: str, same: str) -> None:
    assert stem(form) == same
