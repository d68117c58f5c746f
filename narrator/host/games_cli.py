"""`narrator games`: the games there are, as a table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from narrator.host.games import home, listing
from narrator.host.screentext import ScreenText
from narrator.lines import load_book


def lines(folder: Path | None, language: str) -> Iterator[str]:
    """A heading and one line a game, oldest first; broken journals with what is wrong."""
    text = ScreenText(language)
    book = load_book(language)
    games = listing(home(folder))
    if not games:
        yield text("games.none")
        return
    yield "\t".join(text("games.columns").split("|"))
    for game in games:
        if game.problem:
            yield f"{game.id}\t{game.problem}"
            continue
        minutes, seconds = divmod(round(game.seconds), 60)
        key = f"camp.{game.winner}"
        winner = (book.render(key) if book.has(key) else game.winner) or text("games.unfinished")
        cells = (game.id, game.board, str(game.players), str(game.entries), f"{minutes}:{seconds:02d}", winner)
        yield "\t".join(cells)
