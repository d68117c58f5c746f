"""Which recogniser is used: vosk when its model is there, else the built-in ears, or both."""

from __future__ import annotations

from narrator.hearing.notes import Note
from narrator.hearing.recogniser import Recogniser


def load_recogniser(option: str, language: str = "zh") -> tuple[Recogniser | None, tuple[Note, ...]]:
    """The recogniser for `auto|vosk|builtin|both`, and notes on what is missing; None when there is none."""
    return None, (Note("no_vosk_model"),)
