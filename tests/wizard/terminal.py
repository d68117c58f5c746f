"""A program in a terminal of its own: what it shows is waited for, keys are typed."""

from __future__ import annotations

import os
import re
import select
import signal
import struct
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("platform: no pseudo-terminals", allow_module_level=True)

import pty
import termios
from fcntl import ioctl

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")
PATIENCE = 60.0
ROOT = Path(__file__).parents[2]


class Terminal:
    """Runs `python -m module` (or `-c code`) in a pseudo-terminal of 100 columns."""

    def __init__(self, *arguments: str, home: Path, language: str = "en_GB.UTF-8", **more: str) -> None:
        env = {**os.environ, "NARRATOR_HOME": str(home), "LANG": language, "LC_ALL": language, **more}
        env.update({"PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"})
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            os.chdir(home)
            os.execve(sys.executable, [sys.executable, *arguments], env)
        ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        self.raw = ""
        self._from = 0

    def expect(self, text: str) -> str:
        """Wait until it shows `text`, after what was expected before; what came up to it."""
        end = time.monotonic() + PATIENCE
        while True:
            shown = ESCAPES.sub("", self.raw)
            found = shown.find(text, self._from)
            if found >= 0:
                before, self._from = shown[self._from : found], found + len(text)
                return before
            if not self._read(end - time.monotonic()):
                raise AssertionError(f"never showed {text!r}; showed:\n{shown[-3000:]}")

    def wait_for(self, happened: Callable[[], bool]) -> None:
        """Wait until something is so outside, reading on meanwhile."""
        end = time.monotonic() + PATIENCE
        while not happened():
            if time.monotonic() > end:
                raise AssertionError(f"never happened; showed:\n{ESCAPES.sub('', self.raw)[-3000:]}")
            self._read(0.1)

    def type(self, keys: str) -> None:
        os.write(self._fd, keys.encode())

    def answer(self, question: str, keys: str = "") -> str:
        """Wait for a question and answer it with Enter; what stood before it."""
        before = self.expect(question)
        self.expect("› ")
        self.type(keys + "\r")
        return before

    def exit_code(self) -> int:
        """Wait for the end."""
        end = time.monotonic() + PATIENCE
        while self._read(end - time.monotonic()):
            pass
        _, status = os.waitpid(self.pid, 0)
        self.pid = 0
        return os.waitstatus_to_exitcode(status)

    def _read(self, seconds: float) -> bool:
        if seconds <= 0 or not select.select([self._fd], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._fd, 65536)
        except OSError:
            return False
        self.raw += data.decode("utf-8", "replace")
        return bool(data)

    def close(self) -> None:
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self._fd)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
