"""Flags on their way to what they are for: the mouth, the sound file, the seats, the log of the libraries."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.host.clock import VirtualClock
from narrator.host.rehearse import START
from narrator.host.setup import Settings, UsageError, checked
from narrator.host.sounding import mouth_options, recording_mouth
from narrator.speaking.opening import MOUTHS
from narrator.wizard.setup import names_in
from tests.host.rehearsing import rehearsed, settings
from tests.host.typing_games import ROOT


def test_every_mouth_that_can_be_opened_can_be_asked_for() -> None:
    for mouth in MOUTHS:
        assert checked(Settings(mouth=mouth)).mouth == mouth
    with pytest.raises(UsageError):
        checked(Settings(mouth="loud"))


def test_volume_and_rate_reach_the_mouth() -> None:
    options = mouth_options(checked(Settings(volume=0.25, rate=1.5, music_volume=2.0)), "zh")
    assert (options.volume, options.rate, options.music_volume) == (0.25, 1.5, 2.0)
    usual = mouth_options(Settings(), "zh")
    assert (usual.volume, usual.rate) == (1, 1)


@pytest.mark.parametrize(("music", "heard"), [(None, True), ("none", False)])
def test_the_sound_file_has_the_music_of_the_night_unless_none_is_wanted(
    music: str | None, heard: bool, tmp_path: Path
) -> None:
    path = tmp_path / "table.wav"
    clock = VirtualClock(START)
    mouth = recording_mouth(Settings(sound=path, music=music), clock)
    mouth.music(True)
    clock.at(clock.now() + 3, lambda: mouth.music(False))
    clock.wait(clock.now() + 5)
    mouth.stop()
    samples, _ = soundfile.read(path)
    assert bool(np.abs(samples).max() > 0.001) is heard


def test_names_keep_their_seats_where_one_is_left_empty(tmp_path: Path) -> None:
    names = names_in("老王,,小李，阿四,E,F")
    assert names == ("老王", "", "小李", "阿四", "E", "F")
    seen = rehearsed(settings(tmp_path, board="s4-6", names=names)).rehearsal.desk.view.seats
    assert [seat.name for seat in seen] == ["老王", "", "小李", "阿四", "E", "F"]


DIVERTED = """
import os, sys
from pathlib import Path
from narrator.host.play import divert
divert(Path(sys.argv[1]))
os.write(2, b"library\\n")
print("narrator", file=sys.stderr)
"""


@pytest.mark.parametrize("there", [True, False])
def test_what_libraries_write_goes_to_the_log_and_what_we_tell_to_the_terminal(there: bool, tmp_path: Path) -> None:
    folder = tmp_path if there else tmp_path / "nowhere"
    done = subprocess.run(
        [sys.executable, "-c", DIVERTED, str(folder)], capture_output=True, text=True, cwd=ROOT, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "narrator\n")
    assert [path.read_text() for path in tmp_path.iterdir()] == (["library\n"] if there else [])
