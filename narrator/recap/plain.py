"""The recap as text, short enough for a chat."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.recap.picture import way_of
from narrator.recap.story import Story
from narrator.recap.texts import RecapTexts
from narrator.recap.view import (
    badge_lines,
    day_lines,
    deed_text,
    place,
    result_lines,
    seat_rows,
    vote_columns,
)


def plain(story: Story, language: str) -> Iterator[str]:
    """Lines: the board, the result, the seats, every night and day, the badge."""
    texts = RecapTexts(language)
    yield texts(
        "text.head",
        board=texts.board(story.board),
        started=story.started,
        players=len(story.players),
        time=texts.time(story.seconds),
    )
    yield from result_lines(story, texts)
    if not story.spoilers:
        yield texts("hidden")
    if story.unplayed:
        yield texts("unplayed", why=story.unplayed)
    for row in seat_rows(story, texts):
        exit = story.exit_of(row.player.seat)
        out = texts("text.out", place=row.out, why=way_of(exit, texts)) if exit else ""
        seat = texts.seat(row.player.seat)
        yield " ".join(texts("text.seat", seat=seat, name=row.player.name, card=row.card, out=out).split())
    votes = vote_columns(story, texts)
    for part in story.rounds:
        yield texts("text.round", place=place(part.number, False, texts), time=texts.time(part.night))
        yield from (deed_text(deed, story, texts) for deed in story.deeds if deed.round == part.number)
        yield texts("text.round", place=place(part.number, True, texts), time=texts.time(part.day))
        yield from day_lines(part, story, votes, texts)
    yield from badge_lines(story, texts)
