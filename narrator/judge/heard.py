"""What the table hears of a part of a case: the Chinese book with phrase set A."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from narrator.lines import Book, load_book
from narrator.rules.script import Ask, Cue, Say


@cache
def _book() -> Book:
    return load_book("zh")


def table_text(cues: Iterable[Cue]) -> str:
    """What the table hears of these cues, joined: lines and spoken questions."""
    return "\n".join(text for text in map(spoken, cues) if text)


def spoken(cue: Cue) -> str:
    """What the table hears of a cue; nothing of what only the judge is shown."""
    if not isinstance(cue, (Say, Ask)) or _book().audience(cue.key) != "table":
        return ""
    return _book().render(cue.key, cue.slots)


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
