"""`narrator recap`: what happened in a game, as a page or as text."""

from __future__ import annotations

import os
from pathlib import Path

from narrator.host.games import find, home
from narrator.host.journal import DiskError
from narrator.recap.page import page
from narrator.recap.plain import plain
from narrator.recap.public import hidden
from narrator.recap.replayed import with_replay
from narrator.recap.stored import open_story
from narrator.recap.story import Story
from narrator.recap.texts import RecapTexts


def tell(path: Path, spoilers: bool = True) -> Story:
    """The story of a journal. Raises `JournalError`."""
    reading, story = open_story(path)
    return with_replay(story, reading) if spoilers else hidden(story)


def recap(
    game: str,
    output: Path | None = None,
    text: bool = False,
    spoilers: bool = True,
    folder: Path | None = None,
    language: str = "zh",
) -> list[str]:
    """Lines for the terminal: the text itself, or where the page was written (beside the caller when no `output`).

    Raises `JournalError`, `DiskError`.
    """
    story = tell(find(home(folder), game), spoilers)
    if text and output is None:
        return list(plain(story, language))
    content = "\n".join(plain(story, language)) + "\n" if text else page(story, language)
    path = output or Path(f"{story.id}.html")
    write(path, content)
    return [RecapTexts(language)("written", path=path)]


def write(path: Path, content: str) -> None:
    """Write a file as a whole or not at all. Raises `DiskError`."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(content, encoding="utf-8", newline="\n")
        os.replace(part, path)
    except (OSError, UnicodeError) as error:
        part.unlink(missing_ok=True)
        raise DiskError(f"{path}: cannot be written ({getattr(error, 'strerror', error)})") from None
