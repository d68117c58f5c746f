"""Nothing is lost: a host that is really killed (SIGKILL) at any prompt goes on at the opening line of the step."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from narrator.host.journal import read
from narrator.host.rehearse import Rehearsal
from narrator.host.view import View
from narrator.rules.game import Game
from tests.host.rehearsing import rehearsed, settings
from tests.host.typing_games import ROOT

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="platform: no fork on Windows")

BOARD, SEED = "s4-6", 5


def state(game: Game) -> tuple[object, ...]:
    """All that is true in a game: what was asked and said, shown and came of it; every seat, and every deed."""
    table = game.table
    seats = [(seat.number, seat.role and seat.role.id, seat.alive, seat.death) for seat in table.seats[1:]]
    deeds = [night.deeds for night in table.nights]
    later = (table.exits, table.pending, table.sheriff, table.round, table.outcome)
    return (game.entries, game.cues, seats, deeds, *later)


def killing(at: int):  # type: ignore[no-untyped-def]
    """A rehearsal that kills its own process when prompt number `at` is open."""

    def ready(rehearsal: Rehearsal) -> None:
        seen: set[int] = set()

        def watch(view: View) -> None:
            if view.asked and view.prompt_number:
                seen.add(view.prompt_number)
            if len(seen) >= at:
                os.kill(os.getpid(), signal.SIGKILL)

        rehearsal.desk.subscribe(watch)

    return ready


def killed_at(folder: Path, at: int) -> bool:
    """Run a rehearsal in a child that is killed at that prompt; False when the game was over before."""
    child = os.fork()
    if child == 0:
        try:
            rehearsed(settings(folder, board=BOARD, seed=SEED), ready=killing(at), slips=False)
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def test_killed_at_every_prompt_it_goes_on_at_the_opening_line_to_the_same_end(tmp_path: Path) -> None:
    whole = rehearsed(settings(tmp_path / "whole", board=BOARD, seed=SEED), slips=False)
    game = whole.rehearsal.host.sitting.game
    said = [(line.key, line.text) for line in whole.table if line.kind == "say"]
    at = 0
    while True:
        at += 1
        folder = tmp_path / str(at)
        if not killed_at(folder, at):
            break
        journal = next(folder.glob("*.jsonl"))
        before = read(journal).replay()
        kept = list(before.entries)
        # Nothing that was accepted is lost …
        assert kept == game.entries[: len(kept)]
        # … what is taken up is the game as it stood …
        assert state(before) == state(Game(game.header, kept))
        again = rehearsed(settings(folder, board=BOARD, seed=SEED, resume=str(journal)), slips=False)
        # … the game ends the same …
        assert again.rehearsal.host.sitting.game.entries == game.entries
        assert state(again.rehearsal.host.sitting.game) == state(game)
        # … and what the table hears from there on is what it would have heard, from the step's opening line on.
        after = [(line.key, line.text) for line in again.table if line.kind == "say"]
        assert after[0][0] == "host.game.resume"
        rest = [line for line in after[1:] if not line[0].startswith("host.")]
        assert rest == [line for line in said if not line[0].startswith("host.")][-len(rest) :] or _spliced(rest, said)
        ask = before.cue
        if ask is not None and ask.role:
            assert rest[0][0].endswith(".open") or rest[0][0].startswith(("night.", "opening."))
    assert at > 30


def _spliced(rest: list[tuple[str, str]], said: list[tuple[str, str]]) -> bool:
    """The step's opening, then the pending question without those before it: a subsequence of what was said."""
    lines = iter(line for line in said)
    return all(any(line == other for other in lines) for line in rest)


def test_a_cold_process_that_is_killed_is_resumed_by_another(tmp_path: Path) -> None:
    games = tmp_path / "games"
    command = [
        sys.executable,
        "-m",
        "narrator",
        "rehearse",
        "--fast",
        "--board",
        BOARD,
        "--seed",
        str(SEED),
        "--games",
        str(games),
        "--transcript",
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    first = tmp_path / "first.jsonl"
    os.mkfifo(first)
    child = subprocess.Popen([*command, str(first)], env=environment, cwd=ROOT, stderr=subprocess.DEVNULL)
    with open(first, encoding="utf-8") as lines:
        heard = [line for line, _ in zip(lines, range(120), strict=False)]
        child.send_signal(signal.SIGKILL)
        child.wait()
    assert len(heard) == 120
    journal = next(games.glob("*.jsonl"))
    kept = list(read(journal).replay().entries)
    assert len(kept) > 5
    second = tmp_path / "second.jsonl"
    subprocess.run([*command, str(second), "--resume", str(journal)], env=environment, cwd=ROOT, check=True)
    lines_after = [json.loads(line) for line in second.read_text(encoding="utf-8").splitlines()]
    assert lines_after[0]["key"] == "host.game.resume"
    game = read(journal).replay()
    assert game.entries[: len(kept)] == kept
    assert game.table.outcome is not None
