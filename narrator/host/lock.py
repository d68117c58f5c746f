"""A lock that the operating system drops when its process dies, so that a killed host never blocks a
resume."""

from __future__ import annotations

import os
import sys
from pathlib import Path


class Lock:
    """An exclusive lock on a small file beside the journal."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None

    def acquire(self) -> bool:
        """Take the lock; False when another process has it."""
        handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            return False
        self._handle = handle
        return True

    def release(self) -> None:
        """Give it back. The file stays: removing it would let two processes lock two different files."""
        if self._handle is None:
            return
        os.close(self._handle)
        self._handle = None
