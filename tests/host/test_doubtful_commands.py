"""By voice a command and the wake word count only when they are sure: nothing asks again about them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from narrator.hearing.ears import Heard, Prompt
from narrator.hearing.phrases import Phrases
from narrator.host.desk import Desk, Input, Missed
from narrator.host.rehearse import prepare
from narrator.host.setup import Settings
from narrator.host.simjudge import JudgeEars
from narrator.host.transcript import Transcript

TABLE = Phrases("zh", seats=12)
SEAT = TABLE.seats(range(1, 13), commands=("repeat", "pause", "skip"))
WAKE = TABLE.wake(commands=("more_time", "undo"))
FIVE = Heard(("5",), "五号", 0.9, True)
SKIP = Heard(("skip",), "跳过", 0.9, True, command=True)
AWAKE = Heard(("wake",), "旁白旁白", 0.9, True)
UNDO = Heard(("undo",), "旁白旁白撤销", 0.9, True, command=True)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    rehearsal = prepare(Settings(fast=True, seed=1, games=tmp_path), Transcript())
    rehearsal.desk._subscribers.clear()  # the simulated judge looks on in silence
    yield rehearsal.desk
    rehearsal.start.journal.close()


def hear(desk: Desk, prompt: Prompt, event: Heard) -> Input | Missed | None:
    assert isinstance(desk.voice, JudgeEars)
    desk.open(prompt, prompt)
    assert desk.wait(desk.clock.now() + 1) is None and desk.voice._open is not None
    desk.voice._open[1](event)
    return desk.wait(desk.clock.now() + 1)


@pytest.mark.parametrize(("prompt", "event"), [(SEAT, FIVE), (SEAT, SKIP), (WAKE, AWAKE), (WAKE, UNDO)])
def test_what_is_sure_counts(desk: Desk, prompt: Prompt, event: Heard) -> None:
    got = hear(desk, prompt, event)
    assert isinstance(got, Input) and got.tokens == event.tokens and got.command == event.command


@pytest.mark.parametrize(("prompt", "event"), [(SEAT, SKIP), (WAKE, AWAKE), (WAKE, UNDO)])
def test_a_command_or_the_wake_word_in_doubt_is_none(desk: Desk, prompt: Prompt, event: Heard) -> None:
    assert isinstance(hear(desk, prompt, replace(event, sure=False, confidence=0.145)), Missed)


def test_an_answer_in_doubt_is_for_the_question_to_ask_again(desk: Desk) -> None:
    got = hear(desk, SEAT, replace(FIVE, sure=False, confidence=0.4))
    assert isinstance(got, Input) and not got.sure
