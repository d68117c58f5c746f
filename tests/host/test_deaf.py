"""A question of the night while the microphone is gone: time stands still."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from narrator.hearing.ears import Event, Prompt, Trouble
from narrator.hearing.scripted import hear_phrase
from narrator.host.clock import VirtualClock
from narrator.host.desk import Desk
from narrator.host.limit import GRACE
from narrator.host.mouths import TimedMouth
from narrator.host.night import NightQuestion
from narrator.host.nightcode import NightCode, Style
from narrator.host.pacing import Pacing
from narrator.host.prompts import Prompts
from narrator.host.screentext import ScreenText
from narrator.host.sitting import Sitting
from narrator.host.transcript import Transcript
from narrator.host.view import Pressed
from narrator.host.wording import Wording
from narrator.rules.game import Game, Header
from narrator.rules.script import TIMEOUT, Answer, Ask
from tests.host import nights

TRUTH = next(nights.first_nights(nights.board("five")))
NEEDS = 15.0
"""Seconds that the judge needs when he is heard again."""


class Plugged:
    """Ears without a microphone from one moment to another, told at each opening; long after it they hear 三号."""

    def __init__(self, clock: VirtualClock, problem: str, away: tuple[float, float]) -> None:
        self._clock, self._problem, self._away = clock, problem, away
        self._open: tuple[Prompt, Callable[[Event], None]] | None = None
        clock.at(away[1] + NEEDS, self._say)

    def trouble(self) -> Trouble | None:
        since, until = self._away
        return Trouble(self._problem, "judge") if since <= self._clock.now() < until else None

    def open(self, prompt: Prompt, heard: Callable[[Event], None]) -> None:
        self._open = prompt, heard
        self._clock.at(self._clock.now() + 0.1, self._tell)

    def _tell(self) -> None:
        trouble = self.trouble()
        if self._open is not None and trouble is not None:
            self._open[1](trouble)

    def _say(self) -> None:
        if self._open is None:  # the ears are closed for a line: a little later
            self._clock.at(self._clock.now() + 1, self._say)
        else:
            self._open[1](hear_phrase(self._open[0], "三号"))

    def close(self) -> None:
        self._open = None

    def stop(self) -> None:
        self.close()


def seer(away: tuple[float, float], problem: str = "mic_lost", presses: float | None = None) -> tuple[Answer, float]:
    """The seer's question: its answer, and when."""
    game = Game(Header(nights.board("five"), TRUTH.deal, (), nights.SEED), (*TRUTH.before, (3,)))
    assert isinstance(game.cue, Ask) and game.cue.limit is not None
    clock = VirtualClock()
    desk = Desk(
        clock,
        TimedMouth(clock),
        Wording(nights.book(), nights.SEED),
        ScreenText("zh"),
        Transcript(),
        Plugged(clock, problem, away),
    )
    desk.interrupt = lambda _: desk.say("host.again", repeatable=False)
    if presses is not None:
        clock.at(presses, lambda: clock.post(Pressed("repeat")))
    sitting = Sitting(game, nights.Kept(), desk)
    prompts, pace = Prompts(nights.phrases(5), desk.text, 5), Pacing(nights.SEED).of(game.cue, 1, 2)
    answer, _ = NightQuestion(sitting, prompts, NightCode(Style.SHIFT, 5, nights.Keys([0])), pace).run()
    return answer, clock.now()


@pytest.mark.parametrize("problem", ["mic_lost", "mic_zeros"])
@pytest.mark.parametrize("until", [20.0, 30.0, 33.0, 50.0, 70.0, 100.0, 1000.0])
@pytest.mark.parametrize("since", [0.0, 5.0, 19.0])
def test_when_it_is_back_he_still_has_time(since: float, until: float, problem: str) -> None:
    answer, when = seer((since, until), problem)
    assert answer == (3,) and until < when < until + GRACE


@pytest.mark.parametrize("presses", [30.0, 31.0, 32.0, 33.0, 60.0])
def test_a_line_spoken_meanwhile_changes_nothing(presses: float) -> None:
    """While it is spoken the ears are closed, and tell of nothing."""
    answer, when = seer((0.0, 200.0), presses=presses)
    assert answer == (3,) and 200 < when < 200 + GRACE


def test_a_judge_who_says_nothing_into_a_good_microphone_has_none() -> None:
    answer, when = seer((500.0, 500.0))
    assert answer == TIMEOUT and when < 3 * GRACE
