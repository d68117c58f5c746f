"""A room: what the loudspeaker plays comes into the microphone, with walls, at a level, and with the room's noise."""

from __future__ import annotations

import contextlib
import fcntl
import os
import selectors
import subprocess
import threading
import time
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from tests.pulse import RATE, PulseServer, realtime

BLOCK = RATE // 50
TAIL = 0.25
"""Seconds after which a sound has died away, as in a furnished room."""
KEPT = RATE // 6
"""Hz of what is kept of the loudspeaker: enough to tell lines apart."""
FAR = 0.03
"""Seconds from the loudspeaker's sink to the microphone's: the air and the devices' buffers."""
NOISE = 8.0
"""Level of the room itself, in steps of 16 bits."""
PIPE = 8192
"""Bytes on the way to the microphone: more would make the room's echo late after a stall."""
WAIT = 0.2
"""Seconds without a sample after which the server counts as hung or gone."""


def walls(level_db: float, seed: int = 3) -> NDArray[np.float32]:
    """How the room answers a click: the direct sound at `level_db`, then an exponential tail 3 dB under it."""
    chance = np.random.default_rng(seed)
    tail = chance.normal(0, 1, round(TAIL * RATE)) * np.exp(-6.9 * np.arange(round(TAIL * RATE)) / (TAIL * RATE))
    tail *= 10 ** (-3 / 20) / np.sqrt(np.sum(tail**2))
    answer = np.concatenate([np.zeros(round(FAR * RATE)), [1.0], np.zeros(RATE // 200), tail])
    return (answer * 10 ** (level_db / 20)).astype(np.float32)


class Room:
    """Carries `table_speaker` into `mic_feed`. Survives the death of the sound server, as rooms do."""

    def __init__(self, server: PulseServer, level_db: float, keep: bool = False) -> None:
        """`keep`: remember what came out of the loudspeaker."""
        self._server = server
        self._keep = keep
        self._kept: list[tuple[float, list[bytes]]] = []  # monotonic seconds of the first sample, and the samples
        self._answer = walls(level_db)
        self._over = threading.Event()
        self._again = threading.Event()
        self.loudest = 0.0  # of the blocks that came out of the loudspeaker, as they reach the microphone, dBFS
        self._thread = threading.Thread(target=self._run, name="room", daemon=True)
        self._thread.start()

    def listen_again(self) -> None:
        """The loudspeaker was unplugged or is back: what was recorded of it may have been moved elsewhere."""
        self._again.set()

    def stop(self) -> None:
        """No more sound."""
        self._over.set()
        self._thread.join(10)

    def kept(self) -> list[tuple[float, NDArray[np.float32]]]:
        """What came out of the loudspeaker, in unbroken parts: when each began, and its samples at `KEPT` Hz."""
        return [(began, np.frombuffer(b"".join(blocks), np.int16) / np.float32(32768)) for began, blocks in self._kept]

    def _run(self) -> None:
        while not self._over.is_set():
            self._again.clear()
            with contextlib.suppress(OSError), self._pipes() as (heard, spoken):
                self._carry(heard, spoken)
            self._over.wait(0.2)

    @contextlib.contextmanager
    def _pipes(self) -> Iterator[tuple[int, int]]:
        sound = [f"--rate={RATE}", "--channels=1", "--format=s16le", "--latency-msec=30"]
        ear = subprocess.Popen(
            realtime(["parec", "--device=table_speaker.monitor", *sound]),
            env=self._server.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        mouth = subprocess.Popen(
            realtime(["pacat", "--playback", "--device=mic_feed", *sound]),
            env=self._server.env,
            stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert ear.stdout is not None and mouth.stdin is not None
        os.set_blocking(mouth.stdin.fileno(), False)
        fcntl.fcntl(mouth.stdin.fileno(), fcntl.F_SETPIPE_SZ, PIPE)
        try:
            yield ear.stdout.fileno(), mouth.stdin.fileno()
        finally:
            for child in (ear, mouth):
                child.kill()
                child.wait(10)

    def _carry(self, heard: int, spoken: int) -> None:
        """Block by block until a pipe breaks."""
        chance = np.random.default_rng(1)
        size = 1 << (BLOCK + len(self._answer) - 1).bit_length()
        response = np.fft.rfft(self._answer, size)
        rest = np.zeros(size, np.float64)
        waiting = b""
        if self._keep:
            self._kept.append((time.monotonic(), []))
        with selectors.DefaultSelector() as ready:
            ready.register(heard, selectors.EVENT_READ)
            silent_since = time.monotonic()
            while not self._over.is_set() and not self._again.is_set():
                if ready.select(WAIT):
                    data = os.read(heard, 1 << 16)
                    if not data:
                        return
                    waiting += data
                    silent_since = time.monotonic()
                elif time.monotonic() - silent_since > 10 * WAIT:
                    return
                while len(waiting) >= 2 * BLOCK:
                    played = np.frombuffer(waiting[: 2 * BLOCK], np.int16).astype(np.float64)
                    waiting = waiting[2 * BLOCK :]
                    if self._keep:
                        self._kept[-1][1].append(
                            played.reshape(-1, RATE // KEPT).mean(axis=1).astype(np.int16).tobytes()
                        )
                    rest += np.fft.irfft(np.fft.rfft(played, size) * response, size)
                    block, rest = rest[:BLOCK], np.concatenate([rest[BLOCK:], np.zeros(BLOCK)])
                    self._measure(block)
                    block = block + chance.normal(0, NOISE, BLOCK)
                    with contextlib.suppress(BlockingIOError):  # a hung server: this sound is lost
                        os.write(spoken, np.clip(block, -32768, 32767).astype(np.int16).tobytes())

    def _measure(self, block: NDArray[np.float64]) -> None:
        power = float(np.mean(block**2)) / 32768**2
        self.loudest = max(self.loudest, power)

    @property
    def loudest_db(self) -> float:
        """The loudest fiftieth of a second that reached the microphone, dBFS."""
        return 10 * float(np.log10(max(self.loudest, 1e-12)))


@contextlib.contextmanager
def room(server: PulseServer, level_db: float = -10.0, keep: bool = False) -> Iterator[Room]:
    """The loudspeaker is heard by the microphone; `level_db` is how much weaker than it is played."""
    opened = Room(server, level_db, keep)
    try:
        yield opened
    finally:
        opened.stop()
