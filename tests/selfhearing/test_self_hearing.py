"""Narrator does not hear itself: its loudspeaker is in the microphone, with the night's music, and nothing is taken."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import Any

import pytest

from narrator.lines import load_book
from tests.pulse import ROOT, pulse_server, urgent
from tests.room import room

pytestmark = [
    pytest.mark.timeout(180),
    pytest.mark.skipif(sys.platform != "linux", reason="platform: PulseAudio is the sound server of Linux"),
]

BOARD = "name: six\nroles: {werewolf: 1, seer: 1, witch: 1, villager: 3}\n" + (
    "rules: {speech_seconds: 5, speech_warning: 0, sheriff_mode: none}\n"
)
ENOUGH = ('"vote.hands"', '"night.fall"')
"""Keys after which the night and the day have been heard."""
LIMIT = 100
"""Seconds for a night and a day; as far as a slow machine comes in them otherwise."""
LEVEL = -6.0
"""Of narrator's voice in the microphone, dB: an open microphone not far from the loudspeaker."""


@dataclass
class Evening:
    """What two pairs of ears took, how loud it was for them, and what the table heard."""

    gated: dict[str, Any]
    unguarded: dict[str, Any]
    loudest_db: float
    said: list[str]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """A night and a day, aloud, in a room in which the microphone hears the loudspeaker."""
    folder = tmp_path_factory.mktemp("evening")
    (folder / "board.yaml").write_text(BOARD, encoding="utf-8")
    (folder / "lines.yaml").write_text(short_opening(), encoding="utf-8")
    transcript = folder / "t.jsonl"
    arguments = ["4", "0.1", str(folder / "lines.yaml"), str(folder / "board.yaml"), str(folder)]
    with pulse_server() as server, room(server, LEVEL) as around:
        child = subprocess.Popen(
            urgent([sys.executable, "-m", "tests.selfhearing.evening", *arguments]),
            env={**server.env, "PYTHONIOENCODING": "utf-8"}, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        deadline = time.monotonic() + LIMIT
        while child.poll() is None and time.monotonic() < deadline:
            if transcript.exists() and any(key in transcript.read_text(encoding="utf-8") for key in ENOUGH):
                break
            time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        output, errors = child.communicate(timeout=60)
    assert output.strip(), errors
    report = json.loads(output)
    lines = [json.loads(line) for line in transcript.read_text("utf-8").splitlines() if line.endswith("}")]
    said = [line["key"] for line in lines if line["kind"] == "say" and line["to"] == "table"]
    print(around.loudest_db, report, said)
    return Evening(report["gated"], report["unguarded"], around.loudest_db, said)


def short_opening() -> str:
    """A phrase book whose game begins at once: the opening is a minute of lines before the first question."""
    keys = [key for key in load_book("zh").keys if key.startswith("opening.")]
    return "language: zh\nlines:\n" + "".join(f"  {key}: 好。\n" for key in sorted(keys))


def test_the_room_is_loud_and_the_ears_are_open(evening: Evening) -> None:
    assert evening.loudest_db > -25 + LEVEL
    assert evening.gated["seconds"]["night"] > 4 and evening.gated["seconds"]["wake"] > 1
    assert evening.unguarded["seconds"]["night"] > 20
    assert {"seer.close", "dawn.break", "speech"} <= set(evening.said)
    for ears in (evening.gated, evening.unguarded):
        assert [one for one in ears["taken"] if one["event"] == "trouble"] == []


def test_nothing_of_its_own_voice_and_music_is_taken(evening: Evening) -> None:
    assert [one for one in evening.gated["taken"] if one["accepted"]] == []


def test_at_night_nothing_would_be_taken_if_the_ears_were_never_closed(evening: Evening) -> None:
    """Every line of the night is heard for the question before it; no line of the night names a seat."""
    night = [one for one in evening.unguarded["taken"] if not one["line"].startswith(("dawn", "speech", "vote", "out"))]
    assert [one for one in night if one["accepted"]] == []
