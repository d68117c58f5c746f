"""`narrator recap` and `narrator games` as they are called."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from narrator.host.rehearse import rehearse
from narrator.host.setup import Settings
from tests.recap.journals import random_journal

ROOT = Path(__file__).parents[2]


def narrator(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run the command; its exit code is left to the test."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "narrator", *arguments]
    return subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, encoding="utf-8", timeout=200, check=False
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One rehearsed game with names."""
    folder = tmp_path_factory.mktemp("evening")
    settings = Settings(
        board="s4-9", seed=3, fast=True, lang="zh", games=folder / "games", names=("Ann", "Bob", *"CDEFGHI")
    )
    rehearse(settings, lambda view: None)
    return folder


def test_a_page_a_text_and_a_page_without_spoilers(folder: Path) -> None:
    (game,) = (folder / "games").glob("*.jsonl")
    made = narrator("recap", str(game), "-o", "a.html", "--lang", "en", cwd=folder)
    assert (made.returncode, made.stdout) == (0, "Recap written to a.html\n")
    assert "Ann" in (folder / "a.html").read_text(encoding="utf-8")
    text = narrator("recap", game.stem, "--text", "--games", "games", "--lang", "zh", cwd=folder)
    assert text.returncode == 0
    assert "狼队 刀" in text.stdout
    hidden = narrator("recap", str(game), "--no-spoilers", "--text", "--lang", "zh", cwd=folder)
    assert hidden.returncode == 0
    assert "不剧透版" in hidden.stdout
    assert "狼队" not in hidden.stdout


def test_the_list_of_games_and_the_scores(folder: Path) -> None:
    listed = narrator("games", "--games", "games", "--lang", "en", cwd=folder)
    assert listed.returncode == 0
    assert "s4-9" in listed.stdout
    scored = narrator("games", "--scores", "--csv", "s.csv", "--games", "games", "--lang", "en", cwd=folder)
    assert scored.returncode == 0
    assert "Ann" in scored.stdout
    assert (folder / "s.csv").read_text(encoding="utf-8").startswith("name,games,won")


def test_errors_are_one_line_and_an_exit_code(folder: Path, tmp_path: Path) -> None:
    random_journal(1, tmp_path / "g.jsonl")
    (tmp_path / "broken.jsonl").write_text("{}\n", encoding="utf-8")
    for arguments, code in (
        (["recap", "nothing", "--games", "."], 2),
        (["recap", "broken.jsonl"], 2),
        (["recap", "g.jsonl", "-o", "no/where.html"], 3),
        (["games", "--csv", "no/where.csv", "--games", "."], 3),
    ):
        failed = narrator(*arguments, cwd=tmp_path)
        assert failed.returncode == code, failed.stderr
        assert len(failed.stderr.splitlines()) == 1
        assert failed.stderr.startswith("narrator: ")
