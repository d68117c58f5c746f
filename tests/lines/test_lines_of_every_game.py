"""Whatever a game can say has a line in both books: random games of all boards, roles and options."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from narrator.boards.file import board_names
from narrator.lines import Book, load_book
from narrator.rules.game import Game
from narrator.rules.roles import ROLES
from narrator.rules.script import Ask, Cue, Event, Say, Show
from tests.lines.line_player import REFUSED, board_header, play_at_random, random_header

GAMES = 150
BOOKS = pytest.mark.parametrize("book", [load_book("zh"), load_book("en")], ids=["zh", "en"])


@cache
def played() -> tuple[Game, ...]:
    chance = random.Random(20)
    headers = [board_header(name, chance) for name in board_names() for _ in range(2)]
    headers += [random_header(chance) for _ in range(GAMES)]
    return tuple(play_at_random(header, chance) for header in headers)


def cues() -> Iterator[Cue]:
    return (cue for game in played() for cue in game.cues)


def test_the_games_have_every_playable_role_in_them() -> None:
    dealt = {role for game in played() for role, _ in game.header.board.roles}
    assert dealt >= set(ROLES) - set(REFUSED)


@BOOKS
def test_every_line_and_question_of_a_game_can_be_spoken(book: Book) -> None:
    for cue in cues():
        if isinstance(cue, (Say, Ask)):
            for text in book.variants(cue.key, cue.slots):
                assert "{" not in text


@BOOKS
def test_every_private_fact_has_words(book: Book) -> None:
    for cue in cues():
        if isinstance(cue, Show) and cue.key not in ("awake", "deal"):
            values = cue.value if isinstance(cue.value, tuple) else (cue.value,)
            for word in (value for value in values if isinstance(value, str)):
                keys = (f"show.{word}", f"show.skill.{word}", f"role.{word}")
                assert any(book.has(key) for key in keys), (cue.key, cue.role, word)


@BOOKS
def test_every_cause_and_every_ending_has_words(book: Book) -> None:
    for cue in cues():
        if isinstance(cue, Event) and cue.kind == "out":
            causes = cue.data["causes"]
            assert isinstance(causes, list)
            assert all(book.has(f"cause.{cause}") for cause in causes), causes
    outcomes = [game.table.outcome for game in played() if game.table.outcome]
    assert len({outcome.winner for outcome in outcomes}) > 3
    for outcome in outcomes:
        assert book.has(f"reason.{outcome.reason}") and book.has(f"camp.{outcome.winner}")


def test_what_is_said_at_night_never_names_a_seat() -> None:
    """From 天黑 to 天亮 the table hears the same words whatever is secret."""
    for game in played():
        night = False
        for cue in game.cues:
            if isinstance(cue, Say) and cue.key.startswith("night."):
                night = True
            elif isinstance(cue, Say) and (cue.key == "dawn.break" or cue.key.startswith("end.")):
                night = False
            elif night and isinstance(cue, (Say, Ask)):
                assert not cue.slots, cue
