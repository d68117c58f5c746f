"""Plays a game at random through `Game.answer` and `act`, to hear every line that a board can produce."""

from __future__ import annotations

import random

from narrator.boards.deal import random_deal
from narrator.boards.file import load_board
from narrator.rules.board import Board
from narrator.rules.game import Before, Game, Header
from narrator.rules.options import OPTION_NAMES, Options, values
from narrator.rules.roles import ROLES
from narrator.rules.script import DONE, NONE, Answer, Ask, Window

MOST_ENTRIES = 600
REFUSED = ("white_wolf", "prejudiced")  # no source gives their rules (R G-19)
ALLOWED = {"scholar_mentor": "double_target_only", "butterfly": "on", "little_girl": True}


def board_header(name: str, chance: random.Random) -> Header:
    """A named board, dealt by chance."""
    board = load_board(name)
    deal = random_deal(board, chance)
    return Header(board, deal.seats, deal.extra, chance.randrange(2**32), Before(1, 2))


def random_header(chance: random.Random, length: int = 14) -> Header:
    """A board of a few special cards, some options turned, and a deal; the same for the same random source."""
    seats = chance.randint(6, length)
    special = sorted(set(ROLES) - {"villager", "werewolf", *REFUSED})
    chosen = chance.sample(special, min(seats - 3, chance.randint(2, 9)))
    cards = [*chosen, "werewolf", "werewolf", *["villager"] * seats][:seats]
    extra = ("villager", "werewolf") if "thief" in cards else ()
    changes: dict[str, object] = dict(ALLOWED)
    for option in OPTION_NAMES:
        if values(option) and option not in ALLOWED and chance.random() < 0.15:
            changes[option] = chance.choice(values(option))
    board = Board.of("random", [*cards, *extra], seats, Options.preset("std12", changes))
    chance.shuffle(cards)
    learned = not extra and chance.random() < 0.1
    return Header(board, () if learned else tuple(cards), extra, chance.randrange(2**32), Before(1, 2))


def play_at_random(header: Header, chance: random.Random) -> Game:
    """The game after it has ended, or after `MOST_ENTRIES` entries."""
    game = Game(header)
    while game.cue is not None and len(game.entries) < MOST_ENTRIES:
        acts = game.acts() if game.cue.window is not Window.SETUP else []
        if acts and chance.random() < 0.04:
            game.act(chance.choice(acts))
        else:
            game.answer(_answer(game.cue, chance))
    return game


def _answer(ask: Ask, chance: random.Random) -> Answer:
    if ask.informs:
        return DONE
    if ask.key == "clock":
        return (f"{chance.randrange(24):02d}:{chance.randrange(60):02d}",)
    if not ask.legal(()):
        return (ask.ring[0],) * max(1, ask.places)
    if ask.extras and chance.random() < 0.05:
        return (ask.extras[0],)
    if not ask.places:
        several = sorted((value for value in ask.legal(()) if value != NONE), key=str)
        return tuple(sorted(chance.sample(several, chance.randint(0, len(several))), key=str))
    answer: Answer = ()
    for _ in range(ask.places):
        answer += (chance.choice(sorted(ask.legal(answer), key=str)),)
    return answer
