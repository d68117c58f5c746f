"""A program in a terminal of its own (a pseudo-terminal): what it prints, what is typed to it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 90.0
"""Seconds until something that should happen is given up; nothing waits so long when all is well."""


class Terminal:
    """Runs `python ARGS` in a terminal of 80×24 and gathers what it prints."""

    def __init__(self, arguments: list[str], env: Mapping[str, str]) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        whole = {
            **os.environ,
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "PYTHONPATH": str(ROOT),
            **env,
        }
        self.process = subprocess.Popen(
            [sys.executable, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=whole,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        self.printed = b""

    def read(self) -> None:
        """Take what has been printed."""
        while select.select([self.master], [], [], 0.05)[0]:
            try:
                data = os.read(self.master, 65536)
            except OSError:
                return
            if not data:
                return
            self.printed += data

    def until(self, reached: Callable[[], bool]) -> None:
        """Wait until this is so."""
        end = time.monotonic() + PATIENCE
        while not reached():
            self.read()
            assert time.monotonic() < end, self.printed[-3000:].decode("utf-8", "replace")

    def shows(self, text: str) -> bool:
        """Has this text been printed?"""
        return text.encode() in self.printed

    def type(self, keys: bytes) -> None:
        """Type keys, as the terminal sends them."""
        os.write(self.master, keys)

    def hang_up(self) -> None:
        """Close the terminal's window."""
        os.close(self.master)
        self.master = -1

    def ended(self) -> bool:
        """Has the program ended?"""
        return self.process.poll() is not None

    def close(self) -> None:
        """End everything."""
        if not self.ended():
            self.process.kill()
            self.process.wait(30)
        if self.master >= 0:
            with contextlib.suppress(OSError):
                os.close(self.master)
