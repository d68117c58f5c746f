"""Every number on the page, recomputed here from the lines of the journal by other means."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from narrator.boards.file import board_names
from narrator.host.journal import read
from narrator.host.rehearse import rehearse
from narrator.host.setup import Settings
from narrator.recap.command import tell
from narrator.recap.page import page
from narrator.recap.plain import plain
from narrator.recap.texts import RecapTexts, rule_of
from narrator.rules.script import Ask
from tests.recap.journals import Recorder, random_journal
from tests.recap.pages import Page

NAMES = ["Ann", "白龙", "<b>Cy</b>"]


@dataclass
class Facts:
    """What the lines of a file say, read without any code of the recap."""

    head: dict[str, Any]
    entries: list[dict[str, Any]] = field(default_factory=list)
    speeches: list[tuple[int, int, float]] = field(default_factory=list)  # entry, seat, seconds
    undone: int = 0
    amended: int = 0
    paused: float = 0.0
    last: float = 0.0

    def events(self, *kinds: str) -> Iterator[dict[str, Any]]:
        for entry in self.entries:
            for event in entry["events"]:
                if event["event"] in kinds:
                    yield event["data"]


def facts(path: Path) -> Facts:
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    found = Facts(lines[0])
    began: tuple[int, float] | None = None
    last: tuple[int, float] | None = None  # whose speech a line has just ended, and when
    pauses: list[tuple[float, float]] = []
    opened: float | None = None
    for line in lines[1:]:
        found.last = max(found.last, line["at"])
        if line.get("note") == "speech":
            if last is not None and last[0] == line["seat"] and line["at"] - last[1] <= 0.3:
                continue
            if began is None or began[0] != line["seat"]:
                began = (line["seat"], line["at"])
        elif line.get("note") == "pause" and opened is None:
            opened = line["at"]
        elif line.get("note") == "resume" and opened is not None:
            pauses.append((opened, line["at"]))
            opened = None
        elif "undo" in line:
            last = (began[0], line["at"]) if began else None
            found.entries.pop()
            found.speeches = [speech for speech in found.speeches if speech[0] < len(found.entries)]
            found.undone += 1
            began = None
        elif "amend" in line:
            last = (began[0], line["at"]) if began else None
            for entry, events in zip(found.entries, line["all_events"], strict=True):
                entry["events"] = events
            found.amended += 1
        elif "note" not in line:
            last = (began[0], line["at"]) if began else None
            if began is not None:
                seat, at = began
                still = sum(end - start for start, end in pauses if start >= at)
                seconds = line["at"] - at - still
                before = found.speeches[-1] if found.speeches else (-1, 0, 0.0)
                if before[1] == seat and all("act" in entry for entry in found.entries[before[0] :]):
                    seconds += found.speeches.pop()[2]
                found.speeches.append((len(found.entries), seat, seconds))
                began = None
            found.entries.append(line)
    found.paused = sum(end - start for start, end in pauses)
    return found


def clock(seconds: float) -> str:
    return f"{round(seconds) // 60}:{round(seconds) % 60:02d}"


def number(votes: float) -> str:
    return str(int(votes)) if votes == int(votes) else str(votes)


def check_page(path: Path) -> None:
    story, known = tell(path), facts(path)
    assert story.unplayed == ""
    shown = Page(page(story, "zh"))
    check_seats(shown, known)
    check_votes(shown, known)
    check_speeches(shown, known)
    check_days(shown, known)
    check_rest(shown, known)
    check_nights(shown, path)


def check_seats(shown: Page, known: Facts) -> None:
    texts = RecapTexts("zh")
    rows = shown.sections["seats"].rows[1:]
    assert [row[0] for row in rows] == [f"{seat}号" for seat in range(1, known.head["board"]["players"] + 1)]
    outs = {data["seat"]: data for data in known.events("out")}
    won = next(iter(known.events("won")), {"seats": []})
    for seat, row in enumerate(rows, start=1):
        when, why, mark = row[-3:]
        assert (mark == "✓") == (seat in won["seats"])
        if seat not in outs:
            assert (when, why) == ("在场", "")
            continue
        assert re.fullmatch(r"第\d+[夜天]", when)
        for cause in outs[seat]["causes"]:
            assert texts.cause(cause) in why
            assert rule_of(f"cause.{cause}") in why
        by = [other for other in outs[seat]["by"] if other not in (0, seat)]
        knife = set(outs[seat]["causes"]) <= {"knife", "double_save"}
        named = [int(n) for n in re.findall(r"(\d+)号", why.partition("。")[2])]
        assert named == ([] if knife else by)


def check_votes(shown: Page, known: Facts) -> None:
    tallies = list(known.events("tally"))
    rows = shown.sections["votes"].rows
    if not tallies:
        assert rows == []
        return
    assert len(rows[0]) == len(tallies) + 1
    for column, data in enumerate(tallies, start=1):
        choices = {voter: seat for seat, voters in data["voters"].items() for voter in voters}
        for seat in range(1, known.head["board"]["players"] + 1):
            assert rows[seat][column] in ([f"{choices[seat]}号"] if seat in choices else ["—", "弃"])
        counted = dict(re.findall(r"(\d+)号 ([\d.]+)票", rows[-1][column]))
        assert counted == {seat: number(votes) for seat, votes in data["votes"].items()}


def check_speeches(shown: Page, known: Facts) -> None:
    rows = {row[0]: row for row in shown.sections["speeches"].rows[1:]}
    seats = {seat for _, seat, _ in known.speeches}
    assert set(rows) == {f"{seat}号" for seat in seats}
    for seat in seats:
        lengths = [seconds for _, speaker, seconds in known.speeches if speaker == seat]
        row = [cell for cell in rows[f"{seat}号"] if re.fullmatch(r"\d+(:\d\d)?", cell)]
        assert row == [str(len(lengths)), clock(sum(lengths)), clock(max(lengths))]


def check_days(shown: Page, known: Facts) -> None:
    lines = shown.sections["rounds"].lines
    dead = [data["dead"] for data in known.events("dawn")]
    told = [line for line in lines if line.startswith("昨夜死亡") or line == "平安夜"]
    assert [[int(n) for n in re.findall(r"(\d+)号", line)] for line in told] == dead
    exiled = [data["seats"] for data in known.events("exiled")]
    named = [line for line in lines if line.startswith("放逐：")]
    assert [[int(n) for n in re.findall(r"(\d+)号", line)] for line in named] == exiled
    # Nights and days fill the game up to its last entry.
    lengths = [line.rpartition(" ")[2] for line in lines if re.fullmatch(r"第\d+[夜天] \d+:\d\d", line)]
    total = sum(int(m) * 60 + int(s) for m, s in (length.split(":") for length in lengths))
    end = known.entries[-1]["at"] if known.entries else 0.0
    assert abs(total - end) <= len(lengths)


def check_rest(shown: Page, known: Facts) -> None:
    assert shown.sections["record"].lines == [
        f"{len(known.entries)}条记录，撤销{known.undone}次，更正{known.amended}次，暂停{clock(known.paused)}。"
    ]
    assert clock(known.last) in " ".join(shown.sections[""].lines)
    moves, before = [], 0
    for data in known.events("sheriff"):
        if data["seat"] != before or not moves:
            moves.append((before, data["seat"]))
        before = data["seat"]
    badge = [[int(n) for n in re.findall(r"(\d+)号", line)] for line in shown.sections["badge"].lines if "天：" in line]
    assert badge == [[seat for seat in move if seat] for move in moves]
    won = next(iter(known.events("won")), None)
    result = shown.sections["result"].lines
    if won is None:
        assert result == ["这一局没有打完"]
    else:
        seats = [int(n) for line in result[2:] for n in re.findall(r"(\d+)号", line)]
        assert seats == won["seats"]


def check_nights(shown: Page, path: Path) -> None:
    game = read(path).replay()
    deeds = [deed for night in game.table.nights for deed in night.deeds]
    assert shown.classes.count("deed-line") == shown.classes.count("deed-mark") == len(deeds)
    assert sum(text == "✖" for text in shown.sections["picture"].texts) == len(game.table.exits)
    # Whoever was asked in a ballot and named nobody has abstained.
    cells = [cell for row in shown.sections["votes"].rows[1:-1] for cell in row[1:]]
    answers = [
        entry.count("none")
        for entry, mark in zip(game.entries, game.marks, strict=True)
        if isinstance(asked := game.cues[mark - 1], Ask) and asked.askers and isinstance(entry, tuple)
    ]
    assert cells.count("弃") == sum(answers)
    rulings = shown.sections["rulings"].rows[1:]
    assert all(row[2] for row in rulings), "every ruling names its rule"
    assert sum("出局" in row[1] or row[2] != "" for row in rulings) == len(rulings)


@pytest.mark.parametrize("board", board_names())
def test_the_page_of_a_rehearsed_game_shows_the_numbers_of_its_journal(board: str, tmp_path: Path) -> None:
    rehearse(Settings(board=board, seed=7, fast=True, games=tmp_path, lang="zh"), lambda view: None)
    (path,) = tmp_path.glob("*.jsonl")
    check_page(path)
    story = tell(path)
    assert story.result is not None
    for language in ("zh", "en"):
        lines = list(plain(story, language))
        assert len(lines) > story.players[-1].seat
        assert "{" not in page(story, language).partition("</style>")[2]


@pytest.mark.parametrize("seed", range(40))
def test_the_page_of_a_random_game_shows_the_numbers_of_its_journal(seed: int, tmp_path: Path) -> None:
    check_page(random_journal(seed, tmp_path / "g.jsonl", NAMES if seed % 2 else None, 1500 if seed % 3 else 40))


def test_speeches_without_a_limit_are_timed_by_their_entries(tmp_path: Path) -> None:
    recorder = Recorder(9, speech_seconds=0, speech_warning=0).play()
    path = recorder.write(tmp_path / "g.jsonl")
    known, game = facts(path), recorder.game
    spoken: dict[int, list[float]] = {}
    for number, mark in enumerate(game.marks):
        asked = game.cues[mark - 1]
        if isinstance(asked, Ask) and asked.informs and asked.seat:
            before = known.entries[number - 1]["at"]
            spoken.setdefault(asked.seat, []).append(known.entries[number]["at"] - before)
    assert known.speeches == [] and len(spoken) > 3
    rows = Page(page(tell(path), "zh")).sections["speeches"].rows[1:]
    assert {row[0]: row[1:4] for row in rows} == {
        f"{seat}号": [str(len(times)), clock(sum(times)), clock(max(times))] for seat, times in spoken.items()
    }


def test_names_stand_beside_the_seats_as_text(tmp_path: Path) -> None:
    story = tell(random_journal(3, tmp_path / "g.jsonl", NAMES))
    html = page(story, "en")
    rows = Page(html).sections["seats"].rows
    assert [row[1] for row in rows[1:5]] == [*NAMES, ""]
    assert "<b>Cy</b>" not in html


def test_the_page_stands_alone(tmp_path: Path) -> None:
    shown = Page(page(tell(random_journal(4, tmp_path / "g.jsonl")), "zh"))
    assert shown.links == []
    assert not {"script", "iframe", "img", "link", "object", "embed"} & set(shown.tags)
    assert "url(http" not in page(tell(tmp_path / "g.jsonl"), "zh")
