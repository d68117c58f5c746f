"""What the table hears of a part of a case: the Chinese book with phrase set A."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from narrator.lines import Book, load_book
from narrator.rules.script import Cue, Say


@cache
def _book() -> Book:
    return load_book("zh")


def table_text(cues: Iterable[Cue]) -> str:
    """The table lines of these cues, joined."""
    return "\n".join(_book().render(cue.key, cue.slots) for cue in cues if isinstance(cue, Say))


def missing(texts: Iterable[str], heard: str) -> str | None:
    """The first text that is not heard after the ones before it; None when all are, in order."""
    place = 0
    for text in texts:
        found = heard.find(text, place)
        if found < 0:
            return text
        place = found + len(text)
    return None


def unwanted(texts: Iterable[str], heard: str) -> list[str]:
    """The texts that are heard and should not be."""
    return [text for text in texts if text in heard]
