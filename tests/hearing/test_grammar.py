"""Phrases as vosk grammars: only known words, every way to cut them, and back."""

from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.hearing.grammar import build, is_word, read_back, words_to_check

DICTIONARY = {"三", "十", "二", "号", "十二", "确认", "确", "认", "玩家", "腰", "seat", "three"}


def known(word: str) -> bool:
    return word in DICTIONARY


def test_phrases_are_cut_in_every_way_the_dictionary_has() -> None:
    grammar = build(["十二号", "确认"], known, {})
    assert set(grammar.lines) == {"十二 号", "十 二 号", "确认", "确 认"}
    assert grammar.missing == ()


def test_unknown_words_take_their_phrase_out_whole() -> None:
    # Vosk would drop the word alone: 三号玩家 would be heard for 三号.
    grammar = build(["三号", "三号嘉宾", "崽"], known, {})
    assert grammar.lines == ("三 号",)
    assert grammar.missing == ("三号嘉宾", "崽")


def test_a_rare_character_is_replaced_by_one_of_its_sound_and_read_back() -> None:
    stand_ins = {"幺": "邀腰"}
    grammar = build(["幺号"], known, stand_ins)
    assert grammar.lines == ("腰 号",)
    assert read_back("腰 号", {"幺号": "幺号"}, stand_ins) == "幺号"
    assert read_back("三 号 腰 号", {"三号": "三号", "幺号": "幺号"}, stand_ins) == "三号幺号"


def test_english_phrases_keep_their_words() -> None:
    assert build(["seat three", "seat four"], known, {}).lines == ("seat three",)
    assert read_back("seat three", {"seatthree": "seat three"}, {}) == "seat three"


def test_a_models_own_symbols_are_no_words() -> None:
    for word in ("<eps>", "#0", "[unk]", "!SIL", "a b", "", "三\n", '"', "\\u4e09", "\0"):
        assert not is_word(word)


@settings(deadline=None)
@given(st.lists(st.text(max_size=12), max_size=6))
def test_whatever_the_phrases_the_grammar_holds_dictionary_words_only(phrases: list[str]) -> None:
    asked = words_to_check(phrases, {})
    grammar = build(phrases, lambda word: word in asked, {})
    for line in grammar.lines:
        assert line and all(is_word(word) for word in line.split(" "))
