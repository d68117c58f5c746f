"""Faulty case files: each one clear line."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.judge.load import load_cases
from narrator.yamlfile import BadFile

FAULTY_FILES = [
    ("play: []", 1, "case: missing"),
    ("case: x\nseats: [seer, werewolf]\nplay: []", 3, "play: []: expected a list of night, dawn"),
    ("case: x\nseats: [seer]\nplay: [{night: {}}]", 2, "expected a list of 2 to 40 role ids"),
    ("case: x\nseats: [seer, wizard]\nplay: [{night: {}}]", 2, "item 2: wizard: expected the id of a role"),
    (
        "case: x\nseats: [seer, thief]\nplay: [{night: {}}]",
        1,
        "extra: missing: expected two cards with a thief",
    ),
    (
        "case: x\nseats: [seer, werewolf]\nrules: {bgm: yes}\nplay: [{night: {}}]",
        3,
        "bgm: yes: expected true or false",
    ),
    ("case: x\nseats: [seer, werewolf]\nrules: {bmg: true}\nplay: [{night: {}}]", 3, "did you mean bgm?"),
    ("case: x\nseats: [seer, werewolf]\nsheriff: 3\nplay: [{night: {}}]", 3, "a seat from 1 to 2 or none"),
    ("case: x\nseats: [seer, werewolf]\nbefore: {shot: 1}\nplay: [{night: {}}]", 3, "shot: unknown key"),
    ("case: x\nseats: [seer, werewolf]\nplays: [{night: {}}]", 3, "plays: unknown key: expected one of case"),
    ("case: x\nseats: [seer, werewolf]\nplay:\n- nigth: {}", 4, "expected one of night, dawn, day, winner"),
    (
        "case: x\nseats: [seer, werewolf]\nplay:\n- night: {seer: 3}",
        4,
        "seer: 3: expected a seat from 1 to 2",
    ),
    ("case: x\nseats: [seer, werewolf]\nplay:\n- night: {seer: 0}", 4, "seer: 0: expected a seat"),
    ("case: x\nseats: [seer, werewolf]\nplay:\n- night: {seer: true}", 4, "seer: true: expected a seat"),
    (
        "case: x\nseats: [seer, werewolf]\nplay:\n- night: {seer@9: 1}",
        4,
        "expected a seat from 1 to 2 behind @",
    ),
    (
        "case: x\nseats: [seer, werewolf]\nplay:\n- night: {sear: 1}",
        4,
        "sear: unknown role or key of a night",
    ),
    ("case: x\nseats: [seer, werewolf]\nplay:\n- night: {witch: 2}", 4, "expected save, {poison: seat}"),
    ("case: x\nseats: [seer, werewolf]\nplay:\n- night: {thief: {take: x}}", 4, "take: x: expected one of"),
    ("case: x\nseats: [seer, werewolf]\nplay:\n- night: {}\n- dawn: {deaths: [1]}", 5, "deaths: unknown key"),
    (
        "case: x\nseats: [seer, werewolf]\nplay:\n- night: {}\n- dawn: {dead: 1}",
        5,
        "dead: 1: expected a list of seats",
    ),
    (
        "case: x\nseats: [seer, werewolf]\nplay:\n- night: {}\n- dawn: {bear: loud}",
        5,
        "loud: expected one of growl",
    ),
    (
        "case: x\nseats: [seer, werewolf]\nplay:\n- night: {}\n- day: {vote: {}}",
        5,
        "a list of acts and checks",
    ),
    (
        "case: x\nseats: [seer, werewolf]\nplay:\n- night: {}\n- day: [{vote: {1: [2]}, dead: []}]",
        5,
        "expected {act or check",
    ),
    (
        "case: x\nseats: [seer, werewolf]\nplay:\n- night: {}\n- day: [{votes: {}}]",
        5,
        "votes: expected {act or check: value}",
    ),
    (
        "case: x\nseats: [seer, werewolf]\nplay:\n- night: {}\n- day: [{vote: {1: [2], 2: [2]}}]",
        5,
        "2 votes twice",
    ),
    (
        "case: x\nseats: [seer, werewolf]\nplay:\n- night: {}\n- day: [{clock: 15:61}]",
        5,
        "expected a time of the day",
    ),
    (
        "case: x\nseats: [seer, werewolf]\nplay:\n- night: {}\n- day: [{shoot: 1}]",
        5,
        "{seat: …} with one seat",
    ),
    (
        "case: x\nseats: [seer, werewolf]\nplay:\n- night: {}\n- day: [{may: {fly: [1]}}]",
        5,
        "fly: unknown key",
    ),
    (
        "case: x\nseats: [seer, werewolf]\nplay:\n- night: {}\n- day: [{refuse: {dead: [1]}}]",
        5,
        "expected one act",
    ),
    ("case: x\nseats: [seer, werewolf]\nplay:\n- winner: me", 4, "winner: me: expected one of good"),
    (
        "case: x\nseats: [seer, werewolf]\nplay:\n- {winner: good, reason: luck}",
        4,
        "reason: luck: expected one of",
    ),
    ("case: x\nseats: [seer, werewolf]\nplay:\n- dawn: {}", 4, "dawn: expected a night before it"),
    (
        "case: x\nseats: [seer, werewolf]\nplay:\n- night: {}\n- dawn: {}\n- dawn: {}",
        6,
        "one dawn for a night",
    ),
    ("- 3", 1, "item 1: 3: expected a case"),
    ("[]", 1, "expected a case or a list of cases"),
    ("just words", 1, "expected a case or a list of cases"),
]


@pytest.mark.parametrize(("text", "line", "what"), FAULTY_FILES)
def test_a_faulty_file_names_line_key_and_what_was_expected(tmp_path: Path, text: str, line: int, what: str) -> None:
    file = tmp_path / "faulty.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadFile) as caught:
        load_cases(file)
    assert what in caught.value.what
    assert caught.value.line == line
    assert "\n" not in str(caught.value)
