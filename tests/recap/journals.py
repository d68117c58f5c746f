"""Journals for tests: games played at random on the real engine, written as the host writes them, with notes, undone
and amended entries."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from narrator.host.journal import cue_hash, events_of, header_line, written
from narrator.host.transcript import plain
from narrator.rules.board import Board
from narrator.rules.game import Game, Header
from narrator.rules.options import Options
from narrator.rules.roles import ROLES
from narrator.rules.script import Answer, Ask, Entry, Event, Illegal, Window

SWITCHES = {"butterfly": "on", "scholar_mentor": "double_target_only", "little_girl": True}
SINGLE = ("werewolf", "villager")
MOST = 1500
"""Entries after which a random game is broken off."""


def random_answer(rng: random.Random, ask: Ask) -> Answer:
    """A legal answer, acting more often than not."""
    if ask.key == "clock":
        return (f"{rng.randrange(24):02d}:{rng.randrange(60):02d}",)
    if ask.places and not ask.legal(()):
        return ("none",) * ask.places
    answer: Answer = ()
    for _ in range(ask.places or rng.randrange(4)):
        legal = list(ask.legal(answer))
        if len(legal) > 1 and "none" in legal and rng.random() < 0.6:
            legal.remove("none")
        if not legal:
            break
        answer += (rng.choice(legal),)
    return answer


def random_header(rng: random.Random, changes: Mapping[str, object] = MappingProxyType({})) -> Header:
    """Any roles at all, six to fourteen players; most games have their cards dealt, the others learn them."""
    players = rng.randrange(6, 15)
    wolves = [role for role, known in ROLES.items() if known.camp == "wolf"]
    others = [role for role, known in ROLES.items() if known.camp != "wolf"]
    deal: list[str] = []
    while len(deal) < players:
        few = len(deal) < max(1, players // 3)
        role = rng.choice(wolves) if few else rng.choice(others)
        if role not in deal or role in SINGLE:
            deal.append(role)
    rng.shuffle(deal)
    extra = ["villager", "villager"] if "thief" in deal else []
    options = Options.preset(rng.choice(["std12", "event12", "club", "classic"]), {**SWITCHES, **changes})
    board = Board.of("random", [*deal, *extra], players, options, tuple(extra))
    return Header(board, tuple(deal), tuple(extra), rng.randrange(10**6))


class Recorder:
    """Plays a game and writes its lines."""

    def __init__(self, seed: int, names: list[str] | None = None, **changes: object) -> None:
        """`changes`: options of the board."""
        self.rng = random.Random(seed)
        self.game = Game(random_header(self.rng, changes))
        self.at = 0.0
        about = {"started": "2026-01-01T20:00:00", "lines": "zh", **({"names": names} if names else {})}
        self.lines: list[dict[str, object]] = [dict(header_line(self.game.header, **about))]

    def play(self, most: int = MOST) -> Recorder:
        """To the end, or to so many entries."""
        while self.game.cue is not None and len(self.game.entries) < most:
            self.step()
        return self

    def step(self) -> None:
        rng, game, ask = self.rng, self.game, self.game.cue
        assert ask is not None
        if ask.window is Window.NIGHT and rng.random() < 0.3:
            self.note("step", cue=len(game.cues))
        acts = [act for act in game.acts() if act.kind not in ("penalty", "leave") or rng.random() < 0.02]
        if acts and rng.random() < 0.04:
            self.enter(rng.choice(acts))
            return
        if ask.informs and ask.seat:
            self.speak(ask)
        self.enter(random_answer(rng, ask))
        if rng.random() < 0.03 and game.entries:
            self.take_back()
        elif rng.random() < 0.02 and game.entries:
            self.put_right()

    def speak(self, ask: Ask) -> None:
        """Notes of a speech, with a pause in it now and then; none where no clock runs."""
        rng = self.rng
        if not self.game.header.board.options.speech_seconds:
            self.at += rng.uniform(1, 30)
            return
        for _ in range(rng.randrange(1, 4)):
            self.note("speech", seat=ask.seat, ask=ask.key, left=60.0, entries=len(self.game.entries))
            self.at += rng.uniform(1, 30)
            if rng.random() < 0.2:
                self.note("pause")
                self.at += rng.uniform(1, 90)
                self.note("resume")
                self.at += rng.uniform(0, 3)

    def enter(self, entry: Entry) -> None:
        game, ask = self.game, self.game.cue
        assert ask is not None
        before = len(game.cues) if game.entries else 0
        game.enter(entry)
        self.at += self.rng.uniform(0.5, 20)
        events = [cue for cue in game.cues[before:] if isinstance(cue, Event)]
        self.add(
            {
                **written(game.entries[-1]),
                "at": round(self.at, 3),
                "by": "voice",
                "cue": cue_hash(ask),
                "events": events_of(events),
            }
        )

    def take_back(self) -> None:
        """Undo one or two entries."""
        for _ in range(self.rng.randrange(1, 3)):
            if self.game.entries:
                self.game.undo()
                self.at += 1.0
                self.add({"undo": len(self.game.entries), "at": round(self.at, 3), "by": "key"})

    def put_right(self) -> None:
        """Amend an answer, where the game can go on all the same."""
        game = self.game
        number = self.rng.randrange(len(game.entries))
        asked = game.cues[game.marks[number] - 1]
        if not isinstance(asked, Ask) or asked.informs or not isinstance(game.entries[number], tuple):
            return
        try:
            game.amend(number, random_answer(self.rng, asked))
        except Illegal:
            return
        ends = [*game.marks[1:], len(game.cues)]
        starts = [0, *game.marks[1:]]
        stored = [
            events_of([cue for cue in game.cues[start:end] if isinstance(cue, Event)])
            for start, end in zip(starts, ends, strict=True)
        ]
        self.at += 1.0
        line = {"amend": number, **written(game.entries[number]), "at": round(self.at, 3), "by": "key"}
        self.add({**line, "all_events": stored})

    def note(self, what: str, **data: object) -> None:
        self.add({"note": what, "at": round(self.at, 3), **data})

    def add(self, line: dict[str, object]) -> None:
        fields = plain(line)
        assert isinstance(fields, dict)
        self.lines.append(fields)

    def write(self, path: Path) -> Path:
        path.write_text(as_text(self.lines), encoding="utf-8")
        return path


def as_text(lines: list[dict[str, object]]) -> str:
    """Lines as the file has them."""
    return "".join(json.dumps(plain(line), ensure_ascii=False, sort_keys=True) + "\n" for line in lines)


def random_journal(seed: int, path: Path, names: list[str] | None = None, most: int = MOST) -> Path:
    """A whole random game as a file."""
    return Recorder(seed, names).play(most).write(path)
