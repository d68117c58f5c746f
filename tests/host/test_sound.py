"""A night and a day through real devices: the table hears every line, and nothing of what is the judge's."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from narrator.speaking.opening import MouthOptions, open_reader
from tests.host.typing_games import ROOT
from tests.openings import WORD, short_opening
from tests.pulse import RATE, PulseServer, pulse_server, urgent
from tests.speaking.correlate import power_db, starts

Samples = NDArray[np.float32]
STEP = 6
THIN = RATE // STEP
PIECE = 0.6
"""Seconds of a line that tell it from every other."""
WHOLE = 0.75
"""Likeness of what is there (samples do not fall together with the rendered ones)."""
LATE = 2.0
"""Seconds that a line may be off its time."""

BOARD = "name: six\nroles: {werewolf: 1, seer: 1, villager: 4}\nrules: {speech_seconds: 5, speech_warning: 0}\n"
DEAL = "seats: [seer, villager, villager, villager, villager, werewolf]\n"


@pytest.fixture(scope="module")
def server() -> Iterator[PulseServer]:
    with pulse_server() as running:
        yield running


def transcribed(path: Path) -> list[dict[str, object]]:
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines if line.endswith("}")]


def rehearse(server: PulseServer, folder: Path) -> list[dict[str, object]]:
    """Play a game aloud until its second night begins; what was said."""
    (folder / "six.yaml").write_text(BOARD, encoding="utf-8")
    (folder / "deal.yaml").write_text(DEAL, encoding="utf-8")
    (folder / "lines.yaml").write_text(short_opening(), encoding="utf-8")
    transcript = folder / "t.jsonl"
    command = [
        sys.executable, "-m", "narrator", "rehearse", "--seed", "4", "--pace", "0.1", "--music", "none",
        "--lines", str(folder / "lines.yaml"), "--board", str(folder / "six.yaml"), "--deal", str(folder / "deal.yaml"),
        "--speaker", "table_speaker", "--earpiece", "judge_ear", "--transcript", str(transcript),
    ]  # fmt: skip
    child = subprocess.Popen(
        urgent(command), cwd=ROOT, env=server.env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 170
    while child.poll() is None and time.monotonic() < deadline:
        if any(line["key"] == "night.fall" for line in transcribed(transcript)):
            child.send_signal(signal.SIGINT)
            break
        time.sleep(0.5)
    _, errors = child.communicate(timeout=30)
    assert "Traceback" not in errors, errors
    return [line for line in transcribed(transcript) if line["kind"] == "say" and line["text"]]


def test_a_rehearsed_night_and_day_is_heard_line_by_line_and_the_earpiece_stays_private(
    server: PulseServer, tmp_path: Path
) -> None:
    table, ear = server.record("table_speaker"), server.record("judge_ear")
    spoken = rehearse(server, tmp_path)
    heard, whispered = thinner(table.stop()), thinner(ear.stop())
    said = [line for line in spoken if line["to"] == "table"]
    nights = [at for at, line in enumerate(said) if line["key"] in ("night.first", "night.fall")]
    said = said[: nights[1] if len(nights) > 1 else None]
    said = [line for line in said if text_of(line) != WORD]  # too short to be told from other sounds
    secrets = sorted({str(line["text"]) for line in spoken if line["to"] == "judge"})
    code = next(text for text in secrets if text.startswith("加"))
    assert len(said) > 12
    # The very sounds that were played: a voice does not say a line twice in the same way.
    reader = open_reader(MouthOptions(cache=Path(server.env["HOME"]) / ".cache" / "narrator" / "lines"))
    try:
        sound = {text: thinner(reader.line(text, RATE)) for text in {*map(text_of, said), *secrets}}
    finally:
        reader.close()
    # The recording began before the game: the first line tells by how much, the others follow by their times.
    first = pieces(heard, sound[text_of(said[0])])
    assert first
    offset = min(first) - float(str(said[0]["t"]))
    assert [text_of(line) for line in said if not heard_near(heard, sound[text_of(line)], line, offset)] == []
    assert {text: pieces(heard, sound[text]) for text in secrets} == {text: [] for text in secrets}
    assert pieces(whispered, sound[code])


def text_of(line: dict[str, object]) -> str:
    return str(line["text"])


def heard_near(heard: Samples, sound: Samples, line: dict[str, object], offset: float) -> bool:
    """Is this line heard at its time in the transcript, give or take what a device and a busy machine need?"""
    at = offset + float(str(line["t"]))
    window = heard[max(0, round((at - LATE) * THIN)) : round((at + 2 * LATE) * THIN) + len(sound)]
    return bool(pieces(window, sound, most=20))


def thinner(samples: Samples) -> Samples:
    """At a sixth of the rate: enough to tell lines apart, and quick."""
    whole = len(samples) // STEP * STEP
    return samples[:whole].reshape(-1, STEP).mean(axis=1)


def pieces(heard: Samples, line: Samples, most: int = 2) -> list[float]:
    """Where the line begins by its loudest pieces: a busy machine makes gaps in what it plays."""
    size = round(PIECE * THIN)
    step = size // 2
    cut = [(power_db(line[first : first + size]), first) for first in range(0, max(1, len(line) - size), step)]
    return [
        at - first / THIN
        for _, first in sorted(cut, reverse=True)[:most]
        for at in starts(heard, line[first : first + size], THIN, WHOLE)
    ]
