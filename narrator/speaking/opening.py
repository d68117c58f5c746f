"""Opening the mouth that the command line asks for, with whatever of it this machine has."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_cache_path

from narrator.audio import AmbiguousDevice, AudioError, NoPortAudio, NoSuchDevice, PortAudio, portaudio
from narrator.speaking.cache import Cache
from narrator.speaking.command_renderer import CommandRenderer
from narrator.speaking.earpiece import earpiece_output, speaker_output
from narrator.speaking.kokoro_model import MANDARIN, NoModel, find_model
from narrator.speaking.live import LiveMouth
from narrator.speaking.mixer import Music
from narrator.speaking.mouth import Mouth
from narrator.speaking.music import Bed, Loops, NoMusic, music_files
from narrator.speaking.notes import Note
from narrator.speaking.player import GRACE_SECONDS, MakeOutput, Player
from narrator.speaking.pyttsx3_renderer import Pyttsx3Renderer
from narrator.speaking.reader import Reader
from narrator.speaking.renderer import Renderer, RenderError
from narrator.speaking.silent import SilentMouth

MOUTHS = ("auto", "pyttsx3", "kokoro", "none")
"""`auto` takes the neural voice where its model with a Mandarin speaker was fetched, else the system's."""


@dataclass(frozen=True, slots=True)
class MouthOptions:
    """What the command line says about speaking.

    `speaker`: a device's name or label, None for the system's default. `earpiece`: None or "none" for none.
    `music`: a folder, "none", or None for the bed made here. `volume` and `music_volume` from 0 to 1 (music
    at 1 is 15 LU under speech; up to 4 makes it louder). `rate`: times normal speed. `lang`: of the line
    book. `cache`: a folder, None for the platform's. `grace`: seconds that a line waits for a lost loudspeaker
    before it goes to the screen.
    """

    mouth: str = "auto"
    speaker: str | None = None
    earpiece: str | None = None
    music: str | None = None
    volume: float = 1.0
    music_volume: float = 1.0
    rate: float = 1.0
    lang: str = "zh"
    cache: Path | None = None
    grace: float = GRACE_SECONDS


@dataclass(frozen=True, slots=True)
class Opened:
    """The mouth, what it does without, and the names of its devices (None: none)."""

    mouth: Mouth
    notes: tuple[Note, ...]
    speaker: str | None
    earpiece: str | None


def open_reader(options: MouthOptions) -> Reader:
    """What renders lines for these options; starts nothing yet."""
    folder = options.cache or user_cache_path("narrator") / "lines"
    return Reader(open_renderers(options), Cache(folder), options.rate)


def open_renderers(options: MouthOptions) -> list[Renderer]:
    """The renderers in the order in which they are asked."""
    system: list[Renderer] = [
        Pyttsx3Renderer(options.lang, options.rate),
        CommandRenderer(options.lang, options.rate),
    ]
    if options.mouth not in ("auto", "kokoro") or _why_no_better_voice(options) is not None:
        return system
    # Loading onnxruntime takes longer than all the rest: only where it is used.
    from narrator.speaking.kokoro_renderer import KokoroRenderer

    return [KokoroRenderer(options.lang, options.rate, options.mouth == "kokoro"), *system]


def _why_no_better_voice(options: MouthOptions) -> str | None:
    if options.lang != "zh":
        return "kokoro: Chinese only"
    try:
        speakers = find_model().speakers
    except NoModel as error:
        return str(error)
    if options.mouth == "auto" and not set(speakers) & set(MANDARIN):
        return "kokoro: no Mandarin speaker"
    return None


def open_mouth(options: MouthOptions, audio: PortAudio | None = None) -> Opened:
    """Open devices and voices. What is missing becomes a note and the mouth goes on without.

    Raises AudioError, one line for people, for what was asked for and cannot be right: a device that is not
    there or could be several, an earpiece that is or could become the loudspeaker; ValueError for an unknown
    mouth.
    """
    if options.mouth not in MOUTHS:
        raise ValueError(f"--mouth {options.mouth}: must be one of {', '.join(MOUTHS)}")
    if options.mouth == "none":
        return Opened(SilentMouth(options.rate), (Note("silent"),), None, None)
    audio = audio or portaudio()
    notes: list[Note] = []
    reader = open_reader(options)
    if options.mouth == "kokoro" and (why := _why_no_better_voice(options)) is not None:
        notes.append(Note("no_better_voice", why))
    asking = threading.Thread(target=_ask_for_voice, args=(reader, notes), daemon=True)
    asking.start()  # an engine takes as long to list its voices as a device to open
    try:
        make_ear = _earpiece(audio, options, notes)
        table = _table(audio, options, notes)
    except AudioError:
        reader.close()
        raise
    if table is None:
        asking.join()
        reader.close()
        return Opened(SilentMouth(options.rate), tuple(notes), None, None)
    ear: Player | None = None
    if make_ear is not None:
        try:
            ear = Player(make_ear, options.volume, grace=0, keep_awake=False)
        except AudioError as error:
            notes.append(Note("no_earpiece", str(error)))
    asking.join()
    return Opened(LiveMouth(reader, table, ear), tuple(notes), table.describe(), ear.describe() if ear else None)


def _table(audio: PortAudio, options: MouthOptions, notes: list[Note]) -> Player | None:
    try:
        output, music = speaker_output(audio, options.speaker), _music(options, notes)
        return Player(output, options.volume, music, grace=options.grace)
    except (NoSuchDevice, AmbiguousDevice) as error:
        if options.speaker is not None:
            raise
        notes.append(Note("no_speaker", str(error)))
    except AudioError as error:
        notes.append(Note("no_speaker", str(error)))
    return None


def _earpiece(audio: PortAudio, options: MouthOptions, notes: list[Note]) -> MakeOutput | None:
    if options.earpiece is None or options.earpiece == "none":
        return None
    try:
        return earpiece_output(audio, options.earpiece, options.speaker)
    except NoPortAudio as error:
        notes.append(Note("no_earpiece", str(error)))
        return None


def _music(options: MouthOptions, notes: list[Note]) -> Callable[[int], Music | None]:
    volume = options.music_volume
    if options.music is None:
        return lambda rate: Bed(rate, volume)
    if options.music == "none":
        return lambda rate: None
    folder = Path(options.music)
    try:
        music_files(folder)
    except NoMusic as error:
        notes.append(Note("no_music", str(error)))
        return lambda rate: None
    return lambda rate: Loops(folder, rate, volume)


def _ask_for_voice(reader: Reader, notes: list[Note]) -> None:
    reasons = []
    for renderer in reader.renderers:
        try:
            renderer.identity()
            return
        except RenderError as error:
            reasons.append(f"{renderer.name}: {error}")
    notes.append(Note("no_voice", "; ".join(reasons)))
