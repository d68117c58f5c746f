"""After a fault of the screen: the same evening on plain lines, typed at the same keyboard."""

from __future__ import annotations

import sys
import threading
from typing import Protocol

from narrator.hearing.rawtty import RawTerminal
from narrator.host.plain import PlainView
from narrator.host.screentext import ScreenText
from narrator.host.view import Commands
from narrator.screen.feed import Feed

ENTER, ERASE, FORGET = "\r\n", "\x7f\b", "\x15\x1b"


class Playing(Protocol):
    """An evening that can be waited for."""

    def wait(self, seconds: float | None = None) -> bool: ...


class Typing:
    """Keys of a terminal into lines: Enter sends, and two digits send at night."""

    def __init__(self, feed: Feed, commands: Commands) -> None:
        self._feed = feed
        self._commands = commands
        self.line = ""

    def press(self, char: str) -> None:
        """One key."""
        prompt = self._feed.moment.view.prompt
        if char in ERASE:
            self.line = self.line[:-1]
        elif char in FORGET:
            self.line = ""
        elif char not in ENTER:
            self.line += char
        keypad = prompt is not None and prompt.keypad and len(self.line) == 2 and self.line.isdigit()
        if self.line.strip() and (char in ENTER or keypad):
            line, self.line = self.line.strip(), ""
            self._commands.type(line)


def go_on_plainly(feed: Feed, commands: Commands, lang: str, playing: Playing) -> None:
    """Print what changes and send what is typed until the evening is over."""
    view = PlainView(ScreenText(lang))
    changed = threading.Condition()
    end = feed.watch(lambda: _notify(changed))
    typing = Typing(feed, commands)
    threading.Thread(target=_read, args=(typing,), name="keys", daemon=True).start()
    try:
        while not playing.wait(0):
            view.show(feed.moment.view)
            with changed:
                changed.wait(0.2)
        view.show(feed.moment.view)
    finally:
        end()


def _notify(changed: threading.Condition) -> None:
    with changed:
        changed.notify_all()


def _read(typing: Typing) -> None:
    if sys.stdin is None:
        return
    if not sys.stdin.isatty():
        for line in sys.stdin:
            for char in line:
                typing.press(char)
        return
    terminal = RawTerminal(sys.stdin)
    try:
        for char in terminal.chars():
            typing.press(char)
    finally:
        terminal.close()
