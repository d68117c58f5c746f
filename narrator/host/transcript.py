"""The transcript: what was said, heard, asked and shown, one JSON line each, in the order of time."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TextIO


def plain(value: object) -> object:
    """A value as JSON knows it: tuples and sets as lists, nothing else changed."""
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, (set, frozenset)):
        return [plain(inner) for inner in sorted(value, key=str)]
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    return value


@dataclass(frozen=True, slots=True)
class Line:
    """One line: `kind` is say, sound, ask, show, heard or event; `to` is table or judge; `t` in seconds."""

    t: float
    kind: str
    to: str
    key: str
    text: str
    data: Mapping[str, object]

    def json(self) -> str:
        """As written: keys sorted, three decimals."""
        fields = {
            "data": json.dumps(plain(self.data), ensure_ascii=False, sort_keys=True),
            "key": json.dumps(self.key, ensure_ascii=False),
            "kind": json.dumps(self.kind),
            "t": f"{self.t:.3f}",
            "text": json.dumps(self.text, ensure_ascii=False),
            "to": json.dumps(self.to),
        }
        return "{" + ", ".join(f'"{name}": {fields[name]}' for name in sorted(fields)) + "}"


class Transcript:
    """Keeps lines in a list, and writes them to a file where one is given."""

    def __init__(self, file: TextIO | None = None, keep: bool = False) -> None:
        self._file = file
        self._keep = keep
        self.lines: list[Line] = []

    def add(
        self, t: float, kind: str, to: str, key: str, text: str = "", data: Mapping[str, object] | None = None
    ) -> None:
        """Write one line."""
        if self._file is None and not self._keep:
            return
        line = Line(t, kind, to, key, text, data or {})
        if self._keep:
            self.lines.append(line)
        if self._file is not None:
            self._file.write(line.json() + "\n")
