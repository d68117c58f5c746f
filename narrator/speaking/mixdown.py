"""What the table hears in a rehearsal, as one file, without a device."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile

from narrator.speaking.earcons import earcon
from narrator.speaking.mixer import Item, Mixer, Music
from narrator.speaking.reader import Reader
from narrator.speaking.renderer import RenderError

RATE = 24_000
"""Hz of the file: enough for speech, half the size."""

_BLOCK = 1200
_TAIL_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Said:
    """A line begins at `at` seconds."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Sounded:
    """An earcon at `at` seconds."""

    at: float
    name: str


@dataclass(frozen=True, slots=True)
class MusicTurned:
    """Music is turned on or off at `at` seconds."""

    at: float
    on: bool


Moment = Said | Sounded | MusicTurned


class CannotWrite(Exception):
    """The file cannot be written; the message is one line for people."""


def mixdown(moments: Iterable[Moment], reader: Reader, path: Path, music: Music | None = None) -> list[Said]:
    """Write the moments (in order of time) as a mono WAV; lines that no voice could say, which are left out.

    A line that is due while another is spoken follows it, as on a device. Raises CannotWrite.
    """
    mixer = Mixer(RATE, music=music, keep_awake=False)
    left_out: list[Said] = []
    waiting = sorted(moments, key=lambda moment: moment.at)
    block = np.zeros(_BLOCK, np.float32)
    frame = 0
    until = (waiting[-1].at if waiting else 0.0) + _TAIL_SECONDS
    try:
        with soundfile.SoundFile(path, "w", RATE, 1, "PCM_16", format="WAV") as file:
            while waiting or mixer.busy() or frame < until * RATE:
                while waiting and waiting[0].at * RATE < frame + _BLOCK:
                    moment = waiting.pop(0)
                    if isinstance(moment, MusicTurned):
                        mixer.music(moment.on)
                    elif isinstance(moment, Sounded):
                        mixer.play(Item(earcon(moment.name, RATE), _ignored, False))
                    else:
                        try:
                            mixer.play(Item(reader.line(moment.text, RATE), _ignored))
                        except RenderError:
                            left_out.append(moment)
                mixer.fill(block, frame / RATE, 0.0)
                file.write(block)
                frame += _BLOCK
                mixer.over()
    except (OSError, soundfile.SoundFileError) as error:
        raise CannotWrite(f"{path}: cannot be written ({error})") from None
    return left_out


def _ignored(heard: bool) -> None:
    """Nobody waits for a line in a file."""
