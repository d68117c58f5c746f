"""Rendered lines on disk, found by what went into them. Several processes may use one folder at once."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import time
from pathlib import Path

from narrator.speaking.sound import BadSound, Sound, read_sound, sound_bytes

LIMIT_BYTES = 200_000_000
"""About five thousand lines."""

_MAGIC = b"narrator line 1\n"
_SUFFIX = ".line"
_STALE_SECONDS = 3600.0


class Cache:
    """A folder of lines. File names are hashes: a listing of it tells no one what was said.

    A file is written under another name, then renamed, and carries the hash of its content, so a torn or
    half-written one is a miss. The least recently used go when the folder grows over its limit.
    """

    def __init__(self, folder: Path, limit: int = LIMIT_BYTES) -> None:
        self.folder = folder
        self.limit = limit
        self._size: int | None = None  # bytes, as of the last look plus what was stored since

    @staticmethod
    def key(text: str, identity: str) -> str:
        """The name under which this text by this voice (`Renderer.identity`) is kept."""
        return hashlib.sha256(json.dumps([1, identity, text]).encode()).hexdigest()

    def load(self, key: str) -> Sound | None:
        """The line, or None."""
        path = self.folder / f"{key}{_SUFFIX}"
        try:
            data = path.read_bytes()
        except OSError:
            return None
        head = len(_MAGIC)
        digest, payload = data[head : head + 32], data[head + 32 :]
        if data[:head] != _MAGIC or hashlib.sha256(payload).digest() != digest:
            with contextlib.suppress(OSError):
                path.unlink()
            return None
        with contextlib.suppress(OSError):
            os.utime(path)  # last used now
        try:
            return read_sound(payload)
        except BadSound:
            return None

    def store(self, key: str, sound: Sound) -> bool:
        """Keep the line; False if the disk does not let us (the game goes on without)."""
        payload = sound_bytes(sound, "FLAC")
        data = _MAGIC + hashlib.sha256(payload).digest() + payload
        partial = self.folder / f".{secrets.token_hex(8)}.part"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            partial.write_bytes(data)
            os.replace(partial, self.folder / f"{key}{_SUFFIX}")
        except OSError:
            # Windows refuses while another process reads the same line: then that one is as good.
            with contextlib.suppress(OSError):
                partial.unlink()
            return (self.folder / f"{key}{_SUFFIX}").exists()
        if self._size is None or self._size + len(data) > self.limit:
            self._size = self._prune()
        else:
            self._size += len(data)
        return True

    def has(self, key: str) -> bool:
        """Whether there is such a file (it is looked into only when loaded)."""
        return (self.folder / f"{key}{_SUFFIX}").exists()

    def _prune(self) -> int:
        """Drop the least recently used until a tenth is free, and what crashed writers left; bytes kept."""
        now = time.time()
        kept: list[tuple[float, int, Path]] = []
        with contextlib.suppress(OSError), os.scandir(self.folder) as entries:
            for entry in entries:
                try:  # another process may be pruning too
                    state = entry.stat()
                    if entry.name.endswith(_SUFFIX):
                        kept.append((state.st_mtime, state.st_size, Path(entry.path)))
                    elif entry.name.endswith(".part") and now - state.st_mtime > _STALE_SECONDS:
                        os.unlink(entry.path)
                except OSError:
                    continue
        size = sum(entry[1] for entry in kept)
        if size > self.limit:
            for _, length, path in sorted(kept, key=lambda entry: entry[0]):
                if size <= self.limit * 0.9:
                    break
                with contextlib.suppress(OSError):
                    path.unlink()
                size -= length
        return size
