"""Where utterances begin and end, on real synthetic speech and with the pauses each prompt allows."""

import numpy as np
import pytest

from narrator.hearing.ears import Event, Heard, Silence, Unclear
from narrator.hearing.endpoint import CHUNK, PAUSES, Endpoint, Mark, end_silence
from narrator.hearing.phrases import Phrases
from narrator.hearing.recogniser import RATE, Pcm
from narrator.hearing.session import Session, Timing
from narrator.hearing.vad import SileroVad
from tests.hearing.conftest import Say, silence
from tests.hearing.fakes import Saying

TABLE = Phrases("zh", seats=12)
ALL = range(1, 13)
MANDARIN = "cmn-latn-pinyin"


def cut(sound: Pcm, pause: float = 0.3, longest: float = 4.0) -> list[tuple[float, float, Mark]]:
    """Utterances as (begin, end of speech, how it ended), in seconds."""
    endpoint = Endpoint(SileroVad(), lambda: pause, longest)
    found = []
    for at in range(0, len(sound), 800):
        for piece in endpoint.push(sound[at : at + 800]):
            if piece.mark not in (Mark.BEGIN, Mark.MORE):
                found.append((endpoint.began / RATE, endpoint.spoke_until / RATE, piece.mark))
    return found


@pytest.mark.parametrize("said", ["一号", "十二号", "不对", "五"])
@pytest.mark.parametrize("speed", [130, 220])
def test_the_ends_of_speech_are_found(say: Say, said: str, speed: int) -> None:
    word = say(said, MANDARIN, speed)
    found = cut(np.concatenate((silence(1.0), word, silence(1.0))))
    assert [mark for _, _, mark in found] == [Mark.END]
    begin, end, _ = found[0]
    assert abs(begin - 1.0) < 0.12
    assert abs(end - (1.0 + len(word) / RATE)) < 0.15


def test_the_utterance_has_its_pre_roll(say: Say) -> None:
    endpoint = Endpoint(SileroVad(), lambda: 0.3, 4.0)
    first = None
    sound = np.concatenate((silence(1.0), say("三号", MANDARIN), silence(0.6)))
    for piece in endpoint.push(sound):
        first = first or piece
    assert first is not None and first.mark is Mark.BEGIN
    assert len(first.audio) >= 0.28 * RATE
    assert np.array_equal(first.audio, sound[endpoint.began + CHUNK - len(first.audio) : endpoint.began + CHUNK])


def test_a_list_in_pieces_is_one_utterance_when_the_pause_allows(say: Say) -> None:
    sound = np.concatenate(
        [silence(0.6)]
        + [np.concatenate((say(w, MANDARIN), silence(0.45))) for w in ("一号", "五号", "九号")]
        + [silence(1.0)]
    )
    assert len(cut(sound, pause=0.7)) == 1
    assert len(cut(sound, pause=0.25)) == 3


def test_clicks_are_no_speech_and_talk_that_never_ends_is_cut(say: Say) -> None:
    click = silence(2.0)
    click[8000:8160] = 20_000
    assert all(mark is Mark.NOISE for _, _, mark in cut(click))
    talk = np.concatenate([say("我觉得三号是狼人因为他昨天说的话", MANDARIN)] * 4)
    assert Mark.LONG in [mark for _, _, mark in cut(np.concatenate((silence(0.5), talk, silence(1.0))))]


@pytest.mark.parametrize(
    ("prompt", "partial", "pause"),
    [
        (TABLE.seats(ALL), "", PAUSES.single),
        (TABLE.seats(ALL), "三号", PAUSES.settled),  # 三号玩家 would be the same seat
        (TABLE.seats(ALL), "三号玩家", PAUSES.settled),
        (TABLE.seats(ALL), "十", PAUSES.unfinished),  # 十号, 十一, 十二
        (TABLE.seats([1, 2, 3]), "三", PAUSES.settled),
        (TABLE.seats(ALL), "呃", PAUSES.single),
        (TABLE.yes_no(), "不", PAUSES.unfinished),
        (TABLE.yes_no(), "确认", PAUSES.settled),
        (TABLE.seat_list(ALL), "一号五号", PAUSES.between),
        (TABLE.seat_list(ALL), "一号五号不对", PAUSES.corrected),
        (TABLE.seat_list(ALL, counts=range(2, 3)), "一号五号", PAUSES.single),
        (TABLE.seat_list(ALL, counts=range(2, 3)), "一五", PAUSES.between),  # 五 may become 五号
        (TABLE.seat_list(ALL, counts=range(3, 4)), "一号五号", PAUSES.between),
    ],
)
def test_how_long_a_pause_may_be_depends_on_what_was_half_heard(prompt, partial: str, pause: float) -> None:
    assert end_silence(prompt, partial) == pause


def run(session: Session, *sounds: Pcm) -> list[Event]:
    events: list[Event] = []
    for sound in sounds:
        for at in range(0, len(sound), 800):
            events += session.push(sound[at : at + 800])
    return events


def test_no_input_and_not_understood_are_two_things(say: Say) -> None:
    session = Session(TABLE.seats(ALL), Saying([""]), SileroVad(), timing=Timing(no_input=2.0))
    events = run(session, silence(2.2), say("你好", MANDARIN), silence(1.0), silence(1.5))
    assert events == [Silence(), Unclear(), Silence()]


def test_a_list_with_a_known_count_may_come_in_pieces(say: Say) -> None:
    prompt = TABLE.seat_list(ALL, counts=range(4, 5))
    session = Session(prompt, Saying(["一号五号", "九号十二号"]), SileroVad())
    piece = np.concatenate((say("一号五号", MANDARIN), silence(1.2)))
    events = run(session, silence(0.5), piece, piece)
    assert [e.tokens for e in events if isinstance(e, Heard)] == [("1", "5", "9", "12")]


def test_a_correction_may_come_after_a_pause(say: Say) -> None:
    prompt = TABLE.seat_list(ALL, counts=range(2, 3))
    session = Session(prompt, Saying(["一号五号不对", "八号"]), SileroVad())
    piece = np.concatenate((say("一号五号", MANDARIN), silence(1.8)))
    events = run(session, silence(0.5), piece, piece)
    assert [e.tokens for e in events if isinstance(e, Heard)] == [("1", "8")]


def test_a_list_that_is_never_finished_is_not_understood(say: Say) -> None:
    session = Session(TABLE.seat_list(ALL, counts=range(4, 5)), Saying(["一号五号"]), SileroVad())
    events = run(session, silence(0.5), say("一号五号", MANDARIN), silence(5.0))
    assert events == [Unclear()]


def test_speech_that_began_before_the_opening_is_never_sure(say: Say) -> None:
    # The judge said 十二号 and the ears opened after 十.
    word = say("十二号", MANDARIN)
    session = Session(TABLE.seats(ALL), Saying(["二号"]), SileroVad())
    events = run(session, word[len(word) // 3 :], silence(1.0))
    assert [e.sure for e in events if isinstance(e, Heard)] == [False]


@pytest.mark.parametrize(
    ("before", "after", "sure"),
    [(12.0, 12.0, True), (12.0, 1.5, False), (12.0, 0.0, False), (1.5, 1.5, True), (60.0, 12.0, True)],
    ids=["a room", "another source", "zeros", "a silent microphone", "a room with an echo"],
)
def test_a_word_in_which_the_microphone_was_lost_is_never_sure(
    say: Say, before: float, after: float, sure: bool
) -> None:
    """Of 十二号 the ears have had 十, and then the silence of another device."""
    chance = np.random.default_rng(3)
    word = say("十二号", MANDARIN)
    first, last = (
        np.clip(chance.normal(0, level, round(seconds * RATE)).round(), -32768, 32767).astype(np.int16)
        for level, seconds in ((before, 0.6), (after, 1.0))
    )
    session = Session(TABLE.seats(ALL), Saying(["十号"]), SileroVad())
    events = run(session, first, word[: len(word) // 2], last)
    assert [e.sure for e in events if isinstance(e, Heard)] == [sure]


def test_a_settled_phrase_ends_earlier_than_an_unfinished_one(say: Say) -> None:
    ends = {}
    for partial in ("三号", "十"):
        recogniser = Saying(["三号"])
        recogniser.partial_text = partial
        session = Session(TABLE.seats(ALL), recogniser, SileroVad())
        word = np.concatenate((silence(0.5), say("三号", MANDARIN), silence(1.5)))
        for at in range(0, len(word), 160):
            if list(session.push(word[at : at + 160])):
                ends[partial] = session.position - session.spoke_until
    assert ends["三号"] < 0.26
    assert 0.55 < ends["十"] < 0.7
