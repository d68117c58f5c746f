"""YAML files written by hosts: boards, deals, cases, options.

A small, strict reading of YAML in which nothing is guessed: only `true` and `false` are booleans;
yes, no, on, off and none are plain words, as keys and as values; `15:25` is a word too. A key that
stands twice in one mapping is an error, so are anchors, aliases and tags. Every mapping and list
remembers the lines of its entries, so that whoever reads on can say where a mistake stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import yaml
from yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
    StreamStartEvent,
)

MOST_BYTES = 2_000_000
DEEPEST = 30
_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,17})")
_DECIMAL = re.compile(r"-?(0|[1-9][0-9]{0,17})\.[0-9]{1,17}")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class BadFile(ValueError):
    """A file that cannot be used: `path`, `line` (from 1; 0: the whole file), `what` is wrong."""

    def __init__(self, path: str, line: int, what: str) -> None:
        what = " ".join(what.split())
        super().__init__(f"{path}:{line}: {what}" if line else f"{path}: {what}")
        self.path = path
        self.line = line
        self.what = what


class Map(dict[str | int, object]):
    """A mapping of a file; `line` is where it begins, `lines` where each key stands."""

    def __init__(self, path: str, line: int) -> None:
        super().__init__()
        self.path = path
        self.line = line
        self.lines: dict[str | int, int] = {}

    def bad(self, key: str | int, expected: str) -> BadFile:
        """The complaint that the value of `key` is not what was expected, or that there is no such key."""
        if key not in self:
            return BadFile(self.path, self.line, f"{key}: missing: expected {expected}")
        return BadFile(self.path, self.lines[key], f"{key}: {spelled(self[key])}: expected {expected}")

    def unknown(self, key: str | int, known: Iterator[str] | tuple[str, ...]) -> BadFile:
        """The complaint that `key` does not belong here."""
        return BadFile(self.path, self.lines[key], f"{key}: unknown key: expected one of {', '.join(known)}")


class Seq(list[object]):
    """A list of a file; `line` is where it begins, `lines` where each item stands."""

    def __init__(self, path: str, line: int) -> None:
        super().__init__()
        self.path = path
        self.line = line
        self.lines: list[int] = []

    def bad(self, index: int, expected: str) -> BadFile:
        """The complaint that item `index` is not what was expected."""
        return BadFile(self.path, self.lines[index], f"item {index + 1}: {spelled(self[index])}: expected {expected}")


def spelled(value: object) -> str:
    """A value as a host would write it, cut to a readable length."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        text = "{" + ", ".join(f"{key}: {spelled(item)}" for key, item in value.items()) + "}"
    elif isinstance(value, (list, tuple, set, frozenset)):
        text = "[" + ", ".join(spelled(item) for item in value) + "]"
    else:
        text = str(value)
    return text if len(text) <= 80 else text[:77] + "..."


def load(path: str | Path) -> object:
    """The content of a file. Raises `BadFile`."""
    name = str(path)
    try:
        with open(path, "rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadFile(name, 0, f"cannot be read: {error.strerror or error}") from None
    if len(raw) > MOST_BYTES:
        raise BadFile(name, 0, f"too large: expected at most {MOST_BYTES} bytes")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise BadFile(name, line, "not text in UTF-8") from None
    return parse(text, name)


def parse(text: str, path: str = "text") -> object:
    """The content of a text; `path` is what complaints call it. Raises `BadFile`."""
    try:
        return _Builder(path, iter(yaml.parse(text, Loader=_LOADER))).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise BadFile(path, mark.line + 1 if mark else 0, f"not YAML: {error.problem or error.context}") from None
    except yaml.YAMLError as error:
        raise BadFile(path, 0, f"not YAML: {error}") from None


class _Builder:
    """Builds values out of the events of the parser, which itself neither recurses nor builds anything."""

    def __init__(self, path: str, events: Iterator[Event]) -> None:
        self.path = path
        self.events = events

    def bad(self, event: Event, what: str) -> BadFile:
        return BadFile(self.path, _line(event), what)

    def document(self) -> object:
        value: object = None
        documents = 0
        for event in self.events:
            if isinstance(event, DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise self.bad(event, "a second document: expected one")
            elif not isinstance(event, (StreamStartEvent, StreamEndEvent, DocumentEndEvent)):
                value = self.value(event, 0)
        if not documents:
            raise BadFile(self.path, 0, "empty")
        return value

    def value(self, event: Event, depth: int) -> object:
        if isinstance(event, AliasEvent):
            raise self.bad(event, f"*{event.anchor}: references are not used here: write it out")
        if isinstance(event, NodeEvent) and event.anchor:
            raise self.bad(event, f"&{event.anchor}: references are not used here: write it out")
        tag = getattr(event, "tag", None)
        if tag not in (None, "!"):
            raise self.bad(event, f"{tag}: tags are not used here")
        if depth > DEEPEST:
            raise self.bad(event, f"nested more than {DEEPEST} deep")
        if isinstance(event, MappingStartEvent):
            return self.mapping(event, depth)
        if isinstance(event, SequenceStartEvent):
            return self.sequence(event, depth)
        assert isinstance(event, ScalarEvent)
        return scalar(event.value) if event.implicit[0] else event.value

    def mapping(self, start: Event, depth: int) -> Map:
        made = Map(self.path, _line(start))
        for event in self.events:
            if isinstance(event, MappingEndEvent):
                break
            key = self.value(event, depth + 1)
            if isinstance(key, (bool, float)) or not isinstance(key, (str, int)):
                raise self.bad(event, f"{spelled(key)}: expected a word or a whole number as key")
            if key in made:
                raise self.bad(event, f"{key}: stands twice, first in line {made.lines[key]}")
            made.lines[key] = _line(event)
            made[key] = self.value(next(self.events), depth + 1)
        return made

    def sequence(self, start: Event, depth: int) -> Seq:
        made = Seq(self.path, _line(start))
        for event in self.events:
            if isinstance(event, SequenceEndEvent):
                break
            made.lines.append(_line(event))
            made.append(self.value(event, depth + 1))
        return made


def _line(event: Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 0


def scalar(text: str) -> object:
    """What an unquoted word stands for: true, false, nothing, a number, or itself."""
    if text == "true":
        return True
    if text == "false":
        return False
    if text in ("", "~", "null"):
        return None
    if _WHOLE.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    return text
