"""Which lines of a game are rendered ahead of need, beside those that follow from where it stands."""

from __future__ import annotations

from collections.abc import Iterable

from narrator.host.ahead import Ahead, seat_lines
from narrator.host.session import Start
from narrator.lines import Book
from narrator.speaking.mouth import Mouth

DAY = frozenset(
    {
        "badge", "ballot", "decide", "election", "exile", "exiled", "explode", "last_words", "out", "penalty", "reveal",
        "shot", "speech", "stand", "vote", "warn", "withdrawn",
    }
)  # fmt: skip
"""First words of the lines of any day."""


def look_ahead(mouth: Mouth, book: Book, start: Start, ear: bool) -> Ahead:
    """Render the night's lines behind the opening ones, then those about one seat, so that no step waits for its
    voice. `ear`: the judge's lines too."""
    header = start.game.header
    ahead = Ahead(mouth, book, header.seed, ear)
    if not start.game.entries:
        ahead.cues(start.game, 0)
    ahead.later(night_lines(book, start))
    firsts = _firsts(start)
    ahead.later(seat_lines(book, header.board.players, lambda key: key.partition(".")[0] in firsts, ear))
    return ahead


def night_lines(book: Book, start: Start) -> Iterable[str]:
    """Every wording of the lines without slots that this board's nights and days can need."""
    roles = {role for role, _ in start.game.header.board.roles}
    firsts = _firsts(start)
    for key in sorted(book.keys):
        if key.partition(".")[0] in firsts and not book.slots(key):
            yield from (text for text in book.variants(key) if text)
    for role in sorted(roles):
        for step in ("open", "ask", "look", "sign", "close"):
            if book.has(f"{role}.{step}") and not book.slots(f"{role}.{step}"):
                yield from book.variants(f"{role}.{step}")


def _firsts(start: Start) -> frozenset[str]:
    """First words of the keys that a game on this board can need."""
    roles = {role for role, _ in start.game.header.board.roles}
    return frozenset(roles | DAY | {"night", "dawn", "host", "bear"})
