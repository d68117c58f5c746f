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


def test_while_the_table_talks_less_certain_answers_are_asked_again(say: Say) -> None:
    """At night nobody should speak but the judge: where others do, it takes more to be taken."""
    seats = Phrases("zh", seats=12).seats(range(1, 13))
    vad = NearVad(SileroVad(), gate=False)
    word = np.concatenate([silence(0.6), say("三号", MANDARIN), silence(1.0)])
    quiet = Session(seats, Saying(["三号"], 0.8), vad, sure=lambda _: 0.7, talking=vad.talking)
    before = [event for event in hear(quiet, word) if isinstance(event, Heard)]
    table = talk(say, 14, 0.12)
    for at in range(0, len(table) - CHUNK, CHUNK):
        vad.probability(table[at : at + CHUNK])
    loud = Session(seats, Saying(["三号"], 0.8), vad, sure=lambda _: 0.7, talking=vad.talking)
    after = [event for event in hear(loud, word) if isinstance(event, Heard)]
    assert [(e.tokens, e.sure) for e in before] == [(("3",), True)]
    assert [(e.tokens, e.sure) for e in after] == [(("3",), False)]
