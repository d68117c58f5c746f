"""The words of setting up, Chinese and English, by key."""

from __future__ import annotations

from collections.abc import Iterable

from narrator.lines import load_book
from narrator.recap.texts import LANGUAGES, catalogue


class WizardError(Exception):
    """Something the host asked for that cannot be; one clear line."""


class WizardTexts:
    """The catalogue in one language (`zh`, `en`; anything else is taken for `en`)."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else "en"
        self._texts = catalogue("narrator.wizard", f"{self.language}.yaml")
        self._book = load_book(self.language)

    def __call__(self, key: str, **slots: object) -> str:
        """A text with its slots filled. Raises `KeyError` for an unknown key."""
        return self._texts[key].format(**slots)

    def has(self, key: str) -> bool:
        return key in self._texts

    def role(self, role: str) -> str:
        """A role's name."""
        return self._book.render(f"role.{role}")

    def camp(self, camp: str) -> str:
        return self._book.render(f"camp.{camp}")

    def both(self, parts: Iterable[str]) -> str:
        return self("list_mark").join(parts)
