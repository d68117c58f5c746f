"""Speeches and last words: the timer on the host's clock, its warning, more time, and what is left after a
pause."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.host.daycommands import Listening
from narrator.host.desk import Input
from narrator.host.sitting import CLOCK, Sitting
from narrator.host.view import Timer
from narrator.rules.script import DONE, Answer, Ask

MORE = 30.0
"""Seconds that 加时 adds."""
BEAT = 10.0
"""A running speech is noted in the journal so often, so that a resumed one gets its remaining time."""
SPEECHES = ("speech", "last_words")


def is_speech(ask: Ask) -> bool:
    """Somebody speaks, and the clock runs."""
    return ask.informs and ask.seat > 0 and ask.key.partition(".")[0] in SPEECHES


class Speech:
    """One timed speech; `left` is what remains of it after a pause or a resume."""

    def __init__(self, sitting: Sitting, listening: Listening, total: float, left: float | None, pace: float) -> None:
        """`total` seconds (0: no limit); `pace` scales the clock (rehearsals)."""
        self._sitting = sitting
        self._desk = sitting.desk
        self._listening = listening
        self._total = total * pace
        self._pace = pace
        self._left = self._total if left is None else left * pace

    def run(self, ask: Ask, commands: Sequence[str], warning: float) -> tuple[Answer, str]:
        """Until the speaker says 过, the judge ends it, or the time is over."""
        desk, clock = self._desk, self._desk.clock
        timed = self._total > 0
        ends = clock.now() + self._left if timed else float("inf")
        warn = ends - warning * self._pace if 0 < warning * self._pace < self._left else float("inf")
        self._note(ask, ends)
        beat = clock.now() + BEAT
        self._listening.start(ask, commands)
        if timed:
            desk.show(timer=Timer("speech", ends, self._total))
        try:
            while True:
                got = self._listening.next(min(warn, ends, beat if timed else float("inf")))
                now = clock.now()
                if isinstance(got, Input) and got.command and got.tokens[0] == "more_time":
                    ends, warn = max(ends, now) + MORE * self._pace, float("inf")
                    desk.show(timer=Timer("speech", ends, self._total))
                    desk.say("host.more", {"seconds": MORE}, repeatable=False)
                    self._note(ask, ends)
                    self._listening.start(ask, commands)
                elif isinstance(got, Input) and got.command:
                    desk.command(got)
                elif isinstance(got, Input):
                    return DONE, got.by.value
                elif now >= ends:
                    desk.say("host.speech.over", repeatable=False)
                    return DONE, CLOCK
                elif now >= warn:
                    warn = float("inf")
                    desk.say("host.speech.warning", {"seconds": warning}, repeatable=False)
                    self._listening.start(ask, commands)
                elif now >= beat:
                    beat = now + BEAT
                    self._note(ask, ends)
        finally:
            self._note(ask, ends)
            desk.show(timer=None)

    def _note(self, ask: Ask, ends: float) -> None:
        if ends != float("inf"):
            left = max(0.0, ends - self._desk.clock.now()) / self._pace
            self._sitting.note(
                "speech",
                seat=ask.seat,
                ask=ask.key,
                left=round(left, 1),
                entries=len(self._sitting.game.entries),
            )
