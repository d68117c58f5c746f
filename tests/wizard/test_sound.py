"""Trying devices while setting up: real PortAudio on a PulseAudio server of the test's own."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from narrator.wizard.answers import remembered
from narrator.wizard.sound import FLOOR, level
from tests.pulse import RATE, PulseServer, pulse_server
from tests.wizard.terminal import Terminal


@pytest.fixture(scope="module")
def server() -> Iterator[PulseServer]:
    with pulse_server() as running:
        yield running


def test_levels_are_decibels_below_full_scale() -> None:
    full = np.full(1600, 32767, np.int16)
    assert level(full) == pytest.approx(0, abs=0.01)
    assert level((full / 10).astype(np.int16)) == pytest.approx(-20, abs=0.1)
    assert level(np.zeros(1600, np.int16)) == level(np.zeros(0, np.int16)) == FLOOR


def test_every_device_is_tried_for_real(server: PulseServer, tmp_path: Path) -> None:
    """The loudspeaker and the earpiece say a line, each on its own sink; the microphone shows its level."""
    tone = tmp_path / "tone.raw"
    wave = 8000 * np.sin(np.arange(RATE * 30) * 2 * np.pi * 440 / RATE)
    tone.write_bytes(wave.astype(np.int16).tobytes())
    table, ear = server.record("table_speaker"), server.record("judge_ear")
    with Terminal("-m", "narrator.wizard", home=tmp_path, **server.env | {"NARRATOR_HOME": str(tmp_path)}) as terminal:
        terminal.answer("How many players", "12")
        terminal.answer("Which board", "1")
        terminal.answer("Which language", "2")
        terminal.answer("who holds which card", "learn")
        terminal.answer("names", "none")
        terminal.answer("loudspeaker on the table", "table_speaker")
        terminal.answer("Say a line", "y")
        terminal.answer("Did the table hear it", "y")
        command = [
            "pacat",
            "--playback",
            "--device=mic_feed",
            f"--rate={RATE}",
            "--channels=1",
            "--format=s16le",
        ]
        with tone.open("rb") as source:
            voice = subprocess.Popen([*command, "--raw"], env=server.env, stdin=source)
        terminal.answer("Which is the judge's microphone", "judge_mic")
        terminal.answer("Look at the level", "y")
        terminal.expect("The level is right")
        voice.kill()
        voice.wait()
        terminal.answer("Which is the judge's earpiece", "judge_ear")
        terminal.answer("Say a line", "y")
        terminal.answer("in the earpiece, and nowhere else", "y")
        terminal.answer("coded at night", "shift")
        assert terminal.exit_code() == 0
    heard = {"table": table.stop(), "ear": ear.stop()}
    assert all(np.abs(sound).max() > 0.01 for sound in heard.values())
    kept = remembered(tmp_path / "table.yaml")
    assert kept is not None
    assert (kept.deal, kept.code, kept.ears, kept.names) == ("learn", "shift", "auto", ())
    assert "table_speaker" in kept.speaker
    assert "judge_ear" in kept.earpiece
    assert "judge_mic" in kept.mic
