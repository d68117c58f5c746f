"""Captions: every line of the loudspeaker, and nothing else."""

from __future__ import annotations

import io
import json
from itertools import islice
from pathlib import Path

import pytest
from rich.console import Console

from narrator.host.clock import Clock
from narrator.host.mouths import TimedMouth
from narrator.host.rehearse import prepare
from narrator.host.setup import Settings
from narrator.host.transcript import Transcript
from narrator.screen.captions import Caption, Captioned, CaptionFile, Follower, follow, follower_of
from narrator.screen.captions_show import drawn
from narrator.screen.words import ScreenWords
from narrator.speaking.mouth import Mouth


@pytest.mark.parametrize(("board", "seed"), [("std12", 1), ("std12", 2), ("minimum", 3), ("s4-16", 4), ("thief", 5)])
@pytest.mark.parametrize("code", ["shift", "card"])
def test_captions_are_what_the_table_hears_line_by_line(tmp_path: Path, board: str, seed: int, code: str) -> None:
    """Over random games with a judge who makes mistakes: word for word the table's lines of the transcript; no number
    of the night code, no sign and no refusal, which are told to the judge alone."""
    journal = tmp_path / "game.jsonl"
    captions = CaptionFile(journal)

    def mouth(clock: Clock) -> Mouth:
        return Captioned(TimedMouth(clock), captions.line)

    heard = io.StringIO()
    settings = Settings(board=board, seed=seed, fast=True, games=tmp_path / "games", code=code, earpiece="x")
    prepare(settings, Transcript(heard), make_mouth=mouth).run()
    captions.close()
    lines = [json.loads(line) for line in heard.getvalue().splitlines()]
    table = [line["text"] for line in lines if line["kind"] == "say" and line["to"] == "table"]
    written = [json.loads(line) for line in journal.with_suffix(".captions").read_text("utf-8").splitlines()]
    assert written == [*({"text": text} for text in table), {"over": True}]
    judge = {line["text"] for line in lines if line["to"] == "judge" and line["kind"] in ("say", "show")}
    assert judge
    assert not (judge - set(table)) & {line.get("text") for line in written}


def test_a_follower_reads_what_is_added_and_turns_to_the_next_game(tmp_path: Path) -> None:
    follower = Follower(tmp_path)
    assert follower.look() == []
    first = CaptionFile(tmp_path / "1.jsonl")
    first.line("天黑请闭眼。")
    first.line("狼人请睁眼。")
    assert follower.look()[-1] == Caption(2, "狼人请睁眼。", "天黑请闭眼。")
    assert follower.look() == []
    with open(tmp_path / "1.captions", "ab") as file:
        file.write('{"text": "天亮'.encode())
        file.flush()
        assert follower.look() == []  # half a line
        file.write('了。"}\n'.encode())
    assert [caption.text for caption in follower.look()] == ["天亮了。"]
    first.close()
    assert follower.look()[-1].over
    later = (tmp_path / "1.captions").stat().st_mtime + 5
    CaptionFile(tmp_path / "2.jsonl").line("各位好。")
    import os

    os.utime(tmp_path / "2.captions", (later, later))
    assert follower.look() == [Caption(4, "各位好。", "天亮了。")]


def test_following_begins_with_the_last_line(tmp_path: Path) -> None:
    captions = CaptionFile(tmp_path / "g.jsonl")
    captions.line("一")
    captions.line("二")
    seen = follow(follower_of("", tmp_path), lambda _: captions.line("三"))
    assert [caption.text for caption in islice(seen, 2)] == ["二", "三"]


def test_a_full_disk_costs_the_captions_and_not_the_game(tmp_path: Path) -> None:
    captions = CaptionFile(tmp_path / "no such folder" / "g.jsonl")
    captions.line("天黑请闭眼。")
    assert captions.problem


@pytest.mark.parametrize("columns", [40, 80, 160])
def test_the_line_stands_whole_in_the_terminal(columns: int) -> None:
    console = Console(width=columns, height=24, file=io.StringIO(), force_terminal=False)
    text = "昨夜出局的玩家是三号和十一号，请三号发表遗言，随后请警长决定发言顺序。"
    console.print(drawn(Caption(2, text, "天亮了。"), ScreenWords("zh"), 24))
    shown = "".join(console.file.getvalue().split())  # type: ignore[attr-defined]
    assert text in shown
    assert "天亮了。" in shown
