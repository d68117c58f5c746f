"""The simulated judge with a real voice: what a rehearsal's script ears are told is spoken, and really heard."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from time import monotonic

from narrator.hearing.ears import Ailing, Ears, Event, Heard, Prompt, Trouble, Unclear
from narrator.hearing.scripted import hear_phrase
from narrator.host.simjudge import JudgeEars, SimJudge
from narrator.host.view import View
from narrator.rules.script import Ask
from tests.voiceloop.voice import Voice

SOON = 0.3
"""Seconds after which ears that were closed are tried again."""
SEAT = re.compile("[一二三四五六七八九十]+号")


@dataclass(frozen=True, slots=True)
class Utterance:
    """What was said, and what the ears made of it: right, doubtful, unclear, wrong or missed; `seconds` from the
    judge's decision to the ears'."""

    said: str
    heard: str
    verdict: str
    confidence: float = 0.0
    seconds: float = 0.0


class SpokenEars(JudgeEars):
    """What the simulated judge says goes through his voice, the microphone and the ears under test."""

    def __init__(self, inner: Ears, voice: Voice) -> None:
        super().__init__()
        self._inner = inner
        self._voice = voice
        self._lock = threading.Lock()
        self._saying: tuple[str, tuple[str, ...], float] | None = None  # words, the tokens they mean, since when
        self.last: tuple[str, ...] = ()  # tokens heard last
        self.utterances: list[Utterance] = []
        self.troubles: list[str] = []

    def open(self, prompt: Prompt, heard: Callable[[Event], None]) -> None:
        super().open(prompt, heard)

        def pass_on(event: Event) -> None:
            self._judge(prompt, event)
            heard(event)

        self._inner.open(prompt, pass_on)

    def close(self) -> None:
        super().close()
        self._inner.close()

    def stop(self) -> None:
        super().stop()
        self._inner.stop()

    def trouble(self) -> Trouble | None:
        """What the ears under test lack."""
        return self._inner.trouble() if isinstance(self._inner, Ailing) else None

    def hear(self, text: str, sure: bool = True) -> None:
        """Say this, once the mouth is free; what was said before and not heard was missed."""
        prompt = self.prompt
        if prompt is None or self._voice.speaking:
            return
        meant = hear_phrase(prompt, text)
        assert isinstance(meant, Heard), f"{text} is no answer to {dict(prompt.phrases)}"
        with self._lock:
            if self._saying is not None:
                self.utterances.append(Utterance(self._saying[0], "", "missed"))
            self._saying = text, meant.tokens, monotonic()
        self._voice.say(text)

    def _judge(self, prompt: Prompt, event: Event) -> None:
        with self._lock:
            saying, self._saying = self._saying, None
            said, meant, since = saying or ("", (), monotonic())
            took = round(monotonic() - since, 2)
            if isinstance(event, Trouble):
                self._saying = saying
                self.troubles.append(f"{event.problem} {event.detail}")
            elif isinstance(event, Heard):
                self.last = event.tokens
                right = event.tokens == meant
                verdict = "doubtful" if not event.sure else "right" if right else "wrong"
                self.utterances.append(Utterance(said, event.text, verdict, round(event.confidence, 3), took))
            elif isinstance(event, Unclear):
                self.utterances.append(Utterance(said, event.text, "unclear", seconds=took))
            else:
                self._saying = saying  # silence: what is being said is still to come

    def choose(self, words: Sequence[str], number: int) -> str:
        """The so-manieth of the words that there is a recording of, round and round."""
        known = [word for word in words if self._voice.can(word)]
        return known[number % len(known)]

    def report(self) -> list[dict[str, object]]:
        """Every utterance so far."""
        return [asdict(utterance) for utterance in self.utterances]


class SpeakingJudge(SimJudge):
    """Answers by voice alone. He has the keys where the design leaves him nothing else, and counts that."""

    pressed = 0
    _meant: tuple[str, ...] = ()  # what he answered last by day
    _taken: tuple[str, ...] | None = None  # what the ears had when they began to ask whether it was that
    _yes = 0  # how often he has said yes or no to this

    def _act(self, moment: object) -> None:
        if not self._desk.view.confirm:
            self._taken, self._yes = None, 0
        super()._act(moment)

    def _utter(self, tokens: tuple[str, ...], typed: str, sure: bool = True) -> None:
        """Say it."""
        prompt, view = self._ears.prompt if self._ears is not None else None, self._desk.view
        if prompt is not None:
            if tokens != ("wake",):
                self._meant = tokens
            super()._utter(tokens, typed, sure)
        elif view.keys_only:
            self.pressed += 1
            self._desk.commands.type(typed)
        else:
            self._soon()

    def _confirm(self, view: View) -> None:
        """Yes, if what is read back is what he said; in another word each time."""
        assert isinstance(self._ears, SpokenEars)
        prompt = self._ears.prompt
        if prompt is None:
            self._soon()
            return
        if self._taken is None:
            self._taken = self._ears.last
        seats = [self._phrases.spoken(int(token)) for token in self._meant if token.isdigit()]
        right = SEAT.findall(view.confirm) == seats and (bool(seats) or self._taken == self._meant)
        words = [form for form, token in prompt.phrases.items() if token == ("yes" if right else "no")]
        self._ears.hear(self._ears.choose(words, self._yes))
        self._yes += 1

    def _soon(self) -> None:
        """The ears are not open yet."""
        moment = self._planned
        self._clock.at(self._clock.now() + SOON, lambda: self._act(moment) if moment == self._planned else None)

    def _press(self, ask: Ask, view: View) -> None:
        if view.code is not None and view.code.ready and not view.keys_only:
            self._soon()  # his number stands there
            return
        self.pressed += 1
        super()._press(ask, view)

    def _idle(self) -> None:
        """He waits."""
