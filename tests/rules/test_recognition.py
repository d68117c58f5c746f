"""Which boards could be learned while night 1 is played."""

from __future__ import annotations

import pytest

from narrator.boards.file import board_names, load_board
from narrator.rules.board import Board
from narrator.rules.options import Options
from narrator.rules.role import WOLF, When
from narrator.rules.roles import ROLES

PRESETS = ("canonical", "S0a", "S0k", "S0g", "S0o")
LOOKERS = {
    "medium",
    "pure_maiden",
    "gargoyle",
    "wolf_witch",
    "mech_wolf",
    "thief",
}  # see exact cards on night 1


def board(*cards: str, order: str = "canonical") -> Board:
    return Board.of("test", cards, len(cards), Options.preset("std12", {"order_preset": order}))


def test_the_standard_board_is_learned_as_it_is_called() -> None:
    assert board("seer", "witch", "hunter", "idiot", "villager", "villager", "werewolf").learnable_in_order()


def test_a_seer_called_before_the_wolves_needs_to_know_them() -> None:
    assert not board("seer", "witch", "villager", "villager", "werewolf", order="S0a").learnable_in_order()


@pytest.mark.parametrize("role", ["light_count", "demon_hunter", "night_noble"])
def test_a_role_that_first_wakes_on_night_two_cannot_be_learned_on_night_one(role: str) -> None:
    cards = ("seer", role, "villager", "villager", "werewolf")
    assert board(*cards).learnable_in_order() is (role == "night_noble")  # he wakes with the pack


@pytest.mark.parametrize("order", PRESETS)
@pytest.mark.parametrize("name", board_names())
def test_no_board_is_learnable_that_needs_a_card_before_it_is_learned(name: str, order: str) -> None:
    known = load_board(name)
    options = known.options.model_copy(update={"order_preset": order})
    tried = Board(known.name, known.roles, known.players, options)
    roles = {role for role, _ in tried.roles}
    sleeps = {
        role
        for role in roles
        if role != "villager"
        and ROLES[role].pack.value != "member"
        and not any(step.when is not When.LATER for step in ROLES[role].steps)
    }
    early = roles & LOOKERS and any(ROLES[role].steps for role in roles - LOOKERS if ROLES[role].camp != WOLF)
    if sleeps or early or tried.extras or (order == "S0a" and "seer" in roles):
        assert not tried.learnable_in_order()
    elif roles <= {
        "villager",
        "seer",
        "witch",
        "hunter",
        "idiot",
        "guard",
        "knight",
        "werewolf",
        "wolf_king",
    }:
        assert tried.learnable_in_order()
