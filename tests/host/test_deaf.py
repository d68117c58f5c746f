"""A question of the night while the microphone is gone: time does not decide it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from narrator.hearing.ears import Event, Prompt, Trouble
from narrator.hearing.scripted import hear_phrase
from narrator.host.clock import VirtualClock
from narrator.host.desk import Desk
from narrator.host.mouths import TimedMouth
from narrator.host.night import GRACE, NightQuestion
from narrator.host.nightcode import NightCode, Style
from narrator.host.pacing import Pacing
from narrator.host.prompts import Prompts
from narrator.host.screentext import ScreenText
from narrator.host.sitting import Sitting
from narrator.host.transcript import Transcript
from narrator.host.wording import Wording
from narrator.rules.game import Game, Header
from narrator.rules.script import TIMEOUT, Answer
from tests.host import nights

TRUTH = next(nights.first_nights(nights.board("five")))


class Plugged:
    """Ears whose microphone is gone from the opening on, for so many seconds, and then hear one answer."""

    def __init__(self, clock: VirtualClock, away: float) -> None:
        self._clock, self._away, self._open = clock, away, False

    def open(self, prompt: Prompt, heard: Callable[[Event], None]) -> None:
        self._open = True

        def back() -> None:
            if self._open:
                heard(Trouble("mic_back", "judge"))
                self._clock.at(self._clock.now() + 5, lambda: heard(hear_phrase(prompt, "三号")))

        if self._away:
            heard(Trouble("mic_lost", "judge"))
            self._clock.at(self._clock.now() + self._away, back)

    def close(self) -> None:
        self._open = False

    def stop(self) -> None:
        self.close()


def seer(away: float) -> tuple[Answer, float]:
    """The seer's question: its answer, and when."""
    game = Game(Header(nights.board("five"), TRUTH.deal, (), nights.SEED), (*TRUTH.before, (3,)))
    assert game.cue is not None and game.cue.limit is not None  # type: ignore[union-attr]
    clock = VirtualClock()
    desk = Desk(
        clock,
        TimedMouth(clock),
        Wording(nights.book(), nights.SEED),
        ScreenText("zh"),
        Transcript(),
        Plugged(clock, away),
    )
    sitting = Sitting(game, nights.Kept(), desk)
    prompts, pace = Prompts(nights.phrases(5), desk.text, 5), Pacing(nights.SEED).of(game.cue, 1, 2)  # type: ignore[arg-type]
    answer, _ = NightQuestion(sitting, prompts, NightCode(Style.SHIFT, 5, nights.Keys([0])), pace).run()
    return answer, clock.now()


@pytest.mark.parametrize("away", [100.0, 1000.0])
def test_when_it_is_back_he_still_has_time(away: float) -> None:
    answer, when = seer(away)
    assert answer == (3,) and away < when < away + GRACE


def test_a_judge_who_says_nothing_into_a_good_microphone_has_none() -> None:
    answer, when = seer(0.0)
    assert answer == TIMEOUT and when < 3 * GRACE
