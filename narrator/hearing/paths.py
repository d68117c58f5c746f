"""Where models lie, and paths that C libraries can open."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import platformdirs

from narrator.hearing.notes import HearingError


def model_folders() -> Iterator[Path]:
    """Folders in which models are looked for, best first: NARRATOR_MODELS, `models/` of a checkout, the
    platform's data folder."""
    named = os.environ.get("NARRATOR_MODELS")
    if named:
        yield Path(named)
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "pyproject.toml").is_file():
        yield checkout / "models"
    yield Path(platformdirs.user_data_dir("narrator", appauthor=False)) / "models"


def models_home() -> Path:
    """The folder that new models are put into."""
    return next(model_folders())


def ascii_path(path: Path) -> str:
    """The path as a C library can open it: on Windows a name outside ASCII becomes its 8.3 short name
    (vosk and others open files with narrow strings there). Raises `HearingError` where there is none."""
    text = str(path)
    if sys.platform != "win32" or text.isascii():
        return text
    import ctypes

    buffer = ctypes.create_unicode_buffer(1024)
    length = ctypes.windll.kernel32.GetShortPathNameW(text, buffer, len(buffer))
    short = buffer.value if 0 < length < len(buffer) else text
    if not short.isascii():
        raise HearingError("path_not_ascii", text)
    return short
