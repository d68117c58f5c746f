"""The words of the judge's screen, by key, in the language of the screen (`--lang`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

import yaml


class ScreenText:
    """The catalogue of one language. Keys with a dot are grouped in the file."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._texts, self._forms = _load(language)

    def __call__(self, key: str, **slots: object) -> str:
        """The text of a key with its slots filled; an unknown key is shown as it is."""
        text = self._texts.get(key)
        return key if text is None else text.format(**slots)

    def has(self, key: str) -> bool:
        return key in self._texts

    def word(self, value: object) -> str:
        """A value of a ring as the judge reads it."""
        if isinstance(value, int):
            return self("seat", n=value)
        if isinstance(value, (tuple, list)):
            return self("list_mark").join(self.word(item) for item in value)
        return self(f"word.{value}") if self.has(f"word.{value}") else str(value)

    def forms(self, token: str) -> tuple[str, ...]:
        """How a word that is no seat can be said or typed."""
        return self._forms.get(token, (token,))


@lru_cache(maxsize=2)
def _load(language: str) -> tuple[Mapping[str, str], Mapping[str, tuple[str, ...]]]:
    name = f"screen.{language}.yaml"
    source = files("narrator.host") / name
    data = yaml.safe_load(source.read_text(encoding="utf-8"))
    forms = {str(token): tuple(str(form) for form in some) for token, some in data.pop("forms").items()}
    texts: dict[str, str] = {}
    _flatten("", data, texts)
    return texts, forms


def _flatten(prefix: str, data: Mapping[str, object], into: dict[str, str]) -> None:
    for key, value in data.items():
        if isinstance(value, Mapping):
            _flatten(f"{prefix}{key}.", value, into)
        else:
            into[prefix + str(key)] = str(value)
