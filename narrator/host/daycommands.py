"""Hearing by day: the table talks, so the voice counts only after the wake word; keys count always."""

from __future__ import annotations

import math
from collections.abc import Sequence

from narrator.hearing.ears import By, Prompt
from narrator.host.desk import Desk, Input, Missed
from narrator.host.prompts import Prompts
from narrator.host.view import Mode, Timer
from narrator.rules.script import Ask

WAKE = 6.0
"""Seconds for which the ears stay open after the wake word."""
BALLOT = 120.0
"""And for a whole ballot, from one utterance to the next."""


class Listening:
    """The ears for one question of the day: asleep until the wake word, then open for the answer and
    commands."""

    def __init__(self, desk: Desk, prompts: Prompts) -> None:
        self._desk = desk
        self._prompts = prompts
        self._answer: Prompt | None = None
        self._wake: Prompt | None = None
        self._awake_until = -math.inf
        self._window = WAKE
        self._ask: Ask | None = None

    def start(self, ask: Ask, commands: Sequence[str], strict: bool = False, window: float = WAKE) -> None:
        """Begin to hear for a question; an open window stays open."""
        self._ask = ask
        self._window = window
        self._answer = self._prompts.day(ask, commands, strict)
        self._wake = self._prompts.wake(commands) if self._desk.voice is not None else None
        self._open()

    def wake(self) -> None:
        """Open the window, as the wake word does."""
        desk = self._desk
        self._awake_until = desk.clock.now() + self._window
        desk.earcon("heard")
        desk.show(timer=desk.view.timer or Timer("wake", self._awake_until, self._window))
        self._open()

    def deafen(self) -> None:
        """The voice has had its tries: this question stays on the keys."""
        self._wake = None
        self.sleep()
        self._open()

    def sleep(self) -> None:
        """Close the window: the answer has come."""
        self._awake_until = -math.inf

    def _open(self) -> None:
        assert self._answer is not None
        awake = self._desk.clock.now() < self._awake_until
        self._desk.open(self._answer, self._answer if awake and self._wake is not None else self._wake, Mode.LISTENING)

    def again(self) -> None:
        """Hear on for the same question after something that was no answer."""
        if self._awake_until > -math.inf:
            self._awake_until = max(self._awake_until, self._desk.clock.now() + self._window)
        self._open()

    def next(self, until: float) -> Input | Missed | None:
        """The next answer or command; None when it is `until`."""
        desk = self._desk
        while True:
            got = desk.wait(min(until, self._awake_until if self._awake_until > desk.clock.now() else until))
            now = desk.clock.now()
            if got is None:
                if -math.inf < self._awake_until <= now:
                    self.sleep()
                    if desk.view.timer is not None and desk.view.timer.what == "wake":
                        desk.show(timer=None)
                    self._open()
                if now >= until:
                    return None
                continue
            if isinstance(got, Input):
                if got.by is By.VOICE:
                    self._transcribe(got)
                if got.tokens == ("wake",):
                    self.wake()
                    continue
                return got
            if got.by is By.VOICE and now >= self._awake_until:
                # Table talk: not ours.
                self._open()
                continue
            return got

    def _transcribe(self, got: Input) -> None:
        desk, key = self._desk, self._ask.key if self._ask is not None else ""
        now = desk.clock.now()
        desk.transcript.add(now, "heard", "table", key, got.text)
        words = " ".join(desk.text.word(int(t) if t.isdigit() else t) for t in got.tokens)
        desk.transcript.add(now, "heard", "judge", key, words, {"by": "voice", "sure": got.sure})
        desk.show(heard=words, sure=got.confidence)
