"""Damaged and hostile journals: a page, or one clear line; never anything else."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.host.journal import DiskError, JournalError
from narrator.recap.command import recap, tell
from narrator.recap.games_list import games
from narrator.recap.page import page
from tests.recap.journals import Recorder, as_text

EVIL: list[Any] = [
    None,
    True,
    -1,
    0,
    99,
    10**30,
    0.5,
    1e308,
    float("nan"),
    float("inf"),
    "",
    "<script>alert(1)</script>",
    "x" * 5000,
    "\x00\u202e\ud800",
    [],
    {},
    [1, 2, 3],
    ["a"],
    [[[[]]]],
    {"1": 2},
    {"seat": "x"},
]


def paths_of(value: Any, before: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a value of JSON."""
    found = [before] if before else []
    items = list(enumerate(value)) if isinstance(value, list) else []
    for key, item in value.items() if isinstance(value, dict) else items:
        found += paths_of(item, (*before, key))
    return found


def spoil(lines: list[dict[str, Any]], rng: random.Random) -> None:
    """Put something evil in a random place, or take something away."""
    line = lines[0] if rng.random() < 0.3 else rng.choice(lines)
    places = paths_of(line)
    if not places:
        return
    *outer, last = rng.choice(places)
    target: Any = line
    for key in outer:
        target = target[key]
    if rng.random() < 0.25:
        del target[last]
    else:
        target[last] = copy.deepcopy(rng.choice(EVIL))


def spoil_order(lines: list[dict[str, Any]], rng: random.Random) -> None:
    """Lines twice, missing, or in another order."""
    position = rng.randrange(1, len(lines))
    what = rng.randrange(3)
    if what == 0:
        lines.insert(position, copy.deepcopy(rng.choice(lines)))
    elif what == 1:
        del lines[position]
    else:
        other = rng.randrange(1, len(lines))
        lines[position], lines[other] = lines[other], lines[position]


def opens_or_says_why(path: Path) -> None:
    """The recap in all its forms."""
    for spoilers in (True, False):
        try:
            story = tell(path, spoilers)
            for language in ("zh", "en"):
                html = page(story, language)
                assert "<script" not in html
            html.encode("utf-8", "replace")
            recap(str(path), text=True, spoilers=spoilers)
        except JournalError as error:
            assert str(path) in str(error)
            assert "\n" not in str(error)
            assert len(str(error)) < 600
    lines = list(games(path.parent, "en"))
    assert len(lines) == 2
    list(games(path.parent, "en", scored=True))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**9))
def test_a_spoiled_journal_opens_or_says_why(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    rng = random.Random(seed)
    recorder = Recorder(rng.randrange(200), ["Ann", "<i>Bob</i>"]).play(rng.choice([20, 90]))
    lines: list[dict[str, Any]] = json.loads(json.dumps(recorder.lines))
    for _ in range(rng.randrange(1, 4)):
        (spoil if rng.random() < 0.75 else spoil_order)(lines, rng)
    path = tmp_path_factory.mktemp("games") / "g.jsonl"
    path.write_bytes(as_text(lines).encode("utf-8", "surrogatepass"))
    opens_or_says_why(path)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**9))
def test_a_journal_with_broken_bytes_opens_or_says_why(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    rng = random.Random(seed)
    data = bytearray(as_text(Recorder(rng.randrange(200)).play(40).lines).encode())
    for _ in range(rng.randrange(1, 6)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    if rng.random() < 0.5:
        del data[rng.randrange(len(data)) :]
    path = tmp_path_factory.mktemp("games") / "g.jsonl"
    path.write_bytes(data)
    opens_or_says_why(path)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "{}",
        "[]",
        "null",
        "[" * 100_000,
        '{"narrator": 1}',
        '{"narrator": 1, "board": {"players": 1e9}}',
    ],
)
def test_what_is_no_journal_is_refused_in_one_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(JournalError) as error:
        tell(path)
    assert str(error.value).startswith(str(path))


def test_a_game_of_another_version_of_the_rules_opens_with_what_it_stores(tmp_path: Path) -> None:
    recorder = Recorder(8).play()
    recorder.lines[0]["rules_version"] = 0
    path = recorder.write(tmp_path / "g.jsonl")
    story = tell(path)
    assert "rules_version 0" in story.unplayed
    assert str(tmp_path) not in story.unplayed
    assert story.deeds == ()
    assert len(story.exits) == len(recorder.game.table.exits)
    assert story.result is not None
    assert story.result.winner in page(story, "en") or story.result.winner == "draw"


def test_a_game_whose_rules_have_changed_opens_with_what_it_stores(tmp_path: Path) -> None:
    recorder = Recorder(8).play()
    for line in recorder.lines:
        if "cue" in line and "answer" in line:
            line["cue"] = "0" * 12
    story = tell(recorder.write(tmp_path / "g.jsonl"))
    assert "diverges" in story.unplayed
    assert len(story.exits) == len(recorder.game.table.exits)
    # Without the question that ends a day, rounds are told apart by their news.
    assert len(story.rounds) >= sum(1 for night in recorder.game.table.nights) - 1


def test_a_torn_last_line_is_dropped(tmp_path: Path) -> None:
    path = Recorder(5).play(30).write(tmp_path / "g.jsonl")
    whole = len(tell(path).rounds)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"answer": ["no')
    assert len(tell(path).rounds) == whole


def test_games_that_are_not_there_and_pages_that_cannot_be_written_say_so(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no such game"):
        recap("nothing", folder=tmp_path)
    Recorder(5).play(30).write(tmp_path / "g.jsonl")
    with pytest.raises(DiskError, match="cannot be written"):
        recap("g", tmp_path / "no" / "x.html", folder=tmp_path)
    assert recap("g", tmp_path / "x.html", folder=tmp_path, language="en") == [
        f"Recap written to {tmp_path / 'x.html'}"
    ]
    assert (tmp_path / "x.html").read_text(encoding="utf-8").endswith("</html>\n")
