"""One-line notes for the judge: what the mouth does without, and why."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import yaml


@dataclass(frozen=True, slots=True)
class Note:
    """`key` is one of notes.yaml, `detail` the device, folder or reason it speaks of."""

    key: str
    detail: str = ""

    def text(self, lang: str) -> str:
        """The line in "zh" or "en"."""
        return _texts()[self.key][lang].format(detail=self.detail)


@cache
def _texts() -> dict[str, dict[str, str]]:
    source = files(__package__).joinpath("notes.yaml").read_text("utf-8")
    texts: dict[str, dict[str, str]] = yaml.safe_load(source)
    return texts
