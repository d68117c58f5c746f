"""The journal: one append-only JSON Lines file a game, the only state that is stored.

Line 1 is the header; then one line an entry, with `at` (seconds since the start), `by`, a hash of the cue
that it
answers and the outcome events that followed; `undo`, `amend` and `note` are lines too. Each line is on disk
before
the next cue is spoken. A torn last line is dropped, any other damage is refused with file and line.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from narrator.host.lock import Lock
from narrator.host.record import FORMAT, JournalError, Line, Record, cue_hash, events_of, outcomes, read
from narrator.host.transcript import plain
from narrator.rules.game import RULES_VERSION, Header
from narrator.rules.script import Act, Entry, Event

__all__ = [
    "DiskError",
    "Journal",
    "JournalError",
    "Line",
    "Record",
    "cue_hash",
    "events_of",
    "header_line",
    "lock_path",
    "outcomes",
    "read",
    "written",
]


class DiskError(Exception):
    """The journal could not be written."""


def written(entry: Entry) -> dict[str, object]:
    """An entry as the journal spells it."""
    if isinstance(entry, Act):
        return {"act": entry.kind, "seat": entry.seat, "target": entry.target}
    return {"answer": list(entry)}


def header_line(header: Header, **about: object) -> dict[str, object]:
    """The first line: everything that is fixed before the first cue; `about`: whatever else resuming
    needs."""
    board = header.board
    return {
        "narrator": FORMAT,
        "rules_version": RULES_VERSION,
        "board": {
            "name": board.name,
            "players": board.players,
            "roles": [list(pair) for pair in board.roles],
            "options": plain(board.options.model_dump()),
        },
        "deal": list(header.deal),
        "extra": list(header.extra),
        "seed": header.seed,
        "before": {"knifed": header.before.knifed, "exiled": header.before.exiled},
        "sheriff": header.sheriff,
        "about": plain(about),
    }


class Journal:
    """The open journal of the game being hosted; holds its lock, so that no second host can have it."""

    def __init__(self, path: Path, file: IO[bytes], lock: Lock) -> None:
        self.path = path
        self._file = file
        self._lock = lock

    @classmethod
    def create(cls, path: Path, head: Mapping[str, object]) -> Journal:
        """Start a journal with its header line. Raises `JournalError`, `DiskError`."""
        if path.parent.exists() and not path.parent.is_dir():
            raise DiskError(f"{path.parent}: not a directory")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = _locked(path)
            journal = cls(path, open(path, "xb"), lock)  # noqa: SIM115 - it stays open for the whole game
        except FileExistsError:
            raise JournalError(f"{path}: exists already") from None
        except OSError as error:
            raise DiskError(f"{path}: cannot be written ({error.strerror})") from None
        try:
            journal._write(head)
        except DiskError:
            with contextlib.suppress(DiskError):
                journal.discard()  # half a header is no game
            raise
        return journal

    @classmethod
    def reopen(cls, path: Path) -> tuple[Journal, Record]:
        """Go on with a journal: a torn last line is cut off. Raises `JournalError`, `DiskError`."""
        if not path.is_file():
            raise JournalError(f"{path}: no such game")
        lock = _locked(path)
        try:
            record = read(path)
            file = open(path, "r+b")  # noqa: SIM115 - it stays open for the whole game
            file.truncate(record.length)
            file.seek(0, os.SEEK_END)
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                file.write(b"\n")
        except JournalError:
            lock.release()
            raise
        except OSError as error:
            lock.release()
            raise DiskError(f"{path}: cannot be written ({error.strerror})") from None
        return cls(path, file, lock), record

    def entry(self, entry: Entry, by: str, at: float, cue: str, events: Sequence[Event]) -> None:
        """An accepted answer or act."""
        self._write({**written(entry), "at": round(at, 3), "by": by, "cue": cue, "events": events_of(events)})

    def undo(self, number: int, by: str, at: float) -> None:
        """Entry `number`, the last one, is taken back."""
        self._write({"undo": number, "at": round(at, 3), "by": by})

    def amend(self, number: int, entry: Entry, by: str, at: float, events: Sequence[Sequence[Event]]) -> None:
        """Entry `number` is replaced; `events`: those of every entry of the game as it stands now."""
        stored = [events_of(some) for some in events]
        self._write({"amend": number, **written(entry), "at": round(at, 3), "by": by, "all_events": stored})

    def note(self, what: str, at: float, **data: object) -> None:
        """Something that replay ignores: a speech begins, a pause, more time, a step is called."""
        # Survives a killed process; only what a power cut may cost is not waited for.
        self._write({"note": what, "at": round(at, 3), **data}, sync=False)

    def discard(self) -> None:
        """Remove a journal whose game never began."""
        try:
            self.close()
        finally:
            for path in (self.path, lock_path(self.path)):
                path.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file and give the lock back. Raises `DiskError` when what is left cannot be written."""
        try:
            self._file.close()
        except OSError as error:
            raise DiskError(f"{self.path}: cannot be written ({error.strerror})") from None
        finally:
            self._lock.release()

    def _write(self, fields: Mapping[str, object], sync: bool = True) -> None:
        line = json.dumps(plain(fields), ensure_ascii=False, sort_keys=True) + "\n"
        try:
            self._file.write(line.encode("utf-8"))
            self._file.flush()
            if sync:
                os.fsync(self._file.fileno())
        except OSError as error:
            raise DiskError(f"{self.path}: cannot be written ({error.strerror})") from None


def lock_path(path: Path) -> Path:
    """The lock file beside a journal."""
    return path.with_suffix(path.suffix + ".lock")


def _locked(path: Path) -> Lock:
    lock = Lock(lock_path(path))
    if not lock.acquire():
        raise JournalError(f"{path}: another narrator is hosting this game")
    return lock
