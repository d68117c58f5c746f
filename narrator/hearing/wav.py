"""Ears on sound files (`wav:FILE`, or a folder): what a microphone would hear, one utterance an `open`."""

from __future__ import annotations

import wave
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Thread

import numpy as np
import soxr

from narrator.hearing.decide import Sure
from narrator.hearing.ears import Event, Prompt, Trouble
from narrator.hearing.endpoint import Vad
from narrator.hearing.notes import HearingError
from narrator.hearing.opening import Opening
from narrator.hearing.recogniser import RATE, Pcm, Recogniser
from narrator.hearing.session import Session, Timing

BLOCK = RATE // 20
LEAD, TAIL = 0.5, 1.6
"""Seconds of silence before and after each file: the judge is quiet before he speaks, and ends."""
_LONGEST_FILE = 3600


def read_wav(path: Path) -> Pcm:
    """A WAV file (PCM, 8 to 32 bit, any rate and channels) as 16 kHz mono. Raises `HearingError`."""
    try:
        with wave.open(str(path), "rb") as file:
            rate, channels, width = file.getframerate(), file.getnchannels(), file.getsampwidth()
            if not 1_000 <= rate <= 384_000:
                raise HearingError("wav_unreadable", f"{path}: {rate} Hz")
            if width not in (1, 2, 3, 4):
                raise HearingError("wav_unreadable", f"{path}: {8 * width} bit")
            data = file.readframes(min(file.getnframes(), _LONGEST_FILE * rate))
    except (OSError, EOFError, wave.Error, RuntimeError) as error:
        raise HearingError("wav_unreadable", f"{path}: {error or 'the file ends early'}") from None
    data = data[: len(data) // (width * channels) * width * channels]
    if not data:
        raise HearingError("wav_unreadable", f"{path}: no sound in it")
    if width == 1:
        samples = (np.frombuffer(data, np.uint8).astype(np.float32) - 128) / 128
    elif width == 3:
        bits = np.frombuffer(data, np.uint8).reshape(-1, 3).astype(np.int32)
        samples = ((bits[:, 0] << 8 | bits[:, 1] << 16 | bits[:, 2] << 24) / 2**31).astype(np.float32)
    else:
        raw = np.frombuffer(data, "<i2") if width == 2 else np.frombuffer(data, "<i4")
        samples = raw.astype(np.float32) / 2 ** (8 * width - 1)
    mono = samples.reshape(-1, channels).mean(axis=1)
    if rate != RATE:
        mono = soxr.resample(mono, rate, RATE)
    return np.asarray(np.clip(mono * 32768, -32768, 32767), np.int16)


class WavEars:
    """Plays the files to a recogniser as fast as it can; each `open` gets the next utterance, the end
    `Trouble`."""

    def __init__(
        self,
        files: Sequence[Path],
        recogniser: Recogniser,
        vad: Vad,
        *,
        sure: Sure | None = None,
        timing: Timing | None = None,
    ) -> None:
        self._tape = [read_wav(path) for path in files]
        self._recogniser = recogniser
        self._vad = vad
        self._sure = sure
        self._timing = timing
        self._opening = Opening()
        Thread(target=self._run, name="wav-ears", daemon=True).start()

    def open(self, prompt: Prompt, heard: Callable[[Event], None]) -> None:
        self._opening.open(prompt, heard)

    def close(self) -> None:
        self._opening.close()

    def stop(self) -> None:
        self._opening.stop()

    def _run(self) -> None:
        blocks = self._blocks()
        last = 0
        while (opened := self._opening.wait(last)) is not None:
            last = opened.number
            session = Session(opened.prompt, self._recogniser, self._vad, sure=self._sure, timing=self._timing)
            event = next((e for block in blocks for e in session.push(block)), None)
            self._opening.deliver(event or Trouble("wav_over"), opened)

    def _blocks(self) -> Iterator[Pcm]:
        for sound in self._tape:
            # A trace of noise: exact zeros would be a dead microphone.
            lead, tail = (np.zeros(round(s * RATE), np.int16) for s in (LEAD, TAIL))
            lead[::2] = tail[::2] = 1
            tape = np.concatenate((lead, sound, tail))
            for at in range(0, len(tape), BLOCK):
                yield tape[at : at + BLOCK]


def wav_files(path: Path) -> list[Path]:
    """The file, or the .wav files of a folder in the order of their names. Raises `HearingError`."""
    if path.is_dir():
        found = sorted(p for p in path.iterdir() if p.suffix.lower() == ".wav")
        if not found:
            raise HearingError("wav_unreadable", f"{path}: no .wav file in this folder")
        return found
    return [path]
