"""A short soak: random games on random boards hold every invariant. The long one is scripts/soak."""

from __future__ import annotations

import random

import pytest

from narrator.boards.deal import random_deal
from narrator.boards.file import load_board
from narrator.rules.game import Game, Header
from narrator.rules.script import Say
from tests.judge.soak_boards import random_board, random_headers
from tests.judge.soak_play import Broken, play_game
from tests.judge.soaking import Stats, check_game, check_secrecy, renderer, soak


@pytest.mark.parametrize("part", range(4))
def test_random_games_hold_every_invariant(part: int) -> None:
    stats = Stats()
    books = [renderer("zh"), renderer("en")]
    for seed in range(10_000 + part * 15, 10_000 + part * 15 + 15):
        soak(seed, stats, books)
    assert stats.games == 30
    assert len(stats.winners) > 1


def test_a_seed_gives_the_same_board_and_game() -> None:
    def entries(seed: int) -> tuple[object, object]:
        rng = random.Random(seed)
        board = random_board(rng)
        return board, play_game(rng, random_headers(rng, board, 1)[0], check=False).entries

    assert entries(3) == entries(3)
    assert entries(3) != entries(4)


def test_the_invariants_can_fail() -> None:
    rng = random.Random(1)
    board = load_board("std12")
    header = Header(board, random_deal(board, rng).seats, (), 1, sheriff=0)
    game = play_game(rng, header, check=False)
    check_game(game)
    game.cues.append(Say("out"))
    with pytest.raises(Broken, match="replay"):
        check_game(game)


def test_a_night_that_sounds_different_is_noticed() -> None:
    rng = random.Random(2)
    board = load_board("std12")
    games = [play_game(rng, header, check=False) for header in random_headers(rng, board, 2)]
    check_secrecy(games)
    other = Game(games[0].header, games[0].entries)
    where = next(n for n, cue in enumerate(other.cues) if isinstance(cue, Say) and cue.key == "witch.close")
    other.cues[where] = Say("seer.close")
    with pytest.raises(Broken, match="sounds different"):
        check_secrecy([games[1], other])
