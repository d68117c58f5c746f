"""Night music: it covers small sounds (R 8.6). The host's own loops, or a quiet bed made here."""

from __future__ import annotations

import contextlib
import math
import random
import threading
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import soundfile
import soxr

from narrator.speaking.loudness import TARGET_LUFS, loudness
from narrator.speaking.sound import Samples, Sound

UNDER_SPEECH_LU = 15.0
"""Music this much quieter than speech at `music volume` 1, before ducking."""

LOOP_SECONDS = 12

SUFFIXES = (".wav", ".flac", ".ogg", ".mp3", ".aif", ".aiff", ".opus")

_HIGHEST = 9000  # Hz, of the bed
_AHEAD_SECONDS = 3.0
_BLOCK = 8192


class NoMusic(Exception):
    """A folder without music that can be played; the message is one line for people."""


class Bed:
    """Wind and a slow soft chord, one seamless loop, made when it is first wanted."""

    def __init__(self, rate: int, volume: float = 1.0, at_once: bool = False) -> None:
        """`at_once`: made before this returns, for files; else silent until it is ready."""
        self._rate = rate
        self._volume = volume
        self._loop: Samples = np.zeros(0, np.float32)
        self._at = 0
        if at_once:
            self._make()
        else:
            threading.Thread(target=self._make, name="night music", daemon=True).start()

    def _make(self) -> None:
        self._loop = bed(self._rate) * np.float32(self._volume)

    def read(self, frames: int) -> Samples:
        loop = self._loop
        if not len(loop):
            return loop
        samples = loop.take(np.arange(self._at, self._at + frames), mode="wrap")
        self._at = (self._at + frames) % len(loop)
        return samples

    def close(self) -> None:
        """It holds nothing but memory."""


def bed(rate: int) -> Samples:
    """The loop. Its noise and tones are made of whole periods, so its end meets its start."""
    chance = random.Random(8)
    frames = LOOP_SECONDS * rate
    # Rustling cards and clothes are loudest at 1 to 5 kHz: noise falling gently there masks them.
    pitch = np.arange(_HIGHEST * LOOP_SECONDS) / LOOP_SECONDS
    shape = np.where(pitch > 60, 1 / (1 + (pitch / 700) ** 1.1), 0)
    phases = np.array([chance.uniform(0, math.tau) for _ in pitch])
    wind = np.fft.irfft(shape * np.exp(1j * phases), frames).astype(np.float32)
    turns = np.arange(frames, dtype=np.float32) / np.float32(frames)  # of the whole loop
    wind *= (1 + np.float32(0.35) * np.sin(np.float32(2 * math.tau) * turns)) / wind.std()
    for number, note in enumerate((110.0, 164.8, 220.0, 261.6, 329.6)):
        swell = 0.5 - 0.5 * np.cos(np.float32((number % 3 + 1) * math.tau) * turns + number)
        wind += 0.5 * swell * _tone(round(note * LOOP_SECONDS), frames)
    # It has nothing above _HIGHEST: every other sample is enough to measure it.
    now = loudness(Sound(wind[::2], rate // 2))
    wind *= np.float32(10 ** ((TARGET_LUFS - UNDER_SPEECH_LU - now) / 20))
    return wind


def _tone(periods: int, frames: int) -> Samples:
    """A sine of so many periods."""
    steps = (np.arange(frames) * periods) % frames
    return np.sin((steps * (math.tau / frames)).astype(np.float32))


class Loops:
    """The sound files of a folder, one after the other for ever, decoded a few seconds ahead by a thread."""

    def __init__(self, folder: Path, rate: int, volume: float = 1.0) -> None:
        self._files = music_files(folder)
        self._rate = rate
        self._volume = volume
        self._ready: deque[Samples] = deque()
        self._frames = 0  # ready
        self._wanted = threading.Event()
        self._closed = False
        self._wanted.set()
        threading.Thread(target=self._decode, name="night music", daemon=True).start()

    def read(self, frames: int) -> Samples:
        parts = []
        missing = frames
        while missing and self._ready:
            part = self._ready.popleft()
            if len(part) > missing:
                self._ready.appendleft(part[missing:])
                part = part[:missing]
            parts.append(part)
            missing -= len(part)
        self._frames -= frames - missing
        self._wanted.set()
        return np.concatenate(parts) if parts else np.zeros(0, np.float32)

    def close(self) -> None:
        self._closed = True
        self._wanted.set()

    def _decode(self) -> None:
        while not self._closed:
            heard = 0
            for path in self._files:
                for block in _decoded(path, self._rate, self._volume):
                    while self._frames >= _AHEAD_SECONDS * self._rate and not self._closed:
                        self._wanted.clear()
                        self._wanted.wait(1.0)
                    if self._closed:
                        return
                    self._ready.append(block)
                    self._frames += len(block)
                    heard += len(block)
            if not heard:  # every file has become unreadable
                return


def music_files(folder: Path) -> list[Path]:
    """The files of the folder that can be played, by name. Raises NoMusic."""
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
    except OSError as error:
        raise NoMusic(f"music: {folder}: {error.strerror}") from None
    playable = []
    for path in files:
        with contextlib.suppress(soundfile.SoundFileError, OSError), soundfile.SoundFile(path) as file:
            if file.frames:
                playable.append(path)
    if not playable:
        raise NoMusic(f"music: {folder} holds no sound file that can be played ({', '.join(SUFFIXES)})")
    return playable


def _decoded(path: Path, rate: int, volume: float) -> Iterator[Samples]:
    """Blocks of one file at our rate, as loud as the music is to be; what cannot be read ends it."""
    try:
        with soundfile.SoundFile(path) as file:
            stream = soxr.ResampleStream(file.samplerate, rate, 1, dtype="float32")
            gain = _gain(file) * volume
            while len(block := file.read(_BLOCK, dtype="float32", always_2d=True)):
                mono = np.nan_to_num(block.mean(axis=1)) * np.float32(gain)
                yield np.asarray(stream.resample_chunk(mono, last=len(block) < _BLOCK), np.float32)
    except (soundfile.SoundFileError, OSError):
        return


def _gain(file: soundfile.SoundFile) -> float:
    """What brings the file's first half minute to the loudness of music; leaves the file at its start."""
    start = file.read(30 * file.samplerate, dtype="float32", always_2d=True)
    file.seek(0)
    now = loudness(Sound(np.ascontiguousarray(start.mean(axis=1)), file.samplerate))
    return 0.0 if now == -math.inf else float(10 ** ((TARGET_LUFS - UNDER_SPEECH_LU - now) / 20))
