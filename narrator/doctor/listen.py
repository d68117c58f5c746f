"""`narrator doctor --listen`: a judge speaks a list, sees what is heard, and gets thresholds of his own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log10

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from narrator.audio import AudioError
from narrator.doctor.study import RADIO, Attempt, Study, study
from narrator.doctor.text import say
from narrator.hearing import calibration
from narrator.hearing.adaptation import BadAdaptation
from narrator.hearing.background import Background
from narrator.hearing.ears import Event, Heard, Prompt, Silence, Trouble
from narrator.hearing.endpoint import PRE_ROLL, Vad
from narrator.hearing.microphone import Microphone, Source
from narrator.hearing.notes import Note
from narrator.hearing.own import OwnEars
from narrator.hearing.phrases import Phrases
from narrator.hearing.recogniser import RATE, Pcm, Recogniser, RecogniserError, stop_recogniser
from narrator.hearing.recognisers import load_recogniser
from narrator.hearing.session import Session, Timing
from narrator.hearing.vad import SileroVad

NOISE_SECONDS = 3.0
NOISY = -45.0
QUIET = -38.0
LOUD = -0.5
"""Levels in dB below full scale: a loud room, a voice too quiet, a voice that is clipped."""
ROUNDS = 2
_PATIENCE = Timing(no_input=6.0)
_SEATS = range(1, 13)


@dataclass(frozen=True, slots=True)
class Wanted:
    """One phrase to be said."""

    prompt: Prompt
    form: str
    token: str


def plan(phrases: Phrases, seats: Sequence[int] = _SEATS) -> list[Wanted]:
    """The list: every seat, the radio numerals, yes and no, commands, the wake word."""
    asked = phrases.seats(seats, commands=("repeat", "pause", "resume"))
    wanted = [Wanted(asked, phrases.spoken(n), str(n)) for n in seats]
    if phrases.language == "zh":
        wanted += [Wanted(asked, phrases.spoken(n).replace(_plain(n), RADIO[n]), str(n)) for n in RADIO if n in seats]
    for prompt, count in ((phrases.yes_no(), 4), (phrases.commands(("undo", "pause", "resume", "skip")), 4)):
        seen: set[str] = set()
        for form, token in (*prompt.phrases.items(), *prompt.commands.items()):
            if token not in seen and len(seen) < count:
                seen.add(token)
                wanted.append(Wanted(prompt, form, token))
    return [*wanted, Wanted(phrases.wake(), phrases.wake_word, "wake")]


def _plain(number: int) -> str:
    return {1: "一", 2: "二", 7: "七", 9: "九"}[number]


class Trial:
    """Asks for phrases and listens. `recordings` keeps what was said, for adaptation; it is never written."""

    def __init__(self, source: Source, recogniser: Recogniser, vad: Vad, console: Console, language: str) -> None:
        self._source, self._recogniser, self._vad = source, recogniser, vad
        self._console, self._language = console, language
        self.recordings: list[tuple[Pcm, str]] = []

    def noise(self, seconds: float = NOISE_SECONDS) -> float:
        """The room's level while nobody speaks."""
        self._say("intro", f"{seconds:.0f}")
        level = decibels(self._take(seconds))
        self._say("noise", f"{level:.0f}")
        if level > NOISY:
            self._say("noisy")
        return level

    def ask(self, wanted: Wanted) -> Attempt | None:
        """One phrase; None when nothing at all was heard."""
        self._say("say", wanted.form)
        event, sound = self._listen(wanted.prompt)
        if isinstance(event, (Silence, Trouble)):
            self._say("nothing")
            return None
        peak = 20 * log10(max(1, int(np.abs(sound.astype(int)).max(initial=0))) / 32768)
        attempt = Attempt(wanted.form, wanted.token, wanted.prompt.kind, event, decibels(sound), peak)
        self._tell(attempt)
        if len(sound):
            self.recordings.append((sound, wanted.form))
        return attempt

    def _listen(self, prompt: Prompt) -> tuple[Event, Pcm]:
        session = Session(prompt, self._recogniser, self._vad, timing=_PATIENCE)
        tape: list[Pcm] = []
        while self._source.read(0) is not None:
            pass  # what was said before the question is not the answer
        for block in self._blocks():
            tape.append(block)
            for event in session.push(block):
                begin = max(0, round((session.began - PRE_ROLL) * RATE))
                end = round((session.spoke_until + 0.2) * RATE)
                return event, np.concatenate(tape)[begin:end]
        return Silence(), np.zeros(0, np.int16)

    def _blocks(self) -> Iterator[Pcm]:
        empty = 0
        while empty < 20:  # two seconds without any sound: the microphone is gone
            block = self._source.read(0.1)
            if block is None:
                empty += 1
                continue
            empty = 0
            yield block.audio

    def _take(self, seconds: float) -> Pcm:
        taken: list[Pcm] = [np.zeros(0, np.int16)]
        for block in self._blocks():
            taken.append(block)
            if sum(map(len, taken)) >= seconds * RATE:
                break
        return np.concatenate(taken)

    def _tell(self, attempt: Attempt) -> None:
        if attempt.right:
            sure = isinstance(attempt.event, Heard) and attempt.event.sure
            self._say("right" if sure else "doubtful", attempt.form)
        elif isinstance(attempt.event, Heard):
            self._say("wrong", attempt.event.text)
        else:
            self._say("unclear")
        if attempt.peak > LOUD:
            self._say("loud")
        elif attempt.level < QUIET:
            self._say("quiet", f"{attempt.level:.0f}")

    def _say(self, key: str, detail: str = "") -> None:
        self._console.print(Text(say(key, detail, self._language, "listen")), soft_wrap=True)


def decibels(sound: Pcm) -> float:
    """Level below full scale."""
    power = float(np.mean(sound.astype(np.float64) ** 2)) if len(sound) else 0.0
    return 10 * log10(max(power, 1.0) / 32768**2)


def run(trial: Trial, recogniser: Recogniser, wanted: Sequence[Wanted], judge: str, rounds: int = ROUNDS) -> Study:
    """All rounds. The built-in ears learn the voice from the first; the last one is what counts, and the
    voice is kept only when it did not get worse."""
    noise = trial.noise()
    attempts: list[Attempt] = []
    before = -1
    for number in range(rounds):
        attempts = [attempt for one in wanted if (attempt := trial.ask(one)) is not None]
        right = sum(attempt.right for attempt in attempts)
        if not isinstance(recogniser, OwnEars):
            continue
        if number == 0 and rounds > 1:
            before = right if _adapt(recogniser, trial.recordings) else -1
        elif right < before:
            recogniser.inner.adaptation = None
    return study(attempts, recogniser, judge, noise)


def _adapt(recogniser: OwnEars, recordings: Sequence[tuple[Pcm, str]]) -> bool:
    try:
        recogniser.adapt(recordings)
    except BadAdaptation:
        return False  # too few recordings: the ears stay as they are
    return True


def show(result: Study, console: Console, language: str) -> None:
    """The summary, the confusion table and what would be safer to say."""
    console.print(Text(say("levels", f"{result.level:.0f} / {result.noise:.0f}", language, "listen")), soft_wrap=True)
    console.print(Text(say("summary", f"{result.right}/{result.total}", language, "listen")), soft_wrap=True)
    if result.confusions:
        columns = sorted({heard for row in result.confusions.values() for heard in row})
        table = Table(title=say("table", language=language, section="listen"))
        table.add_column("")
        for column in columns:
            table.add_column(column or say("missed_column", language=language, section="listen"))
        for said, row in sorted(result.confusions.items()):
            table.add_row(said, *(str(row[column] or "") for column in columns))
        console.print(table)
    if result.radio:
        advice = "、".join(f"{_plain(n)} → {RADIO[n]}" for n in result.radio)
        console.print(Text(say("radio", advice, language, "listen")), soft_wrap=True)


def doctor_listen(
    *,
    judge: str = calibration.DEFAULT_JUDGE,
    language: str = "zh",
    option: str = "auto",
    microphone: str | None = None,
    console: Console | None = None,
    rounds: int = ROUNDS,
) -> int:
    """The whole trial on the real microphone. Exit code 0, 1 when too few were heard right, 3 without
    ears."""
    console = console or Console()
    found, notes = load_recogniser(option, language)
    recogniser: Recogniser | None = None
    try:
        # The built-in ears themselves, so that they can learn the voice.
        recogniser = found.inner() if isinstance(found, Background) else found
    except RecogniserError as error:
        notes = (*notes, Note("no_builtin", str(error)))
    if recogniser is None:
        detail = "; ".join(note.text(language) for note in notes)
        console.print(Text(say("no_ears", detail, language, "listen")), soft_wrap=True)
        return 3
    try:
        mic = Microphone(microphone)
    except AudioError as error:
        stop_recogniser(recogniser)
        console.print(Text(say("no_ears", str(error), language, "listen")), soft_wrap=True)
        return 3
    try:
        trial = Trial(mic, recogniser, SileroVad(), console, language)
        result = run(trial, recogniser, plan(Phrases(language)), judge, rounds)
    finally:
        mic.stop()
        stop_recogniser(recogniser)
    show(result, console, language)
    return keep(result, recogniser, judge, console, language)


def keep(result: Study, recogniser: Recogniser, judge: str, console: Console, language: str) -> int:
    """Store what was found for this judge; exit code 0, 1 when too little was right, 3 when it cannot be
    stored."""
    if result.calibration is None:
        console.print(Text(say("not_saved", language=language, section="listen")), soft_wrap=True)
        return 1
    try:
        path = calibration.save(result.calibration)
        if isinstance(recogniser, OwnEars) and recogniser.inner.adaptation is not None:
            recogniser.inner.adaptation.save(calibration.voice_path(judge))
    except OSError as error:
        console.print(Text(say("report_failed", str(error), language)), soft_wrap=True)
        return 3
    console.print(Text(say("saved", str(path), language, "listen")), soft_wrap=True)
    console.print(Text(say("remove", judge, language, "listen")), soft_wrap=True)
    return 0


def forget(judge: str, language: str = "zh", console: Console | None = None) -> int:
    """Remove a judge's thresholds and voice; exit code 0."""
    console = console or Console()
    console.print(Text(say("forgotten", f"{judge} ({calibration.forget(judge)})", language, "listen")), soft_wrap=True)
    return 0
