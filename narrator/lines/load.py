"""Loading a phrase book: the built-in ones, and a host's own file on top of one or in its place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from narrator.lines.book import Book, meant
from narrator.lines.numerals import Numerals
from narrator.lines.phrase import Phrase, parse
from narrator.lines.source import SETS, Entry, LineError, Place, Source, read_source

LANGUAGES = ("zh", "en")
_UNSPOKEN = {"zh": re.compile(r"[0-9０-９A-Za-z]"), "en": re.compile(r"[0-9]")}
"""What a voice stumbles over: digits are read in the wrong language (voice note 2.5)."""

_Lines = Mapping[str, tuple[Phrase, ...]]


def load_book(name_or_path: str | Path = "zh", phrase_set: str = "A") -> Book:
    """The built-in book `zh` or `en`, or a host's YAML file on top of the one whose language it names.

    A file with `whole: true` stands alone and must have every line. `phrase_set`: A, B, C or D of rules 8.4.
    Raises `LineError`, one sentence with file, line and key.
    """
    if phrase_set not in SETS:
        raise LineError(f"phrase set `{phrase_set}`: expected one of {', '.join(SETS)}")
    if str(name_or_path) in LANGUAGES:
        return _built_in(str(name_or_path), phrase_set)
    path = Path(name_or_path)
    if not path.is_file():
        raise LineError(f"no phrase book `{name_or_path}`: expected zh, en or a YAML file")
    return _own(read_source(path), phrase_set)


def _own(source: Source, phrase_set: str) -> Book:
    base = _built_in(source.language or "zh", phrase_set)
    lines = _chosen(source, phrase_set)
    roles = {key: phrases for key, phrases in lines.items() if key.startswith("role.")}
    known = replace(base, lines={**base.lines, **roles})
    for key, entry in source.lines.items():
        for text in (text for variants in entry.variants.values() for text in variants):
            _check(known, key, text, entry.place)
    if not source.whole:
        return replace(base, lines={**base.lines, **lines})
    missing = sorted(base.keys - lines.keys())
    if missing:
        raise LineError(
            f"{source.file}: a whole book has every line; {len(missing)} missing, the first is `{missing[0]}`"
        )
    return replace(base, lines=lines)


def _check(known: Book, key: str, text: str, place: Place) -> None:
    """A host's own line: its key exists, it can be spoken, and it tells no more than the built-in one."""
    if not known.has(key):
        raise place.error(f"there is no line `{key}`{meant(key, known.keys)}")
    allowed = known.slots(key)
    for slot in sorted(parse(text, key, place).slots - allowed):
        has = ", ".join(f"{{{name}}}" for name in sorted(allowed)) or "no slots"
        raise place.error(f"`{key}` cannot have {{{slot}}}; this line has {has}")
    found = _UNSPOKEN[known.language].search(re.sub(r"\{.*?\}", "", text))
    if found and known.audience(key) == "table":
        raise place.error(f"`{key}` has `{found.group()}`, which the voices cannot speak: write it as a word")


@cache
def _source(language: str) -> Source:
    return read_source(Path(__file__).with_name(f"{language}.yaml"))


@cache
def _built_in(language: str, phrase_set: str) -> Book:
    return Book(language, phrase_set, _chosen(_source(language), phrase_set), Numerals(language))


def _chosen(source: Source, phrase_set: str) -> _Lines:
    """The phrases of one set; a line that the set does not have comes from A."""
    return {key: _phrases(key, entry, phrase_set) for key, entry in source.lines.items()}


def _phrases(key: str, entry: Entry, phrase_set: str) -> tuple[Phrase, ...]:
    for name in (phrase_set, *SETS):
        if name in entry.variants:
            return tuple(parse(text, key, entry.place) for text in entry.variants[name])
    raise entry.place.error(f"`{key}` has no phrase")
