"""Unpacking archives from the network: nothing outside the folder, no links, no bombs."""

from __future__ import annotations

import stat
import zipfile
import zlib
from pathlib import Path, PurePosixPath, PureWindowsPath

_BLOCK = 1 << 16
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)


class UnpackError(Exception):
    """An archive that cannot be used; `unsafe` when it tried to write where it must not."""

    def __init__(self, message: str, *, unsafe: bool = False) -> None:
        self.unsafe = unsafe
        super().__init__(message)


def unpack(archive: Path, folder: Path, *, limit: int) -> None:
    """Unpack a zip into an existing folder, at most `limit` bytes. Raises `UnpackError`, `OSError` (disk)."""
    try:
        with zipfile.ZipFile(archive) as source:
            left = limit
            for entry in source.infolist():
                path = _safe(entry, folder)
                if entry.is_dir():
                    path.mkdir(parents=True, exist_ok=True)
                    continue
                path.parent.mkdir(parents=True, exist_ok=True)
                # Counted while reading: the sizes in the archive may lie.
                with source.open(entry) as data, path.open("wb") as file:
                    while block := data.read(_BLOCK):
                        left -= len(block)
                        if left < 0:
                            raise UnpackError(f"{archive.name}: more than {limit} bytes", unsafe=True)
                        file.write(block)
    except _BROKEN as error:
        raise UnpackError(f"{archive.name}: {error}") from None


def _safe(entry: zipfile.ZipInfo, folder: Path) -> Path:
    name = entry.filename
    posix, windows = PurePosixPath(name), PureWindowsPath(name)
    outside = posix.is_absolute() or windows.is_absolute() or windows.drive or ".." in windows.parts
    if not name or "\0" in name or outside or stat.S_ISLNK(entry.external_attr >> 16):
        raise UnpackError(f"{entry.filename!r}", unsafe=True)
    path = folder / name
    if folder.resolve() not in path.resolve().parents and path.resolve() != folder.resolve():
        raise UnpackError(f"{entry.filename!r}", unsafe=True)
    return path
