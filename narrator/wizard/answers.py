"""What was answered last time, kept for this computer as a small YAML file that a host can read and change."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields, replace
from pathlib import Path

import yaml
from platformdirs import user_config_path

from narrator.host.journal import DiskError
from narrator.yamlfile import BadFile, Map, Seq, load

FILE = "table.yaml"
LONGEST = 200


@dataclass(frozen=True)
class Answers:
    """The settings of a table, each the option of the same name (`hand_out`: `--hand-out`); "" is not set."""

    players: int = 12
    board: str = "std12"
    lines: str = "zh"
    deal: str = "random"
    hand_out: str = "list"
    names: tuple[str, ...] = ()
    speaker: str = ""
    mic: str = ""
    earpiece: str = ""
    ears: str = "auto"
    code: str = "auto"

    def options(self) -> list[str]:
        """The same as options of `narrator play`; what is usual is left out."""
        plain = Answers()
        found: list[str] = []
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name == "players" or value == getattr(plain, field.name):
                continue
            text = ",".join(value) if isinstance(value, tuple) else str(value)
            found += [f"--{field.name.replace('_', '-')}", text]
        return found


def path() -> Path:
    """Where the answers are kept: NARRATOR_HOME, else the platform's folder for settings."""
    own = os.environ.get("NARRATOR_HOME")
    return (Path(own) if own else user_config_path("narrator", appauthor=False)) / FILE


def remembered(file: Path | None = None) -> Answers | None:
    """The answers of last time; None when there are none. Raises `BadFile` for a file that cannot be used."""
    file = file or path()
    if not file.exists():
        return None
    source = load(file)
    if not isinstance(source, Map):
        raise BadFile(str(file), 1, "expected the settings of a table: {players: 12, board: std12, …}")
    known = {field.name for field in fields(Answers)}
    answers = Answers()
    for key in source:
        if key not in known:
            raise source.unknown(key, tuple(sorted(known)))
        answers = replace(answers, **{str(key): _value(source, str(key))})  # type: ignore[arg-type]
    return answers


def _value(source: Map, key: str) -> object:
    value = source[key]
    if key == "players":
        if type(value) is not int or not 1 <= value <= 40:
            raise source.bad(key, "how many, from 1 to 40")
        return value
    if key == "names":
        if not isinstance(value, Seq):
            raise source.bad(key, "a list of names")
        return tuple(str(name)[:LONGEST] for name in value)
    if value is None:
        return ""
    if isinstance(value, (Map, Seq, bool)) or len(str(value)) > LONGEST:
        raise source.bad(key, "a word")
    return str(value)


def remember(answers: Answers, file: Path | None = None) -> Path:
    """Keep the answers for next time. Raises `DiskError`."""
    file = file or path()
    content = {
        field.name: list(value) if isinstance(value, tuple) else value
        for field in fields(answers)
        for value in [getattr(answers, field.name)]
    }
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_name(file.name + ".part")
        part.write_text(yaml.safe_dump(content, allow_unicode=True, sort_keys=False), encoding="utf-8")
        os.replace(part, file)
    except OSError as error:
        raise DiskError(f"{file}: cannot be written ({error.strerror})") from None
    return file


def forget(file: Path | None = None) -> None:
    """Remove what is remembered. Raises `DiskError`."""
    file = file or path()
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        raise DiskError(f"{file}: cannot be removed ({error.strerror})") from None
