"""The night's public prompts are the same for all states of every role (R 3.5; what the table hears tells nothing)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from narrator.rules.board import Board
from narrator.rules.game import Game, Header
from narrator.rules.options import Options
from narrator.rules.roles import ROLES
from narrator.rules.script import NONE, Answer, Ask, Cue, Say
from tests.rules.tables import idle

PLAYERS = 10
FILL = ("nightmare", "werewolf", "werewolf", "witch", *["villager"] * 6)
ON = {"butterfly": "on", "scholar_mentor": "double_target_only", "little_girl": True, "sheriff_mode": "none"}
PRESETS = ("canonical", "S0a", "S0k", "S0g", "S0o")
NIGHT_ROLES = sorted(role for role, card in ROLES.items() if card.steps)

Choice = Callable[[Ask, int], Answer]
"""What is entered at a question of night k."""


def public(cue: Cue) -> tuple[object, ...] | None:
    """What the table can know of a cue."""
    if isinstance(cue, Say):
        return ("say", cue.key, tuple(sorted(cue.slots.items())))
    if isinstance(cue, Ask):
        return ("ask", cue.key, cue.ring, cue.places, cue.extras, cue.limit, cue.window, cue.seat, cue.askers)
    return None


def nights(role: str, dealt: bool, choose: Choice, exiled: int, order: str, count: int = 3) -> list[list[object]]:
    """The public prompts of each night of a game; `exiled` goes out by the first vote (0: nobody)."""
    cards = [*FILL[: PLAYERS - 1], role] if dealt else list(FILL)
    extra = ("villager", "villager") if dealt else (role, "villager")
    options = Options.preset("std12", {**ON, "order_preset": order})
    board = Board.of("all", [*FILL[: PLAYERS - 1], role, "villager", "villager"], PLAYERS, options)
    play = Game(Header(board, tuple(cards), extra, seed=5))
    while play.ask is not None and play.table.round <= count:
        ask = play.ask
        if ask.key == "ballot.exile" and play.table.round == 1 and exiled:
            play.answer(tuple(exiled if voter in (5, 6) else NONE for voter in ask.askers))
        elif ask.window.value == "night":
            play.answer(choose(ask, play.table.round))
        else:
            play.answer(idle(ask))
    found: list[list[object]] = []
    inside = False
    for cue in play.cues:
        if isinstance(cue, Say) and cue.key in ("night.first", "night.fall"):
            found.append([])
            inside = True
        if isinstance(cue, Say) and cue.key == "dawn.break":
            inside = False
        if inside and (seen := public(cue)) is not None:
            found[-1].append(seen)
    return found[:count]


def busy(role: str) -> Choice:
    """The holder uses everything he has at the first chance; everybody else is idle."""

    def choose(ask: Ask, _: int) -> Answer:
        if ask.role != role or not ask.legal(()):
            return idle(ask)
        answer: Answer = ()
        for _place in range(ask.places):
            legal = list(ask.legal(answer))
            done = [value for value in legal if value not in (NONE, "no", "keep")]
            answer += ((done or legal)[-1],)
        return answer

    return choose


def fearing(seat: int) -> Choice:
    """The nightmare fears a seat each second night."""

    def choose(ask: Ask, _: int) -> Answer:
        return (seat,) if ask.key == "nightmare.ask" and seat in ask.legal(()) else idle(ask)

    return choose


@pytest.mark.parametrize("order", PRESETS)
@pytest.mark.parametrize("role", NIGHT_ROLES)
def test_the_night_sounds_the_same_whatever_the_state_of_the_role(role: str, order: str) -> None:
    quiet: Choice = lambda ask, _: idle(ask)  # noqa: E731
    alive = nights(role, True, quiet, 0, order)
    states = {
        "out": nights(role, True, quiet, PLAYERS, order),
        "never dealt": nights(role, False, quiet, 0, order),
        "blocked": nights(role, True, fearing(PLAYERS), 0, order),
        "used up": nights(role, True, busy(role), 0, order),
    }
    for state, heard in states.items():
        for number, (one, other) in enumerate(zip(alive, heard, strict=False), start=1):
            assert other == one, f"{role}, {state}, night {number}"
        assert len(heard) >= 2, f"{role}, {state}: the game was over too soon to compare"


def test_dead_wolves_are_called_as_before() -> None:
    heard = nights("seer", True, lambda ask, _: idle(ask), 2, "canonical")
    assert heard[1][1:] == heard[2][1:]  # but for the number of the night
