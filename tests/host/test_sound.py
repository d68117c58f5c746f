"""A night and a day through real devices: the table hears every line, and nothing of what is the judge's."""

from __future__ import annotations

import itertools
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
from tests.speaking.correlate import GAP, likeness, power_db, starts, voiced, whole

Samples = NDArray[np.float32]
STEP = 6
THIN = RATE // STEP
TELLING = 0.6
"""Seconds of a secret line that tell it from every other."""
ALIKE = 0.75
"""Likeness of what is there (samples do not fall together with the rendered ones)."""
APART = 0.15
"""By which a piece of a secret line is less like every public one than what counts as heard: earcons and noise add a
little to it."""
TOUCH = 0.1
"""Seconds by which two lines may seem to touch."""
SILENCE = -60.0
"""dB below which nothing is heard."""
BRIEF = 0.2
"""Seconds that one word of the shortened opening may be off its time: nothing of the judge's is said so early."""
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
    """Play a game aloud until its second night begins; the transcript."""
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
    return transcribed(transcript)


def test_a_rehearsed_night_and_day_is_heard_line_by_line_and_the_earpiece_stays_private(
    server: PulseServer, tmp_path: Path
) -> None:
    table, ear = server.record("table_speaker"), server.record("judge_ear")
    transcript = rehearse(server, tmp_path)
    spoken = [line for line in transcript if line["kind"] == "say" and line["text"]]
    heard, whispered = thinner(table.stop()), thinner(ear.stop())
    said = [line for line in spoken if line["to"] == "table"]
    nights = [at for at, line in enumerate(said) if line["key"] in ("night.first", "night.fall")]
    said = said[: nights[1] if len(nights) > 1 else None]
    words = [line for line in said if text_of(line) == WORD]  # too short to be told from other sounds
    said = [line for line in said if text_of(line) != WORD]
    secrets = sorted({str(line["text"]) for line in spoken if line["to"] == "judge"})
    code = next(text for text in secrets if text.startswith("加"))
    assert len(said) > 12
    # The very sounds that were played: a voice does not say a line twice in the same way.
    reader = open_reader(MouthOptions(cache=Path(server.env["HOME"]) / ".cache" / "narrator" / "lines"))
    try:
        sound = {text: thinner(reader.line(text, RATE)) for text in {*map(text_of, said), WORD, *secrets}}
    finally:
        reader.close()
    # The recording began before the game: the first line tells by how much, the others follow by their times.
    first = whole(heard, sound[text_of(said[0])], THIN)
    assert first is not None
    offset = first[0] - float(str(said[0]["t"]))
    spans = [(text_of(line), span_of(heard, sound[text_of(line)], line, offset)) for line in said]
    assert [text for text, span in spans if span is None] == []
    brief = [(offset + float(str(line["t"])), len(sound[WORD]) / THIN) for line in words]
    # … one after the other, and between them nothing but the earcons: no word of what the judge is told.
    times = [span for _, span in spans if span is not None]
    assert all(one[1] <= next_[0] + TOUCH for one, next_ in itertools.pairwise(times))
    known = [*times, *earcons(transcript, offset), *((at - BRIEF, at + long + BRIEF) for at, long in brief)]
    assert loudest_between(heard[: round(times[-1][1] * THIN)], known) < SILENCE
    public = np.concatenate([sound[text_of(line)] for line in said])
    assert {text: told(heard, sound[text], public) for text in secrets} == dict.fromkeys(secrets, 0)
    assert whole(whispered, sound[code], THIN) is not None


def text_of(line: dict[str, object]) -> str:
    return str(line["text"])


def span_of(heard: Samples, sound: Samples, line: dict[str, object], offset: float) -> tuple[float, float] | None:
    """From when to when the whole line is heard, at its time in the transcript, give or take what a device and a busy
    machine need; None when a part of it is missing."""
    begin = max(0, round((offset + float(str(line["t"])) - LATE) * THIN))
    span = whole(heard[begin : begin + round(3 * LATE * THIN) + len(sound)], sound, THIN)
    return None if span is None else (begin / THIN + span[0], begin / THIN + span[1])


def earcons(transcript: list[dict[str, object]], offset: float) -> list[tuple[float, float]]:
    """When a short sound may be heard."""
    times = [offset + float(str(line["t"])) for line in transcript if line["kind"] == "sound"]
    return [(at - LATE / 2, at + LATE) for at in times]


def loudest_between(heard: Samples, spans: list[tuple[float, float]]) -> float:
    """dB of the loudest quarter of a second outside of these times, and of what a gap in them may have moved."""
    quiet = heard.copy()
    for begin, end in spans:
        quiet[max(0, round((begin - TOUCH) * THIN)) : round((end + GAP) * THIN)] = 0
    size = THIN // 4
    return max(power_db(quiet[at : at + size]) for at in range(0, len(quiet) - size, size))


def told(heard: Samples, secret: Samples, public: Samples) -> int:
    """How many pieces of a secret line are heard, that are no part of a public one as well."""
    size = round(TELLING * THIN)
    cut = [secret[at : at + size] for at in voiced(secret, THIN, TELLING)]
    own = [piece for piece in cut if likeness(public, piece).max() < ALIKE - APART]
    assert own, "a secret line that is said to the table too"
    return sum(bool(starts(heard, piece, THIN, ALIKE)) for piece in own)


def thinner(samples: Samples) -> Samples:
    """At a sixth of the rate: enough to tell lines apart, and quick."""
    whole_ = len(samples) // STEP * STEP
    return samples[:whole_].reshape(-1, STEP).mean(axis=1)
