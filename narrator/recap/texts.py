"""The words of the recap, Chinese and English, by key; names of roles, camps and reasons come from the line books."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

import yaml

from narrator.boards.texts import Texts
from narrator.lines import load_book

LANGUAGES = ("zh", "en")


@cache
def catalogue(package: str, name: str) -> Mapping[str, str]:
    """A YAML catalogue of a package, groups flattened to dotted keys."""
    text = files(package).joinpath(name).read_text(encoding="utf-8")
    found: dict[str, str] = {}
    _flatten("", yaml.safe_load(text), found)
    return found


def _flatten(prefix: str, data: Mapping[str, object], into: dict[str, str]) -> None:
    for key, value in data.items():
        if isinstance(value, Mapping):
            _flatten(f"{prefix}{key}.", value, into)
        else:
            into[f"{prefix}{key}"] = str(value)


class RecapTexts:
    """The catalogue in one language (`zh`, `en`; anything else is taken for `en`)."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else "en"
        self._texts = catalogue("narrator.recap", f"{self.language}.yaml")
        self._book = load_book(self.language)

    def __call__(self, key: str, **slots: object) -> str:
        """A text with its slots filled. Raises `KeyError` for an unknown key."""
        return self._texts[key].format(**slots)

    def has(self, key: str) -> bool:
        return key in self._texts

    def board(self, name: str) -> str:
        """A board's name; what the file of the host's own board says stays as it is."""
        return Texts(self.language).board(name)

    def seat(self, number: int) -> str:
        """A seat; 0 is nobody."""
        return self("seat", n=number) if number else self("nobody")

    def seats(self, numbers: Iterable[int]) -> str:
        """Seats as a list; nobody when there are none."""
        return self.both(self.seat(number) for number in numbers) or self("nobody")

    def both(self, parts: Iterable[str]) -> str:
        """A list of words."""
        return self("list_mark").join(parts)

    def name(self, kind: str, word: str) -> str:
        """The name of a `role`, `camp` or `reason`; the id itself where the book does not know it."""
        key = f"{kind}.{word}"
        return self._book.render(key) if word and key in self._book.keys else word

    def cause(self, cause: str) -> str:
        """Why a seat is out, without names."""
        return self(f"cause.{cause}") if self.has(f"cause.{cause}") else cause

    def deed(self, kind: str) -> str:
        """What an act of the night is called."""
        return self(f"deed.{kind}") if self.has(f"deed.{kind}") else kind

    def number(self, value: float) -> str:
        """Votes: whole where they are whole."""
        return f"{value:g}"

    def time(self, seconds: float) -> str:
        """Minutes and seconds."""
        minutes, left = divmod(round(seconds), 60)
        return f"{minutes}:{left:02d}"


def rule_of(key: str) -> str:
    """Where a ruling stands in the rules; empty for one that is not listed (of other versions)."""
    return catalogue("narrator.recap", "rulings.yaml").get(key, "")
