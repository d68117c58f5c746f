"""Random playable boards, and games on them that differ in what is secret."""

from __future__ import annotations

import random

from narrator.boards.deal import random_deal
from narrator.boards.file import refusals
from narrator.rules.board import Board
from narrator.rules.game import Before, Header
from narrator.rules.options import OPTION_NAMES, Options, values
from narrator.rules.roles import ROLES

PLAYABLE = [role for role in ROLES if role not in ("werewolf", "villager")]
SHOTS = ("knife", "vote", "double_save", "wwk", "lover", "charm")


def random_options(rng: random.Random) -> dict[str, object]:
    """Some options changed, each to a random value."""
    changes: dict[str, object] = {}
    share = rng.choice((0.0, 0.1, 0.4, 1.0))
    for option in OPTION_NAMES:
        listed = values(option)
        if listed and rng.random() < share:
            changes[option] = rng.choice(listed)
    if rng.random() < share:
        changes["hunter_shoots_on"] = ["any"] if rng.random() < 0.2 else rng.sample(SHOTS, rng.randint(0, 4))
        changes["elder_knife_lives"] = rng.randint(1, 3)
        changes["sheriff_min_players"] = rng.choice((1, 6, 12))
        changes["talk_rounds"] = [rng.randint(1, 2), 1]
    changes["void_vote_allowed"] = changes.get("tie_rule") == "sheriff_decides" and rng.random() < 0.5
    if changes.get("last_words") == "quota_wolves" and rng.random() < 0.5:
        changes["last_words_quota"] = rng.randint(1, 5)
    if changes.get("wolves_outnumber") == "off":
        changes["wolves_outnumber_auto"] = False
    changes["players_range"] = [6, 18]
    return changes


def random_board(rng: random.Random) -> Board:
    """A playable board of 6 to 18 seats with any roles."""
    while True:
        players = rng.randint(6, 18)
        changes = random_options(rng)
        specials = rng.sample(PLAYABLE, rng.randint(1, min(players - 2, len(PLAYABLE))))
        for role, option, value in (
            ("little_girl", "little_girl", True),
            ("butterfly", "butterfly", "on"),
            ("day_scholar", "scholar_mentor", "double_target_only"),
            ("night_mentor", "scholar_mentor", "double_target_only"),
        ):
            if role in specials:
                changes[option] = value
        wolves = rng.randint(1, max(1, players // 3))
        cards = [*specials, *["werewolf"] * wolves]
        cards = cards[: players - 1] + ["villager"] * max(1, players - len(cards))
        extra: tuple[str, ...] = ()
        if "thief" in cards:
            extra = ("villager", rng.choice(("werewolf", "villager")))
            if changes.get("thief_cards") == "two_villagers":
                extra = ("villager", "villager")
        options = Options.preset(rng.choice(("std12", "event12", "club", "classic")), changes)
        board = Board.of("soak", [*cards, *extra], len(cards), options, extra)
        if not list(refusals(board)):
            return board


def random_headers(rng: random.Random, board: Board, number: int) -> list[Header]:
    """Games on the board that differ in deal and seed; what is public before the first night is the same."""
    before = Before(rng.randint(1, board.players), rng.randint(1, board.players))
    sheriff = rng.choice((None, None, None, 0, rng.randint(1, board.players)))
    deals = [random_deal(board, rng) for _ in range(number)]
    return [Header(board, deal.seats, deal.extra, rng.randrange(2**31), before, sheriff) for deal in deals]
