"""The opening: who plays, with which cards, by which table rules (R 8.1 D-2 and D-4; R 8.4 PH-B-01,
PH-B-02)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from narrator.rules.game import Header
from narrator.rules.script import Value

Slots = Mapping[str, "Value | tuple[Value, ...] | float"]
Line = tuple[str, Slots]

ONE_BREATH = 6
"""Kinds of cards that are named in one line."""


def opening_lines(header: Header) -> Iterator[Line]:
    """Keys and slots of the lines before the first night, all public."""
    board, options = header.board, header.board.options
    yield "opening.welcome", {}
    yield "opening.players", {"players": board.players}
    kinds = list(board.roles)
    for start in range(0, len(kinds), ONE_BREATH):
        cards = tuple(role for role, count in kinds[start : start + ONE_BREATH] for _ in range(count))
        yield ("opening.roles" if start == 0 else "opening.more_roles"), {"roles": cards}
    if header.deal:
        yield "opening.deal", {}
    yield from _rules(header)
    knifed = header.before.knifed
    if knifed and options.n1_kill_protection == "remind":
        yield "opening.house.protected", {"seats": (knifed,)}
    elif knifed and options.n1_kill_protection in ("prev_first", "s0l"):
        yield "opening.house.protected_rule", {"seats": (knifed,)}
    yield "opening.start", {}


def _rules(header: Header) -> Iterator[Line]:
    board, options = header.board, header.board.options
    yield "opening.rules.night", {}
    yield "opening.rules.oath", {}
    yield "opening.rules.turns", {}
    if options.speech_seconds:
        yield "opening.rules.speech", {"seconds": options.speech_seconds}
    yield "opening.rules.pass", {}
    yield ("opening.rules.watch" if options.dead_may_watch else "opening.rules.dead"), {}
    if options.reveal_on_death == "yes":
        yield "opening.rules.reveal", {}
    yield "opening.rules.explode", {}
    elects = options.sheriff_mode != "none" and board.players >= options.sheriff_min_players
    if header.sheriff is not None or not elects:
        if not header.sheriff:
            yield "opening.rules.no_sheriff", {}
    elif options.sheriff_mode == "d1_before_deaths":
        yield ("opening.rules.badge_one" if options.badge_swallow == 1 else "opening.rules.badge_two"), {}
    if board.count("guard") and board.count("witch") and options.guard_save_conflict == "dies":
        yield "opening.rules.double", {}
    if board.count("idiot"):
        own = options.idiot_speech == "own_turn"
        yield ("opening.rules.idiot_turn" if own else "opening.rules.idiot"), {}
