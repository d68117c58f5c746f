"""Ears on the keys: by day the same phrases typed, at night two digits without Enter (05, 00 none, 91 yes,
92 no)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import StringIO
from queue import Empty, Queue
from threading import Thread
from typing import TextIO

from narrator.hearing.decide import typed
from narrator.hearing.ears import Event, Heard, Prompt, Trouble, Unclear
from narrator.hearing.opening import Opening
from narrator.hearing.rawtty import RawTerminal

_ENTER = "\r\n"
_ERASE = "\x7f\b"
_FORGET = "\x15\x1b"


class Typist:
    """Key by key: gathers a line, or two digits where the prompt has a keypad. Pure; for terminals and
    screens."""

    def __init__(self) -> None:
        self.line = ""

    def press(self, char: str, prompt: Prompt) -> Heard | Unclear | None:
        """The event that this key completes, or None."""
        if char in _ERASE:
            self.line = self.line[:-1]
            return None
        if char in _FORGET:
            self.line = ""
            return None
        if char in _ENTER:
            return self._take(prompt) if self.line.strip() else None
        if not char.isprintable():
            return None
        self.line += char
        if prompt.keypad and len(self.line) == 2 and self.line.isascii() and self.line.isdigit():
            return self._take(prompt)
        return None

    def _take(self, prompt: Prompt) -> Heard | Unclear:
        line, self.line = self.line, ""
        return typed(prompt, line)


class KeyEars:
    """`--ears keys`: a terminal key by key, a pipe line by line; a screen that owns the terminal calls
    `line`.

    From a pipe every `open` takes one line, so that each meets its prompt; on a terminal what is typed while
    nothing is open is dropped. `echo` is called with the line as it stands, for a screen to show.
    """

    def __init__(self, source: TextIO | None = None, echo: Callable[[str], None] | None = None) -> None:
        self._opening = Opening()
        self._typist = Typist()
        self._echo = echo
        self._terminal: RawTerminal | None = None
        if source is None:
            return
        if source.isatty():
            self._terminal = RawTerminal(source)
            Thread(target=self._keys, name="key-ears", daemon=True).start()
        else:
            self._lines: Queue[str | None] = Queue(maxsize=1)
            Thread(target=self._read, args=(source,), name="key-pipe", daemon=True).start()
            Thread(target=self._pipe, name="key-ears", daemon=True).start()

    def open(self, prompt: Prompt, heard: Callable[[Event], None]) -> None:
        self._typist.line = ""
        self._opening.open(prompt, heard)

    def close(self) -> None:
        self._opening.close()

    def stop(self) -> None:
        self._opening.stop()
        if self._terminal is not None:
            self._terminal.close()

    def line(self, text: str) -> Event | None:
        """A whole line from a screen; gives the event that it made, None when closed."""
        opened = self._opening.now()
        if opened is None:
            return None
        event = typed(opened.prompt, text)
        return event if self._opening.deliver(event, opened) else None

    def press(self, char: str) -> Event | None:
        """One key from a screen or terminal; gives the event that it completed."""
        opened = self._opening.now()
        if opened is None:
            return None
        event = self._typist.press(char, opened.prompt)
        if self._echo is not None:
            self._echo(self._typist.line)
        if event is not None:
            self._opening.deliver(event, opened)
        return event

    def _keys(self) -> None:
        assert self._terminal is not None
        for char in self._terminal.chars():
            if self._opening.over:
                return
            self.press(char)

    def _read(self, source: TextIO) -> None:
        for line in source:
            self._put(line)
            if self._opening.over:
                return
        self._put(None)

    def _put(self, line: str | None) -> None:
        if not self._opening.over:
            self._lines.put(line)

    def _pipe(self) -> None:
        last = 0
        while (opened := self._opening.wait(last)) is not None:
            line = self._lines.get()
            if line is not None and not line.strip():
                continue
            # The prompt may have been replaced while the line was awaited: it answers the one open now.
            while (opened := self._opening.wait(last)) is not None:
                last = opened.number
                event = Trouble("keys_over") if line is None else typed(opened.prompt, line)
                if self._opening.deliver(event, opened):
                    break
            if line is None:
                return
        self._drain()

    def _drain(self) -> None:
        try:
            self._lines.get_nowait()
        except Empty:
            return


def stdin_ears(echo: Callable[[str], None] | None = None) -> KeyEars:
    """Ears on this process's own input."""
    # Without a console (pythonw) there is no input: an empty one ends at once.
    return KeyEars(sys.stdin if sys.stdin is not None else StringIO(), echo)
