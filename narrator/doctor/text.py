"""The doctor's words, out of `doctor.yaml`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from importlib.resources import files
from typing import Any

import yaml


class Level(str, Enum):
    """How a finding is to be taken."""

    GREEN = "green"
    AMBER = "amber"  # one can play without it
    RED = "red"  # one cannot


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `key` is one of `checks` in `doctor.yaml`."""

    key: str
    level: Level
    detail: str = ""

    def text(self, language: str = "zh") -> str:
        """What was found."""
        return _pick(_table()["checks"][self.key], language).format(detail=self.detail)

    def todo(self, language: str = "zh") -> str:
        """The one thing to do about it; empty when all is well."""
        entry = _table()["checks"][self.key].get("todo")
        return _pick(entry, language).format(detail=self.detail) if entry and self.level is not Level.GREEN else ""


def green(key: str, detail: str = "") -> Finding:
    """All is well."""
    return Finding(key, Level.GREEN, detail)


def amber(key: str, detail: str = "") -> Finding:
    """Missing, but one can play."""
    return Finding(key, Level.AMBER, detail)


def red(key: str, detail: str = "") -> Finding:
    """It has to be put right."""
    return Finding(key, Level.RED, detail)


def say(key: str, detail: str = "", language: str = "zh", section: str = "") -> str:
    """A line of the doctor's, from the top of `doctor.yaml` or one of its sections."""
    table = _table()
    return _pick((table[section] if section else table)[key], language).format(detail=detail)


def packages() -> tuple[str, ...]:
    """Modules that narrator needs."""
    return tuple(_table()["packages"])


def _pick(entry: dict[str, str], language: str) -> str:
    return entry.get(language, entry["en"])


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((files("narrator") / "doctor" / "doctor.yaml").read_text(encoding="utf-8"))
    return loaded
