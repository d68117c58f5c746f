"""Reading a phrase book's YAML: every phrase with its file and line, and errors that name both."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from narrator import yamlfile

SETS = ("A", "B", "C", "D")
"""The phrase sets of rules 8.4: A encyclopedia, B event, C short rules, D seven to thirteen players."""


class LineError(Exception):
    """A phrase book that cannot be used, or a line that cannot be rendered; the message is for people."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a book file."""

    file: str
    line: int

    def error(self, message: str) -> LineError:
        return LineError(f"{self.file}, line {self.line}: {message}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a book file: its variants by phrase set; a book without sets has only A."""

    place: Place
    variants: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Source:
    """A book file as written. `whole`: nothing is taken from the built-in book of its language."""

    file: str
    language: str | None
    whole: bool
    lines: dict[str, Entry]


def read_source(path: Path) -> Source:
    """The book file at `path`. Raises `LineError` with file, line, key and what was expected."""
    file = path.name
    try:
        root = yamlfile.load(path)
    except yamlfile.BadFile as error:
        raise LineError(f"{file}, line {error.line}: {error.what}" if error.line else f"{file}: {error.what}") from None
    if not isinstance(root, yamlfile.Map):
        raise Place(file, 1).error("expected a mapping with language, whole or lines")
    return _book(file, root)


def _book(file: str, root: yamlfile.Map) -> Source:
    language: str | None = None
    whole = False
    lines: dict[str, Entry] = {}
    for key, value in root.items():
        place = Place(file, root.lines[key])
        if key == "language":
            if value not in ("zh", "en"):
                raise place.error(f"`language: {yamlfile.spelled(value)}`: expected zh or en")
            language = str(value)
        elif key == "whole":
            if not isinstance(value, bool):
                raise place.error(f"`whole: {yamlfile.spelled(value)}`: expected true or false")
            whole = value
        elif key == "lines":
            if not isinstance(value, yamlfile.Map):
                raise place.error("lines: expected a mapping of key and phrase")
            lines = {str(name): _entry(Place(file, value.lines[name]), name, item) for name, item in value.items()}
        else:
            raise place.error(f"`{key}` is not known here; expected language, whole or lines")
    return Source(file, language, whole, lines)


def _entry(place: Place, key: str | int, value: object) -> Entry:
    if not isinstance(value, yamlfile.Map):
        return Entry(place, {"A": _variants(place, key, value)})
    for name in value:
        if name not in SETS:
            where = Place(place.file, value.lines[name])
            raise where.error(f"`{key}` has a phrase set `{name}`; expected some of A, B, C, D")
    return Entry(place, {str(name): _variants(place, key, item) for name, item in value.items()})


def _variants(place: Place, key: str | int, value: object) -> tuple[str, ...]:
    if isinstance(value, yamlfile.Seq):
        if not value:
            raise place.error(f"`{key}`: expected a phrase, or a list of phrases to choose from")
        return tuple(_phrase(Place(place.file, line), key, item) for line, item in zip(value.lines, value, strict=True))
    return (_phrase(place, key, value),)


def _phrase(place: Place, key: str | int, value: object) -> str:
    """One phrase; nothing at all is silence."""
    if isinstance(value, (yamlfile.Map, yamlfile.Seq)):
        raise place.error(f"`{key}`: expected one phrase")
    return "" if value is None else " ".join(yamlfile.spelled(value).split())
