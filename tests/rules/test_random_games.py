"""Random legal games over every role: they end, nobody goes out twice, and a replay is exact."""

from __future__ import annotations

import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.rules.board import Board
from narrator.rules.game import Game, Header
from narrator.rules.options import Options
from narrator.rules.role import WOLF
from narrator.rules.roles import ROLES
from narrator.rules.script import NONE, Answer, Ask, Illegal

WOLVES = sorted(role for role, card in ROLES.items() if card.camp == WOLF)
OTHERS = sorted(role for role, card in ROLES.items() if card.camp != WOLF)
ON = {"butterfly": "on", "scholar_mentor": "double_target_only", "little_girl": True}
RARE = ("penalty", "leave")


@st.composite
def headers(draw: st.DrawFn) -> Header:
    """A deal of 6 to 18 seats of any roles, under any preset."""
    wolves = draw(st.lists(st.sampled_from(WOLVES), min_size=1, max_size=5))
    others = draw(st.lists(st.sampled_from(OTHERS), min_size=3, max_size=9, unique=True))
    villagers = draw(st.integers(2, 4))
    cards = draw(st.permutations([*wolves, *others, *["villager"] * villagers]))
    extra = tuple(draw(st.lists(st.sampled_from(sorted(ROLES)), min_size=2, max_size=2))) if "thief" in cards else ()
    preset = draw(st.sampled_from(("std12", "event12", "club", "classic")))
    order = draw(st.sampled_from(("canonical", "S0a", "S0k")))
    options = Options.preset(preset, {**ON, "order_preset": order})
    board = Board.of("random", [*cards, *extra], len(cards), options)
    return Header(board, tuple(cards), extra, seed=draw(st.integers(0, 2**32)))


def choose(rng: random.Random, ask: Ask) -> Answer:
    """Any answer that is allowed."""
    if not ask.places:
        answer: Answer = ()
        for _ in range(rng.randrange(4)):
            legal = list(ask.legal(answer))
            if legal:
                answer += (rng.choice(legal),)
        return answer
    if not ask.legal(()):
        return (NONE,) * ask.places
    answer = ()
    for _ in range(ask.places):
        answer += (rng.choice(sorted(ask.legal(answer), key=str)),)
    return answer


def step(play: Game, rng: random.Random) -> None:
    """One random entry."""
    assert play.ask is not None
    if rng.random() < 0.05:
        acts = [act for act in play.acts() if act.kind not in RARE or rng.random() < 0.05]
        if acts:
            play.act(rng.choice(acts))
            return
    play.answer(choose(rng, play.ask))


def finished(header: Header, seed: int) -> Game:
    rng = random.Random(seed)
    play = Game(header)
    while play.ask is not None:
        step(play, rng)
        assert len(play.entries) < 4000, "this game does not end"
    return play


SLOW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@SLOW
@given(headers(), st.integers(0, 2**32))
def test_every_game_ends_and_nobody_goes_out_twice(header: Header, seed: int) -> None:
    play = finished(header, seed)
    table = play.table
    assert table.outcome is not None
    out = [event.data["seat"] for event in play.events if event.kind == "out"]
    assert len(out) == len(set(out))
    assert len(table.living) + len(table.exits) == table.players
    everybody = set(range(1, table.players + 1))
    assert set(out) | set(table.living) | {death.seat for death in table.outcome.deaths} == everybody
    assert set(table.outcome.seats) <= set(range(1, table.players + 1))


@SLOW
@given(headers(), st.integers(0, 2**32))
def test_nobody_who_was_announced_out_acts_at_night(header: Header, seed: int) -> None:
    play = finished(header, seed)
    exits = {death.seat: death for death in play.table.exits}
    for night in play.table.nights:
        for deed in night.deeds:
            death = exits.get(deed.actor)
            assert death is None or death.round >= night.number, f"{deed} by a dead seat in night {night.number}"


@SLOW
@given(headers(), st.integers(0, 2**32))
def test_a_replay_gives_the_same_cues_and_undo_what_a_replay_gives(header: Header, seed: int) -> None:
    play = finished(header, seed)
    again = Game(header, play.entries)
    assert again.cues == play.cues
    half = len(play.entries) // 2
    shorter = Game(header, play.entries[: half + 1])
    shorter.undo()
    assert shorter.cues == Game(header, play.entries[:half]).cues


@SLOW
@given(headers(), st.integers(0, 2**32), st.integers(0, 10_000))
def test_a_preview_says_what_an_amendment_then_does(header: Header, seed: int, where: int) -> None:
    play = finished(header, seed)
    rng = random.Random(seed)
    number = where % len(play.entries)
    other = Game(header, play.entries[:number])
    assert other.ask is not None
    entry = choose(rng, other.ask)
    changes = play.preview(number, entry)
    if changes.illegal is None:
        play.amend(number, entry)
        assert play.cues == Game(header, play.entries).cues
    else:
        before = list(play.cues)
        try:
            play.amend(number, entry)
        except Illegal:
            assert play.cues == before
        else:
            raise AssertionError("the preview found it illegal")
