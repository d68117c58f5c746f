"""What roles and options mean, in a host's words, Chinese and English; for the screen, never spoken."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from narrator.lines.load import load_book
from narrator.lines.source import LineError, read_source


@dataclass(frozen=True)
class Guide:
    """The texts of one language; made by `load_guide`. Raises `LineError` for what it does not know."""

    language: str
    texts: Mapping[str, str]

    def role(self, role: str) -> str:
        """What a role does and when."""
        return self._text(f"role.{role}")

    def option(self, name: str) -> str:
        """What an option decides."""
        return self._text(f"option.{name}")

    def value(self, name: str, value: object) -> str:
        """What a value of an option means; roles go by their names, numbers stay as they are."""
        if isinstance(value, bool):
            return self._text(f"value.{str(value).lower()}")
        if isinstance(value, Collection) and not isinstance(value, str):
            items = sorted(value) if isinstance(value, (set, frozenset)) else value
            between = "、" if self.language == "zh" else ", "
            return between.join(self.value(name, item) for item in items) or self._text("value.none")
        word = f"{value:g}" if isinstance(value, float) else str(value)
        for key in (f"option.{name}.{word}", f"value.{word}"):
            if key in self.texts:
                return self.texts[key]
        book = load_book(self.language)
        return book.render(f"role.{word}") if f"role.{word}" in book.keys else word

    def has(self, key: str) -> bool:
        """Whether there is a text: `role.seer`, `option.last_words`, `option.last_words.none`."""
        return key in self.texts

    def _text(self, key: str) -> str:
        if key not in self.texts:
            raise LineError(f"the {self.language} guide has no text `{key}`")
        return self.texts[key]


@cache
def load_guide(language: str = "zh") -> Guide:
    """The guide in `zh` or `en`."""
    source = read_source(Path(__file__).with_name(f"guide.{language}.yaml"))
    return Guide(language, {key: entry.variants["A"][0] for key, entry in source.lines.items()})
