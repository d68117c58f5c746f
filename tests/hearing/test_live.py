"""Live ears on a source that the test feeds: what is heard when, and what becomes of troubles."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from queue import Empty, Queue
from time import monotonic

import numpy as np
import pytest

from narrator.hearing.ears import Event, Heard, Trouble
from narrator.hearing.live import LiveEars, Measured
from narrator.hearing.microphone import Block
from narrator.hearing.phrases import Phrases
from narrator.hearing.recogniser import RATE, Kind, Pcm, RecogniserError, RecogniserGone
from narrator.hearing.vad import SileroVad
from tests.hearing.conftest import Say, silence
from tests.hearing.fakes import Saying

TABLE = Phrases("zh", seats=12)
SEATS = TABLE.seats(range(1, 13))


class Hand:
    """A source fed by hand; `said` are seconds from now at which a sound ended (it may lie in the past)."""

    def __init__(self) -> None:
        self.blocks: Queue[Block] = Queue()
        self.now: Trouble | None = None
        self.tell: Callable[[Trouble], None] = lambda trouble: None
        self.stopped = False

    def __call__(self, tell: Callable[[Trouble], None], busy: Callable[[], bool]) -> "Hand":
        self.tell = tell
        return self

    def give(self, sound: Pcm, ago: float = -1000.0, gap: bool = False) -> None:
        """`ago`: seconds before now at which the sound began; by default in the future, after any opening."""
        at = monotonic() - ago
        for start in range(0, len(sound), 800):
            piece = sound[start : start + 800]
            at += len(piece) / RATE
            self.blocks.put(Block(piece, at, gap and start == 0))

    def read(self, timeout: float) -> Block | None:
        try:
            return self.blocks.get(timeout=timeout)
        except Empty:
            return None

    def trouble(self) -> Trouble | None:
        return self.now

    def stop(self) -> None:
        self.stopped = True


def ears_with(recogniser: Saying, measure: Callable[[Measured], None] | None = None) -> tuple[LiveEars, Hand]:
    hand = Hand()
    return LiveEars(recogniser, hand, SileroVad(), measure=measure), hand


def word(say: Say, text: str = "三号") -> Pcm:
    return np.concatenate((silence(0.6), say(text, "cmn-latn-pinyin"), silence(1.0)))


def test_what_is_said_after_the_opening_is_heard(say: Say) -> None:
    measured: list[Measured] = []
    ears, hand = ears_with(Saying(["三号", "五号"]), measured.append)
    events: Queue[Event] = Queue()
    ears.open(SEATS, events.put)
    hand.give(word(say))
    hand.give(word(say))
    heard = [events.get(timeout=30), events.get(timeout=30)]
    assert [e.tokens for e in heard if isinstance(e, Heard)] == [("3",), ("5",)]
    assert all(m.computing >= 0 for m in measured) and len(measured) == 2
    ears.stop()
    assert hand.stopped


def test_what_was_said_before_the_opening_is_not(say: Say) -> None:
    # The loudspeaker played until now; the microphone's blocks of that time arrive late.
    ears, hand = ears_with(Saying(["五号"]))
    events: Queue[Event] = Queue()
    ears.open(SEATS, events.put)
    hand.give(word(say), ago=60)
    hand.give(word(say, "五号"))
    event = events.get(timeout=30)
    assert isinstance(event, Heard) and event.tokens == ("5",)
    assert events.empty()
    ears.stop()


def test_closed_ears_hear_nothing(say: Say) -> None:
    ears, hand = ears_with(Saying(["三号"]))
    events: Queue[Event] = Queue()
    ears.open(SEATS, events.put)
    ears.close()
    hand.give(word(say))
    while not hand.blocks.empty():
        pass
    ears.open(TABLE.yes_no(), events.put)
    ears.close()
    assert events.empty()
    ears.stop()


def test_a_hole_in_the_sound_takes_back_what_was_half_heard(say: Say) -> None:
    recogniser = Saying(["十号"])
    ears, hand = ears_with(recogniser)
    events: Queue[Event] = Queue()
    ears.open(SEATS, events.put)
    whole = say("十二号", "cmn-latn-pinyin")
    hand.give(np.concatenate((silence(0.6), whole[: len(whole) // 2])))
    hand.give(np.concatenate((whole[-len(whole) // 4 :], silence(1.0))), gap=True)
    event = events.get(timeout=30)
    assert not (isinstance(event, Heard) and event.sure)
    ears.stop()


def test_troubles_are_told_while_open_and_at_the_next_opening(say: Say) -> None:
    ears, hand = ears_with(Saying([]))
    events: Queue[Event] = Queue()
    lost = Trouble("mic_lost", "USB Mic")
    hand.now = lost
    hand.tell(lost)  # closed: nobody to tell
    ears.open(SEATS, events.put)
    assert events.get(timeout=30) == lost
    hand.now = None
    hand.tell(Trouble("mic_back", "USB Mic"))
    assert events.get(timeout=30) == Trouble("mic_back", "USB Mic")
    assert ears.trouble() is None
    ears.stop()


class Failing(Saying):
    """Fails once, then hears."""

    def __init__(self, error: RecogniserError, texts: Sequence[str]) -> None:
        super().__init__(texts)
        self.error: RecogniserError | None = error

    def start(self, phrases: Sequence[str], kind: Kind) -> Saying:
        error, self.error = self.error, None
        if error is not None:
            raise error
        return super().start(phrases, kind)


@pytest.mark.parametrize(
    ("error", "problem"),
    [(RecogniserError("died"), "recogniser_lost"), (RecogniserGone("keeps dying"), "recogniser_gone")],
)
def test_a_recogniser_that_fails_costs_one_utterance(say: Say, error: RecogniserError, problem: str) -> None:
    ears, hand = ears_with(Failing(error, ["三号"]))
    events: Queue[Event] = Queue()
    ears.open(SEATS, events.put)
    hand.give(word(say))
    assert events.get(timeout=30) == Trouble(problem, str(error))
    hand.give(word(say))
    event = events.get(timeout=30)
    assert isinstance(event, Heard) and event.tokens == ("3",)
    ears.stop()


def test_a_rejected_value_counts_half(say: Say) -> None:
    ears, hand = ears_with(Saying(["三号", "三号"]))
    events: Queue[Event] = Queue()
    ears.open(replace(SEATS, rejected=frozenset({("3",)})), events.put)
    hand.give(word(say))
    event = events.get(timeout=30)
    assert isinstance(event, Heard) and not event.sure
    ears.open(SEATS, events.put)
    hand.give(word(say))
    event = events.get(timeout=30)
    assert isinstance(event, Heard) and event.sure
    ears.stop()
