"""The words of the screen: its own catalogue, values and acts of the host's, names of roles and causes of the lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

import yaml

from narrator.host.screentext import ScreenText
from narrator.lines import Book, LineError, load_book


class ScreenWords:
    """One language. Calling it with a key of `zh.yaml` or `en.yaml` gives the text with its slots filled."""

    def __init__(self, language: str, book: Book | None = None, players: Sequence[str] = ()) -> None:
        """`book`: where names of roles come from (None: the usual book of the language); `players`: the players'
        names, seat one first."""
        self.language = language
        self._players = tuple(players)
        self._texts = _catalogue(language)
        self._host = ScreenText(language)
        self._book = book or load_book(language)

    def __call__(self, key: str, **slots: object) -> str:
        return self._texts[key].format(**slots)

    @property
    def host(self) -> ScreenText:
        """The catalogue of the host's own messages."""
        return self._host

    def value(self, value: object) -> str:
        """A value of a ring, short: seats are plain numbers."""
        if isinstance(value, int):
            return str(value)
        base, _, seat = str(value).partition(":")
        return f"{self._host.word(base)} {seat}".strip()

    def token(self, token: str) -> str:
        """A token of a prompt, short."""
        return self.value(int(token)) if token.isdigit() else self._own("token", token) or self.value(token)

    def command(self, token: str) -> str:
        """A command, short enough for the bar of keys."""
        return self._own("command", token) or token

    def player(self, seat: int) -> str:
        """The name of the player of a seat; empty where it is not known."""
        return self._players[seat - 1] if seat <= len(self._players) else ""

    def role(self, role: str) -> str:
        """A role's name; empty for none."""
        return self._named("role", role)

    def cause(self, cause: str) -> str:
        """Why somebody went out."""
        return self._named("cause", cause)

    def camp(self, camp: str) -> str:
        """A winner's name."""
        return self._named("camp", camp)

    def reason(self, reason: str) -> str:
        """Why it was won."""
        return self._named("reason", reason)

    def asked(self, key: str) -> str:
        """The short name of a question; empty where it has none."""
        return self._host(f"ask.{key}") if self._host.has(f"ask.{key}") else ""

    def fact(self, key: str, text: str) -> str:
        """A private fact, with what is to be done about it."""
        return self._own("fact", key).format(text=text) or text

    def act(self, kind: str) -> str:
        """The name of an act."""
        return self._host(f"act.{kind}")

    def _own(self, group: str, key: str) -> str:
        return self._texts.get(f"{group}.{key}", "")

    def _named(self, kind: str, name: str) -> str:
        if not name:
            return ""
        try:
            return self._book.render(f"{kind}.{name}")
        except LineError:
            return name


@lru_cache(maxsize=2)
def _catalogue(language: str) -> Mapping[str, str]:
    source = files("narrator.screen") / f"{language}.yaml"
    texts: dict[str, str] = {}
    _flatten("", yaml.safe_load(source.read_text(encoding="utf-8")), texts)
    return texts


def _flatten(prefix: str, data: Mapping[str, object], into: dict[str, str]) -> None:
    for key, value in data.items():
        if isinstance(value, Mapping):
            _flatten(f"{prefix}{key}.", value, into)
        else:
            into[prefix + str(key)] = str(value)
