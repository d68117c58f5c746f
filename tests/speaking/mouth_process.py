"""A real mouth in a child process, from the test's side."""

from __future__ import annotations

import contextlib
import functools
import json
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from narrator.speaking.opening import MouthOptions, open_reader
from tests.pulse import RATE, ROOT, PulseServer, urgent

SPEED = 1.4
"""Of the voice: these tests wait for real sound."""

SECONDS = 30.0
"""For anything that a child is to report; on a free machine it takes a fraction."""


@functools.cache
def rendered(cache: Path, text: str) -> NDArray[np.float32]:
    """The line as it should be heard, at the rate of recordings."""
    reader = open_reader(MouthOptions(cache=cache, rate=SPEED))
    try:
        return reader.line(text, RATE)
    finally:
        reader.close()


class MouthProcess:
    """Tell it what to do, wait for what it reports."""

    def __init__(self, server: PulseServer, cache: Path, **options: Any) -> None:
        wanted = {"speaker": "table_speaker", "music": "none", "cache": str(cache)}
        arguments = json.dumps({**wanted, "rate": SPEED, **options})
        self.process = subprocess.Popen(
            urgent([sys.executable, "-m", "tests.speaking.mouth_child", arguments]),
            env=server.env,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._events: queue.Queue[dict[str, Any]] = queue.Queue()
        self._kept: list[dict[str, Any]] = []
        threading.Thread(target=self._read, daemon=True).start()
        self.first = self._next()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._events.put(json.loads(line))

    def _next(self) -> dict[str, Any]:
        try:
            return self._events.get(timeout=SECONDS)
        except queue.Empty:
            raise AssertionError("the mouth's process reports nothing") from None

    def do(self, what: str, **order: Any) -> None:
        """Pass an order on."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"do": what, **order}) + "\n")
        self.process.stdin.flush()

    def say(self, text: str, to: str = "table") -> None:
        """Say a line; its tag is the text."""
        self.do("say", text=text, to=to, tag=text)

    def wait(self, event: str, **fields: Any) -> dict[str, Any]:
        """The first report of this kind with these fields; others are kept."""
        for number, kept in enumerate(self._kept):
            if kept["event"] == event and all(kept[name] == value for name, value in fields.items()):
                return self._kept.pop(number)
        while True:
            got = self._next()
            if got["event"] == event and all(got[name] == value for name, value in fields.items()):
                return got
            self._kept.append(got)

    def done(self, text: str) -> dict[str, Any]:
        """The report that a line is over."""
        return self.wait("done", tag=text)

    def state(self) -> dict[str, Any]:
        """What the mouth says of itself now."""
        self.do("state")
        return self.wait("state")

    def until(self, trouble: str | None) -> None:
        """Return when the mouth's trouble is this."""
        while self.state()["trouble"] != trouble:
            assert self.process.poll() is None
            time.sleep(0.02)

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Nothing of it runs meanwhile."""
        self.process.send_signal(signal.SIGSTOP)
        yield
        self.process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        """End it properly."""
        assert self.process.stdin is not None
        if self.first["event"] == "open" and not self.process.stdin.closed:
            self.process.stdin.close()
            self.wait("stopped")
        self.process.wait(SECONDS)

    def __enter__(self) -> MouthProcess:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.stop()
        finally:
            self.process.kill()
            self.process.wait()
