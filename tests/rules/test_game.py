"""Game: answers, acts, undo, amend, and what an amendment would change."""

from __future__ import annotations

import pytest

from narrator.rules.game import Before, Game, Header
from narrator.rules.script import DONE, VOID, Act, Illegal, NotUnderstood
from tests.rules.tables import game, idle, night, said, shown, until

STANDARD = (
    "seer",
    "witch",
    "hunter",
    "idiot",
    "villager",
    "villager",
    "villager",
    "villager",
    *["werewolf"] * 4,
)
SMALL = ("seer", "witch", "hunter", "guard", "villager", "villager", "werewolf", "werewolf")


def test_an_answer_that_is_not_of_the_ring_is_not_understood_and_changes_nothing() -> None:
    play = game(SMALL)
    until(play, "guard.ask")
    before = list(play.entries)
    with pytest.raises(NotUnderstood):
        play.answer((99,))
    with pytest.raises(NotUnderstood):
        play.answer((1, 2))
    assert play.entries == before
    assert play.ask is not None and play.ask.key == "guard.ask"


def test_an_answer_that_is_not_allowed_is_refused_and_changes_nothing() -> None:
    play = game(SMALL)
    until(play, "seer.ask")
    with pytest.raises(Illegal) as refused:
        play.answer((1,))  # not himself
    assert not isinstance(refused.value, NotUnderstood)
    assert play.ask is not None and play.ask.key == "seer.ask"


def test_whatever_is_entered_where_nobody_can_act_is_void() -> None:
    play = game(SMALL)
    night(play, {"werewolf.knife": (4,)})
    until(play, "guard.ask")
    play.answer((5,))
    assert play.entries[-1] == VOID


def test_undo_gives_the_state_before_the_last_entry() -> None:
    play = game(SMALL)
    until(play, "werewolf.knife")
    cues = list(play.cues)
    play.answer((5,))
    assert play.undo() == (5,)
    assert play.cues == cues
    assert play.ask is not None and play.ask.key == "werewolf.knife"


def test_there_is_nothing_to_undo_at_the_start() -> None:
    with pytest.raises(Illegal):
        game(SMALL).undo()


def test_an_amended_knife_changes_who_is_dead_in_the_morning() -> None:
    play = game(SMALL)
    until(play, "werewolf.knife")
    number = len(play.entries)
    assert night(play, {"werewolf.knife": (5,)}) == [5]
    play.amend(number, (6,))
    assert [event.data["dead"] for event in play.events if event.kind == "dawn"] == [[6]]


def test_a_preview_names_shown_facts_that_would_be_different_and_changes_nothing() -> None:
    play = game(SMALL)
    until(play, "werewolf.knife")
    number = len(play.entries)
    until(play, "seer.ask", {"werewolf.knife": (5,)})
    cues = list(play.cues)
    changes = play.preview(number, (6,))
    assert changes.illegal is None
    assert [(was.value, now and now.value) for was, now in changes.shown if was.role == "witch"] == [(5, 6)]
    assert not changes.said  # nothing the table has heard
    assert play.cues == cues


def test_a_preview_names_the_first_later_answer_that_would_not_be_allowed() -> None:
    play = game(SMALL)
    until(play, "werewolf.knife")
    number = len(play.entries)
    until(play, "seer.ask", {"werewolf.knife": (5,), "witch.save": ("yes",)})
    save = next(i for i, entry in enumerate(play.entries) if entry == ("yes",))
    assert play.preview(number, ("none",)).illegal == save
    with pytest.raises(Illegal):
        play.amend(number, ("none",))
    assert play.entries[number] == (5,)


def test_the_same_entries_give_the_same_cues() -> None:
    play = game(STANDARD, seed=3)
    night(play, {"werewolf.knife": (5,)})
    again = Game(play.header, play.entries)
    assert again.cues == play.cues


def test_a_penalty_at_night_is_told_before_the_death_list_and_leaves_that_seats_act_standing() -> None:
    play = game(SMALL)
    until(play, "witch.save", {"werewolf.knife": (5,), "guard.ask": (5,)})
    play.act(Act("penalty", 4))
    assert night(play) == []
    lines = [line.key for line in said(play)]
    assert lines.index("dawn.penalty") < lines.index("dawn.peace")
    assert not play.table.alive(4)


def test_a_self_destruct_is_refused_during_the_ballot() -> None:
    play = game(SMALL)
    until(play, "ballot.exile")
    with pytest.raises(Illegal):
        play.act(Act("explode", 7))


def test_the_recognition_round_learns_every_card() -> None:
    dealt = game(SMALL)
    play = Game(Header(dealt.header.board, (), seed=1, sheriff=0))
    holders = {role: tuple(i for i, card in enumerate(SMALL, start=1) if card == role) for role in SMALL}
    while play.ask is not None and play.ask.key in ("opening.deal", "learn.ask"):
        play.answer(DONE if play.ask.key == "opening.deal" else holders[play.ask.role])
    assert tuple(play.table.role(n).id for n in range(1, 9)) == SMALL


def test_a_thief_who_may_lie_in_the_middle_is_learned_as_missing() -> None:
    cards = (*SMALL, "thief", "idiot")
    board = game(cards).header.board
    board = type(board)(board.name, board.roles, 8, board.options)
    play = Game(Header(board, (), seed=1, sheriff=0))
    holders = {"seer": (1,), "witch": (2,), "hunter": (3,), "guard": (4,), "werewolf": (7, 8)}
    while play.ask is not None and play.ask.key in ("opening.deal", "learn.ask"):
        play.answer(DONE if play.ask.key == "opening.deal" else holders.get(play.ask.role, idle(play.ask)))
    assert sorted(play.table.extra) == ["idiot", "thief"]
    assert play.table.role(5).id == "villager"


def test_last_games_victim_is_an_empty_knife_where_the_table_protects_him() -> None:
    play = game(SMALL, n1_kill_protection="prev_first")
    play = Game(Header(play.header.board, SMALL, before=Before(knifed=5), sheriff=0))
    assert night(play, {"werewolf.knife": (5,)}) == []
    assert shown(play, "witch") == ["nobody"]
