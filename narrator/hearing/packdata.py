"""Where the built-in ears' model is, and what its calibration file says."""

from __future__ import annotations

import json
import os
import sys
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from narrator.hearing.recogniser import Kind

MODEL, CALIBRATION = "ears.onnx", "ears.json"


class NoModel(Exception):
    """The model is missing or unreadable; the message says where it was looked for and what to do."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """For one kind of prompt: a logistic model over `evidence.FEATURES`, and the least confidence to
    accept."""

    weights: tuple[float, ...]
    bias: float
    sure: float


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that was fitted after training."""

    tone_share: float
    kinds: Mapping[Kind, Calibration]


def folders() -> list[Path]:
    """Where models may be: NARRATOR_MODELS, the top of the checkout, beside the installed package."""
    checkout = Path(__file__).resolve().parent.parent.parent
    named = os.environ.get("NARRATOR_MODELS")
    return [
        *([Path(named)] if named else []),
        checkout / "models",
        Path(sys.prefix) / "share" / "narrator" / "models",
    ]


def find(name: str = MODEL) -> Path:
    """The first folder's file called `name`. Raises NoModel."""
    for folder in folders():
        if (folder / name).is_file():
            return folder / name
    looked = ", ".join(str(f) for f in folders())
    raise NoModel(f"no {name} in {looked}: set NARRATOR_MODELS to the folder that has it, or install again")


def fingerprint(path: Path) -> str:
    """Tells this model file from others. Raises NoModel."""
    try:
        return f"{zlib.crc32(path.read_bytes()):08x}"
    except OSError as e:
        raise NoModel(f"cannot read {path}: {e.strerror}") from e


def load_settings(path: Path) -> Settings:
    """Read the calibration file. Raises NoModel naming the file when it is not one."""
    try:
        data = json.loads(path.read_text("utf-8"))
        kinds = {
            Kind(name): Calibration(tuple(map(float, k["weights"])), float(k["bias"]), float(k["sure"]))
            for name, k in data["kinds"].items()
        }
        settings = Settings(float(data["tone_share"]), kinds)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as e:
        raise NoModel(f"{path} is not a calibration of the built-in ears ({e}): install it again") from e
    missing = [k.value for k in Kind if k not in settings.kinds]
    if missing:
        raise NoModel(f"{path} has no calibration for {', '.join(missing)}: install it again")
    return settings
