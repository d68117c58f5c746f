"""The judge's desk: everything the loop speaks with, hears with and shows on. No game in here.

Ears are closed while the loudspeaker really plays and 0.3 s after it; what is typed or clicked counts at any
time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from narrator.hearing.decide import typed
from narrator.hearing.ears import Ailing, By, Ears, Event, Heard, Prompt, Silence, Trouble, Unclear
from narrator.hearing.notes import note_text
from narrator.hearing.recogniser import Kind
from narrator.host.clock import Clock
from narrator.host.screentext import ScreenText
from narrator.host.transcript import Transcript
from narrator.host.view import Commands, Fact, LogLine, Mark, Mode, Pressed, Subscriber, Typed, View
from narrator.host.wording import Wording
from narrator.rules.script import Value
from narrator.speaking.mouth import Audience, Mouth

AFTER_SOUND = 0.3
"""Seconds for which the ears stay closed after the loudspeaker's last sample."""
TOO_SOON = 0.25
"""An answer within so many seconds of the ears' opening was not an answer to this question."""
LOG = 200
"""Lines of the log that screens are given."""

MIC_GONE = ("mic_lost", "mic_zeros")
"""Troubles of the ears under which nobody is heard."""

Slots = Mapping[str, "Value | tuple[Value, ...] | float"]


@dataclass(frozen=True, slots=True)
class Input:
    """Something said, typed or clicked, understood as one of what could be."""

    tokens: tuple[str, ...]
    command: bool
    by: By
    text: str
    sure: bool = True
    confidence: float = 1.0
    runners_up: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Missed:
    """Somebody spoke or typed, and it was none of what could be."""

    by: By
    text: str = ""


@dataclass(frozen=True, slots=True)
class _FromEars:
    opening: int
    event: Event
    by: By


@dataclass(frozen=True, slots=True)
class _Spoken:
    number: int
    whole: bool


@dataclass(frozen=True, slots=True)
class _Later:
    do: Callable[[], None]


class InputOver(Exception):
    """The keys have come to their end (a pipe was closed), and no other ears are there."""


class Desk:
    """Devices, clock and screen of one evening. `interrupt` is set by the loop: what to do with a command
    that
    comes while a line is spoken or a pause runs."""

    def __init__(
        self,
        clock: Clock,
        mouth: Mouth,
        wording: Wording,
        text: ScreenText,
        transcript: Transcript,
        voice: Ears | None = None,
        keys: Ears | None = None,
        keys_live: bool = False,
        voice_live: bool = True,
    ) -> None:
        """`keys_live`: what is typed between questions is heard too (a terminal; from a pipe it would be lost).
        `voice_live`: the voice may speak too soon (a microphone; files and scripts answer what they are asked)."""
        self.clock = clock
        self.mouth = mouth
        self.wording = wording
        self.text = text
        self.transcript = transcript
        self.voice = voice
        self.keys = keys
        self.keys_gone = False  # nothing will be typed any more
        self.view = View()
        self.commands = Commands(clock)
        self.interrupt: Callable[[Input], None] = lambda _: None
        self.between: Prompt | None = None  # what can be typed while no question is open
        self._keys_live = keys_live
        self._too_soon = TOO_SOON if voice_live else 0.0
        self._subscribers: list[Subscriber] = []
        self._opening = 0
        self._line = 0
        self._spoken: dict[int, bool] = {}
        self._quiet_at = -math.inf
        self._voice_since = math.inf
        self._voice_prompt: Prompt | None = None
        self._key_prompt: Prompt | None = None
        self.last_line: tuple[str, str] = ("", "")  # key and text of the last public line
        self._rejected: frozenset[tuple[str, ...]] = frozenset()

    # --- the screen ---

    def subscribe(self, subscriber: Subscriber) -> None:
        """Call with every new view, on the loop's thread."""
        self._subscribers.append(subscriber)
        subscriber(self.view)

    def show(self, **changes: object) -> None:
        """Publish a view with these fields changed."""
        self.view = replace(self.view, serial=self.view.serial + 1, **changes)  # type: ignore[arg-type]
        for subscriber in self._subscribers:
            subscriber(self.view)

    def log(self, text: str, number: int = 0, mark: Mark = Mark.ENTERED) -> None:
        """One more line of the log."""
        line = LogLine(self.clock.now(), text, number, mark)
        self.show(log=(*self.view.log[-LOG + 1 :], line))

    def remark(self, numbers: Sequence[int], mark: Mark) -> None:
        """Mark log lines of entries as undone or amended."""
        chosen = set(numbers)
        lines = (replace(line, mark=mark) if line.number in chosen else line for line in self.view.log)
        self.show(log=tuple(lines))

    # --- speaking ---

    def say(self, key: str, slots: Slots | None = None, repeatable: bool = True) -> None:
        """Speak a line to the table and wait until its last sample has been played."""
        text = self.wording.line(key, slots)
        if text:
            self.say_text(key, text, slots, repeatable)

    def say_text(self, key: str, text: str, slots: Slots | None = None, repeatable: bool = True) -> None:
        """Speak these words to the table and wait."""
        self.transcript.add(self.clock.now(), "say", "table", key, text, slots)
        if repeatable:
            self.last_line = (key, text)
        self.show(mode=Mode.SPEAKING, line=text)
        number = self._start(text)
        while number not in self._spoken:
            got = self.wait(math.inf)
            if isinstance(got, Input):
                self.command(got)
        if not self._spoken.pop(number):
            self._trouble()
            self.rest(self.clock.now() + self.mouth.duration(text))
        self._quiet_at = self.clock.now()

    def _start(self, text: str) -> int:
        self.close()
        self._line += 1
        number = self._line
        self.mouth.say(text, Audience.TABLE, lambda whole: self.clock.post(_Spoken(number, whole)))
        self._open_between()
        return number

    def tell(self, key: str, slots: Slots | None = None, aloud: bool = True) -> str:
        """A line for the judge: into the earpiece where there is one, and given back for the screen."""
        text = self.wording.line(key, slots)
        self.transcript.add(self.clock.now(), "say", "judge", key, text, slots)
        if aloud and text:
            self.mouth.say(text, Audience.JUDGE, lambda _: None)
        return self.wording.screen.line(key, slots) or text

    def fact(self, key: str, role: str, value: Value | tuple[Value, ...], sign: str = "") -> None:
        """Show the judge a private fact of the step. `sign`: key of the line that tells the gesture to make; it
        stands on the screen, while the earpiece gives the fact alone, which is short enough to act on."""
        text = self.wording.fact(key, role, value)
        data = {"role": role, "value": value, **({"sign": sign} if sign else {})}
        self.transcript.add(self.clock.now(), "show", "judge", key, text, data)
        if text:
            self.mouth.say(text, Audience.JUDGE, lambda _: None)
        shown = self.wording.screen.fact(key, role, value) or text
        if sign and (gesture := self.wording.screen.line(sign)):
            shown = self.text("fact_and_sign", fact=shown, sign=gesture) if shown else gesture
        self.show(facts=(*self.view.facts, Fact(key, role, value, shown)))

    def earcon(self, name: str) -> None:
        """A short sound for the table; nobody waits for it, but the ears stay closed while it plays."""
        self.transcript.add(self.clock.now(), "sound", "table", name)
        self._line += 1
        number = -self._line
        self.mouth.sound(name, Audience.TABLE, lambda whole: self.clock.post(_Spoken(number, whole)))

    # --- hearing ---

    def open(self, keys: Prompt, voice: Prompt | None, mode: Mode = Mode.LISTENING) -> None:
        """Open the keys at once, and the voice ears as soon as the table is quiet."""
        self.close()
        self._opening += 1
        if voice is not None and self._rejected and mode is not Mode.CONFIRMING:
            voice = replace(voice, rejected=self._rejected)
        self._key_prompt, self._voice_prompt = keys, voice
        self.show(mode=mode, prompt=voice or keys, prompt_number=self._opening)
        opening = self._opening
        if self.keys is not None:
            self.keys.open(keys, lambda event: self.clock.post(_FromEars(opening, event, By.KEY)))
        if voice is not None and self.voice is not None:
            self.clock.at(max(self.clock.now(), self._quiet_at + AFTER_SOUND), lambda: self._open_voice(opening))

    def _open_voice(self, opening: int) -> None:
        prompt = self._voice_prompt
        if opening != self._opening or prompt is None or self.voice is None:
            return
        if self.mouth.busy(Audience.TABLE):
            self.clock.at(self.clock.now() + AFTER_SOUND, lambda: self._open_voice(opening))
            return
        self._voice_since = self.clock.now()
        self.voice.open(prompt, lambda event: self.clock.post(_FromEars(opening, event, By.VOICE)))

    def reject(self, tokens: tuple[str, ...]) -> None:
        """The judge said no to what was heard: until `forgive` it is not the first thing that is heard again."""
        self._rejected |= {tokens}

    def forgive(self) -> None:
        """A new question: nothing has been rejected yet."""
        self._rejected = frozenset()

    def close(self) -> None:
        """Close all ears; what they heard before counts no more."""
        self._opening += 1
        self._voice_prompt = self._key_prompt = None
        self._voice_since = math.inf
        for ears in (self.voice, self.keys):
            if ears is not None:
                ears.close()

    def _open_between(self) -> None:
        self._key_prompt = self.between
        if self.keys is not None and self._keys_live and self.between is not None:
            opening = self._opening
            self.keys.open(self.between, lambda event: self.clock.post(_FromEars(opening, event, By.KEY)))

    def rekey(self) -> None:
        """Take the next line of the keys for the same prompt; the voice ears stay as they are."""
        prompt, opening = self._key_prompt, self._opening
        if self.keys is not None and prompt is not None:
            self.keys.open(prompt, lambda event: self.clock.post(_FromEars(opening, event, By.KEY)))

    def command(self, got: Input) -> None:
        """Let the loop handle a command (or drop an answer that nothing asked for), then hear on as
        before."""
        opening, keys, voice, mode = self._opening, self._key_prompt, self._voice_prompt, self.view.mode
        if got.command:
            self.interrupt(got)
        if opening != self._opening and keys is not None:
            if mode in (Mode.SPEAKING, Mode.WAITING) and voice is None:
                self.close()
                self._open_between()
            else:
                self.open(keys, voice, mode)
        elif voice is not None or self._keys_live:
            self.rekey()
            self._open_voice(opening)
        elif mode not in (Mode.SPEAKING, Mode.WAITING):
            self.rekey()

    def rest(self, until: float) -> None:
        """Let time pass; commands are handled meanwhile."""
        if until <= self.clock.now():
            return
        self.close()
        self._open_between()
        self.show(mode=Mode.WAITING)
        while self.clock.now() < until:
            got = self.wait(until)
            if isinstance(got, Input):
                self.command(got)

    def wait(self, until: float) -> Input | Missed | None:
        """The next thing said or typed; None when it is `until`, or when a line has been spoken."""
        while True:
            event = self.clock.wait(until)
            if event is None:
                return None
            if isinstance(event, _Later):
                event.do()
                continue
            if isinstance(event, _Spoken):
                self._quiet_at = max(self._quiet_at, self.clock.now())
                if event.number > 0:
                    self._spoken[event.number] = event.whole
                    return None
                continue
            got = self._understood(event)
            if got is not None:
                return got

    def _understood(self, event: object) -> Input | Missed | None:
        if isinstance(event, Typed):
            prompt = self._key_prompt
            return None if prompt is None else self._heard(typed(prompt, event.text), By.KEY)
        if isinstance(event, Pressed):
            return Input((event.token,), event.command, By.KEY, event.token)
        if not isinstance(event, _FromEars) or event.opening != self._opening:
            return None
        if isinstance(event.event, Trouble):
            self._ears_failed(event.event, event.by)
            return None
        if isinstance(event.event, Silence):
            # Nobody spoke: the same prompt once more, without a word to the table.
            opening = self._opening
            self.clock.at(self.clock.now(), lambda: self._open_voice(opening))
            return None
        return self._heard(event.event, event.by)

    def _heard(self, event: Heard | Unclear, by: By) -> Input | Missed | None:
        if isinstance(event, Heard):
            by = event.by
        if by is By.VOICE and self.clock.now() < self._voice_since + self._too_soon:
            opening = self._opening
            self.clock.at(self.clock.now(), lambda: self._open_voice(opening))
            return None
        if isinstance(event, Unclear):
            return Missed(by, event.text)
        prompt = self._voice_prompt
        waking = prompt is not None and prompt.kind is Kind.WAKE
        if by is By.VOICE and not event.sure and (event.command or waking):
            # Answers in doubt are read back or asked again; nothing asks again about a command or the wake word.
            return Missed(by, event.text)
        return Input(event.tokens, event.command, by, event.text, event.sure, event.confidence, event.runners_up)

    # --- what does not work ---

    def later(self, do: Callable[[], None]) -> None:
        """Do this on the loop's thread. From any thread."""
        self.clock.post(_Later(do))

    @property
    def deaf(self) -> bool:
        """Nothing comes from the microphone now."""
        trouble = self.voice.trouble() if isinstance(self.voice, Ailing) else None
        return trouble is not None and trouble.problem in MIC_GONE

    def trouble(self, text: str) -> None:
        """One line that says what does not work."""
        if text and text not in self.view.trouble:
            self.show(trouble=(*self.view.trouble[-4:], text))

    def _ears_failed(self, trouble: Trouble, by: By) -> None:
        self.trouble(note_text(trouble.problem, trouble.detail, self.text.language))
        if trouble.problem in ("keys_over", "script_over"):
            if by is By.KEY:
                self.keys, self.keys_gone = None, True
            else:
                self.voice = None
            if self.voice is None and self.keys is None:
                raise InputOver

    def _trouble(self) -> None:
        key = self.mouth.trouble()
        if key is not None:
            self.trouble(self.wording.screen.line(key) or key)
