"""A recogniser's process seen from the game: started, watched by a heartbeat, replaced when it dies or
hangs."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Queue
from time import monotonic

from narrator.children import module_environment
from narrator.hearing.frames import Letter, read_frame, write_frame
from narrator.hearing.recogniser import RecogniserError, RecogniserGone

LOAD_SECONDS = 60.0
REPLY_SECONDS = 5.0
HEARTBEAT_SECONDS = 2.0
_NO_WINDOW = 0x08000200  # no console, a process group of its own
CRASHES, CRASH_SECONDS = 5, 60.0
"""More deaths than this in that time, and it is not started again."""


class Life:
    """One running process; a new one is made after every death."""

    def __init__(self, command: Sequence[str]) -> None:
        # Out of the terminal's group: Ctrl-C is the game's business. The child ends when its input does.
        windows = sys.platform == "win32"
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=module_environment(),
            start_new_session=not windows,
            creationflags=_NO_WINDOW if windows else 0,
        )
        self.ready = threading.Event()
        self.over = threading.Event()
        self.why = ""
        self.partial = ""
        # One queue a letter: the heartbeat may speak in the middle of an utterance.
        self._replies: dict[Letter, Queue[bytes | None]] = {letter: Queue() for letter in Letter}
        self._out: Queue[tuple[Letter, bytes] | None] = Queue()
        threading.Thread(target=self._write, name="recogniser-out", daemon=True).start()
        threading.Thread(target=self._read, name="recogniser-in", daemon=True).start()

    def send(self, letter: Letter, body: bytes = b"") -> None:
        """Queue a message; returns at once even while the child is loading."""
        self._out.put((letter, body))

    def ask(self, letter: Letter, body: bytes = b"", seconds: float = REPLY_SECONDS) -> bytes:
        """Send and wait for the reply of the same letter. Raises `RecogniserError` when none comes."""
        self.send(letter, body)
        deadline = monotonic() + seconds + (0 if self.ready.is_set() else LOAD_SECONDS)
        try:
            reply = self._replies[letter].get(timeout=max(0.0, deadline - monotonic()))
        except Empty:
            self.kill("no reply")
            raise RecogniserError("no reply") from None
        if reply is None:
            self._replies[letter].put(None)
            raise RecogniserError(self.why or "its process ended")
        return reply

    def kill(self, why: str = "") -> None:
        """End the process."""
        self.why = self.why or why
        self.process.kill()
        self._out.put(None)

    def close(self) -> None:
        """End the process and wait until it is gone."""
        self.kill()
        self.over.wait(5)

    def _write(self) -> None:
        assert self.process.stdin is not None
        with suppress(OSError, ValueError):  # the reader notices the death
            while (message := self._out.get()) is not None:
                write_frame(self.process.stdin, *message)
        with suppress(OSError):
            self.process.stdin.close()

    def _read(self) -> None:
        assert self.process.stdout is not None
        while (frame := read_frame(self.process.stdout)) is not None:
            letter, body = frame
            if letter is Letter.READY:
                self.ready.set()
            elif letter is Letter.PARTIAL:
                self.partial = body.decode(errors="replace")
            elif letter is Letter.FAILED:
                self.why = body.decode(errors="replace")
            else:
                self._replies[letter].put(body)
        self.process.kill()
        code = self.process.wait()
        self.process.stdout.close()
        self.why = self.why or f"its process ended with code {code}"
        self.over.set()
        self.ready.set()  # nobody waits for the dead
        for replies in self._replies.values():
            replies.put(None)
        self._out.put(None)


class Child:
    """The process, whichever it is now. `life` replaces a dead one; a heartbeat finds one that died or
    hangs while nobody speaks, and has its successor loaded before it is needed."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = list(command)
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._deaths: deque[float] = deque(maxlen=CRASHES)
        self.restarts = 0
        self._life = Life(self._command)
        threading.Thread(target=self._beat, name="recogniser-heartbeat", daemon=True).start()

    def life(self) -> Life:
        """A living process. Raises `RecogniserError` when it died too often or was stopped."""
        with self._lock:
            if self._stopped.is_set():
                raise RecogniserError("it was stopped")
            if not self._life.over.is_set() and self._life.process.poll() is None:
                return self._life
            now = monotonic()
            if len(self._deaths) == CRASHES and now - self._deaths[0] < CRASH_SECONDS:
                raise RecogniserGone(self._life.why or "its process keeps ending")
            self._deaths.append(now)
            self.restarts += 1
            self._life = Life(self._command)
            return self._life

    def stop(self) -> None:
        """End it for good."""
        self._stopped.set()
        with self._lock:
            self._life.close()

    def _beat(self) -> None:
        while not self._stopped.wait(HEARTBEAT_SECONDS):
            try:
                life = self.life()
                if life.ready.is_set():
                    life.ask(Letter.PING)
            except RecogniserError:
                continue  # the next round, or the next utterance, starts a new one
