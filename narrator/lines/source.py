"""Reading a phrase book's YAML: every phrase with its file and line, and errors that name both."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import yaml

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # base: yes, no, on, off and 1 are plain words

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
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise LineError(f"{path}: the phrase book cannot be read ({error.strerror or error})") from None
    except UnicodeDecodeError:
        raise LineError(f"{file}: the phrase book is not UTF-8 text") from None
    try:
        root = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise Place(file, line).error(f"not valid YAML: {error.problem or error.context}") from None
    except yaml.YAMLError as error:
        raise LineError(f"{file}: not valid YAML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise LineError(f"{file}: not valid YAML: nested too deep") from None
    if root is None:
        raise LineError(f"{file}: the phrase book is empty; expected a mapping `lines:` of key and phrase")
    return _book(file, root)


def _book(file: str, root: yaml.Node) -> Source:
    language: str | None = None
    whole = False
    lines: dict[str, Entry] = {}
    for key, (place, node) in _mapping(file, root, "the book").items():
        if key == "language":
            language = _word(file, node, key)
            if language not in ("zh", "en"):
                raise place.error(f"`language: {language}`: expected zh or en")
        elif key == "whole":
            word = _word(file, node, key)
            if word not in ("true", "false"):
                raise place.error(f"`whole: {word}`: expected true or false")
            whole = word == "true"
        elif key == "lines":
            found = _mapping(file, node, "lines")
            lines = {name: _entry(file, name, where, item) for name, (where, item) in found.items()}
        else:
            raise place.error(f"`{key}` is not known here; expected language, whole or lines")
    return Source(file, language, whole, lines)


def _entry(file: str, key: str, place: Place, node: yaml.Node) -> Entry:
    if not isinstance(node, yaml.MappingNode):
        return Entry(place, {"A": _variants(file, key, node)})
    by_set = _mapping(file, node, f"`{key}`")
    for name, (where, _) in by_set.items():
        if name not in SETS:
            raise where.error(f"`{key}` has a phrase set `{name}`; expected some of A, B, C, D")
    return Entry(place, {name: _variants(file, key, item) for name, (_, item) in by_set.items()})


def _variants(file: str, key: str, node: yaml.Node) -> tuple[str, ...]:
    if isinstance(node, yaml.ScalarNode):
        return (_word(file, node, key),)
    if isinstance(node, yaml.SequenceNode) and node.value:
        return tuple(_word(file, item, key) for item in node.value)
    raise _place(file, node).error(f"`{key}`: expected a phrase, or a list of phrases to choose from")


def _mapping(file: str, node: yaml.Node, what: str) -> dict[str, tuple[Place, yaml.Node]]:
    """The items of a mapping, each with the place of its key."""
    if not isinstance(node, yaml.MappingNode):
        raise _place(file, node).error(f"{what}: expected a mapping of key and phrase")
    found: dict[str, tuple[Place, yaml.Node]] = {}
    for key_node, value in node.value:
        key, place = _word(file, key_node, what), _place(file, key_node)
        if key in found:
            raise place.error(f"`{key}` stands twice; first in line {found[key][0].line}")
        found[key] = (place, value)
    return found


def _word(file: str, node: yaml.Node, key: str) -> str:
    if not isinstance(node, yaml.ScalarNode):
        raise _place(file, node).error(f"`{key}`: expected one phrase")
    return " ".join(str(node.value).split())


def _place(file: str, node: yaml.Node) -> Place:
    return Place(file, int(node.start_mark.line) + 1)
