"""The whole game, from the opening words to the winner: the judge's script (R 5.0)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from narrator.rules.acts import perform
from narrator.rules.asking import GameOver, asking
from narrator.rules.day import day
from narrator.rules.night import night
from narrator.rules.nightwork import protected
from narrator.rules.recognise import recognise
from narrator.rules.role import DRAW
from narrator.rules.script import DONE, Ask, Event, Say, Script, Show, Window

if TYPE_CHECKING:
    from narrator.rules.death import Outcome
    from narrator.rules.table import Table


def play(table: Table) -> Script:
    """Nights and days until somebody has won."""
    table.react = partial(perform, table)
    try:
        yield from opening(table)
        if table.learned:
            yield from recognise(table)
        while True:
            table.round += 1
            yield from night(table)
            yield from day(table)
    except GameOver as over:
        yield from ending(table, over.outcome)


ONE_BREATH = 9
"""How many kinds of roles are named in one sentence."""


def opening(table: Table) -> Script:
    """The judge introduces the game and its house rules (R 8.1 D-2, D-4, 8.3)."""
    options, board = table.options, table.board
    yield Say("opening.welcome")
    yield Say("opening.players", {"players": board.players})
    kinds = [role for role, _ in board.roles]
    breath = set(kinds[:ONE_BREATH])
    yield Say("opening.roles", {"roles": tuple(card for card in board.deck if card in breath)})
    if len(kinds) > ONE_BREATH:
        yield Say("opening.more_roles", {"roles": tuple(card for card in board.deck if card not in breath)})
    if not table.learned:
        for seat in table.seats[1:]:
            yield Show("deal", table.role(seat.number).id, seat.number)
    ask = Ask("opening.deal", DONE, lambda _: DONE, window=Window.SETUP)
    yield from asking(table, lambda: ask)
    for rule in ("night", "oath", "turns", "pass", "watch" if options.dead_may_watch else "dead", "flat"):
        yield Say(f"opening.rules.{rule}")
    yield Say("opening.rules.speech", {"seconds": options.speech_seconds})
    yield Say("opening.rules.explode")
    if not table.election_due():
        yield Say("opening.rules.no_sheriff")
    else:
        yield Say("opening.rules.badge_one" if options.badge_swallow == 1 else "opening.rules.badge_two")
    for role in table.roles:
        if role.explained and (line := role.explained(table)):
            yield Say(line)
    if options.reveal_on_death == "yes":
        yield Say("opening.rules.reveal")
    kept = protected(table)
    if kept:
        asked = options.n1_kill_protection == "remind"
        yield Say("opening.house.protected" if asked else "opening.house.protected_rule", {"seats": kept})
    if options.protect_newcomers == "remind":
        yield Say("opening.house.newcomers")
    yield Say("opening.start")


def ending(table: Table, outcome: Outcome) -> Script:
    """游戏结束 (PT-70)."""
    table.outcome = outcome
    if outcome.winner == DRAW:
        yield Say("end.draw")
    else:
        yield Say("end.won", {"camp": outcome.winner})
    yield Say("end.reason", {"reason": outcome.reason})
    if outcome.seats:
        yield Say("end.seats", {"seats": outcome.seats})
    yield Event(
        "won",
        {
            "winner": outcome.winner,
            "reason": outcome.reason,
            "seats": list(outcome.seats),
            "deaths": sorted(death.seat for death in outcome.deaths),
        },
    )
