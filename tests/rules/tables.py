"""Small tables for tests: a game from cards, nights and days played by naming acts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.rules.board import Board
from narrator.rules.game import Game, Header
from narrator.rules.options import Options
from narrator.rules.script import NONE, Answer, Ask, Say, Show

Acts = Mapping[str, Answer]


def game(cards: Sequence[str], seed: int = 1, sheriff: int | None = 0, **options: object) -> Game:
    """A new game of these cards, seat 1 first, without an election."""
    board = Board.of("test", cards, len(cards), Options.preset("std12", options))
    return Game(Header(board, tuple(cards), seed=seed, sheriff=sheriff))


def idle(ask: Ask) -> Answer:
    """The answer of somebody who does nothing: none, no, done; the first thing allowed where he must act."""
    if ask.key == "clock":
        return ("15:25",)
    if not ask.places:
        return ()
    answer: Answer = ()
    for _ in range(ask.places):
        legal = list(ask.legal(answer)) or list(ask.ring)
        answer += (next((word for word in (NONE, "no", "done") if word in legal), legal[0]),)
    return answer


def until(play: Game, key: str, acts: Acts | None = None, most: int = 400) -> None:
    """Answer what is asked, idly or as named by the key of the question, until `key` is asked."""
    for _ in range(most):
        assert play.ask is not None, f"the game was over before {key}"
        if play.ask.key == key:
            return
        play.answer((acts or {}).get(play.ask.key, idle(play.ask)))
    raise AssertionError(f"{key} is never asked")


def night(play: Game, acts: Acts | None = None) -> list[int]:
    """Play on through the next death news; comes back with who is announced dead."""
    news = sum(1 for event in play.events if event.kind == "dawn")
    while play.ask is not None and sum(1 for event in play.events if event.kind == "dawn") == news:
        play.answer((acts or {}).get(play.ask.key, idle(play.ask)))
    dead = play.events
    told = [event.data["dead"] for event in dead if event.kind == "dawn"][-1]
    assert isinstance(told, list)
    return told


def said(play: Game) -> list[Say]:
    """Every line the table has heard."""
    return [cue for cue in play.cues if isinstance(cue, Say)]


def shown(play: Game, role: str, key: str = "private") -> list[object]:
    """Everything shown about a role's steps."""
    return [cue.value for cue in play.cues if isinstance(cue, Show) and cue.role == role and cue.key == key]
