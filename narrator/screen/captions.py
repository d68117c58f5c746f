"""Captions of every public line, for players who hear badly: the host writes them beside the game, another window or
terminal follows. Only what the loudspeaker says is ever written."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from narrator.host.games import find, home
from narrator.speaking.mouth import Audience, Mouth

ENDING = ".captions"
POLL = 0.1
"""Seconds between two looks at the file."""


class CaptionFile:
    """Where the host writes. A disk that fails costs the captions, not the game: `problem` then says why."""

    def __init__(self, journal: Path) -> None:
        """Beside this journal; what a resumed game has said before is kept."""
        self._path = journal.with_suffix(ENDING)
        self.problem = ""

    def line(self, text: str) -> None:
        """A line begins to be spoken to the table."""
        self._write({"text": text})

    def close(self) -> None:
        """The game is over, or stops here."""
        self._write({"over": True})

    def _write(self, entry: dict[str, object]) -> None:
        try:
            with open(self._path, "a", encoding="utf-8", newline="\n") as file:
                file.write(json.dumps(entry, ensure_ascii=False) + "\n")
        except OSError as error:
            self.problem = error.strerror or str(error)


class Captioned:
    """A mouth that captions what it says to the table, when it is given to the loudspeaker and not before; whatever the
    judge alone is told passes by."""

    def __init__(self, mouth: Mouth, line: Callable[[str], None]) -> None:
        self._mouth = mouth
        self._line = line

    def prepare(self, texts: Iterable[str], progress: Callable[[int, int], None] | None = None) -> None:
        self._mouth.prepare(texts, progress)

    def say(self, text: str, audience: Audience, done: Callable[[bool], None]) -> None:
        if audience is Audience.TABLE:
            self._line(text)
        self._mouth.say(text, audience, done)

    def sound(self, name: str, audience: Audience, done: Callable[[bool], None] | None = None) -> None:
        self._mouth.sound(name, audience, done)

    def duration(self, text: str) -> float:
        return self._mouth.duration(text)

    def music(self, on: bool) -> None:
        self._mouth.music(on)

    def pause(self) -> None:
        self._mouth.pause()

    def resume(self) -> None:
        self._mouth.resume()

    def busy(self, audience: Audience) -> bool:
        return self._mouth.busy(audience)

    def trouble(self) -> str | None:
        return self._mouth.trouble()

    def stop(self) -> None:
        self._mouth.stop()


@dataclass(frozen=True, slots=True)
class Caption:
    """What is shown: the last line and the one before it. `number` counts lines; 0 while there is none."""

    number: int = 0
    text: str = ""
    before: str = ""
    over: bool = False


class Follower:
    """Reads what has been added since it last looked."""

    def __init__(self, folder: Path, path: Path | None = None) -> None:
        """`path`: the captions of one game; without it those of the newest game of the folder, and of the next."""
        self._folder = folder
        self._named = path
        self._path: Path | None = None
        self._read = 0
        self.caption = Caption()

    def look(self) -> list[Caption]:
        """Every caption since the last look."""
        path = self._named or self._newest()
        if path is None or not path.exists():
            return []
        if path != self._path:
            self._path, self._read = path, 0
        with open(path, "rb") as file:
            file.seek(self._read)
            data = file.read()
        whole = data[: data.rfind(b"\n") + 1]  # a line that is just being written is read next time
        self._read += len(whole)
        return [self._next(line) for line in whole.decode("utf-8", "replace").splitlines()]

    def _newest(self) -> Path | None:
        paths = list(self._folder.glob("*" + ENDING))
        return max(paths, key=lambda path: (path.stat().st_mtime, path.name), default=None)

    def _next(self, line: str) -> Caption:
        try:
            entry = json.loads(line)
        except ValueError:
            entry = {}
        last = self.caption
        text = entry.get("text") if isinstance(entry, dict) else None
        if isinstance(text, str):
            self.caption = Caption(last.number + 1, text, last.text)
        elif isinstance(entry, dict) and entry.get("over") is True:
            self.caption = Caption(last.number, last.text, last.before, True)
        return self.caption


def follower_of(game: str, games: Path | None) -> Follower:
    """Follow the captions of GAME (a path or an id; empty: whatever is played). Raises `JournalError`."""
    folder = home(games)
    return Follower(folder, find(folder, game).with_suffix(ENDING) if game else None)


def follow(follower: Follower, sleep: Callable[[float], None] = time.sleep) -> Iterator[Caption]:
    """Captions as they come, for ever. What was said before this began is passed over, but for the last line."""
    said = follower.look()
    yield said[-1] if said else follower.caption
    while True:
        yield from follower.look()
        sleep(POLL)
