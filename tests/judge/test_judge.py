"""The player of rule cases: what passes, what fails and how it says so, what is faulty."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from narrator.judge.load import load_cases
from narrator.judge.report import FAILED, FAULTY, PASSED
from narrator.judge.run import judge, run

SEATS = "seats: [seer, witch, hunter, guard, villager, villager, werewolf, werewolf]"
OWN_CASES = sorted((Path(__file__).parent.parent / "cases").glob("*.yaml"))


def case_file(folder: Path, play: str, head: str = SEATS) -> Path:
    file = folder / "case.yaml"
    file.write_text(f"case: a case\n{head}\nplay:\n{play}\n", encoding="utf-8")
    return file


def outcome(folder: Path, play: str, head: str = SEATS) -> tuple[str, str]:
    """What comes of one case, and the line about it."""
    (case,) = load_cases(case_file(folder, play, head))
    _, result = run(case)
    return result.outcome, str(result)


@pytest.mark.parametrize("file", OWN_CASES, ids=lambda file: file.stem)
def test_our_own_cases_come_out_as_they_say(file: Path) -> None:
    lines: list[str] = []
    assert judge([file], lines.append) == 0, "\n".join(line for line in lines if not line.startswith("PASS"))
    assert len(lines) == len(load_cases(file))


WRONG = [
    ("- night: {werewolf: 5}\n- dawn: {dead: []}", "line 5, dawn 1, dead: expected [], got [5]"),
    ("- night: {werewolf: 5}\n- dawn: {dead: [5], last_words: []}", "last_words: expected [], got [5]"),
    ("- night: {seer: 7, show: {seer: good}}", "night 1, show seer: expected good, got wolf"),
    ("- night: {show: {seer: good}}", "show seer: expected good, got nothing"),
    ("- night: {awake: {werewolf: [7]}}", "awake werewolf: expected [7], got [7, 8]"),
    ("- night: {refuse: {seer: 7}}", "refuse: seer: 7: expected refused, got accepted"),
    ("- night: {seer: 1}", "seer: 1: expected accepted, got refused"),
    ("- night: {night_noble: 1}", "expected asked, got the role is not asked this night"),
    ("- night: {says: [狼人请睁眼, 天黑请闭眼]}", "says: expected 天黑请闭眼"),
    ("- night: {silent: [女巫]}", "silent: expected nobody says 女巫"),
    ("- night: {}\n- dawn: {}\n- winner: wolf", "winner: expected wolf, got none"),
    ("- night: {}\n- dawn: {}\n- {winner: none, reason: quiet}", "reason: expected quiet, got none"),
    ("- night: {}\n- dawn: {bear: growl}", "bear: expected growl, got none"),
    ("- night: {}\n- dawn: {}\n- day: [{vote: {5: [1]}}, {exiled: []}]", "exiled: expected [], got [5]"),
    (
        "- night: {}\n- dawn: {}\n- day: [{vote: {5: [1]}}, {tally: {5: 2}}]",
        "tally: expected {5: 2}, got {5: 1}",
    ),
    ("- night: {}\n- dawn: {}\n- day: [{explode: 1}]", "explode: 1: expected accepted, got refused"),
    ("- night: {}\n- dawn: {}\n- day: [{refuse: {explode: 7}}]", "expected refused, got accepted"),
    ("- night: {}\n- dawn: {}\n- day: [{may: {explode: [7]}}]", "may explode: expected [7], got [7, 8]"),
    ("- night: {}\n- dawn: {}\n- day: [{order: [8]}]", "order: expected [8], got [1]"),
    ("- night: {}\n- dawn: {}\n- day: [{sheriff: 1}]", "sheriff: expected 1, got none"),
]


@pytest.mark.parametrize(("play", "what"), WRONG)
def test_a_difference_says_where_what_was_expected_and_what_came(tmp_path: Path, play: str, what: str) -> None:
    result, line = outcome(tmp_path, play)
    assert result == FAILED
    assert line.startswith("FAIL a case: ")
    assert what in line
    assert "\n" not in line


OPEN = [
    (
        "- night: {werewolf: 3}\n- dawn: {}\n- day: [{vote: {}}]",
        "case.yaml:6: an act is open and not named before this: expected shoot: {3: seat or none}",
    ),
    (
        "- night: {werewolf: 3}\n- dawn: {}\n- winner: none",
        "case.yaml:6: an act is open and not named at the end: expected shoot: {3: seat or none}",
    ),
    (
        "- night: {}\n- dawn: {}\n- night: {}",
        "case.yaml:6: an act is open and not named before this: expected vote: {candidate: [voters]}",
    ),
    (
        "- night: {werewolf: 3}\n- dawn: {}\n- night: {}",
        "case.yaml:6: an act is open and not named before this",
    ),
]


@pytest.mark.parametrize(("play", "what"), OPEN)
def test_an_open_act_that_is_not_named_makes_the_case_faulty(tmp_path: Path, play: str, what: str) -> None:
    result, line = outcome(tmp_path, play)
    assert result == FAULTY
    assert what in line


def test_an_open_badge_is_named(tmp_path: Path) -> None:
    play = "- night: {werewolf: 5}\n- dawn: {}\n- day: [{vote: {}}]"
    result, line = outcome(tmp_path, play, SEATS + "\nsheriff: 5")
    assert result == FAULTY
    assert "expected badge: {5: seat or tear}" in line


def test_an_open_flip_is_named(tmp_path: Path) -> None:
    seats = "seats: [seer, idiot, witch, villager, villager, werewolf, werewolf]"
    result, line = outcome(tmp_path, "- night: {}\n- dawn: {}\n- day: [{vote: {2: [1]}}]\n- winner: none", seats)
    assert result == FAULTY
    assert "expected flip: 2, or flip: {2: no}" in line


def test_a_decision_on_a_tie_is_named(tmp_path: Path) -> None:
    head = SEATS + "\nsheriff: 1\nrules: {tie_rule: sheriff_decides}"
    result, line = outcome(tmp_path, "- night: {}\n- dawn: {}\n- day: [{vote: {5: [1, 2], 6: [3, 7, 8]}}]", head)
    assert result == PASSED, line  # 2.5 to 3: no tie
    play = "- night: {}\n- dawn: {}\n- day: [{vote: {5: [2, 4], 6: [7, 8]}}]\n- night: {}"
    result, line = outcome(tmp_path, play, head)
    assert result == FAULTY
    assert "expected decide: {sheriff: seat}" in line


def test_a_role_that_must_act_is_named(tmp_path: Path) -> None:
    seats = "seats: [seer, dreamer, witch, villager, villager, werewolf, werewolf]"
    result, line = outcome(tmp_path, "- night: {}\n- dawn: {}", seats)
    assert result == FAULTY
    assert "dreamer: must act and is not named" in line


def test_what_nobody_has_to_ask_may_be_left_out(tmp_path: Path) -> None:
    seats = "seats: [order_prince, pufferfish, scapegoat, villager, villager, seer, werewolf, werewolf]"
    play = "- night: {}\n- dawn: {}\n- day: [{vote: {4: [1, 2], 5: [7, 8]}}, {dead: [3]}]\n- night: {}\n- dawn: {}"
    result, line = outcome(tmp_path, play, seats)
    assert result == PASSED, line


def test_two_holders_of_a_role_are_named_by_their_seats(tmp_path: Path) -> None:
    seats = "seats: [seer, seer, witch, villager, villager, werewolf, werewolf]"
    play = "- night: {seer@1: 7, seer@2: 4, show: {seer@1: wolf, seer@2: good}}\n- dawn: {}"
    result, line = outcome(tmp_path, play, seats)
    assert result == PASSED, line


def test_checks_change_nothing(tmp_path: Path) -> None:
    play = (
        "- night: {werewolf: 3}\n- dawn: {}\n"
        "- day: [{may: {shoot: [3]}}, {may: {vote: [1, 2, 4, 5, 6, 7, 8]}}, {order: [4]}, {last_words: [3]},"
        " {refuse: {vote: {3: [1]}}}, {shoot: {3: 7}}, {dead: [3, 7]}]"
    )
    result, line = outcome(tmp_path, play.replace("dawn: {}", "dawn: {bear: none}"))
    assert result == PASSED, line


def test_a_player_may_leave_or_be_put_out_during_the_night(tmp_path: Path) -> None:
    play = "- night: {penalty: 5, werewolf: 6}\n- dawn: {dead: [6]}\n- day: [{may: {vote: [1, 2, 3, 4, 7, 8]}}]"
    result, line = outcome(tmp_path, play)
    assert result == PASSED, line


def test_exit_codes_and_one_line_a_case(tmp_path: Path) -> None:
    good = case_file(tmp_path, "- night: {}\n- dawn: {dead: []}")
    bad = tmp_path / "bad.yaml"
    bad.write_text(good.read_text(encoding="utf-8").replace("dead: []", "dead: [1]"), encoding="utf-8")
    broken = tmp_path / "broken.yaml"
    broken.write_text("case: [", encoding="utf-8")
    lines: list[str] = []
    assert judge([good], lines.append) == 0
    assert judge([good, bad], lines.append) == 1
    assert judge([bad, broken, good], lines.append) == 2
    assert [line.split()[0] for line in lines[:3]] == ["PASS", "PASS", "FAIL"]
    assert lines[-2].startswith(f"{broken}:")
    assert lines[-1] == "PASS a case"


def test_json_holds_what_the_lines_say(tmp_path: Path) -> None:
    lines: list[str] = []
    assert judge([case_file(tmp_path, "- night: {werewolf: 5}\n- dawn: {dead: []}")], lines.append, as_json=True) == 1
    (result,) = json.loads("\n".join(lines))
    assert result["result"] == "fail"
    assert result["differences"] == [{"line": 5, "where": "dawn 1, dead", "expected": "[]", "got": "[5]"}]


def test_transcripts_are_json_lines_with_sorted_keys(tmp_path: Path) -> None:
    file = case_file(tmp_path, "- night: {werewolf: 5}\n- dawn: {dead: [5]}")
    assert judge([file], lambda _: None, transcripts=tmp_path / "out") == 0
    (written,) = (tmp_path / "out").iterdir()
    records = [json.loads(line) for line in written.read_text(encoding="utf-8").splitlines()]
    assert all(list(record) == ["data", "key", "kind", "t", "text", "to"] for record in records)
    assert {record["kind"] for record in records} == {"say", "ask", "show", "event"}
    assert all(record["to"] == "judge" for record in records if record["kind"] in ("show", "event"))
    assert "五号" in "".join(record["text"] for record in records)


def test_a_role_gained_in_play_is_named_by_its_seat(tmp_path: Path) -> None:
    head = "seats: [thief, witch, villager, villager, werewolf, werewolf]\nextra: [seer, villager]"
    play = "- night: {thief: {take: seer}, seer@1: 5, werewolf@6: 3, show: {seer@1: wolf}}\n- dawn: {dead: [3]}"
    result, line = outcome(tmp_path, play, head)
    assert result == PASSED, line


def test_the_wrong_seat_is_not_asked(tmp_path: Path) -> None:
    result, line = outcome(tmp_path, "- night: {seer@2: 7}")
    assert result == FAILED
    assert "the role is not asked this night" in line


def test_a_dawn_of_which_nothing_is_checked_may_be_left_out(tmp_path: Path) -> None:
    day = "- day: [{vote: {7: [1, 2]}}, {dead: [5, 7]}]"
    play = f"- night: {{werewolf: 5}}\n{day}\n- night: {{werewolf: 6}}\n- dawn: {{dead: [6]}}"
    result, line = outcome(tmp_path, play)
    assert result == PASSED, line


def test_the_result_of_a_ballot_is_that_of_the_last(tmp_path: Path) -> None:
    play = (
        "- night: {}\n- dawn: {}\n- day: [{vote: {7: [1, 2], 5: [3, 4]}}, {tie: [5, 7]}, {vote: {7: [1]}}, {tie: []},"
        " {exiled: [7]}]\n- night: {}\n- dawn: {}\n- day: [{vote: {}}, {exiled: []}, {tally: {}}, {tie: []}]"
    )
    result, line = outcome(tmp_path, play)
    assert result == PASSED, line
