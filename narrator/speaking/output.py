"""An output device that asks for blocks of sound, and the one that PortAudio gives."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from narrator.audio import AudioError, PortAudio
from narrator.speaking.sound import Samples

Fill = Callable[[Samples, float, float], None]
"""Writes a block, given the monotonic time and the seconds until its first sample is heard."""

LATENCY_SECONDS = 0.07
"""Short enough to answer quickly, long enough for Python: with 0.06 a busy computer of two cores still lost nothing."""

SILENT_SECONDS = 1.0
"""A device that asked for nothing for so long is dead: PortAudio reports no unplugging."""


class Output(Protocol):
    """A device for one mixer, from the start of the program to its end, lost and found again in between."""

    rate: int

    def describe(self) -> str:
        """The device's name for people."""

    def open(self) -> None:
        """Start asking for blocks. Raises AudioError."""

    def close(self) -> None:
        """Stop; nothing is asked for when this returns. Harmless if closed."""

    def alive(self) -> bool:
        """False when the device is gone; may be asked at any time."""

    def find(self) -> None:
        """Bring back a lost device: `open`, and what has to come before it. Raises AudioError."""

    def leave(self) -> None:
        """Close for good."""


class PortAudioOutput:
    """A device found by name and host API (None: the system's default)."""

    def __init__(self, audio: PortAudio, wanted: str | None, fill: Fill, in_use: Callable[[], bool]) -> None:
        """Looks the device up. Raises AudioError."""
        self._audio = audio
        self._fill = fill
        self._in_use = in_use
        self._wanted = wanted
        self._stream: Any = None
        self._finished = threading.Event()
        self._heard = 0.0  # when the last block was asked for
        device = audio.find_output(wanted)
        if wanted is not None:
            self._wanted = device.label  # whatever else is plugged in later
        self.rate = device.rate
        self._name = device.label

    def describe(self) -> str:
        return self._name

    def open(self) -> None:
        with self._audio.opening():
            self.close()
            sd = self._audio.module()
            device = self._audio.find_output(self._wanted)
            self._finished = finished = threading.Event()
            latency = LATENCY_SECONDS

            def callback(out: NDArray[np.float32], frames: int, times: Any, status: Any) -> None:
                now = time.monotonic()
                delay = times.outputBufferDacTime - times.currentTime
                if not 0 < delay < 2:  # some drivers give no times
                    delay = latency
                try:
                    if finished.is_set():
                        out[:] = 0
                        return
                    self._fill(out[:, 0], now, delay)
                except Exception:  # an exception here would end the stream with a traceback on the screen
                    out[:] = 0
                    finished.set()
                    return
                out[:, 1:] = out[:, :1]
                self._heard = now

            try:
                stream = sd.OutputStream(
                    device=device.index,
                    samplerate=self.rate,
                    channels=min(2, device.outputs),
                    dtype="float32",
                    latency=latency,
                    extra_settings=device.settings(),
                    callback=callback,
                    finished_callback=finished.set,
                )
                latency = float(stream.latency)
                self._heard = time.monotonic()
                stream.start()
            except (sd.PortAudioError, ValueError) as error:
                raise AudioError(f"{device.label}: {error}") from None
            self._stream = stream
            self._name = device.label
        self._audio.join(self)

    def close(self) -> None:
        with self._audio.opening():
            stream, self._stream = self._stream, None
            if stream is not None:
                self._finished.set()  # whatever it still asks for is silence
                self._audio.give_back(stream)

    def alive(self) -> bool:
        if self._stream is None or self._finished.is_set():
            return False
        return time.monotonic() - self._heard < SILENT_SECONDS

    def find(self) -> None:
        try:
            self.open()
        except AudioError:
            # PortAudio's list may be older than the device; a new one costs everybody's streams: look first.
            if not self._audio.appeared(self._wanted, "output"):
                raise
            self._audio.refresh(self)
            if self._stream is None:
                raise

    def leave(self) -> None:
        self.close()
        self._audio.leave(self)

    def let_go(self) -> None:
        self.close()

    def take_up(self) -> None:
        try:
            self.open()
        except AudioError:
            self.close()  # `alive` says so; it is looked for again

    def in_use(self) -> bool:
        return self._stream is not None and self._in_use()
