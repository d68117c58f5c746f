"""Random legal games over random boards, and what must hold in every one of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from narrator.lines import load_book
from narrator.rules.board import Board
from narrator.rules.game import Game
from narrator.rules.script import (
    Act,
    Ask,
    Cue,
    Event,
    Say,
    Show,
)
from tests.judge.soak_boards import random_board, random_headers
from tests.judge.soak_play import Broken, play_game


@dataclass
class Stats:
    """What a run has seen."""

    games: int = 0
    questions: int = 0
    acts: int = 0
    winners: dict[str, int] = field(default_factory=dict)
    reasons: dict[str, int] = field(default_factory=dict)
    roles: set[str] = field(default_factory=set)

    def add(self, game: Game) -> None:
        """Count one finished game."""
        self.games += 1
        self.questions += len(game.entries)
        self.acts += sum(isinstance(entry, Act) for entry in game.entries)
        outcome = game.table.outcome
        assert outcome is not None
        self.winners[outcome.winner] = self.winners.get(outcome.winner, 0) + 1
        self.reasons[outcome.reason] = self.reasons.get(outcome.reason, 0) + 1
        self.roles.update(game.header.board.counts)


def check_game(game: Game, books: Iterable[Callable[[Cue], None]] = ()) -> None:
    """What must hold at the end of every game. Raises `Broken`."""
    table = game.table
    if table.outcome is None:
        raise Broken("the game is over without an outcome")
    outs = [event.data["seat"] for event in game.events if event.kind == "out"]
    if len(set(outs)) != len(outs):
        raise Broken(f"somebody goes out twice: {outs}")
    dead = {seat.number for seat in table.seats[1:] if not seat.alive}
    if not set(outs) <= dead or set(table.living) != set(range(1, table.players + 1)) - dead:
        raise Broken(f"the counts do not add up: out {sorted(outs)}, dead {sorted(dead)}, living {table.living}")
    if not set(table.outcome.seats) <= set(range(1, table.players + 1)):
        raise Broken(f"seats that do not exist have won: {table.outcome.seats}")
    _check_the_dead_rest(game)
    again = Game(game.header, game.entries)
    if again.cues != game.cues or again.entries != game.entries:
        raise Broken("replay gives another game")
    for render in books:
        for cue in game.cues:
            render(cue)


def _check_the_dead_rest(game: Game) -> None:
    """Who is publicly out opens no eyes, votes for nobody and is voted for by nobody (R 3.5, 5.6)."""
    out: set[int] = set()
    exploded = 0
    for cue in game.cues:
        if isinstance(cue, Event) and cue.kind == "out":
            seat = cue.data["seat"]
            assert isinstance(seat, int)
            out.add(seat)
            causes = cue.data["causes"]
            exploded = seat if isinstance(causes, list) and "explode" in causes else exploded
        elif isinstance(cue, Show) and cue.key == "awake":
            awake = cue.value if isinstance(cue.value, tuple) else (cue.value,)
            if (out - {exploded}) & set(awake):
                raise Broken(f"{cue.role}: a dead seat opens its eyes: {awake}, out {sorted(out)}")
        elif isinstance(cue, Ask) and cue.askers and out & set(cue.askers):
            raise Broken(f"{cue.key}: a dead seat votes: {cue.askers}, out {sorted(out)}")


def renderer(language: str) -> Callable[[Cue], None]:
    """Renders every line of a cue; raises `Broken` when the book cannot."""
    book = load_book(language)
    known: set[str] = set()

    def render(cue: Cue) -> None:
        if not isinstance(cue, (Say, Ask)):
            return
        key = f"{cue.key}{sorted(cue.slots)}"
        if key in known and not cue.slots:
            return
        if not cue.key or not cue.key.strip():
            raise Broken(f"a line without a key: {cue}")
        try:
            text = book.render(cue.key, cue.slots)
        except Exception as error:
            raise Broken(f"{language}: {cue.key} {dict(cue.slots)}: {error}") from None
        if isinstance(cue, Say) and not text and not isinstance(cue, Ask):
            known.add(key)
        known.add(key)

    return render


def night_lines(game: Game) -> dict[int, tuple[object, ...]]:
    """What the table hears of each night that was played to its end: lines and questions, without anything secret."""
    nights: dict[int, list[object]] = {}
    number = 0
    asleep = False
    # After an act the same question stands again: only the one that was answered is heard as a step.
    pairs = zip(game.entries, game.marks, strict=True)
    answered = {mark - 1 for entry, mark in pairs if not isinstance(entry, Act)}
    for position, cue in enumerate(game.cues):
        if isinstance(cue, Say) and cue.key in ("night.first", "night.fall"):
            number += 1
            asleep = True
            nights[number] = []
        elif isinstance(cue, Say) and cue.key == "dawn.break":
            asleep = False
        elif asleep and isinstance(cue, Say):
            nights[number].append((cue.key, tuple(sorted(cue.slots.items()))))
        elif asleep and isinstance(cue, Ask) and position in answered:
            nights[number].append((cue.key, cue.ring, cue.places, cue.extras))
    if asleep:
        nights.pop(number, None)
    return {night: tuple(lines) for night, lines in nights.items()}


def leaks(board: Board) -> bool:
    """Does the board let the table hear secrets, by an option chosen for that?"""
    options = board.options
    reversed_day = options.alchemist_flow and "alchemist" in board
    return not options.call_dead or options.call_absent == "none" or reversed_day


PUBLIC = ("night.moon", "werewolf.exploder", "stand.open", "stand")
"""Heard only after a self-destruct, which everybody has seen; an election that it has put off included."""


def check_secrecy(games: Iterable[Game]) -> None:
    """Two games on one board sound the same in the same night (R 3.5). Raises `Broken`."""
    heard: dict[int, tuple[object, ...]] = {}
    for game in games:
        for night, lines in night_lines(game).items():
            public = tuple(line for line in lines if not (isinstance(line, tuple) and line[0] in PUBLIC))
            known = heard.setdefault(min(night, 2), public)
            if known != public:
                first = next((pair for pair in zip(known, public, strict=False) if pair[0] != pair[1]), None)
                raise Broken(f"night {night} sounds different: {first or (len(known), len(public))}")


def soak(seed: int, stats: Stats, books: Iterable[Callable[[Cue], None]] = ()) -> None:
    """Two random games on a random board, everything checked. Raises `Broken`; any other exception is a mistake too."""
    rng = random.Random(seed)
    board = random_board(rng)
    games = []
    for header in random_headers(rng, board, 2):
        game = play_game(rng, header)
        check_game(game, books)
        stats.add(game)
        games.append(game)
    if not leaks(board):
        check_secrecy(games)
