"""The wake word in table talk: the near voice stands out of the talk, and a quiet room changes nothing."""

import numpy as np
import pytest

from narrator.hearing.ears import Event, Heard
from narrator.hearing.endpoint import CHUNK
from narrator.hearing.near import NearVad
from narrator.hearing.phrases import Phrases
from narrator.hearing.recogniser import RATE, Pcm
from narrator.hearing.session import Session
from narrator.hearing.vad import SileroVad
from tests.hearing.conftest import Say, silence
from tests.hearing.fakes import Saying

MANDARIN = "cmn-latn-pinyin"
WAKE = Phrases("zh").wake()


def talk(say: Say, seconds: float, level: float) -> Pcm:
    """Two people who never stop."""
    voices = [say("我觉得三号昨天晚上说的话很奇怪他可能是狼人", MANDARIN, speed) for speed in (160, 190)]
    wanted = round(seconds * RATE)
    mixed = sum(np.resize(np.roll(voice, 4000 * n), wanted).astype(float) for n, voice in enumerate(voices))
    return (level * np.asarray(mixed)).astype(np.int16)


def hear(session: Session, sound: Pcm) -> list[Event]:
    return [event for at in range(0, len(sound), 800) for event in session.push(sound[at : at + 800])]


@pytest.mark.parametrize("near", [True, False])
def test_the_wake_word_is_cut_out_of_talk_that_never_ends(say: Say, near: bool) -> None:
    table = talk(say, 24, 0.12)
    word = say("旁白旁白", MANDARIN)
    start = 16 * RATE
    table[start : start + len(word)] = np.clip(table[start : start + len(word)] + word, -32768, 32767)
    vad = NearVad(SileroVad()) if near else SileroVad()
    recogniser = Saying(["旁白旁白"] * 20)
    ends = []
    session = Session(WAKE, recogniser, vad)
    for at in range(0, len(table), 800):
        for event in session.push(table[at : at + 800]):
            if isinstance(event, Heard):
                ends.append(session.position)
    heard_it = [end for end in ends if 16 + len(word) / RATE <= end <= 16 + len(word) / RATE + 0.8]
    assert bool(heard_it) is near


def test_in_a_quiet_room_the_judge_is_heard_as_before(say: Say) -> None:
    sound = np.concatenate([silence(1.0), say("旁白旁白", MANDARIN), silence(3.0)] * 4)
    session = Session(WAKE, Saying(["旁白旁白"] * 4), NearVad(SileroVad()))
    assert len([event for event in hear(session, sound) if isinstance(event, Heard)]) == 4


def test_what_is_said_at_night_while_the_table_talks_must_be_said_twice(say: Say) -> None:
    vad = NearVad(SileroVad(), gate=False)
    assert answered(vad, say) is True
    for piece in chunks(talk(say, 14, 0.12)):
        vad.probability(piece)
    assert vad.talking()
    assert answered(vad, say) is False


def test_a_judge_alone_is_no_table_that_talks(say: Say) -> None:
    """He answers the moment he is asked, time after time, sure and not: nearly all that is heard is his."""
    vad = NearVad(SileroVad(), gate=False)
    for number in range(30):
        answered(vad, say, confidence=(0.9, 0.9, 0.5, 0.9, 0.55, 0.3)[number % 6])
        assert not vad.talking()
    for piece in chunks(silence(8.0)):
        vad.probability(piece)
    assert answered(vad, say) is True


def test_a_table_that_falls_silent_is_soon_forgotten(say: Say) -> None:
    vad = NearVad(SileroVad(), gate=False)
    for piece in chunks(np.concatenate([talk(say, 14, 0.12), silence(10.0)])):
        vad.probability(piece)
    assert not vad.talking()


def answered(vad: NearVad, say: Say, confidence: float = 0.9) -> bool:
    """One answer of the night: whether it was sure."""
    sound = np.concatenate([silence(0.25), say("三号", MANDARIN), silence(0.8)])
    night = Phrases("zh", seats=12).coded(13, keyed=range(1, 13))
    session = Session(night, Saying(["三号"], confidence), vad, sure=lambda _: 0.7, table=vad)
    for at in range(0, len(sound), 1600):
        for event in session.push(sound[at : at + 1600]):
            assert isinstance(event, Heard) and event.tokens == ("3",)
            return event.sure
    raise AssertionError("nothing was heard")


def chunks(sound: np.ndarray) -> list[np.ndarray]:
    return [sound[at : at + CHUNK] for at in range(0, len(sound) - CHUNK, CHUNK)]
