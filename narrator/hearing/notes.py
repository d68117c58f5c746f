"""What the ears tell the judge: short notes by key, their text in `notes.yaml`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import yaml


@dataclass(frozen=True, slots=True)
class Note:
    """Something that is missing or went wrong; `key` is one of `notes.yaml`."""

    key: str
    detail: str = ""

    def text(self, language: str = "zh") -> str:
        """One line for the judge."""
        return note_text(self.key, self.detail, language)


class HearingError(Exception):
    """The ears that were asked for cannot be had; carries the note that says why."""

    def __init__(self, key: str, detail: str = "") -> None:
        self.note = Note(key, detail)
        super().__init__(self.note.text("en"))


def note_text(key: str, detail: str = "", language: str = "zh") -> str:
    """The line of a note or of a `Trouble`; unknown keys give the key itself."""
    texts = _texts().get(key)
    if texts is None:
        return f"{key}: {detail}" if detail else key
    return texts.get(language, texts["en"]).format(detail=detail)


@lru_cache(maxsize=1)
def _texts() -> dict[str, dict[str, str]]:
    source = files("narrator.hearing") / "notes.yaml"
    loaded: dict[str, dict[str, str]] = yaml.safe_load(source.read_text(encoding="utf-8"))
    return loaded
