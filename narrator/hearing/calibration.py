"""Thresholds of one judge's voice in one room, as `narrator doctor --listen` found them; one removable
file a judge."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from narrator.hearing.decide import Sure
from narrator.hearing.recogniser import Kind, Recogniser

DEFAULT_JUDGE = "judge"
"""Whose thresholds are set and used where nobody is named."""
_VERSION = 1


class CalibrationError(Exception):
    """A file of thresholds that cannot be used; one line for people."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """`sure`: the least confidence for each kind of prompt; `radio`: seats for which 幺 两 拐 勾 are safer;
    `noise`: level of the room in dB below full scale. What the built-in ears learnt of a voice lies beside it
    (`voice_path`)."""

    judge: str
    recogniser: str
    sure: Mapping[Kind, float] = field(default_factory=dict)
    radio: tuple[int, ...] = ()
    noise: float = -60.0

    def thresholds(self, recogniser: Recogniser) -> Sure:
        """This judge's thresholds where they were measured, else the recogniser's own."""
        return lambda kind: self.sure.get(kind, recogniser.sure(kind))


def folder() -> Path:
    """Where the files are kept."""
    home = os.environ.get("NARRATOR_HOME")
    base = Path(home) if home else Path(platformdirs.user_data_dir("narrator", appauthor=False))
    return base / "judges"


def path_of(judge: str, recogniser: str) -> Path:
    """The file of one judge and recogniser."""
    name = re.sub(r"[^\w-]", "_", judge, flags=re.UNICODE) or "_"
    return folder() / f"{name}.{recogniser}.json"


def voice_path(judge: str) -> Path:
    """Where the built-in ears' adaptation to a judge's voice is kept."""
    return path_of(judge, "builtin").with_suffix(".npz")


def save(calibration: Calibration) -> Path:
    """Write the file, whole or not at all. Raises `OSError`."""
    path = path_of(calibration.judge, calibration.recogniser)
    path.parent.mkdir(parents=True, exist_ok=True)
    data = {
        "version": _VERSION,
        "judge": calibration.judge,
        "recogniser": calibration.recogniser,
        "sure": {kind.value: value for kind, value in calibration.sure.items()},
        "radio": list(calibration.radio),
        "noise": calibration.noise,
    }
    part = path.with_suffix(".part")
    part.write_text(json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True), encoding="utf-8")
    os.replace(part, path)
    return path


def load(judge: str, recogniser: str) -> Calibration | None:
    """What is known of this judge, or None. Raises `CalibrationError` for a damaged file."""
    path = path_of(judge, recogniser)
    if not path.is_file():
        return None
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["version"] != _VERSION:
            raise ValueError(f"version {data['version']}")
        sure = {Kind(kind): float(value) for kind, value in data["sure"].items()}
        if any(not 0 <= value <= 1 for value in sure.values()):
            raise ValueError("a threshold outside 0 to 1")
        return Calibration(
            str(data["judge"]),
            str(data["recogniser"]),
            sure,
            tuple(int(seat) for seat in data["radio"]),
            float(data["noise"]),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CalibrationError(f"{path}: {error}; delete it and run narrator doctor --listen again") from None


def forget(judge: str) -> int:
    """Remove what is known of a judge; says how many files went."""
    stem = path_of(judge, "").name.removesuffix(".json")
    found = [path for path in folder().glob(f"{stem}*") if path.suffix in (".json", ".npz")]
    for path in found:
        path.unlink()
    return len(found)
