"""Trying devices before the game: a spoken line, and the live level of a microphone."""

from __future__ import annotations

import threading
from math import log10
from time import monotonic

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from narrator.audio import AudioError, Direction, portaudio
from narrator.hearing.microphone import Microphone
from narrator.speaking import pulse
from narrator.speaking.earpiece import earpiece_output
from narrator.speaking.mouth import Audience
from narrator.speaking.opening import MouthOptions, open_mouth

FLOOR = -60.0
"""Decibels below full scale that are shown as silence."""
HEARD = -40.0
"""A voice near the microphone is louder than this."""
LISTEN_SECONDS = 4.0
SPEAK_SECONDS = 15.0


def devices(direction: Direction) -> list[str]:
    """The labels of the machine's devices; none where there is no sound system."""
    try:
        audio = portaudio()
        found = audio.outputs() if direction == "output" else audio.inputs()
    except AudioError:
        return []
    return list(dict.fromkeys(device.label for device in found))


def earpieces(speaker: str = "") -> list[str]:
    """The devices that may be the judge's earpiece beside this loudspeaker."""
    found = [sink.label for sink in pulse.sinks()] or devices("output")
    return [label for label in found if _may_be_earpiece(label, speaker)]


def _may_be_earpiece(label: str, speaker: str) -> bool:
    try:
        earpiece_output(portaudio(), label, speaker or None)
    except AudioError:
        return False
    return True


def speak(line: str, language: str, speaker: str = "", earpiece: str = "", to_earpiece: bool = False) -> bool:
    """Say a line on the loudspeaker or the earpiece; was it played? Raises `AudioError`."""
    options = MouthOptions(speaker=speaker or None, earpiece=earpiece or None, music="none", lang=language)
    opened = open_mouth(options)
    if (opened.earpiece if to_earpiece else opened.speaker) is None:
        opened.mouth.stop()
        return False
    played: list[bool] = []
    over = threading.Event()

    def done(ok: bool) -> None:
        played.append(ok)
        over.set()

    try:
        opened.mouth.say(line, Audience.JUDGE if to_earpiece else Audience.TABLE, done)
        over.wait(SPEAK_SECONDS)
    finally:
        opened.mouth.stop()
    return bool(played and played[0])


def level(samples: np.ndarray) -> float:
    """Loudness of a block in decibels below full scale."""
    if not len(samples):
        return FLOOR
    power = float(np.mean((samples.astype(np.float64) / 32768.0) ** 2))
    return max(FLOOR, 10 * log10(power)) if power > 0 else FLOOR


def watch_level(microphone: str, console: Console, label: str, seconds: float = LISTEN_SECONDS) -> float:
    """Show the microphone's level as it is, for some seconds; the loudest of it. Raises `AudioError`."""
    source = Microphone(microphone or None)
    loudest = FLOOR
    try:
        bar = Progress(TextColumn("{task.description}"), BarColumn(), console=console, transient=True)
        with bar:
            task = bar.add_task(label, total=-FLOOR)
            end = monotonic() + seconds
            while monotonic() < end:
                block = source.read(0.2)
                if block is not None:
                    now = level(block.audio)
                    loudest = max(loudest, now)
                    bar.update(task, completed=now - FLOOR)
    finally:
        source.stop()
    return loudest
