"""What holds for every role and every order of the night: it is called alike whether its holder lives, is out, is
blocked, has used his skill up, or the card was never dealt (R 3.5).
"""

from __future__ import annotations

import random
from typing import get_args

import pytest

from narrator.boards.file import SWITCHED
from narrator.rules.board import Board
from narrator.rules.game import Game, Header
from narrator.rules.options import Options
from narrator.rules.role import WOLF
from narrator.rules.roles import ROLES
from tests.judge.soak_play import play_game
from tests.judge.soaking import check_secrecy, night_lines

PRESETS = get_args(Options.model_fields["order_preset"].annotation)
PARTNERS = {"night_mentor": "day_scholar", "day_scholar": "night_mentor"}


def board_of(role: str, preset: str) -> tuple[Board, list[str]]:
    """A board of thirteen with the role, and its cards without the thief and the role."""
    changes: dict[str, object] = {"order_preset": preset, "alchemist_flow": False, "sheriff_mode": "none"}
    for switched in {role, PARTNERS.get(role, role)} & set(SWITCHED):
        option, value = SWITCHED[switched]
        changes[option] = value
    others = ["seer", "witch", "guard", "nightmare", "werewolf", "werewolf", *["villager"] * 6]
    others = [card for card in others if card != role or card in ("werewolf", "villager")]
    if role in PARTNERS:
        others.append(PARTNERS[role])
    cards = others if role == "thief" else [role, *others]
    deck = ["thief", *cards, "villager", "villager"]
    board = Board.of("contract", deck, len(deck) - 2, Options.preset("std12", changes), ("villager", "villager"))
    return board, others


def games_of(role: str, preset: str) -> list[Game]:
    """Random games in which the role is dealt, and in which its card lies in the middle."""
    board, others = board_of(role, preset)
    dealt = ["thief", *others] if role == "thief" else ["thief", role, *others]
    undealt = ["thief", "villager", *others]
    games = []
    for seed in range(2 if preset == "canonical" else 1):
        rng = random.Random(f"{role} {preset} {seed}")
        rng.shuffle(dealt)
        games.append(play_game(rng, Header(board, tuple(dealt), ("villager", "villager"), seed, sheriff=0)))
        if role != "thief":
            rng.shuffle(undealt)
            games.append(play_game(rng, Header(board, tuple(undealt), (role, "villager"), seed, sheriff=0)))
    return games


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("role", ROLES)
def test_the_night_sounds_the_same_in_every_state_of_a_role(role: str, preset: str) -> None:
    games = games_of(role, preset)
    check_secrecy(games)
    assert sum(len(night_lines(game)) for game in games) > len(games)


@pytest.mark.parametrize("role", [role for role, known in ROLES.items() if known.camp == WOLF])
def test_a_wolf_can_be_dealt_to_a_thief_and_the_night_is_called_alike(role: str) -> None:
    board, others = board_of(role, "canonical")
    games = []
    for extra in ((role, "villager"), ("villager", "villager")):
        seats = ["thief", "villager" if role in extra else role, *others]
        games.append(play_game(random.Random(role), Header(board, tuple(seats), extra, 1, sheriff=0)))
    check_secrecy(games)
