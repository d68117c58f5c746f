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
from tests.pulse import RATE, PulseServer, pulse_server
from tests.speaking.correlate import starts

Samples = NDArray[np.float32]
STEP = 8
THIN = RATE // STEP

BOARD = (
    "name: six\nroles: {werewolf: 1, seer: 1, villager: 4}\nrules: {speech_seconds: 5, speech_warning: 0}\n"
)
DEAL = "seats: [seer, villager, villager, villager, villager, werewolf]\n"


@pytest.fixture(scope="module")
def server() -> Iterator[PulseServer]:
    with pulse_server() as running:
        yield running


def transcribed(path: Path) -> list[dict[str, object]]:
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines if line.endswith("}")]


def test_a_rehearsed_night_and_day_is_heard_line_by_line_and_the_earpiece_stays_private(
    server: PulseServer, tmp_path: Path
) -> None:
    (tmp_path / "six.yaml").write_text(BOARD, encoding="utf-8")
    (tmp_path / "deal.yaml").write_text(DEAL, encoding="utf-8")
    transcript = tmp_path / "t.jsonl"
    table, ear = server.record("table_speaker"), server.record("judge_ear")
    child = subprocess.Popen(
        [
            sys.executable, "-m", "narrator", "rehearse", "--seed", "4", "--pace", "0.1", "--music", "none",
            "--board", str(tmp_path / "six.yaml"), "--deal", str(tmp_path / "deal.yaml"),
            "--speaker", "table_speaker", "--earpiece", "judge_ear", "--transcript", str(transcript),
        ],
        cwd=ROOT, env=server.env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    deadline = time.monotonic() + 170
    while child.poll() is None and time.monotonic() < deadline:
        if any(line["key"] == "night.fall" for line in transcribed(transcript)):
            child.send_signal(signal.SIGINT)
            break
        time.sleep(0.5)
    _, errors = child.communicate(timeout=30)
    assert "Traceback" not in errors, errors
    heard, whispered = thinner(table.stop()), thinner(ear.stop())
    lines = transcribed(transcript)
    spoken = [line for line in lines if line["kind"] == "say" and line["text"]]
    said = [line for line in spoken if line["to"] == "table"]
    nights = [at for at, line in enumerate(said) if line["key"] in ("night.first", "night.fall")]
    said = said[: nights[1] if len(nights) > 1 else None]
    secrets = {str(line["text"]) for line in spoken if line["to"] == "judge"}
    assert len(said) > 25
    assert any(text.startswith("加") for text in secrets)
    reader = open_reader(MouthOptions(cache=tmp_path / "lines"))
    try:
        sound = {
            text: thinner(reader.line(text, RATE)) for text in {str(line["text"]) for line in said} | secrets
        }
    finally:
        reader.close()
    found = {
        text: starts(heard, sound[text], THIN) for text in dict.fromkeys(str(line["text"]) for line in said)
    }
    texts = [str(line["text"]) for line in said]
    assert [text for text, times in found.items() if len(times) < texts.count(text)] == []
    firsts = [times[0] for times in found.values()]
    assert firsts == sorted(firsts)
    for text in sorted(secrets):
        assert starts(heard, sound[text], THIN, least=0.5) == [], text
    code = next(text for text in sorted(secrets) if text.startswith("加"))
    assert starts(whispered, sound[code], THIN)


def thinner(samples: Samples) -> Samples:
    """At an eighth of the rate: enough to tell lines apart, and quick."""
    whole = len(samples) // STEP * STEP
    return samples[:whole].reshape(-1, STEP).mean(axis=1)
