"""Getting models: resumed, checked against size and SHA-256, from a mirror when the first source fails."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import requests
import yaml
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from narrator.hearing.paths import models_home
from narrator.unpack import UnpackError, unpack

TRIES = 3
"""Tries at one source before the next one is asked."""
TIMEOUT = (10.0, 30.0)
"""Seconds to connect, and without a byte."""
_BLOCK = 1 << 13  # what is lost of a connection that breaks

Step = Callable[[int, int], None]


class FetchError(Exception):
    """A model could not be had. `key` is one of the texts of `fetch.yaml`; the message is English."""

    def __init__(self, key: str, detail: str) -> None:
        self.key, self.detail = key, detail
        super().__init__(text(key, detail, "en"))

    def text(self, language: str = "zh") -> str:
        """One line for people."""
        return text(self.key, self.detail, language)


@dataclass(frozen=True, slots=True)
class Model:
    """An archive to be had. `holds`: files by which the unpacked folder is known to be whole; sizes in
    bytes."""

    folder: str
    holds: tuple[str, ...]
    urls: tuple[str, ...]
    size: int
    unpacked: int
    sha256: str
    licence: str


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((files("narrator") / "fetch.yaml").read_text(encoding="utf-8"))
    return loaded


def models() -> dict[str, Model]:
    """Every model by name, as `fetch.yaml` has them."""
    return {
        name: Model(**{**entry, "holds": tuple(entry["holds"]), "urls": tuple(entry["urls"])})
        for name, entry in _table()["models"].items()
    }


def text(key: str, detail: str, language: str = "zh") -> str:
    """A line of `fetch.yaml`."""
    texts: dict[str, str] = _table()["texts"][key]
    return texts.get(language, texts["en"]).format(detail=detail)


def is_whole(model: Model, folder: Path) -> bool:
    """Whether the model lies there unpacked."""
    return all((folder / name).is_file() for name in model.holds)


def fetch(
    name: str = "small-cn",
    *,
    urls: Sequence[str] | None = None,
    home: Path | None = None,
    model: Model | None = None,
    progress: Step | None = None,
) -> Path:
    """Have the model `name` unpacked under `home` (default: the models folder) and return its folder.

    A download that was cut off goes on where it stopped. `urls` replaces the sources, `model` the table's
    entry; `progress(done, size)` in bytes. Raises `FetchError`."""
    if model is None:
        known = models()
        if name not in known:
            raise FetchError("unknown", f"{name} ({', '.join(known)})")
        model = known[name]
    if urls is not None:
        model = replace(model, urls=tuple(urls))
    home = home or models_home()
    target = home / model.folder
    if is_whole(model, target):
        return target
    try:
        home.mkdir(parents=True, exist_ok=True)
        archive = _download(model, home / f"{model.folder}.zip.part", progress or (lambda done, size: None))
        _install(model, archive, target)
        archive.unlink()
    except OSError as error:
        raise FetchError("disk", f"{error.strerror or error}: {error.filename or home}") from None
    return target


def fetch_with_bar(name: str = "small-cn", language: str = "zh", console: Console | None = None) -> Path:
    """`fetch` with a progress bar and a line at the end, for the command line. Raises `FetchError`."""
    known = models()
    if name not in known:
        raise FetchError("unknown", f"{name} ({', '.join(known)})")
    target = models_home() / known[name].folder
    if is_whole(known[name], target):
        (console or Console(stderr=True)).print(Text(text("have", str(target), language)), soft_wrap=True)
        return target
    return _with_bar(name, language, console, lambda progress: fetch(name, progress=progress))


def fetch_voice_with_bar(language: str = "zh", console: Console | None = None) -> Path:
    """The neural voice, in the same manner. Raises `FetchError`."""
    from narrator.speaking.kokoro_model import FOLDER, CannotFetch, fetch_voice

    try:
        return _with_bar(FOLDER, language, console, lambda progress: fetch_voice(progress))
    except CannotFetch as error:
        raise FetchError("voice_failed", str(error)) from None


def _with_bar(name: str, language: str, console: Console | None, get: Callable[[Step], Path]) -> Path:
    console = console or Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(text("loading", name, language), total=None)
        target = get(lambda done, size: bar.update(task, completed=done, total=size))
    console.print(Text(text("done", str(target), language)), soft_wrap=True)
    return target


def main(arguments: Sequence[str], language: str = "zh", console: Console | None = None) -> int:
    """`narrator fetch [--voice]`: exit code 0, 2 for other arguments, 3 when something could not be had."""
    console = console or Console(stderr=True)
    if set(arguments) - {"--voice"}:
        console.print(Text(text("usage", "", language)), soft_wrap=True)
        return 2
    try:
        fetch_with_bar("small-cn", language, console)
        if "--voice" in arguments:
            fetch_voice_with_bar(language, console)
    except FetchError as error:
        console.print(Text(error.text(language)), soft_wrap=True)
        return 3
    return 0


def _download(model: Model, part: Path, progress: Step) -> Path:
    """The checked archive, at `part`."""
    failures: list[FetchError] = []
    for url in model.urls:
        for _ in range(TRIES):
            resumed = part.exists() and part.stat().st_size > 0
            try:
                if not (resumed and part.stat().st_size == model.size):
                    _take(model, url, part, progress)
                _check(model, part, url)
                return part
            except FetchError as error:
                failures.append(error)
                if error.key in ("wrong", "too_long"):
                    part.unlink(missing_ok=True)
                    if resumed:
                        continue  # what lay there before may have been wrong: once more from the start
                    break
                if error.key == "refused":
                    break
    if len({(f.key, f.detail) for f in failures}) == 1:
        raise failures[0]
    last = {failure.detail.split(" ")[0]: failure for failure in failures}
    raise FetchError("all_failed", "; ".join(str(failure) for failure in last.values()))


def _take(model: Model, url: str, part: Path, progress: Step) -> None:
    """Download the rest of the archive; `truncated` leaves what came for the next try."""
    have = part.stat().st_size if part.exists() else 0
    if have > model.size:
        part.unlink()
        have = 0
    started = False
    headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={have}-"} if have else {})
    try:
        with requests.get(url, headers=headers, stream=True, timeout=TIMEOUT) as answer:
            if answer.status_code == 416:
                part.unlink(missing_ok=True)
                raise FetchError("truncated", url)
            if not answer.ok:
                raise FetchError("refused", f"{url} ({answer.status_code} {answer.reason})")
            begins = answer.headers.get("Content-Range", "").startswith(f"bytes {have}-")
            if answer.status_code != 206 or not begins:
                have = 0  # no ranges here: the whole file comes again
            started = True
            with part.open("ab" if have else "wb") as file:
                for block in answer.iter_content(_BLOCK):
                    have += len(block)
                    if have > model.size:
                        raise FetchError("too_long", url)
                    file.write(block)
                    progress(have, model.size)
    except requests.RequestException as error:
        if started:
            raise FetchError("truncated", f"{url} ({part.stat().st_size} of {model.size})") from None
        raise FetchError("unreachable", f"{url} ({type(error).__name__})") from None
    if have < model.size:
        raise FetchError("truncated", f"{url} ({have} of {model.size})")


def _check(model: Model, part: Path, url: str) -> None:
    digest = hashlib.sha256()
    with part.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    if digest.hexdigest() != model.sha256:
        raise FetchError("wrong", url)


def _install(model: Model, archive: Path, target: Path) -> None:
    """Unpack beside the target and move it there in one step, so that half a model is never found."""
    with tempfile.TemporaryDirectory(prefix=".unpack-", dir=target.parent) as folder:
        try:
            unpack(archive, Path(folder), limit=model.unpacked * 2)
        except UnpackError as error:
            archive.unlink(missing_ok=True)
            raise FetchError("unsafe" if error.unsafe else "broken", str(error)) from None
        inner = Path(folder) / model.folder
        found = inner if inner.is_dir() else Path(folder)
        if not is_whole(model, found):
            archive.unlink(missing_ok=True)
            raise FetchError("broken", f"{target.name}: {', '.join(model.holds)}")
        if target.exists():
            shutil.rmtree(target)
        if found == inner:
            os.replace(inner, target)
        else:
            shutil.copytree(found, target)
