"""What the doctor looks at: each check is a function that gives findings and never raises."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from time import monotonic

import numpy as np

from narrator.audio import AudioError, NoPortAudio, NoSuchDevice, portaudio
from narrator.doctor.text import Finding, amber, green, packages, red, say
from narrator.hearing.calibration import folder as judges_folder
from narrator.hearing.microphone import Microphone
from narrator.hearing.notes import HearingError, Note
from narrator.hearing.phrasebook import load
from narrator.hearing.phrases import Phrases
from narrator.hearing.recogniser import RecogniserError
from narrator.hearing.recognisers import load_builtin
from narrator.hearing.vosk import VoskRecogniser, find_model
from narrator.host.games import home
from narrator.speaking.checkup import check_voices, list_outputs

LISTEN_SECONDS = 2.0
LEAST_FREE = 200 * 2**20
"""Bytes free on the disk of the games: a game takes well under one megabyte, a model 70."""


def check_python(version: tuple[int, ...] = sys.version_info[:3]) -> Iterator[Finding]:
    """The interpreter."""
    number = ".".join(map(str, version))
    yield green("python_ok", number) if version >= (3, 10) else red("python_old", number)


def check_packages(wanted: tuple[str, ...] | None = None) -> Iterator[Finding]:
    """Modules that can be imported (without importing them)."""
    names = wanted or packages()
    missing = [name for name in names if find_spec(name) is None]
    yield red("packages_missing", " ".join(missing)) if missing else green("packages_ok", str(len(names)))


def check_terminal(encoding: str | None = None) -> Iterator[Finding]:
    """Whether Chinese can be shown."""
    name = encoding or sys.stdout.encoding or "ascii"
    try:
        "狼人杀".encode(name)
    except (UnicodeEncodeError, LookupError):
        yield amber("terminal_narrow", name)
    else:
        yield green("terminal_ok", name)


def check_outputs() -> Iterator[Finding]:
    """Loudspeakers and earpieces."""
    try:
        found = list_outputs(portaudio())
    except NoPortAudio as error:
        yield amber("portaudio_missing", str(error))
        return
    if found:
        found.sort(key=lambda device: not device.is_default)  # what is used unless another is named comes first
        yield green("output_ok", "; ".join(device.label for device in found))
    else:
        yield amber("output_none")


def check_microphone(wanted: str | None = None) -> Iterator[Finding]:
    """The microphone: opened, and listened to for two seconds."""
    try:
        portaudio().module()
        mic = Microphone(wanted)
    except NoPortAudio:
        return  # said with the outputs
    except NoSuchDevice as error:
        yield amber("input_broken", str(error)) if wanted else amber("input_none")
        return
    except AudioError as error:
        yield amber("input_broken", str(error))
        return
    try:
        peak, count, until = 0, 0, monotonic() + LISTEN_SECONDS
        while monotonic() < until:
            block = mic.read(0.1)
            if block is not None and len(block.audio):
                count += len(block.audio)
                peak = max(peak, int(np.abs(block.audio.astype(int)).max()))
        # The resampler's dither makes single bits of nothing.
        yield (
            amber("input_silent", mic.label)
            if not count
            else amber("input_zeros", mic.label)
            if peak <= 1
            else green("input_ok", mic.label)
        )
    finally:
        mic.stop()


def check_voice(language: str = "zh") -> Iterator[Finding]:
    """Voices for the line book's language: each has to say a line. They are used in this order."""
    tried = check_voices(language, say("line", language=language, section="outputs"))
    working = [voice for voice in tried if voice.works]
    for voice in working:
        yield green("voice_ok", voice.detail)
    if not working:
        yield amber("voice_none", "; ".join(f"{voice.renderer}: {voice.detail}" for voice in tried))


def check_models(language: str = "zh") -> Iterator[Finding]:
    """Recognisers: vosk's model and its words, and the built-in ears."""
    found = [*_check_vosk(language), *_check_builtin(language)]
    yield from found
    if all(finding.key not in ("vosk_ok", "builtin_ok") for finding in found):
        yield amber("ears_none")


def _check_vosk(language: str) -> Iterator[Finding]:
    model = find_model(language)
    if model is None:
        yield amber("vosk_none")
        return
    try:
        recogniser = VoskRecogniser(model, load(language).stand_ins)
    except HearingError as error:
        yield amber("vosk_broken", error.note.detail)
        return
    try:
        recogniser.wait_ready()
        missing = missing_words(recogniser, language)
    except RecogniserError as error:
        yield amber("vosk_broken", f"{model}: {error}")
    else:
        yield green("vosk_ok", str(model))
        if missing:
            yield amber("vosk_words", " ".join(missing))
    finally:
        recogniser.stop()


def missing_words(recogniser: VoskRecogniser, language: str) -> list[str]:
    """Phrases of the tables that this model has no words for."""
    phrases = Phrases(language, seats=12)
    book = load(language)
    prompts = [
        phrases.seats(range(1, 21), answers=list(book.answers)),
        phrases.seat_list(range(1, 21)),
        phrases.yes_no(),
        phrases.commands([name for name in book.commands]),
        phrases.wake(),
    ]
    forms = {form for prompt in prompts for form in (*prompt.phrases, *prompt.commands)}
    forms |= {form for options in book.choices.values() for many in options.values() for form in many}
    return sorted(recogniser.grammar(sorted(forms)).missing)


def _check_builtin(language: str) -> Iterator[Finding]:
    own, notes = load_builtin(language)
    try:
        if own is not None:
            own.inner()
            yield green("builtin_ok", own.name)
            return
    except RecogniserError as error:
        notes = (Note("no_builtin", str(error)),)
    if language == "zh":
        yield amber("builtin_none", "; ".join(note.detail for note in notes))


def check_disk(games: Path | None = None) -> Iterator[Finding]:
    """The folder of games: can it be written, and is there room."""
    folder = home(games)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"narrator")
            file.flush()
            os.fsync(file.fileno())
        free = shutil.disk_usage(folder).free
    except OSError as error:
        yield red("disk_broken", f"{folder} ({error.strerror or error})")
        return
    detail = f"{folder} ({free // 2**20} MB)"
    yield green("disk_ok", detail) if free >= LEAST_FREE else amber("disk_full", detail)


def check_judges() -> Iterator[Finding]:
    """Judges whose thresholds were set."""
    names = sorted({path.name.split(".")[0] for path in judges_folder().glob("*.json")})
    if names:
        yield green("judge_ok", ", ".join(names))
