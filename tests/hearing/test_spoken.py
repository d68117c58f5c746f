"""The whole chain on recorded speech: detector, endpoint, the built-in ears, understanding."""

import csv
from pathlib import Path

import numpy as np
import pytest

from narrator.hearing.ears import Event, Heard, Prompt, Unclear
from narrator.hearing.own import OwnEars
from narrator.hearing.phrases import Phrases
from narrator.hearing.recogniser import RATE, Pcm
from narrator.hearing.session import Session
from narrator.hearing.vad import SileroVad
from narrator.hearing.wav import read_wav
from tests.hearing.conftest import silence

VOICES = Path(__file__).parent.parent / "voices"
TABLE = Phrases("zh", seats=18)
SEATS = TABLE.seats(range(1, 19), commands=("repeat", "pause", "resume"))


@pytest.fixture(scope="module")
def ears() -> OwnEars:
    return OwnEars()


@pytest.fixture(scope="module")
def clips() -> dict[str, Pcm]:
    with (VOICES / "manifest.csv").open(encoding="utf-8", newline="") as file:
        return {row["text"]: read_wav(VOICES / row["file"]) for row in csv.DictReader(file)}


def hear(ears: OwnEars, prompt: Prompt, sound: Pcm) -> Event | None:
    session = Session(prompt, ears, SileroVad())
    tape = np.concatenate((silence(0.7), sound, silence(2.0)))
    return next((e for at in range(0, len(tape), 320) for e in session.push(tape[at : at + 320])), None)


@pytest.mark.parametrize("number", range(1, 19))
def test_every_seat_is_heard(ears: OwnEars, clips: dict[str, Pcm], number: int) -> None:
    event = hear(ears, SEATS, clips[TABLE.spoken(number)])
    assert isinstance(event, Heard) and event.tokens == (str(number),)


@pytest.mark.parametrize(
    ("prompt", "said", "token"),
    [
        (TABLE.choice("save"), "救", "yes"),
        (TABLE.choice("save"), "不救", "no"),
        (TABLE.choice("poison"), "毒", "yes"),
        (TABLE.choice("poison"), "不毒", "no"),
        (TABLE.choice("use"), "不用", "no"),
        (TABLE.yes_no(), "对", "yes"),
        (TABLE.yes_no(), "不对", "no"),
        (TABLE.yes_no(), "是", "yes"),
        (TABLE.yes_no(), "不是", "no"),
        (TABLE.yes_no(), "确认", "yes"),
        (TABLE.yes_no(), "取消", "no"),
    ],
)
def test_yes_and_no_are_told_apart(ears: OwnEars, clips: dict[str, Pcm], prompt, said: str, token: str) -> None:
    event = hear(ears, prompt, clips[said])
    assert isinstance(event, Heard) and event.tokens == (token,)


@pytest.mark.parametrize(("prompt", "said"), [("save", "不救"), ("poison", "不毒"), ("use", "不用")])
@pytest.mark.parametrize("lost", [0.0, 0.1, 0.2, 0.3])
def test_a_refusal_whose_beginning_was_lost_never_becomes_a_sure_yes(
    ears: OwnEars, clips: dict[str, Pcm], prompt: str, said: str, lost: float
) -> None:
    # The ears opened in mid-word: speech from their first moment on.
    sound = clips[said][round(lost * RATE) :]
    session = Session(TABLE.choice(prompt), ears, SileroVad())
    tape = np.concatenate((sound, silence(1.5)))
    events = [e for at in range(0, len(tape), 320) for e in session.push(tape[at : at + 320])]
    assert not any(isinstance(e, Heard) and e.sure and e.tokens == ("yes",) for e in events)


@pytest.mark.parametrize("seats", [(1, 5, 9), (12, 3), (2, 7, 10, 11)])
def test_a_list_in_one_breath(ears: OwnEars, clips: dict[str, Pcm], seats: tuple[int, ...]) -> None:
    gap = silence(0.12)
    sound = np.concatenate([part for n in seats for part in (clips[TABLE.spoken(n)], gap)])
    event = hear(ears, TABLE.seat_list(range(1, 13), counts=range(len(seats), len(seats) + 1)), sound)
    assert isinstance(event, Heard) and event.tokens == tuple(map(str, seats))


@pytest.mark.parametrize(
    ("said", "pause", "meant"),
    [
        (["一号", "五号", "不对", "八号"], 0.12, ("1", "8")),
        (["一号", "五号", "不对", "八号", "十二号"], 0.12, ("1", "8", "12")),
        (["一号", "五号", "不对", "八号"], 0.5, ("1", "8")),
        (["五号", "不对", "六号", "二号"], 0.3, ("6", "2")),
    ],
)
def test_a_list_is_corrected_in_mid_list(
    ears: OwnEars, clips: dict[str, Pcm], said: list[str], pause: float, meant: tuple[str, ...]
) -> None:
    sound = np.concatenate([part for word in said for part in (clips[word], silence(pause))])
    event = hear(ears, TABLE.seat_list(range(1, 13)), sound)
    assert isinstance(event, Heard) and event.tokens == meant


def test_a_candidate_votes_for_himself_by_voice(ears: OwnEars, clips: dict[str, Pcm]) -> None:
    sound = np.concatenate([part for word in ("五号", "一号", "五号") for part in (clips[word], silence(0.12))])
    event = hear(ears, TABLE.ballot(range(1, 13), range(1, 13)), sound)
    assert isinstance(event, Heard) and event.tokens == ("5", "1", "5")


def test_the_wake_word_alone_and_with_a_command(ears: OwnEars, clips: dict[str, Pcm]) -> None:
    prompt = TABLE.wake(commands=("undo", "pause"))
    alone = hear(ears, prompt, clips["旁白旁白"])
    both = hear(ears, prompt, np.concatenate((clips["旁白旁白"], clips["撤销"])))
    assert isinstance(alone, Heard) and alone.tokens == ("wake",)
    assert isinstance(both, Heard) and both.tokens == ("undo",) and both.command


@pytest.mark.parametrize("said", ["三号", "不对", "结束游戏", "继续"])
def test_nothing_else_wakes(ears: OwnEars, clips: dict[str, Pcm], said: str) -> None:
    event = hear(ears, TABLE.wake(), clips[said])
    assert isinstance(event, Unclear) or (isinstance(event, Heard) and not event.sure)
