"""The judge's microphone: one always-open input stream, its own rate to 16 kHz, and back by itself when
lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Full, Queue
from time import monotonic
from typing import Any, Protocol

import numpy as np
import soxr

from narrator.audio import AudioError, Device, PortAudio, portaudio
from narrator.hearing.ears import Trouble
from narrator.hearing.micprobe import can_open
from narrator.hearing.recogniser import RATE, Pcm

SILENT_DEATH = 1.0
"""Seconds without a callback after which the device is gone: an unplugged one reports nothing else."""
ZEROS = 3.0
"""Seconds of exact zeros that mean a muted microphone or a missing permission, not a quiet room."""
FIRST = 6.0
"""Seconds that a device may take for its first callback."""
ZEROS_RETRY = 6.0
"""Seconds after which a stream of zeros is opened anew."""
RETRY = 2.0
QUEUE_SECONDS = 20.0
"""Seconds of sound that wait while a long list is searched: on a busy computer that can take five seconds, and
a gap after the last word would throw the whole list away."""
OVERFLOW_NOTICE = 30.0
"""Overflow is told at most once in so many seconds; some systems report it all the time."""
_TICK = 0.2
_BLOCK = 0.02


@dataclass(frozen=True, slots=True)
class Block:
    """Audio at 16 kHz that ended at `at` (monotonic seconds). `gap`: sound was lost before it."""

    audio: Pcm
    at: float
    gap: bool = False


class Source(Protocol):
    """Where live ears get their audio."""

    def read(self, timeout: float) -> Block | None:
        """The next block; None when none came in time."""

    def trouble(self) -> Trouble | None:
        """What does not work now."""

    def stop(self) -> None:
        """Give the device back."""


@dataclass(frozen=True, slots=True)
class _Raw:
    data: bytes
    at: float
    life: int
    rate: int
    channels: int


class Microphone:
    """Opens the device of this name or label (None: the default) and keeps it open.

    The callback only copies into a bounded queue; a watchdog finds silent death and reopens by label.
    `tell` is called from other threads with what goes wrong and when it is over. `in_use` says whether a
    half-second gap would do harm now, `there` whether a lost device can be opened again. Raises
    `AudioError` when the device cannot be opened at first."""

    def __init__(
        self,
        wanted: str | None = None,
        *,
        tell: Callable[[Trouble], None] | None = None,
        busy: Callable[[], bool] | None = None,
        audio: PortAudio | None = None,
        there: Callable[[str | None], bool] = can_open,
    ) -> None:
        self._audio = audio or portaudio()
        self._wanted = wanted
        self._tell = tell or (lambda trouble: None)
        self._busy = busy or (lambda: False)
        self._there = there
        self._queue: Queue[_Raw] = Queue(maxsize=round(QUEUE_SECONDS / _BLOCK))
        self._stream: Any = None
        self._device: Device | None = None
        self._life = 0
        self._last = self._opened_at = 0.0
        self._dropped = False
        self._overflows = 0
        self._ended = False
        self._stopped = threading.Event()
        self._trouble: Trouble | None = None
        self._zeros = 0
        self._reading = -1
        self._resampler: soxr.ResampleStream | None = None
        self.overflows = 0
        """How often sound was lost because the computer was too busy."""
        self._open()
        self._audio.join(self)
        threading.Thread(target=self._watch, name="microphone-watchdog", daemon=True).start()

    @property
    def label(self) -> str:
        """Name and host API of the device: what finds it again."""
        return self._device.label if self._device is not None else (self._wanted or "")

    def trouble(self) -> Trouble | None:
        """What does not work now."""
        return self._trouble

    def read(self, timeout: float) -> Block | None:
        """The next block at 16 kHz, mono; None when none came within `timeout` seconds."""
        try:
            raw = self._queue.get(timeout=timeout)
        except Empty:
            return None
        samples: Pcm = np.frombuffer(raw.data, np.int16)
        if raw.channels > 1:
            samples = samples.reshape(-1, raw.channels)[:, 0]
        gap = self._dropped
        self._dropped = False
        if raw.life != self._reading:
            gap = gap or self._reading >= 0
            self._reading = raw.life
            same = raw.rate == RATE
            self._resampler = None if same else soxr.ResampleStream(raw.rate, RATE, 1, dtype="int16")
        self._look_for_zeros(samples, raw.rate)
        if self._resampler is not None:
            samples = np.asarray(self._resampler.resample_chunk(np.ascontiguousarray(samples)), np.int16)
        return Block(samples, raw.at, gap)

    def stop(self) -> None:
        """Close for good."""
        self._stopped.set()
        self._audio.leave(self)
        self.let_go()

    def let_go(self) -> None:
        """Close the stream (owner of PortAudio)."""
        with self._audio.opening():
            stream, self._stream = self._stream, None
            if stream is not None:
                self._life += 1  # whatever it still gives is no longer heard
                self._audio.give_back(stream)

    def take_up(self) -> None:
        """Open it again after PortAudio was restarted (owner of PortAudio)."""
        if not self._stopped.is_set():
            self._reopen()

    def in_use(self) -> bool:
        """True while the judge is being heard (owner of PortAudio)."""
        return self._stream is not None and self._busy()

    def _open(self) -> None:
        """Open the stream. Raises `AudioError`."""
        with self._audio.opening():
            # Once found, the very same device is looked for: another one might stand on the table.
            wanted = self._device.label if self._device is not None and self._wanted else self._wanted
            device = self._audio.find_input(wanted)
            module = self._audio.module()
            failure: Exception | None = None
            for channels in dict.fromkeys((1, device.inputs)):
                self._life += 1
                try:
                    stream = module.RawInputStream(
                        device=device.index,
                        samplerate=device.rate,
                        channels=channels,
                        dtype="int16",
                        blocksize=round(device.rate * _BLOCK),
                        latency=0.05,
                        extra_settings=device.settings(),
                        callback=self._callback(self._life, device.rate, channels),
                        finished_callback=self._finished(self._life),
                    )
                    self._ended = False
                    self._last = self._opened_at = monotonic()
                    self._zeros = 0
                    stream.start()
                except (module.PortAudioError, ValueError) as error:
                    failure = error
                    continue
                self._stream, self._device = stream, device
                return
        raise AudioError(f"{device.label}: {failure}")

    def _callback(self, life: int, rate: int, channels: int) -> Callable[..., None]:
        def copy(data: Any, frames: int, time: Any, status: Any) -> None:
            if life != self._life:
                return
            now = monotonic()
            self._last = now
            if status.input_overflow:
                self.overflows += 1
            try:
                self._queue.put_nowait(_Raw(bytes(data), now, life, rate, channels))
            except Full:
                self.overflows += 1
                self._dropped = True

        return copy

    def _finished(self, life: int) -> Callable[[], None]:
        def finished() -> None:
            if life == self._life:
                self._ended = True

        return finished

    def _watch(self) -> None:
        told_overflow, seen_overflows, tried = -OVERFLOW_NOTICE, 0, 0.0
        while not self._stopped.wait(_TICK):
            now = monotonic()
            patience = SILENT_DEATH if self._last > self._opened_at else FIRST
            if self._stream is not None and (self._ended or now - self._last > patience):
                self._set(Trouble("mic_lost", self.label))
                self.let_go()
                tried = 0.0
            if self._has("mic_zeros") and self._stream is not None and now - self._opened_at > ZEROS_RETRY:
                # The sound server may have moved the stream to another source when the device went.
                self.let_go()
                tried = 0.0
            if self._stream is None and now - tried >= RETRY:
                self._retry()
                tried = monotonic()
            elif self._has("mic_lost") and self._stream is not None and self._last > self._opened_at + _BLOCK:
                self._set(Trouble("mic_back", self.label))
            if self.overflows > seen_overflows and now - told_overflow > OVERFLOW_NOTICE:
                self._tell(Trouble("mic_overflow", self.label))
                told_overflow = now
            seen_overflows = self.overflows

    def _has(self, problem: str) -> bool:
        return self._trouble is not None and self._trouble.problem == problem

    def _retry(self) -> None:
        """Reopen by label once another process can; when PortAudio does not see the device, have it look
        again."""
        if not self._there(self.label if self._wanted else None):
            if not self._has("mic_lost"):
                self._set(Trouble("mic_lost", self.label))
            return
        if self._stopped.is_set():
            return
        if not self._reopen():
            with suppress(AudioError):
                self._audio.refresh(self)

    def _reopen(self) -> bool:
        try:
            self._open()
        except AudioError as error:
            if not self._has("mic_lost"):
                self._set(Trouble("mic_lost", str(error)))
            return False
        return True

    def _set(self, trouble: Trouble) -> None:
        self._trouble = None if trouble.problem == "mic_back" else trouble
        self._tell(trouble)

    def _look_for_zeros(self, samples: Pcm, rate: int) -> None:
        if samples.any():
            self._zeros = 0
            if self._has("mic_zeros"):
                self._set(Trouble("mic_back", self.label))
            return
        before = self._zeros
        self._zeros += len(samples)
        if before < ZEROS * rate <= self._zeros and self._trouble is None:
            self._set(Trouble("mic_zeros", self.label))
