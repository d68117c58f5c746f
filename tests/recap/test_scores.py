"""Scores over many games, recomputed from the journals; the list of games."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest

from narrator.host.journal import DiskError
from narrator.recap.games_list import games
from narrator.recap.scores import Score, as_csv
from tests.recap.journals import Recorder, random_journal

NAMES = ["Ann", "白龙", "=cmd()", "", "Eve"]


def evening(folder: Path) -> list[Path]:
    """Six games with names, one without, one not finished, one broken."""
    paths = [random_journal(seed, folder / f"g{seed}.jsonl", NAMES) for seed in range(20, 26)]
    random_journal(40, folder / "nameless.jsonl")
    random_journal(41, folder / "unfinished.jsonl", NAMES, most=12)
    (folder / "broken.jsonl").write_text("{", encoding="utf-8")
    return paths


def test_scores_are_those_of_the_journals(tmp_path: Path) -> None:
    paths = evening(tmp_path)
    played, won, drawn, survived = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for path in paths:
        game = Recorder(int(path.stem[1:]), NAMES).play().game
        outcome = game.table.outcome
        assert outcome is not None
        for seat, name in enumerate(NAMES, start=1):
            if name:
                played[name] += 1
                won[name] += seat in outcome.seats
                drawn[name] += outcome.winner == "draw"
                survived[name] += game.table.seats[seat].alive
    target = tmp_path / "scores.csv"
    lines = list(games(tmp_path, "en", scored=True, csv=target))
    rows = list(csv.DictReader(target.read_text(encoding="utf-8").splitlines()))
    assert {row["name"] for row in rows} == {"Ann", "白龙", "'=cmd()", "Eve"}
    for row in rows:
        name = row["name"].lstrip("'")
        assert int(row["games"]) == played[name] == 6
        assert int(row["won"]) == won[name]
        assert int(row["drawn"]) == drawn[name]
        assert int(row["lost"]) == 6 - won[name] - drawn[name]
        assert int(row["survived"]) == survived[name]
        assert int(row["good"]) + int(row["wolf"]) + int(row["other"]) == 6
        assert int(row["good_won"]) + int(row["wolf_won"]) + int(row["other_won"]) == won[name]
    assert [int(row["won"]) for row in rows] == sorted((int(row["won"]) for row in rows), reverse=True)
    assert any(line.startswith("3 games do not count") for line in lines)
    assert sum(any(line.startswith(name) for name in played) for line in lines) == 4


def test_the_list_of_games_tells_results_lengths_and_what_cannot_be_read(tmp_path: Path) -> None:
    evening(tmp_path)
    lines = list(games(tmp_path, "en"))
    assert len(lines) == 10
    for line in lines[1:]:
        name = line.split()[0]
        if name == "broken":
            assert "unreadable" in line
            continue
        stored = [json.loads(text) for text in (tmp_path / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
        seconds = round(max(entry["at"] for entry in stored[1:]))
        assert f" {seconds // 60}:{seconds % 60:02d} " in line
        assert ("unfinished" in line.split(maxsplit=1)[1]) == (name == "unfinished")


def test_a_folder_without_games_and_games_without_names_say_so(tmp_path: Path) -> None:
    assert list(games(tmp_path / "none", "en")) == ["There are no games yet."]
    random_journal(2, tmp_path / "g.jsonl")
    assert "no finished games with players' names" in next(iter(games(tmp_path, "en", scored=True)))
    with pytest.raises(DiskError, match="cannot be written"):
        list(games(tmp_path, "en", csv=tmp_path / "no" / "s.csv"))


def test_a_name_is_no_formula_for_a_spreadsheet() -> None:
    for evil in ("=1+1", "+1", "-1", "@x"):
        assert as_csv([Score(evil)]).splitlines()[1].startswith("'")
