"""The journal: real files, real damage, real locks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.boards.file import load_board
from narrator.host.games import find, listing
from narrator.host.journal import Journal, JournalError, Record, cue_hash, header_line, outcomes, read
from narrator.host.session import resumed_at
from narrator.recap.command import tell
from narrator.rules.game import Before, Game, Header
from narrator.rules.script import DONE
from tests.host.typing_games import ROOT, STD12

HEADER = Header(load_board("std12"), STD12, (), 7, Before(3, 5), None)


def written(path: Path, count: int = 6) -> Game:
    """A game with some entries, in a journal."""
    journal = Journal.create(path, header_line(HEADER))
    game = Game(HEADER)
    answers = [DONE, (5,), ("no",), ("none",), (9,), DONE]
    for at, answer in enumerate(answers[:count]):
        assert game.cue is not None
        asked = cue_hash(game.cue)
        game.enter(answer)
        journal.entry(game.entries[-1], "key", at + 0.5, asked, [])
    journal.close()
    return game


def test_a_journal_gives_back_the_header_and_the_game(tmp_path: Path) -> None:
    game = written(tmp_path / "g.jsonl")
    record = read(tmp_path / "g.jsonl")
    assert record.header() == HEADER
    again = record.replay()
    assert again.entries == game.entries
    assert again.cues == game.cues


def test_undo_and_amend_are_lines_and_replay_to_the_same_game(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    game = written(path)
    journal, record = Journal.reopen(path)
    game.undo()
    journal.undo(5, "key", 9.0)
    game.amend(1, (6,))
    journal.amend(1, (6,), "key", 9.5, outcomes(game))
    journal.close()
    assert read(path).replay().entries == game.entries
    assert len(path.read_text(encoding="utf-8").splitlines()) == 9
    assert record.last_at == 5.5


@pytest.mark.parametrize("cut", range(1, 40, 3))
def test_a_torn_last_line_is_dropped_and_the_game_goes_on(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "g.jsonl"
    game = written(path)
    data = path.read_bytes()
    path.write_bytes(data[:-cut])
    journal, record = Journal.reopen(path)
    kept = record.replay().entries
    assert kept == game.entries[: len(kept)]
    assert len(kept) >= 5
    assert (record.torn > 0) == (len(kept) == 5)
    journal.note("goes on", 7.0)
    journal.close()
    assert read(path).torn == 0


def test_any_other_damage_is_refused_with_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    written(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[2] = lines[2][:-9]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(JournalError, match=r"g\.jsonl: line 3: .*damaged"):
        read(path)


def test_a_replay_that_diverges_names_line_and_ruling(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    written(path)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    lines[3]["cue"] = "0" * 12
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    with pytest.raises(JournalError, match=r"line 4: diverges.*'witch\.save'"):
        read(path).replay()
    lines[3]["cue"] = read(path).lines[2].fields["cue"]
    lines[5]["answer"] = [1]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    with pytest.raises(JournalError, match=r"line 4: diverges"):
        read(path).replay()


def spoilt(path: Path, number: int, **fields: object) -> None:
    """Put other fields into line `number` of a journal; None takes one away."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for key, value in fields.items():
        if value is None:
            del lines[number - 1][key]
        else:
            lines[number - 1][key] = value
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def test_an_outcome_that_does_not_come_again_refuses_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    written(path)
    spoilt(path, 7, events=[{"event": "out", "data": {"seat": 9, "causes": ["knife"], "by": []}}])
    with pytest.raises(JournalError, match=r"g\.jsonl: line 7: diverges: .* follows, not .*out"):
        read(path).replay()


@pytest.mark.parametrize(
    ("line", "fields", "said"),
    [
        (1, {"seed": None}, "seed: expected a whole number"),
        (1, {"deal": [1]}, "deal: expected a list of words"),
        (1, {"extra": None}, "extra: expected a list of words"),
        (1, {"before": {}}, "before.knifed: expected a whole number"),
        (1, {"sheriff": "x"}, "sheriff: expected a whole number"),
        (1, {"board": {"name": "x"}}, "board.players: expected a whole number"),
        (1, {"rules_version": "1"}, "rules_version: expected a whole number"),
        (2, {"at": None}, "at: expected seconds"),
        (2, {"at": "soon"}, "at: expected seconds"),
        (2, {"by": None}, "by: expected a word"),
        (2, {"cue": 5}, "cue: expected a word"),
        (2, {"events": [{"event": "out"}]}, "events: expected events"),
        (2, {"undo": 1}, "expected one of note, undo, amend, answer, act"),
        (2, {"answer": None}, "expected one of note, undo, amend, answer, act"),
        (8, {"note": 5}, "note: expected a word"),
        (8, {"seat": "three"}, "seat: expected a whole number"),
        (8, {"left": []}, "left: expected seconds"),
    ],
)
def test_a_wrong_or_missing_field_is_refused_by_whoever_reads(
    line: int, fields: dict[str, object], said: str, tmp_path: Path
) -> None:
    path = tmp_path / "g.jsonl"
    written(path)
    journal, _ = Journal.reopen(path)
    journal.note("speech", 8.0, seat=3, ask="speech", left=60.0, entries=6)
    journal.close()
    spoilt(path, line, **fields)
    for reader in (lambda: Journal.reopen(path), lambda: tell(path), lambda: tell(path, spoilers=False)):
        with pytest.raises(JournalError) as refused:
            reader()
        assert str(refused.value).startswith(f"{path}: line {line}: {said}")


def test_other_rules_can_be_read_and_not_resumed(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    written(path)
    path.write_text(path.read_text(encoding="utf-8").replace('"rules_version": 1', '"rules_version": 99'), "utf-8")
    record = read(path)
    assert len(record.lines) == 6
    with pytest.raises(JournalError, match="line 1: rules_version 99"):
        record.header()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 5), st.integers(0, 400), st.binary(min_size=1, max_size=6))
def test_no_damage_whatever_gives_a_traceback(
    tmp_path_factory: pytest.TempPathFactory, line: int, at: int, junk: bytes
) -> None:
    path = tmp_path_factory.mktemp("damage") / "g.jsonl"
    written(path)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line] = lines[line][:at] + junk + lines[line][at + len(junk) :]
    path.write_bytes(b"".join(lines))
    try:
        read(path).replay()
    except JournalError as refused:
        assert str(path) in str(refused)


def test_two_hosts_are_refused_and_a_dead_one_does_not_block(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    written(path)
    holding = (
        "import sys; from pathlib import Path; from narrator.host.journal import Journal;"
        "j, _ = Journal.reopen(Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", holding, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert child.stdout is not None
    assert child.stdout.readline().strip() == b"held"
    with pytest.raises(JournalError, match="another narrator"):
        Journal.reopen(path)
    child.kill()
    child.communicate()
    journal, _ = Journal.reopen(path)
    journal.close()


def test_a_speech_that_was_cut_off_has_its_remaining_time(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    game = written(path)
    while game.cue is not None and not (game.cue.informs and game.cue.seat):
        ask = game.cue
        quiet = DONE if ask.informs else ("15:25",) if ask.key == "clock" else (1, 4) if ask.key == "stand" else ()
        game.answer(quiet)
    journal, _ = Journal.reopen(path)
    seat = game.cue.seat if game.cue else 0
    for left in (120.0, 80.0, 47.5):
        journal.note("speech", 100.0, seat=seat, ask="speech", left=left, entries=len(game.entries))
    journal.close()
    assert resumed_at(read(path), game).left == 47.5


def test_games_are_listed_and_found_by_id_path_or_age(tmp_path: Path) -> None:
    written(tmp_path / "20260101-a.jsonl")
    written(tmp_path / "20260102-b.jsonl")
    (tmp_path / "20260103-c.jsonl").write_text("junk\n", encoding="utf-8")
    found = listing(tmp_path)
    assert [game.id for game in found] == ["20260101-a", "20260102-b", "20260103-c"]
    assert found[0].entries == 6
    assert "line 1" in found[2].problem
    assert find(tmp_path, "20260101-a") == tmp_path / "20260101-a.jsonl"
    with pytest.raises(JournalError, match="no such game"):
        find(tmp_path, "20270101-x")


def test_a_record_knows_what_it_is_about(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "g.jsonl", header_line(HEADER, lines="en", names=["A", "B"]))
    journal.close()
    record: Record = read(tmp_path / "g.jsonl")
    assert record.about == {"lines": "en", "names": ["A", "B"]}


@pytest.mark.parametrize("line", [1, 2, 3])
def test_a_line_nested_without_end_is_refused_by_name(line: int, tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    written(path)
    lines = path.read_text(encoding="utf-8").splitlines()[:3]
    lines[line - 1] = '{"a": ' * 200_000
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(JournalError, match=f"line {line}: .*nested too deeply"):
        read(path)


@pytest.mark.skipif(sys.platform == "win32", reason="platform: Windows has no limit on the size of a file")
def test_a_disk_that_is_full_before_the_header_is_whole_leaves_no_game_behind(tmp_path: Path) -> None:
    code = (
        "import resource,signal,sys;from pathlib import Path;"
        "signal.signal(signal.SIGXFSZ,signal.SIG_IGN);resource.setrlimit(resource.RLIMIT_FSIZE,(1000,1000));"
        "from narrator.host.journal import Journal,DiskError,header_line;from tests.host.test_journal import HEADER\n"
        "try: Journal.create(Path(sys.argv[1]),header_line(HEADER))\n"
        "except DiskError as error: print(error)"
    )
    path = tmp_path / "games" / "g.jsonl"
    run = subprocess.run([sys.executable, "-c", code, str(path)], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.startswith(f"{path}: cannot be written (") and len(run.stdout.splitlines()) == 1
    assert list(path.parent.iterdir()) == []
