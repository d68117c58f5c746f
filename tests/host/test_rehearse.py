"""Rehearsals: whole games by the real host, and what their transcripts hold."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from narrator.host.transcript import Line
from tests.host.rehearsing import rehearsed, settings

GOLDEN = Path(__file__).with_name("golden")


@pytest.mark.parametrize("board", ["s4-6", "s0k-9", "event12", "classic", "thief", "s4-18"])
@pytest.mark.parametrize("code", ["shift", "card"])
def test_a_rehearsed_game_ends_and_its_journal_replays_to_it(board: str, code: str, tmp_path: Path) -> None:
    heard = rehearsed(settings(tmp_path, board=board, code=code, seed=11))
    game = heard.rehearsal.host.sitting.game
    assert game.over
    assert game.table.outcome is not None
    from narrator.host.journal import read

    assert read(heard.rehearsal.start.journal.path).replay().entries == game.entries


def test_by_keys_alone_nobody_is_heard_at_night(tmp_path: Path) -> None:
    heard = rehearsed(settings(tmp_path, board="s4-6", ears="keys", seed=2))
    assert heard.rehearsal.host.sitting.game.over
    assert not [line for line in heard.table if line.kind == "heard"]


def test_the_transcript_has_the_fields_of_the_contract_and_times_never_go_back(tmp_path: Path) -> None:
    lines = rehearsed(settings(tmp_path, board="s4-6", seed=4)).lines
    fields = [json.loads(line.json()) for line in lines]
    assert all(list(one) == ["data", "key", "kind", "t", "text", "to"] for one in fields)
    assert {one["kind"] for one in fields} == {"say", "sound", "ask", "show", "heard", "event"}
    assert all(one["to"] == "judge" for one in fields if one["kind"] in ("event", "show", "ask"))
    times = [one["t"] for one in fields]
    assert times == sorted(times)
    assert lines[0].json().count('"t": 0.000') == 1


def test_every_spoken_answer_is_two_lines_coded_for_the_table_and_decoded_for_the_judge(
    tmp_path: Path,
) -> None:
    lines = rehearsed(settings(tmp_path, board="s4-6", seed=4), slips=False).lines
    for at, line in enumerate(lines):
        if line.kind == "heard" and line.to == "table":
            beside = lines[at + 1]
            assert (beside.kind, beside.to, beside.key) == ("heard", "judge", line.key)


def test_what_goes_wrong_is_put_right(tmp_path: Path) -> None:
    seen: dict[str, int] = {}
    for seed in range(12):
        judge = rehearsed(settings(tmp_path / str(seed), board="s4-9", seed=seed)).rehearsal.judge
        for kind, count in judge.slips.items():
            seen[kind] = seen.get(kind, 0) + count
    assert set(seen) >= {"none", "unclear", "doubt", "misheard", "corrected"}


def outline(lines: list[Line]) -> str:
    """One line each, without the words, which may be polished, and the times, which follow from them."""
    kept = (line for line in lines if line.kind in ("say", "ask", "heard", "sound", "event"))
    return "".join(f"{line.to:5} {line.kind:5} {line.key}\n" for line in kept)


@pytest.mark.parametrize(("name", "seed"), [("std12", 7), ("s4-9", 3)])
def test_golden_transcripts(name: str, seed: int, tmp_path: Path) -> None:
    """A change of the flow shows here. `NARRATOR_GOLDEN=write` writes them anew; read the difference."""
    found = outline(rehearsed(settings(tmp_path, board=name, seed=seed)).lines)
    path = GOLDEN / f"{name}-{seed}.txt"
    if os.environ.get("NARRATOR_GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == found
