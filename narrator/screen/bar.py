"""The bar of commands at the bottom: each by its key, and by touch."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal

from narrator.screen.face import Entry, Face
from narrator.screen.keys import KEYS
from narrator.screen.widgets import Key
from narrator.screen.words import ScreenWords


class CommandBar(Horizontal):
    """Keys with their names; what does not fit the width can still be pressed."""

    def __init__(self, words: ScreenWords, phone: bool) -> None:
        super().__init__(id="commands")
        self._words = words
        self._phone = phone

    def compose(self) -> ComposeResult:
        yield Key("⏎", self._words.command("send"), "send")
        yield Key("␣", self._words.command("cover"), "cover")
        for key, token in KEYS:
            if token != "phone" or self._phone:
                yield Key(key[1:], self._words.command(token), token)

    def show(self, face: Face) -> None:
        """Offer to send where touches gather a list, and to go on where the game is paused."""
        for key in self.query(Key):
            if key.token == "send":
                key.display = face.entry is Entry.LIST
