"""What is shown between games holds no secret: games that differ in nothing but secrets give the same page."""

from __future__ import annotations

import copy
import json
import logging
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.host.rehearse import rehearse
from narrator.host.setup import Settings
from narrator.lines import load_book
from narrator.recap.command import tell
from narrator.recap.games_list import games
from narrator.recap.page import page
from narrator.recap.plain import plain
from narrator.recap.texts import RecapTexts
from narrator.rules.roles import ROLES
from narrator.rules.script import Ask, Window
from tests.recap.journals import Recorder, as_text
from tests.recap.pages import Page

ROOT = Path(__file__).parents[2]
CAUSES = ("knife", "poison", "lover", "shot", "vote", "dream")
RELAXED = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def with_other_secrets(lines: list[dict[str, Any]], rng: random.Random, recorder: Recorder) -> list[dict[str, Any]]:
    """The same lines, every secret in them another: cards, night answers, causes, who caused it, who shares a win."""
    other = copy.deepcopy(lines)
    players = recorder.game.table.players
    rng.shuffle(other[0]["deal"])
    other[0]["seed"] = rng.randrange(10**6)
    other[0]["before"] = {"knifed": rng.randrange(players + 1), "exiled": 0}
    night = {
        number
        for number, mark in enumerate(recorder.game.marks)
        if isinstance(cue := recorder.game.cues[mark - 1], Ask) and cue.window is Window.NIGHT
    }
    number = 0
    for line in other[1:]:
        if "undo" in line:
            number -= 1
        elif "answer" in line and "amend" not in line:
            if number in night and len(recorder.game.entries) > number:
                line["answer"] = [rng.randrange(1, players + 1) for _ in line["answer"]]
            number += 1
        elif "act" in line:
            number += 1
        stored = [*line.get("events", []), *(event for some in line.get("all_events", []) for event in some)]
        for event in stored:
            data = event["data"]
            if event["event"] == "out":
                data["causes"] = rng.sample(CAUSES, 2)
                data["by"] = [rng.randrange(1, players + 1)]
            elif event["event"] == "won":
                data["seats"] = rng.sample(range(1, players + 1), 2)
                data["deaths"] = []
            elif event["event"] == "offer":
                data["camp"] = "wolf" if rng.random() < 0.5 else "draw"
    return other


def everything_shown(path: Path) -> list[str]:
    """All that a spoiler-free recap and the list of games put out."""
    story = tell(path, spoilers=False)
    shown = [page(story, "zh"), page(story, "en"), *plain(story, "zh"), *plain(story, "en")]
    return [*shown, *games(path.parent, "en")]


@RELAXED
@given(seed=st.integers(0, 10**6), most=st.sampled_from([30, 80, 1500]))
def test_games_that_differ_only_in_secrets_look_the_same_without_spoilers(
    seed: int, most: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("games") / "g.jsonl"
    recorder = Recorder(seed, ["Ann", "Bob"]).play(most)
    path.write_text(as_text(recorder.lines), encoding="utf-8")
    first = everything_shown(path)
    other = with_other_secrets(recorder.lines, random.Random(seed), recorder)
    path.write_text(as_text(other), encoding="utf-8")
    assert everything_shown(path) == first


@RELAXED
@given(seed=st.integers(0, 10**6))
def test_without_spoilers_no_card_no_camp_and_no_cause_is_named(
    seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("games") / "g.jsonl"
    Recorder(seed).play().write(path)
    for language in ("zh", "en"):
        texts, book = RecapTexts(language), load_book(language)
        story = tell(path, spoilers=False)
        shown = Page(page(story, language))
        # Everybody knows the board, the rules, and what was announced at the end.
        text = shown.text("", "result", "options", "rulings")
        for role in ROLES:
            assert book.render(f"role.{role}") not in text
        assert texts("cause.knife") not in text
        assert texts("cause.poison") not in text
        assert "deed-line" not in shown.classes
        assert "deed-mark" not in shown.classes
        life = [name for name in shown.classes if name in ("good", "wolf", "third")]
        assert len(life) <= 1, "only the winner's colour"


def test_hands_that_nobody_saw_are_not_shown(tmp_path: Path) -> None:
    recorder = Recorder(11).play()
    recorder.lines[0]["board"]["options"]["vote_style"] = "eyes_shut"  # type: ignore[index]
    path = recorder.write(tmp_path / "g.jsonl")
    assert all(not ballot.voters for ballot in tell(path, spoilers=False).ballots)
    recorder.lines[0]["board"]["options"]["vote_style"] = "hands"  # type: ignore[index]
    ballots = tell(recorder.write(path), spoilers=False).ballots
    assert any(ballot.voters for ballot in ballots if ballot.stage == "exile")
    assert all(not ballot.voters for ballot in ballots if ballot.stage == "sheriff")


@pytest.mark.parametrize("seed", range(4))
def test_hosting_logs_nothing(seed: int, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """At default level: no record at all, so none with a secret."""
    caplog.set_level(logging.WARNING)
    board = ("std12", "club", "event12", "s4-9")[seed]
    rehearse(Settings(board=board, seed=seed, fast=True, games=tmp_path, lang="zh"), lambda view: None)
    assert caplog.records == []


def test_a_rehearsal_with_a_transcript_says_nothing_secret_on_the_terminal(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "narrator",
        "rehearse",
        "--board",
        "club",
        "--seed",
        "5",
        "--fast",
        "--lang",
        "en",
    ]
    command += ["--transcript", str(tmp_path / "t.jsonl"), "--games", str(tmp_path / "games")]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True, timeout=200)
    said = run.stdout + run.stderr
    assert len(said.splitlines()) == 1  # who won, how long it took
    deal = json.loads(next((tmp_path / "games").glob("*.jsonl")).read_text(encoding="utf-8").splitlines()[0])["deal"]
    book = load_book("en")
    assert not any(book.render(f"role.{role}") in said for role in set(deal) - {"werewolf", "villager"})
    files = {path.suffix for path in tmp_path.rglob("*") if path.is_file()}
    assert files <= {".jsonl", ".lock"}
