"""What the table can hear, and checkers that find a dependence on a secret in it. Used by the secrecy tests, and by
the mutations that must turn each of them red."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from narrator.boards.deal import Deal
from narrator.host.desk import Desk
from narrator.host.host import Resumed
from narrator.host.night import NightQuestion
from narrator.host.nightcode import Code, NightCode
from narrator.host.pacing import Pace, Pacing
from narrator.host.rehearse import Rehearsal
from narrator.host.transcript import Line
from narrator.rules.board import Board
from narrator.rules.game import Game, Header
from narrator.rules.script import DONE, Answer, Ask, Entry, Value
from tests.host.rehearsing import Heard, begun, rehearsed, settings, stop_at

Heardline = tuple[object, ...]


# --- 1: the public prompts of a night are the same for all states of every role ---


def prompts_by_night(heard: Heard) -> dict[str, list[tuple[str, str]]]:
    """For the first and for later nights, each night's public prompts: lines and questions in order."""
    nights: dict[str, list[tuple[str, str]]] = {}
    current: list[tuple[str, str]] | None = None
    count = 0
    for line in heard.lines:
        if line.kind == "say" and line.key in ("night.first", "night.fall"):
            count += 1
            current = nights[f"{'first' if count == 1 else 'later'}{count}"] = []
        elif line.key in ("dawn.break", "stand.open", "won"):
            current = None
        public = line.to == "table" if line.kind == "say" else line.kind == "ask"
        if current is not None and public and not line.key.startswith("host."):
            current.append((line.kind, line.key))
    return nights


def different_prompts(games: Iterable[Heard]) -> list[str]:
    """Nights whose public prompts differ from those of the same kind; empty: none."""
    known: dict[str, list[tuple[str, str]]] = {}
    wrong = []
    for game in games:
        finished = prompts_by_night(game)
        for name, prompts in finished.items():
            kind = name[:5]
            if prompts and prompts != known.setdefault(kind, prompts):
                wrong.append(f"{name}: {prompts} is not {known[kind]}")
    return wrong


# --- 2: two games that differ only in secrets sound the same until the first public difference ---


@dataclass(frozen=True)
class Sounded:
    """One thing the table hears, coded numbers masked. `at`: seconds from the start, `after`: since
    "again" was last said: it answers the judge's voice, and how long he takes to speak is his, not the narrator's."""

    what: tuple[str, ...]
    at: float
    after: float

    def like(self, other: Sounded) -> bool:
        """Sounds the same, at the same time."""
        return self.what == other.what and (self.at == other.at or self.after == other.after)


def night_stream(lines: Sequence[Line]) -> list[Sounded]:
    """Everything the table hears, the narrator's lines and the judge's voice."""
    stream: list[Sounded] = []
    answered = heard = 0.0
    for line in lines:
        if line.to != "table":
            continue
        now = line.t
        if line.kind == "heard":
            heard = now
            stream.append(Sounded(("heard",), 0.0, 0.0))
        elif line.kind == "sound" or line.key == "host.again":
            stream.append(Sounded((line.kind, line.key), -1.0, round(now - heard, 3)))
            answered = now if line.kind == "say" else answered
        else:
            stream.append(Sounded((line.kind, line.key, line.text), round(now, 3), round(now - answered, 3)))
    return stream


def pair_difference(one: Sequence[Line], other: Sequence[Line]) -> str:
    """Where two games sound different before something public differs; empty: nowhere."""
    mine, theirs = night_stream(one), night_stream(other)
    for left, right in zip(mine, theirs, strict=False):
        if not left.like(right):
            return f"{left} is not {right}"
    return "" if len(mine) == len(theirs) else f"{len(mine)} lines, {len(theirs)} lines"


def one_night(folder: Path, board: Board, deal: Deal, seed: int, players: int, start: Sequence[Entry] = ()) -> Heard:
    """The night after `start` against the adversarial judge: `seed` is public (pacing, slips), `players` secret."""
    chosen = settings(folder, seed=seed)
    header = Header(board, deal.seats, deal.extra, seed)

    def ready(rehearsal: Rehearsal) -> None:
        rehearsal.judge.table.seed = players
        stop_at("dawn.break")(rehearsal)

    taken = None
    if start:
        taken = replace(begun(chosen, header), game=Game(header, start), resumed=Resumed())
    return rehearsed(chosen, header, ready, start=taken)


def to_the_second_night(board: Board, deal: Deal, knifed: Value) -> list[Entry]:
    """The entries of a first night with this victim, and of a day on which nothing happens."""
    game = Game(Header(board, deal.seats, deal.extra, 3))
    while game.cue is not None and not (game.table.round == 2 and not game.table.by_day):
        ask = game.cue
        if ask.informs:
            game.answer(DONE)
        elif ask.key == "werewolf.knife":
            game.answer((knifed,))
        elif ask.key == "clock":
            game.answer(("15:25",))
        else:
            game.answer(quiet(ask))
    return list(game.entries)


def quiet(ask: Ask) -> Answer:
    """Nothing is done."""
    if not ask.legal(()):
        return ("none",) * ask.places
    for word in ("none", "no", "tear"):
        if word in ask.legal(()):
            return (word,) * max(1, ask.places) if ask.places else ()
    return ()


# --- mutations: what a careless host would do ---

Mutation = Callable[[pytest.MonkeyPatch], None]


def reuse_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the key once and use it for every utterance."""
    fresh = NightCode.fresh
    kept: dict[NightCode, Code] = {}

    def reused(self: NightCode, decoy: bool = False) -> Code:
        code = kept.setdefault(self, fresh(self, True))
        return replace(code, decoy=code.decoy if decoy else None)

    monkeypatch.setattr(NightCode, "fresh", reused)


def skip_decoys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the judge say nothing where nobody can act."""
    run = NightQuestion.run

    def skipping(self: NightQuestion) -> tuple[Answer, str]:
        return (("none",) * self.ask.places, "clock") if not self.ask.legal(()) else run(self)

    monkeypatch.setattr(NightQuestion, "run", skipping)


def share_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the pauses from the stream that secret draws come from too."""
    shared = random.Random(7)
    of = Pacing.of

    def shifted(self: Pacing, ask: Ask, night: int, turn: int) -> Pace:
        for _ in range(len(ask.legal(()))):
            shared.random()  # a secret draw of the rules, for each of its choices
        pace = of(self, ask, night, turn)
        return replace(pace, floor=pace.floor + shared.random())

    monkeypatch.setattr(Pacing, "of", shifted)


def close_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the closing line come one second after the answer, without waiting for the floor."""
    rest = Desk.rest
    monkeypatch.setattr(Desk, "rest", lambda self, until: rest(self, min(until, self.clock.now() + 1.0)))
