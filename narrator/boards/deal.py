"""Who holds which card: deal files `{seats, extra}`, and a deal drawn at random."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from narrator.rules.board import Board
from narrator.yamlfile import BadFile, Map, Seq, load

KEYS = ("seats", "extra")


@dataclass(frozen=True)
class Deal:
    """The role of each seat, seat 1 first, and the two cards in the middle (thief)."""

    seats: tuple[str, ...]
    extra: tuple[str, ...] = ()


def random_deal(board: Board, rng: random.Random) -> Deal:
    """Shuffle and deal. The two cards in the middle are drawn too, unless the options fix them (R 7.5)."""
    cards = list(board.deck)
    if board.extras and board.options.thief_cards != "random":
        for card in board.extra:
            cards.remove(card)
        rng.shuffle(cards)
        return Deal(tuple(cards), board.extra)
    rng.shuffle(cards)
    return Deal(tuple(cards[: board.players]), tuple(cards[board.players :]))


def load_deal(path: str | Path, board: Board) -> Deal:
    """The deal in a file, checked against the board's cards. Raises `BadFile`."""
    source = load(path)
    if not isinstance(source, Map):
        raise BadFile(str(path), 1, "expected a deal: {seats: [role, …]}")
    for key in source:
        if key not in KEYS:
            raise source.unknown(key, KEYS)
    seats = _cards(source, "seats", board.players)
    extra = _cards(source, "extra", board.extras) if board.extras or "extra" in source else ()
    held, cards = Counter((*seats, *extra)), Counter(board.deck)
    if held != cards:
        over, under = held - cards, cards - held
        parts = [f"{number} {role} too many" for role, number in over.items()]
        parts += [f"{number} {role} missing" for role, number in under.items()]
        raise BadFile(source.path, source.lines["seats"], f"seats: not the cards of the board: {', '.join(parts)}")
    return Deal(seats, extra)


def _cards(source: Map, key: str, number: int) -> tuple[str, ...]:
    value = source.get(key)
    if not isinstance(value, Seq) or len(value) != number:
        raise source.bad(key, f"a list of {number} roles")
    for index, role in enumerate(value):
        if not isinstance(role, str):
            raise value.bad(index, "the id of a role")
    return tuple(str(role) for role in value)
