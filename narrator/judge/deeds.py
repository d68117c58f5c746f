"""Entering the acts of a day: finding the question or moment that an act belongs to, and entering it
there.
"""

from __future__ import annotations

from collections.abc import Callable

from narrator.judge.case import Deed
from narrator.judge.play import ELECTION, Open, Play, Stuck, at_night
from narrator.rules.script import NONE, Act, Answer, Ask, Illegal, Value, Window
from narrator.rules.vote import voters

OWN_FLIPS = {"order_prince": "order_prince.flip", "pufferfish": "pufferfish.flip"}
"""Cards that are turned at a question of their own, not at the exile of their holder."""


class Refused(Exception):
    """The act cannot be entered now: `why`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def do(play: Play, deed: Deed) -> None:
    """Enter an act of the day. Raises `Refused`, and `Open` when something else has to be answered first."""
    if deed.kind == "clock":
        play.clock = str(deed.target)
    elif deed.kind == "serpent" and play.serpent_asked:
        if deed.target == "yes" and not play.game.table.nights[-1].serpent:
            raise Refused("nobody to save")
    elif deed.kind in ("penalty", "leave"):
        _enter(play, Act(deed.kind, deed.seat))
    elif deed.kind == "withdraw":
        for seat in deed.seats:
            _act(play, Act("withdraw", seat))
    elif deed.kind in ("explode", "duel"):
        _act(play, Act(deed.kind, deed.seat, deed.target))
    elif deed.kind == "declare":
        _act(play, Act("declare", 0, deed.target))
    else:
        _answer(play, deed)


def _enter(play: Play, act: Act) -> None:
    try:
        play.game.act(act)
    except Illegal as error:
        raise Refused(error.why) from None


# --- acts that nobody asks for ---


def _act(play: Play, act: Act) -> None:
    """Enter an act at the first question of this part of the day that allows it."""
    reason = ""

    def allowed(ask: Ask) -> bool:
        nonlocal reason
        try:
            play.game.check(act)
        except Illegal as error:
            reason = reason or error.why
            return False
        return True

    withdrawn = act.kind == "withdraw"
    if not play.go_today(allowed, lambda ask: _day_over(ask) or (withdrawn and ask.window is Window.ELECTION_BALLOT)):
        raise Refused(reason or "not now")
    _enter(play, act)


def _ballot(ask: Ask) -> bool:
    return ask.key.startswith("ballot.") and ask.window not in ELECTION


def _day_over(ask: Ask) -> bool:
    return _ballot(ask) or at_night(ask)


# --- answers to questions ---


def _answer(play: Play, deed: Deed) -> None:
    """Go on to the question that the act answers, and answer it."""
    if deed.kind == "vote" and not deed.votes and not voters(play.game.table, None):
        return  # nobody may vote today: nobody is asked
    if not play.go_today(_asks(play, deed), _stop(deed)):
        raise Refused("not asked")
    ask = play.ask
    assert ask is not None
    if ask.places and not ask.legal(()) and ask.ring:
        raise Refused("nobody can act here")
    try:
        play.game.answer(_given(ask, deed))
    except Illegal as error:
        raise Refused(error.why) from None


def _asks(play: Play, deed: Deed) -> Callable[[Ask], bool]:
    """Of which questions is this act an answer?"""
    kind, seat = deed.kind, deed.seat
    if kind == "stand":
        return lambda ask: ask.key == "stand"
    if kind == "ballot":
        return lambda ask: ask.window is Window.ELECTION_BALLOT or ask.key == "ballot.sheriff"
    if kind == "vote":
        return _ballot
    if kind == "speak":
        return lambda ask: ask.key == "direction"
    if kind == "shoot":
        return lambda ask: ask.key == "out.skill" and ask.seat == seat
    if kind == "badge":
        return lambda ask: ask.key == "badge.pass" and ask.seat == seat
    if kind == "decide":
        return lambda ask: ask.key == "decide"
    if kind == "voters":
        return lambda ask: ask.key == "scapegoat.voters"
    if kind == "serpent":
        return lambda ask: ask.key == "alchemist.serpent"
    return _flips(play, seat)


def _flips(play: Play, seat: int) -> Callable[[Ask], bool]:
    role = play.game.table.seats[seat].role
    own = OWN_FLIPS.get(role.id if role else "")

    def asked(ask: Ask) -> bool:
        if own:
            return ask.key == own
        if ask.seat != seat:
            return False
        legal = ask.legal(())
        return (ask.key == "exile.flip" and "yes" in legal) or (ask.key == "out.skill" and "flip" in legal)

    return asked


def _stop(deed: Deed) -> Callable[[Ask], bool]:
    """Where to look no further."""
    if deed.kind == "vote":
        return at_night
    if deed.kind == "speak":
        return lambda ask: _day_over(ask) or (ask.key == "speech" and ask.window is Window.SPEECH)
    return _day_over


def _given(ask: Ask, deed: Deed) -> Answer:
    """The answer that the act means at this question."""
    if deed.kind in ("stand", "voters"):
        return tuple(sorted(deed.seats))
    if deed.kind in ("ballot", "vote"):
        return _votes(ask, deed)
    if deed.kind == "flip":
        if ask.key == "out.skill":
            return ("flip",) if deed.target != "no" else (NONE,)
        return ("no" if deed.target == "no" else "yes",)
    value: Value = NONE if deed.target is None else deed.target
    return (value,)


def _votes(ask: Ask, deed: Deed) -> Answer:
    chosen = {voter: candidate for candidate, voters in deed.votes for voter in voters}
    for voter in chosen:
        if voter not in ask.askers:
            raise Refused(f"{voter} does not vote here")
    return tuple(chosen.get(voter, NONE) for voter in ask.askers)


def possible(play: Play, deed: Deed) -> bool:
    """Could the act be entered now? Tried on a copy."""
    ahead = play.copy()
    try:
        do(ahead, deed)
    except (Refused, Open, Stuck):
        return False
    return True
