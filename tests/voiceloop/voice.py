"""A human judge's mouth: recorded clips, joined, into the sink that the virtual microphone hears."""

from __future__ import annotations

import fcntl
import subprocess
import threading
from collections import deque

import numpy as np

from narrator.hearing.recogniser import RATE, Pcm
from tests.hearing_builtin.voices import clips
from tests.pulse import realtime

STEP = RATE // 50
ROOM = 6.0
"""Level of the room: a microphone that gives exact zeros is muted."""
GAP = round(0.04 * RATE)
"""Between two clips of one utterance: a list is said fluently."""
AGAIN = 0.5
"""Seconds after which a player that died is started again."""
PIPE = 8192
"""Bytes on the way to the player: a quarter of a second; the usual 64 KiB would be two."""


class Voice:
    """Speaks without end: the room's noise, and what `say` is given. One player process for the whole game; a new
    one when the sound server has died, and what was being said is lost with it."""

    def __init__(self, sink: str = "mic_feed") -> None:
        self._clips = clips()
        self._words = sorted(self._clips, key=len, reverse=True)
        self._waiting: deque[Pcm] = deque()
        self._over = threading.Event()
        command = ["pacat", "--playback", f"--device={sink}", f"--rate={RATE}", "--channels=1", "--format=s16le"]
        self._command = realtime([*command, "--latency-msec=200"])
        self._player = self._begin()
        self._thread = threading.Thread(target=self._play, name="judge's voice", daemon=True)
        self._thread.start()

    @property
    def speaking(self) -> bool:
        """True while something is still to be said."""
        return bool(self._waiting)

    def say(self, text: str) -> None:
        """Say these words. Raises `KeyError` for what nobody has recorded."""
        pieces: list[Pcm] = []
        for word in self.split(text):
            pieces += [self._clips[word], np.zeros(GAP, np.int16)]
        self._waiting.append(np.concatenate(pieces))

    def can(self, text: str) -> bool:
        """Is there a recording of this word?"""
        return text in self._clips

    def split(self, text: str) -> list[str]:
        """The clips that make up these words, the longest first. Raises `KeyError` when there are none."""
        words: list[str] = []
        while text:
            word = next((word for word in self._words if text.startswith(word)), None)
            if word is None:
                raise KeyError(text)
            words.append(word)
            text = text[len(word) :]
        return words

    def stop(self) -> None:
        """End the player."""
        self._over.set()
        self._thread.join(10)
        self._player.kill()
        self._player.wait(10)

    def _begin(self) -> subprocess.Popen[bytes]:
        player = subprocess.Popen(self._command, stdin=subprocess.PIPE)
        assert player.stdin is not None
        fcntl.fcntl(player.stdin, fcntl.F_SETPIPE_SZ, PIPE)
        return player

    def _play(self) -> None:
        """Play until the end, also through the deaths of players."""
        while not self._over.is_set():
            try:
                self._write()
            except BrokenPipeError:
                self._player.wait(10)
                self._over.wait(AGAIN)
                self._player = self._begin()

    def _write(self) -> None:
        """Write until the end; the pipe and the player's buffer set the pace."""
        pipe = self._player.stdin
        assert pipe is not None
        noise = np.random.default_rng(1)
        said = 0
        while not self._over.is_set():
            room = noise.normal(0, ROOM, STEP)
            if self._waiting:
                piece = self._waiting[0][said : said + STEP]
                room[: len(piece)] += piece
                said += STEP
                if said >= len(self._waiting[0]):
                    self._waiting.popleft()
                    said = 0
            pipe.write(np.clip(room, -32768, 32767).astype(np.int16).tobytes())
            pipe.flush()
