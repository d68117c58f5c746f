"""The script of a case as a transcript: JSON Lines, keys sorted, no time passing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from narrator.judge.case import Case
from narrator.judge.heard import spoken
from narrator.rules.script import Ask, Cue, Event, Say, Show


def write_transcript(folder: Path, case: Case, number: int, cues: Iterable[Cue]) -> Path:
    """Write the cues of case `number` of its file into `folder`. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    name = re.sub(r"[^\w-]+", "-", case.name).strip("-")[:60]
    target = folder / f"{Path(case.path).stem}-{number:03d}-{name}.jsonl"
    lines = (json.dumps(_record(cue), ensure_ascii=False, sort_keys=True) for cue in cues)
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return target


def _record(cue: Cue) -> dict[str, object]:
    if isinstance(cue, Say):
        return _line("say", cue.key, _plain(cue.slots), spoken(cue), "table")
    if isinstance(cue, Ask):
        return _line("ask", cue.key, _plain(cue.slots), spoken(cue), "table")
    if isinstance(cue, Show):
        return _line("show", cue.key, {"role": cue.role, "value": cue.value}, "", "judge")
    assert isinstance(cue, Event)
    return _line("event", cue.kind, _plain(cue.data), "", "judge")


def _line(kind: str, key: str, data: Mapping[str, object], text: str, to: str) -> dict[str, object]:
    return {"data": data, "key": key, "kind": kind, "t": 0.0, "text": text, "to": to}


def _plain(data: Mapping[str, object]) -> dict[str, object]:
    """Values that JSON knows: sets become sorted lists."""
    return {key: sorted(map(str, v)) if isinstance(v, (set, frozenset)) else v for key, v in data.items()}
