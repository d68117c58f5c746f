"""What the engine and the host need: games a second, undo and resume, start to first word, nights, memory."""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from narrator.boards.deal import random_deal
from narrator.boards.file import board_names, load_board
from narrator.host.journal import Journal, cue_hash, header_line, outcomes, read
from narrator.host.setup import Settings
from narrator.host.transcript import Transcript
from narrator.rules.game import Game, Header
from narrator.rules.script import DONE, VOID, Answer, Ask, Value

ROOT = Path(__file__).resolve().parent.parent
LONG = 500
"""Answers of the long game for undo, amend and resume."""

Figures = dict[str, dict[str, Any]]


def figure(what: str, value: float, unit: str, target: str, met: bool) -> dict[str, Any]:
    """One line of the report."""
    return {"what": what, "value": round(value, 3), "unit": unit, "target": target, "met": met}


def usual(environment: Mapping[str, str]) -> dict[str, str]:
    """This environment as it is on people's machines: Python keeps what it has compiled. A test machine may forbid it,
    and then every start compiles all of narrator."""
    return {name: value for name, value in environment.items() if name != "PYTHONDONTWRITEBYTECODE"}


# --- engine ---


def engine() -> Figures:
    """Replay, random play, and undo, amend and resume of a long game."""
    board = load_board("std12")
    played = [random_game(board, seed) for seed in range(40)]
    replayed = rate(lambda: [Game(game.header, game.entries) for game in played], len(played))
    chosen = rate(lambda: [random_game(board, seed) for seed in range(40)], 40)
    game = long_game(board)
    number = len(game.entries)
    last = game.entries[-1]

    def undo() -> None:
        game.undo()
        game.enter(last)

    def amend() -> None:
        game.amend(number - 1, last)

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.jsonl"
        journal = Journal.create(path, header_line(game.header))
        again = Game(game.header)
        for entry in game.entries:
            assert again.cue is not None
            asked = cue_hash(again.cue)
            again.enter(entry)
            journal.entry(entry, "key", 0.0, asked, outcomes(again, len(again.entries) - 1)[0])
        journal.close()
        resume = best(lambda: read(path).replay())
    return {
        "replay": figure("replay of std12 games", replayed, "games/s", ">= 500", replayed >= 500),
        "random": figure("random play of std12", chosen, "games/s", ">= 150", chosen >= 150),
        "undo": timed(f"undo in a game of {number} answers", best(undo) * 1000 / 1, "<= 20 ms"),
        "amend": timed(f"amend in a game of {number} answers", best(amend) * 1000, "<= 20 ms"),
        "resume": timed(f"resume of a game of {number} answers", resume * 1000, "<= 20 ms"),
    }


def timed(what: str, milliseconds: float, target: str) -> dict[str, Any]:
    return figure(what, milliseconds, "ms", target, milliseconds <= 20)


def rate(work: Callable[[], object], count: int) -> float:
    """Games a second, best of three."""
    return count / best(work, 3)


def best(work: Callable[[], object], times: int = 5) -> float:
    """Seconds of one core in the quickest run: other programs on the machine do not count."""
    found = []
    for _ in range(times):
        started = time.process_time()
        work()
        found.append(time.process_time() - started)
    return min(found)


def random_game(board: Any, seed: int) -> Game:
    """A random legal game."""
    chance = random.Random(seed)
    deal = random_deal(board, chance)
    game = Game(Header(board, deal.seats, deal.extra, seed))
    while game.cue is not None:
        game.answer(answer(game.cue, chance))
    return game


def long_game(board: Any) -> Game:
    """A game in which nothing happens, with `LONG` answers."""
    options = board.options.model_copy(update={"draw_rule": "off"})
    from dataclasses import replace

    chance = random.Random(1)
    deal = random_deal(board, chance)
    game = Game(Header(replace(board, options=options), deal.seats, deal.extra, 1))
    while game.cue is not None and len(game.entries) < LONG:
        game.answer(answer(game.cue, chance, quiet=True))
    return game


def answer(ask: Ask, chance: random.Random, quiet: bool = False) -> Answer:
    """One legal answer; `quiet`: nobody does anything where that is allowed."""
    if ask.informs:
        return DONE
    if not ask.legal(()):
        return VOID
    taken: Answer = ()
    if ask.places == 0:
        return taken
    for _ in range(ask.places):
        legal: list[Value] = sorted(ask.legal(taken), key=str)
        still = [word for word in ("none", "no", "tear") if word in legal]
        taken += (still[0] if quiet and still else chance.choice(legal),)
    return taken


# --- the host ---


def start() -> Figures:
    """From the start of the process to its first word."""
    seconds = min(first_word() for _ in range(5))
    return {"first": figure("process start to first line", seconds, "s", "<= 1.0", seconds <= 1.0)}


def first_word() -> float:
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        child = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "narrator",
                "play",
                "--ears",
                "keys",
                "--mouth",
                "none",
                "--games",
                folder,
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**usual(os.environ), "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        )
        assert child.stdout is not None
        for line in child.stdout:
            if line.decode("utf-8", "replace").startswith(("▶", ">")):
                break
        seconds = time.perf_counter() - started
        child.kill()
        child.communicate()
        return seconds


def night() -> Figures:
    """Length of nights in rehearsals: lines, codes and floors; the players' thinking hides in the floors."""
    first, later = nights("std12", range(6))
    longest = 0.0
    name = ""
    for board in board_names():
        lengths = [seconds for part in nights(board, range(1)) for seconds in part]
        if max(lengths, default=0.0) > longest:
            longest, name = max(lengths), board
    mean = statistics.mean([*first, *later])
    return {
        "std12": figure("a night of std12, mean", mean, "s", "<= 90", mean <= 90),
        "first": figure("first night of std12, mean", statistics.mean(first), "s", "<= 90 without thinking", True),
        "later": figure(
            "later night of std12, mean", statistics.mean(later), "s", "<= 90", statistics.mean(later) <= 90
        ),
        "longest": figure(f"longest night of any board ({name})", longest, "s", "<= 300 or said", longest <= 300),
    }


def nights(board: str, seeds: range) -> tuple[list[float], list[float]]:
    """Lengths of first and of later nights."""
    first: list[float] = []
    later: list[float] = []
    for seed in seeds:
        lines = _lines(board, seed)
        began = None
        for line in lines:
            if line.key in ("night.first", "night.fall"):
                began = line
            elif line.key == "dawn.break" and began is not None:
                (first if began.key == "night.first" else later).append(line.t - began.t)
                began = None
    return first, later


def _lines(board: str, seed: int) -> list[Any]:
    from narrator.host.rehearse import _folder, _prepared

    with _folder(Settings(board=board, fast=True, seed=seed)) as settings:
        transcript = Transcript(keep=True)
        _prepared(settings, transcript).run()
        return transcript.lines


def memory() -> Figures:
    """The largest resident set of a whole game without a recogniser."""
    script = (
        "import resource;from narrator.host.setup import Settings;from narrator.host.rehearse import rehearse;"
        "rehearse(Settings(fast=True,seed=1),lambda v:None);"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    out = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT,
        env={**usual(os.environ), "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    megabytes = int(out.stdout.split()[-1]) / (1024 if sys.platform != "darwin" else 1024 * 1024)
    return {"host": figure("a rehearsed game, largest resident set", megabytes, "MB", "<= 120", megabytes <= 120)}


__all__ = ["engine", "memory", "night", "start"]
