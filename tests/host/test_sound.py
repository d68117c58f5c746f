"""A night and a day through real devices: the table hears every line, and nothing of what is the judge's."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from narrator.speaking.opening import MouthOptions, open_reader
from tests.host.typing_games import ROOT
from tests.pulse import RATE, PulseServer, pulse_server, urgent
from tests.speaking.correlate import power_db, starts

Samples = NDArray[np.float32]
STEP = 4
THIN = RATE // STEP
PIECE = 0.6
"""Seconds of a line that tell it from every other."""
WHOLE = 0.75
"""Likeness of what is there (samples do not fall together with the rendered ones)."""
QUIET = -35.0
"""dBFS under which a piece is too quiet to be told apart."""

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
    transcript = folder / "t.jsonl"
    command = [
        sys.executable, "-m", "narrator", "rehearse", "--seed", "4", "--pace", "0.1", "--music", "none",
        "--board", str(folder / "six.yaml"), "--deal", str(folder / "deal.yaml"),
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
    texts = list(dict.fromkeys(str(line["text"]) for line in said[: nights[1] if len(nights) > 1 else None]))
    secrets = sorted({str(line["text"]) for line in spoken if line["to"] == "judge"})
    code = next(text for text in secrets if text.startswith("加"))
    assert len(texts) > 20
    # The very sounds that were played: a voice does not say a line twice in the same way.
    reader = open_reader(MouthOptions(cache=Path(server.env["HOME"]) / ".cache" / "narrator" / "lines"))
    try:
        sound = {text: thinner(reader.line(text, RATE)) for text in {*texts, *secrets}}
    finally:
        reader.close()
    found = {text: pieces(heard, sound[text]) for text in texts}
    assert [text for text in texts if not found[text]] == []
    assert all(later > earlier - PIECE for earlier, later in pairwise([min(found[text]) for text in texts]))
    assert {text: pieces(heard, sound[text]) for text in secrets} == {text: [] for text in secrets}
    assert pieces(whispered, sound[code])


def thinner(samples: Samples) -> Samples:
    """At a quarter of the rate: enough to tell lines apart, and quick."""
    whole = len(samples) // STEP * STEP
    return samples[:whole].reshape(-1, STEP).mean(axis=1)


def pieces(heard: Samples, line: Samples) -> list[float]:
    """Where the line begins by each piece of it that is heard: a busy machine makes gaps in what it plays."""
    size = round(PIECE * THIN)
    begins: list[float] = []
    for first in range(0, max(1, len(line) - size), size):
        piece = line[first : first + size]
        if power_db(piece) > QUIET:
            begins += [at - first / THIN for at in starts(heard, piece, THIN, WHOLE)]
    return begins
