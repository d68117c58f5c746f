"""Lists are searched for style by style."""

from collections.abc import Sequence

import numpy as np

from narrator.hearing.ears import Heard, Trouble
from narrator.hearing.phrases import Phrases
from narrator.hearing.recogniser import Guess, Kind, Pcm, RecogniserError
from narrator.hearing.session import Session
from narrator.hearing.styles import list_styles
from narrator.hearing.vad import SileroVad
from tests.hearing.conftest import Say, silence

TABLE = Phrases("zh", seats=12)


def test_a_list_is_all_with_hao_or_all_without() -> None:
    framed, bare = list_styles(TABLE.seat_list(range(1, 13), commands=("undo",)))
    assert {"九号", "不对", "撤销"} <= set(framed) and "九" not in framed
    assert {"九", "不对", "撤销"} <= set(bare) and "九号" not in bare


def test_a_ballot_has_its_candidate_with_hao_and_its_voters_without() -> None:
    framed, mixed = list_styles(TABLE.ballot(range(1, 13), range(1, 13)))
    assert "九" not in framed
    assert {"九", "九号", "完毕"} <= set(mixed)


def test_english_lists_have_styles_too() -> None:
    framed, bare = list_styles(Phrases("en").seat_list(range(1, 13)))
    assert "seat nine" in framed and "nine" not in framed
    assert "nine" in bare and "seat nine" not in bare


class ByStyle:
    """Hears one thing among words with 号 and another among those without."""

    name = "styles"

    def start(self, phrases: Sequence[str], kind: Kind) -> "Fixed":
        raise AssertionError("lists have a search of their own")

    def start_list(self, words: Sequence[str], kind: Kind, counts: range, distinct: bool) -> "Fixed":
        return Fixed([Guess("九号一号", 0.9)] if "九号" in words else [Guess("九五一", 0.4)])

    def sure(self, kind: Kind) -> float:
        return 0.8


class Fixed:
    def __init__(self, guesses: list[Guess]) -> None:
        self.guesses = guesses

    def feed(self, block: Pcm) -> None:
        """Nothing is listened to."""

    def finish(self) -> list[Guess]:
        return self.guesses


def test_the_better_style_wins(say: Say) -> None:
    session = Session(TABLE.seat_list(range(1, 13)), ByStyle(), SileroVad())
    sound = np.concatenate((silence(0.5), say("九号一号", "cmn-latn-pinyin"), silence(1.5)))
    events = [event for at in range(0, len(sound), 800) for event in session.push(sound[at : at + 800])]
    assert [(e.tokens, e.sure) for e in events if isinstance(e, Heard)] == [(("9", "1"), True)]


class Ahead(Fixed):
    """Can be asked before the end, and counts how often it searched."""

    searched = 0

    def finish(self) -> list[Guess]:
        Ahead.searched += 1
        return super().finish()

    def finish_so_far(self) -> list[Guess]:
        return self.finish()


class Searching(ByStyle):
    def start_list(self, words: Sequence[str], kind: Kind, counts: range, distinct: bool) -> Ahead:
        return Ahead(super().start_list(words, kind, counts, distinct).guesses)


def test_a_list_is_searched_once_in_the_pause_that_ends_it(say: Say) -> None:
    ends = {}
    for counts in (None, range(2, 3)):
        Ahead.searched = 0
        session = Session(TABLE.seat_list(range(1, 13), counts=counts), Searching(), SileroVad())
        sound = np.concatenate((silence(0.5), say("九号一号", "cmn-latn-pinyin"), silence(1.5)))
        for at in range(0, len(sound), 160):
            if [event for event in session.push(sound[at : at + 160]) if isinstance(event, Heard)]:
                ends[counts] = session.position - session.spoke_until
        assert Ahead.searched == 2  # one for each style
    assert 0.65 < ends[None] < 0.8
    assert ends[range(2, 3)] < 0.5  # all its seats were named: nothing can follow


class Broken(Fixed):
    def partial(self) -> str:
        raise RecogniserError("the network failed")

    def finish(self) -> list[Guess]:
        raise RecogniserError("the network failed")


def test_a_recogniser_that_fails_in_a_pause_is_told_at_the_end(say: Say) -> None:
    class Failing(ByStyle):
        def start(self, phrases: Sequence[str], kind: Kind) -> Broken:
            return Broken([])

    session = Session(TABLE.seats(range(1, 13)), Failing(), SileroVad())
    sound = np.concatenate((silence(0.5), say("三号", "cmn-latn-pinyin"), silence(1.5)))
    events = [event for at in range(0, len(sound), 800) for event in session.push(sound[at : at + 800])]
    assert events == [Trouble("recogniser_lost", "the network failed")]
