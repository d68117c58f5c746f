"""How a board balances: its wolves, gods and villagers against the usual boards of R 7.1 and 7.2, and who must or
should play together (R 2.4 X-1, 7.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from narrator.boards.describe import PARTNERS
from narrator.boards.file import board_names, load_board
from narrator.rules.board import Board
from narrator.rules.role import WOLF, Side
from narrator.rules.roles import ROLES
from narrator.wizard.texts import WizardTexts

TABLES = ("s4", "s0k")
"""The tables of R 7.1 and 7.2, as boards."""

MUST = (
    ("day_scholar", "night_mentor"),
    ("wolf_big_brother", "wolf_little_brother"),
    ("medium", "mech_wolf"),
    ("light_count", "eclipse_maid"),
    ("pure_maiden", "wolf_witch"),
)
"""R 2.4 X-1: roles whose texts refer to each other."""


@dataclass(frozen=True, slots=True)
class Sides:
    """How many cards stand on each side; `others` count for none of them."""

    wolves: int
    gods: int
    villagers: int
    others: int


def sides(board: Board) -> Sides:
    """The sides of a board's cards, extra ones included."""
    wolves = gods = villagers = others = 0
    for role in board.deck:
        side = ROLES[role].side
        if ROLES[role].camp == WOLF:
            wolves += 1
        elif side is Side.GOD:
            gods += 1
        elif side is Side.VILLAGER:
            villagers += 1
        else:
            others += 1
    return Sides(wolves, gods, villagers, others)


def usual(players: int) -> dict[str, Sides]:
    """The sides of the usual boards for so many players, by table."""
    names = set(board_names())
    return {table: sides(load_board(f"{table}-{players}")) for table in TABLES if f"{table}-{players}" in names}


def told(board: Board, texts: WizardTexts) -> Iterator[str]:
    """The balance in lines."""
    mine = sides(board)
    yield texts("balance.have", wolves=mine.wolves, gods=mine.gods, villagers=mine.villagers, others=mine.others)
    tables = usual(board.players)
    if not tables:
        yield texts("balance.no_table", players=board.players)
    for table, theirs in tables.items():
        yield texts(
            "balance.table",
            players=board.players,
            table=table,
            wolves=theirs.wolves,
            gods=theirs.gods,
            villagers=theirs.villagers,
        )
        yield " ".join(_differences(mine, theirs, texts))
    if tables:
        yield texts(f"balance.{leaning(mine, next(iter(tables.values())))}")
    yield from pairs(board, texts)


def _differences(mine: Sides, theirs: Sides, texts: WizardTexts) -> list[str]:
    found = []
    for side in ("wolves", "gods", "villagers"):
        more = getattr(mine, side) - getattr(theirs, side)
        if more:
            key = "balance.more" if more > 0 else "balance.less"
            found.append(texts(key, side=texts(f"side.{side}"), count=abs(more)))
    return found or [texts("balance.same")]


def leaning(mine: Sides, theirs: Sides) -> str:
    """`leans_wolf`, `leans_good` or `even`: a wolf more or a god fewer than usual helps the wolves, and the other
    way round. Counts cards, not their strength."""
    tilt = 2 * (mine.wolves - theirs.wolves) - (mine.gods - theirs.gods)
    return "leans_wolf" if tilt >= 2 else "leans_good" if tilt <= -2 else "even"


def pairs(board: Board, texts: WizardTexts) -> Iterator[str]:
    """Who must, and who should, play together; one line of praise when nothing is missing."""
    missing = False
    said: set[tuple[str, str]] = set()
    for one, two in MUST:
        for role, other in ((one, two), (two, one)):
            if role in board and other not in board:
                missing = True
                said.add((role, other))
                yield texts("balance.pair", role=texts.role(role), other=texts.role(other))
    for role, other in PARTNERS.items():
        if role in board and other not in board and (role, other) not in said:
            missing = True
            yield texts("balance.partner", role=texts.role(role), other=texts.role(other))
    if not missing:
        yield texts("balance.pairs_well")
