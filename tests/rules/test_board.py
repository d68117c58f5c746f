"""The board: counts, cards and the deck."""

from __future__ import annotations

from narrator.rules.board import Board
from narrator.rules.options import Options

CLASSIC = ("werewolf", "seer", "villager", "werewolf", "villager", "villager")


def test_a_board_counts_its_cards_in_the_order_they_first_stand() -> None:
    board = Board.of("six", CLASSIC, 6)
    assert board.roles == (("werewolf", 2), ("seer", 1), ("villager", 3))
    assert board.count("villager") == 3
    assert board.count("witch") == 0
    assert "seer" in board
    assert "witch" not in board


def test_the_deck_holds_every_card_of_the_board() -> None:
    board = Board.of("six", CLASSIC, 6)
    assert sorted(board.deck) == sorted(CLASSIC)
    assert (board.cards, board.extras) == (6, 0)


def test_a_thief_leaves_two_cards_over() -> None:
    board = Board.of("thief", (*CLASSIC, "thief", "villager"), 6)
    assert board.extras == 2


def test_boards_are_values() -> None:
    assert Board.of("six", CLASSIC, 6) == Board.of("six", CLASSIC, 6)
    assert Board.of("six", CLASSIC, 6) != Board.of("six", CLASSIC, 6, Options.preset("club"))
    assert len({Board.of("six", CLASSIC, 6), Board.of("six", CLASSIC, 6)}) == 1
