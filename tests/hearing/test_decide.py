"""From guesses to answers."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.hearing.decide import typed, understand
from narrator.hearing.ears import By, Heard, Unclear
from narrator.hearing.phrases import Phrases
from narrator.hearing.recogniser import Guess, Kind
from narrator.hearing.scripted import hear_phrase

TABLE = Phrases("zh", seats=12)
ALL = range(1, 13)


def sure(kind: Kind) -> float:
    return 0.8


def tokens(event: object) -> tuple[str, ...] | None:
    return event.tokens if isinstance(event, Heard) else None


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("一号五号九号十二号", ("1", "5", "9", "12")),
        ("一五九十二", ("1", "5", "9", "12")),
        ("一号五九号", ("1", "5", "9")),
        ("一号五号不对八号", ("1", "8")),
        ("一号五号不对八号九号", ("1", "8", "9")),
        ("一号不对五号不对八号", ("8",)),
        ("幺两拐勾", ("1", "2", "7", "9")),
        ("三号玩家四号玩家", ("3", "4")),
        ("一号五号不对", None),
        ("不对一号", None),
        ("一号五五号九号", ("1", "5", "9")),
        ("一号五号九号五号", None),
        ("一号吧", None),
        ("", None),
    ],
)
def test_lists_in_one_breath(said: str, heard: tuple[str, ...] | None) -> None:
    assert tokens(hear_phrase(TABLE.seat_list(ALL), said)) == heard


def test_a_seat_said_twice_running_counts_once_and_is_not_sure() -> None:
    event = hear_phrase(TABLE.seat_list(ALL), "一号五五号九号")
    assert isinstance(event, Heard) and not event.sure


@pytest.mark.parametrize(
    ("said", "heard", "clear"),
    [
        ("五号五", ("5", "5"), False),
        ("五号一二五", ("5", "1", "2", "5"), True),
        ("五号五一二", ("5", "5", "1", "2"), False),
        ("五号一二一", None, False),
    ],
)
def test_a_candidate_may_vote_for_himself(said: str, heard: tuple[str, ...] | None, clear: bool) -> None:
    event = hear_phrase(TABLE.ballot(ALL, ALL), said)
    assert tokens(event) == heard
    assert not isinstance(event, Heard) or event.sure == clear


@pytest.mark.parametrize("line", ["5 5", "五号 五", "5，5"])
def test_by_key_his_own_vote_is_plain(line: str) -> None:
    event = typed(TABLE.ballot(ALL, ALL), line)
    assert isinstance(event, Heard) and event.tokens == ("5", "5") and event.sure


def test_in_a_list_that_is_no_ballot_a_seat_never_comes_twice() -> None:
    assert isinstance(typed(TABLE.seat_list(ALL), "5 5"), Unclear)
    assert isinstance(typed(TABLE.seat_list(ALL), "5 1 5"), Unclear)


def test_with_a_known_count_longer_lists_are_passed_over() -> None:
    prompt = TABLE.seat_list(ALL, counts=range(3, 4))
    event = understand(prompt, [Guess("九五一十五", 0.6), Guess("九一十", 0.9 - 0.5)], sure)
    assert isinstance(event, Heard) and event.tokens == ("9", "1", "10") and not event.sure
    short = understand(prompt, [Guess("九号一号", 0.6), Guess("九号一号十号", 0.3)], sure)
    assert isinstance(short, Unclear)  # the rest may still come


def test_a_known_count_settles_what_could_be_read_in_two_ways() -> None:
    open_list = hear_phrase(TABLE.seat_list(ALL), "三十一二")
    assert isinstance(open_list, Heard) and not open_list.sure
    three = hear_phrase(TABLE.seat_list(ALL, counts=range(3, 4)), "三十一二")
    assert isinstance(three, Heard) and three.tokens == ("3", "11", "2") and three.sure
    four = hear_phrase(TABLE.seat_list(ALL, counts=range(4, 5)), "三十一二")
    assert isinstance(four, Heard) and four.tokens == ("3", "10", "1", "2") and four.sure


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("五号一二三四", ("5", "1", "2", "3", "4")),
        ("出局九号", ("out", "9")),
        ("平票五号九号", ("tie", "5", "9")),
        ("弃票三号四号", ("abstain", "3", "4")),
        ("完毕", ("done",)),
    ],
)
def test_ballots(said: str, heard: tuple[str, ...]) -> None:
    assert tokens(hear_phrase(TABLE.ballot(ALL, ALL), said)) == heard


@pytest.mark.parametrize(
    ("prompt", "said", "token"),
    [
        (TABLE.yes_no(), "不对", "no"),
        (TABLE.yes_no(), "对", "yes"),
        (TABLE.choice("save"), "不救", "no"),
        (TABLE.choice("save"), "救", "yes"),
        (TABLE.choice("use"), "不用", "no"),
        (TABLE.choice("use"), "用", "yes"),
    ],
)
def test_no_never_becomes_yes(prompt, said: str, token: str) -> None:
    assert tokens(hear_phrase(prompt, said)) == (token,)
    assert isinstance(hear_phrase(prompt, said + said), Unclear)


def test_forms_of_one_answer_add_up_and_others_are_rivals() -> None:
    prompt = TABLE.seats(ALL)
    event = understand(prompt, [Guess("三号", 0.5), Guess("三号玩家", 0.4), Guess("八号", 0.1)], sure)
    assert isinstance(event, Heard)
    assert (event.tokens, event.sure, event.runners_up) == (("3",), True, ("8",))
    close = understand(prompt, [Guess("三号", 0.85), Guess("八号", 0.6)], sure)
    assert isinstance(close, Heard) and not close.sure and close.runners_up == ("8",)


@pytest.mark.parametrize(("first", "rival", "sure_of_it"), [("一号", "七号", False), ("一号", "三号", True)])
def test_seats_that_are_often_mistaken_need_a_wider_gap(first: str, rival: str, sure_of_it: bool) -> None:
    event = understand(TABLE.seats(ALL), [Guess(first, 0.85), Guess(rival, 0.3)], sure)
    assert isinstance(event, Heard) and event.sure is sure_of_it


def test_a_decoy_is_told_apart_from_nonsense() -> None:
    prompt = TABLE.seats([1, 2, 3], not_now=[4])
    assert understand(prompt, [Guess("四号", 0.9), Guess("三号", 0.1)], sure) == Unclear("四号")
    assert understand(prompt, [], sure) == Unclear()
    assert understand(prompt, [Guess("三号", 0.001)], sure) == Unclear()


def test_one_syllable_needs_a_clear_lead() -> None:
    prompt = TABLE.seats([3, 5])
    clear = understand(prompt, [Guess("三", 0.9), Guess("五", 0.1)], sure)
    near = understand(prompt, [Guess("三", 0.81), Guess("五号", 0.35)], sure)
    assert isinstance(clear, Heard) and clear.sure
    assert isinstance(near, Heard) and not near.sure


def test_what_was_just_rejected_is_not_offered_first_again() -> None:
    prompt = TABLE.seats(ALL)
    guesses = [Guess("三号", 0.6), Guess("八号", 0.4)]
    again = understand(replace(prompt, rejected=frozenset({("3",)})), guesses, sure)
    assert isinstance(again, Heard) and again.tokens == ("8",) and not again.sure
    insist = understand(replace(prompt, rejected=frozenset({("3",)})), [Guess("三号", 0.99)], sure)
    assert isinstance(insist, Heard) and insist.tokens == ("3",) and not insist.sure


def test_acts_that_cannot_be_taken_back_need_more() -> None:
    guess = [Guess("三号", 0.85)]
    plain = understand(TABLE.seats(ALL), guess, sure)
    strict = understand(TABLE.seats(ALL, strict=True), guess, sure)
    assert isinstance(plain, Heard) and plain.sure
    assert isinstance(strict, Heard) and not strict.sure


def test_at_night_nothing_is_sure_while_the_table_talks() -> None:
    """It counts when it is given twice; by day what is heard is read back or as sure as it was."""
    guess, sure = [Guess("三号", 0.99)], (lambda _: 0.7)
    night, day = TABLE.coded(13, keyed=range(1, 13)), TABLE.seats(ALL)
    taken = {
        (name, talking): understand(prompt, guess, sure, talking)
        for name, prompt in (("night", night), ("day", day))
        for talking in (False, True)
    }
    assert all(isinstance(event, Heard) and event.tokens == ("3",) for event in taken.values())
    assert {key for key, event in taken.items() if isinstance(event, Heard) and not event.sure} == {("night", True)}


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("5", ("5",)),
        ("05", ("5",)),
        ("五号", ("5",)),
        (" １２ ", ("12",)),
        ("七", ("7",)),
        ("13", None),
        ("", None),
    ],
)
def test_typed_seats(text: str, heard: tuple[str, ...] | None) -> None:
    assert tokens(typed(TABLE.seats(ALL), text)) == heard


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("5: 1,2,3,4", ("5", "1", "2", "3", "4")),
        ("5 10 1 2", ("5", "10", "1", "2")),
        ("五号 一二三四", ("5", "1", "2", "3", "4")),
        ("out 9", ("out", "9")),
        ("done", ("done",)),
        ("5 5 1", ("5", "5", "1")),
    ],
)
def test_typed_ballots(text: str, heard: tuple[str, ...] | None) -> None:
    assert tokens(typed(TABLE.ballot(ALL, ALL), text)) == heard


def test_typed_commands_are_marked_and_always_possible() -> None:
    event = typed(TABLE.coded(13, keyed=ALL, answers=["none"]), "撤销")
    assert isinstance(event, Heard) and event.command and event.tokens == ("undo",) and event.by is By.KEY


def test_typed_english() -> None:
    table = Phrases("en", seats=12)
    assert tokens(typed(table.seats(ALL), "Seat Twelve")) == ("12",)
    assert tokens(typed(table.seat_list(ALL), "seat one, seat five")) == ("1", "5")
    assert tokens(typed(table.yes_no(), "y")) == ("yes",)


@settings(deadline=None)
@given(st.text(max_size=40))
def test_anything_typed_is_an_answer_or_unclear(text: str) -> None:
    for prompt in (TABLE.seats(ALL), TABLE.ballot(ALL, ALL), TABLE.yes_no(), TABLE.wake()):
        assert isinstance(typed(prompt, text), (Heard, Unclear))


@settings(deadline=None)
@given(st.lists(st.sampled_from(list(ALL)), min_size=1, max_size=8, unique=True), st.booleans())
def test_a_spoken_list_with_hao_is_read_as_meant(seats: list[int], players: bool) -> None:
    said = "".join(TABLE.spoken(n) + ("玩家" if players else "") for n in seats)
    event = hear_phrase(TABLE.seat_list(ALL), said)
    assert tokens(event) == tuple(map(str, seats))


@settings(deadline=None)
@given(st.lists(st.sampled_from(list(ALL)), min_size=1, max_size=8, unique=True))
def test_a_spoken_list_of_bare_numbers_is_right_or_not_sure(seats: list[int]) -> None:
    said = "".join(TABLE.spoken(n).removesuffix("号") for n in seats)
    event = hear_phrase(TABLE.seat_list(ALL), said)
    assert isinstance(event, Heard)
    assert event.tokens == tuple(map(str, seats)) or not event.sure
