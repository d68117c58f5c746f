"""Where games live, what they are called, and what there is."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from narrator.host.journal import JournalError, Record, read

ENDING = ".jsonl"


def home(named: Path | None = None) -> Path:
    """The folder of games: as named, else in NARRATOR_HOME, else in the platform's data folder."""
    if named is not None:
        return named
    own = os.environ.get("NARRATOR_HOME")
    return (Path(own) if own else user_data_path("narrator", appauthor=False)) / "games"


def new_path(folder: Path, board: str, now: datetime) -> Path:
    """A path for a new game: date, time and board, so that ids sort by age."""
    safe = "".join(char if char.isalnum() or char in "-_" else "-" for char in board) or "game"
    stem = f"{now:%Y%m%d-%H%M%S}-{safe}"
    path, count = folder / (stem + ENDING), 1
    while path.exists():
        count += 1
        path = folder / f"{stem}-{count}{ENDING}"
    return path


def find(folder: Path, game: str) -> Path:
    """The journal of GAME: a path, or an id; empty: the last game. Raises `JournalError`."""
    if game:
        given = Path(game)
        if given.is_file():
            return given
        path = folder / (game if game.endswith(ENDING) else game + ENDING)
        if path.is_file():
            return path
        raise JournalError(f"{game}: no such game in {folder}")
    paths = sorted(folder.glob("*" + ENDING), key=lambda path: (path.stat().st_mtime, path.name))
    if not paths:
        raise JournalError(f"no game in {folder}")
    return paths[-1]


@dataclass(frozen=True, slots=True)
class Summary:
    """One game of the list."""

    id: str
    board: str
    players: int
    entries: int
    seconds: float
    winner: str  # camp, or "" while it is not over
    problem: str = ""  # why it cannot be read


def outcome(record: Record) -> str:
    """The winner by the stored events; "" when there is none."""
    winner = ""
    for line in record.lines:
        if "undo" in line.fields:
            winner = ""
            continue
        for event in _events(line.fields):
            if event.get("event") == "won" and isinstance(event.get("data"), dict):
                data = event["data"]
                winner = str(data.get("winner", "")) if isinstance(data, dict) else ""
    return winner


def _events(fields: object) -> list[dict[str, object]]:
    if not isinstance(fields, dict):
        return []
    stored = fields.get("events")
    if stored is None:
        stored = [event for some in fields.get("all_events", []) if isinstance(some, list) for event in some]
    return [event for event in stored if isinstance(event, dict)] if isinstance(stored, list) else []


def listing(folder: Path) -> list[Summary]:
    """Every game of the folder, oldest first; broken ones with what is wrong."""
    found = []
    for path in sorted(folder.glob("*" + ENDING)):
        try:
            record = read(path)
            board = record.head.mapping_in("board")
            entries = sum("answer" in line.fields or "act" in line.fields for line in record.lines)
            players = board.get("players")
            found.append(
                Summary(
                    path.stem,
                    str(board.get("name", "")),
                    players if isinstance(players, int) else 0,
                    entries,
                    record.last_at,
                    outcome(record),
                )
            )
        except JournalError as error:
            found.append(Summary(path.stem, "", 0, 0, 0.0, "", str(error)))
    return found
