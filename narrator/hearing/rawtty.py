"""A terminal that gives every key at once, on Linux, macOS and Windows; restored when closed or at exit."""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Callable, Iterator
from typing import TextIO


class RawTerminal:
    """Keys of a terminal one by one, without echo. Ctrl-C still interrupts."""

    def __init__(self, source: TextIO) -> None:
        self._source = source
        self._restore: Callable[[], None] | None = None
        if sys.platform != "win32":
            import termios
            import tty

            number = source.fileno()
            before = termios.tcgetattr(number)
            tty.setcbreak(number)
            self._restore = lambda: termios.tcsetattr(number, termios.TCSADRAIN, before)
        atexit.register(self.close)

    def chars(self) -> Iterator[str]:
        """Characters as they are typed, until the terminal ends."""
        if sys.platform == "win32":
            import msvcrt

            while True:
                char = msvcrt.getwch()
                if char in "\x00\xe0":  # arrows and function keys come as two
                    msvcrt.getwch()
                    continue
                yield char
        else:
            import codecs

            # Straight from the descriptor: the text layer would wait for a full buffer.
            decoder = codecs.getincrementaldecoder("utf-8")(errors="ignore")
            number = self._source.fileno()
            while True:
                try:
                    data = os.read(number, 64)
                except OSError:
                    return
                if not data:
                    return
                yield from decoder.decode(data)

    def close(self) -> None:
        """Give the terminal back as it was."""
        restore, self._restore = self._restore, None
        if restore is not None:
            restore()
            atexit.unregister(self.close)
