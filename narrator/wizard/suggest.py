"""Boards for a number of players, each with one line on it."""

from __future__ import annotations

from functools import cache

from narrator.boards.file import board_names, load_board
from narrator.boards.texts import Texts
from narrator.host.setup import Settings
from narrator.rules.board import Board
from narrator.wizard.dialogue import Choice
from narrator.wizard.texts import WizardTexts

USUAL, BAREST = "s4", "minimum"
"""The table whose board is usual for a number of players, and the board for trying out."""


@cache
def _boards() -> dict[str, Board]:
    return {name: load_board(name) for name in board_names()}


def fitting(players: int) -> list[str]:
    """Names of the boards for so many players: the one that `--players` takes first, the barest last (R 7.1)."""
    found = [name for name, board in _boards().items() if board.players == players]
    usual = Settings().board if Settings().board in found else f"{USUAL}-{players}"
    return sorted(found, key=lambda name: (name != usual, name == BAREST))


def counts() -> list[int]:
    """Every number of players that a named board is for."""
    return sorted({board.players for board in _boards().values()})


def choices(players: int, texts: WizardTexts) -> list[Choice]:
    """The fitting boards with their cards."""
    found = []
    names = Texts(texts.language)
    for name in fitting(players):
        board = _boards()[name]
        cards = texts.both(
            texts("board.cards", role=texts.role(role), count=count) if count > 1 else texts.role(role)
            for role, count in board.roles
        )
        found.append(Choice(name, texts("board.row", id=name, name=names.board(board.name), cards=cards)))
    return found
