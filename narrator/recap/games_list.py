"""`narrator games`: every game with its result and length; with `--scores` what the players have won."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path

from narrator.host.games import ENDING, home
from narrator.host.journal import JournalError
from narrator.recap.command import tell, write
from narrator.recap.scores import Score, as_csv, counts, scores
from narrator.recap.stored import open_story
from narrator.recap.story import Story
from narrator.recap.texts import RecapTexts


def games(
    folder: Path | None = None, language: str = "zh", scored: bool = False, csv: Path | None = None
) -> Iterator[str]:
    """Lines for the terminal, oldest game first. `csv`: scores into a file. Raises `DiskError`."""
    texts = RecapTexts(language)
    if scored or csv is not None:
        yield from _scores(home(folder), texts, csv)
        return
    paths = _paths(home(folder))
    if not paths:
        yield texts("games.none")
        return
    yield from table([texts("games.columns").split("|"), *(_row(path, texts) for path in paths)])


def _paths(folder: Path) -> list[Path]:
    return sorted(folder.glob("*" + ENDING)) if folder.is_dir() else []


def _row(path: Path, texts: RecapTexts) -> list[str]:
    try:
        _, story = open_story(path)
    except JournalError as error:
        return [path.stem, texts("games.broken", why=error)]
    return [
        path.stem,
        texts.board(story.board),
        str(len(story.players)),
        str(story.entries),
        texts.time(story.seconds),
        outcome(story, texts),
    ]


def outcome(story: Story, texts: RecapTexts) -> str:
    """How a game ended, in a few words."""
    if story.result is None:
        return texts("games.unfinished")
    if story.result.winner == "draw":
        return texts("games.draw")
    return texts("games.won", camp=texts.name("camp", story.result.winner))


def _scores(folder: Path, texts: RecapTexts, csv: Path | None) -> Iterator[str]:
    stories: list[Story] = []
    skipped = 0
    for path in _paths(folder):
        try:
            story = tell(path)
        except JournalError:
            skipped += 1
            continue
        if counts(story):
            stories.append(story)
        else:
            skipped += 1
    found = scores(stories)
    if csv is not None:
        write(csv, as_csv(found))
    if found:
        yield from table([texts("scores.columns").split("|"), *(_score(score) for score in found)])
    else:
        yield texts("scores.none")
    if skipped:
        yield texts("scores.skipped", count=skipped)
    if csv is not None:
        yield texts("scores.written", path=csv)


def _score(score: Score) -> list[str]:
    numbers = [score.games, score.won, score.lost, score.drawn]
    camps = [
        score.good,
        score.good_won,
        score.wolf,
        score.wolf_won,
        score.other,
        score.other_won,
        score.survived,
    ]
    return [score.name, *map(str, numbers), f"{score.share:.0%}", *map(str, camps)]


def table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows with columns under each other; Chinese characters count for two. Cells beyond a row's end are empty."""
    columns = max(len(row) for row in rows)
    # The last cell of a short row is a sentence and may run on.
    widths = [
        max((_width(row[column]) for row in rows if len(row) > column + 1), default=0) for column in range(columns)
    ]
    for row in rows:
        out = io.StringIO()
        for column, cell in enumerate(row):
            out.write(cell)
            if column + 1 < len(row):
                out.write(" " * (widths[column] - _width(cell) + 2))
        yield out.getvalue().rstrip()


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
