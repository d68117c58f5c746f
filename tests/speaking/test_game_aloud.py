"""A whole small game by the real host on real devices: what the table's loudspeaker was recorded to play."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from narrator.speaking.opening import MouthOptions, open_reader
from narrator.speaking.reader import Reader
from narrator.speaking.sound import Sound, resample
from tests.pulse import RATE, PulseServer, pulse_server
from tests.speaking.correlate import Recording, likeness, starts

SEAT = re.compile("[一二三四五六七八九十]+号")
SPEED = 2.2
SLOW_RATE = 8_000
"""Enough to tell lines apart, and a sixth of the work."""

BOARD = """
name: six
preset: std12
roles: {werewolf: 1, seer: 1, witch: 1, villager: 3}
rules: {sheriff_mode: none}
"""
DEAL = "seats: [werewolf, seer, witch, villager, villager, villager]"
SEED = 2
"""One night and one day; the wolf is voted out."""

GAME = """
import sys
from dataclasses import replace
from pathlib import Path
from narrator.host import sounding
from narrator.host.rehearse import rehearse
from narrator.host.setup import Settings
plain = sounding.mouth_options
sounding.mouth_options = lambda *a: replace(plain(*a), rate=float(sys.argv[2]), cache=Path(sys.argv[1]) / "lines")
folder = Path(sys.argv[1])
rehearse(Settings(
    board=str(folder / "six.yaml"), deal=str(folder / "deal.yaml"), speaker="table_speaker", earpiece="judge_ear",
    seed=int(sys.argv[3]), pace=0.03, transcript=folder / "t.jsonl"))
"""


@pytest.fixture(scope="module")
def server() -> Iterator[PulseServer]:
    with pulse_server() as running:
        yield running


def lines_of(path: Path, audience: str) -> list[str]:
    """What was said to this audience, in order; a line being written is passed over."""
    entries: list[dict[str, Any]] = []
    data = path.read_bytes() if path.exists() else b""
    for line in data.decode("utf-8", "ignore").splitlines():
        try:
            entries.append(json.loads(line))
        except ValueError:
            break
    return [entry["text"] for entry in entries if entry["kind"] == "say" and entry["to"] == audience]


def test_the_table_hears_every_line_of_a_game_in_order_and_nothing_of_the_judges(
    server: PulseServer, tmp_path: Path
) -> None:
    (tmp_path / "six.yaml").write_text(BOARD)
    (tmp_path / "deal.yaml").write_text(DEAL)
    transcript = tmp_path / "t.jsonl"
    table, ear = server.record("table_speaker"), server.record("judge_ear")
    game = server.spawn(GAME, str(tmp_path), str(SPEED), str(SEED))
    try:
        while "预言家请睁眼。" not in lines_of(transcript, "table"):
            assert game.poll() is None
            time.sleep(0.05)
        server.unplug_sink("judge_ear")  # in the middle of the night: the game goes on
        assert game.wait(240) == 0
    finally:
        game.kill()
        game.wait()
    heard, whispered = slow(table.stop()), slow(ear.stop())

    # Against the very files that were played: espeak's waveform depends on what it said before.
    reader = open_reader(MouthOptions(mouth="pyttsx3", rate=SPEED, cache=tmp_path / "lines"))
    said = lines_of(transcript, "table")
    told = lines_of(transcript, "judge")
    assert said[-1].startswith("获胜的玩家是") and len(said) > 40
    after = 0
    for text in said:
        after = end_of(heard, line(reader, text), after, text)
    # Lines that differ in a seat alone are too like each other to be told apart: they are counted together.
    alike: dict[str, list[str]] = {}
    for text in set(said):
        if not any(text.strip("。，？") in other for other in set(said) - {text}):
            alike.setdefault(SEAT.sub("", text), []).append(text)
    for texts in alike.values():
        times = sorted(at for text in texts for at in starts(heard, line(reader, text), SLOW_RATE, least=0.8))
        apart = [at for before, at in zip([-1.0, *times], times, strict=False) if at - before > 0.4]
        assert len(apart) <= sum(said.count(text) for text in texts), texts

    secrets = [text for text in set(told) if not any(text.strip("。") in public for public in said)]
    long_ones = [text for text in secrets if len(line(reader, text)) > SLOW_RATE // 2]
    assert len(long_ones) >= 2
    for text in long_ones:
        # Numbers sound alike in public and in private lines (…二号): that is up to 0.65; the line itself is over 0.8.
        assert likeness(heard, line(reader, text)).max() < 0.75, text
    assert any(starts(whispered, line(reader, text), SLOW_RATE, least=0.7) for text in long_ones)
    reader.close()


def end_of(heard: Recording, wanted: Recording, after: int, text: str) -> int:
    """Where this line ends that comes next in the recording.

    A busy machine tears gaps into it and shifts its parts against each other: a third of it is enough."""
    begin = max(0, after - SLOW_RATE // 10)
    window = heard[begin : after + 30 * SLOW_RATE]
    for parts in (1, 2, 3):
        size = len(wanted) // parts
        for offset in range(0, parts * size, size):
            alike = np.flatnonzero(likeness(window, wanted[offset : offset + size]) >= 0.8)
            if len(alike):  # the first: the same words come again later
                return begin + int(alike[0]) - offset + len(wanted)
    raise AssertionError(f"{text} is not heard after {after / SLOW_RATE:.1f} s")


def line(reader: Reader, text: str) -> Recording:
    return reader.line(text, SLOW_RATE)


def slow(recording: Recording) -> Recording:
    return np.asarray(resample(Sound(recording, RATE), SLOW_RATE).samples, np.float32)
