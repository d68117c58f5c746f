"""Night music: endless, without a seam, from any folder, never in the way of the audio callback."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import numpy as np
import pytest

from narrator.speaking.loudness import TARGET_LUFS, loudness
from narrator.speaking.music import LOOP_SECONDS, UNDER_SPEECH_LU, Bed, Loops, NoMusic, bed, music_files
from narrator.speaking.sound import Sound, sound_bytes

RATE = 24_000


def tone(hertz: float, seconds: float, rate: int = 44_100, height: float = 0.5) -> Sound:
    time_line = np.arange(round(seconds * rate)) / rate
    return Sound((height * np.sin(2 * np.pi * hertz * time_line)).astype(np.float32), rate)


def read(music: Loops, seconds: float) -> np.ndarray:
    """So much music, waiting for the thread that decodes it."""
    wanted = round(seconds * RATE)
    parts = []
    deadline = time.monotonic() + 30
    while wanted:
        part = music.read(min(wanted, 1000))
        parts.append(part)
        wanted -= len(part)
        assert time.monotonic() < deadline, "no music comes"
    return np.concatenate(parts)


def pitch(samples: np.ndarray) -> float:
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return float(np.fft.rfftfreq(len(samples), 1 / RATE)[spectrum.argmax()])


def test_the_bed_is_under_speech_covers_rustling_and_its_end_meets_its_start() -> None:
    samples = bed(RATE)
    assert len(samples) == LOOP_SECONDS * RATE
    assert loudness(Sound(samples, RATE)) == pytest.approx(TARGET_LUFS - UNDER_SPEECH_LU, abs=0.5)
    steps = np.abs(np.diff(samples))
    assert abs(samples[0] - samples[-1]) <= steps.max()  # the seam is a step like any other
    spectrum = np.abs(np.fft.rfft(samples)) ** 2
    pitches = np.fft.rfftfreq(len(samples), 1 / RATE)
    rustling = spectrum[(pitches > 1000) & (pitches < 5000)].sum()
    assert rustling > 0.01 * spectrum.sum()


def test_the_bed_goes_on_for_ever() -> None:
    music = Bed(RATE, at_once=True)
    whole = np.concatenate([music.read(1001) for _ in range(LOOP_SECONDS * RATE // 1001 + 2)])
    loop = LOOP_SECONDS * RATE
    assert np.array_equal(whole[loop:], whole[: len(whole) - loop])


def test_files_of_a_folder_follow_each_other_and_start_again(tmp_path: Path) -> None:
    (tmp_path / "1.wav").write_bytes(sound_bytes(tone(300, 1.0)))
    (tmp_path / "2.flac").write_bytes(sound_bytes(tone(500, 1.0, 48_000), "FLAC"))
    (tmp_path / "cover.txt").write_text("no music")
    music = Loops(tmp_path, RATE)
    heard = read(music, 4.0)
    middles = [pitch(heard[round((at + 0.25) * RATE) : round((at + 0.75) * RATE)]) for at in range(4)]
    music.close()
    assert middles == pytest.approx([300, 500, 300, 500], abs=5)


def test_every_file_is_brought_to_the_same_loudness(tmp_path: Path) -> None:
    for name, height in (("1.wav", 0.9), ("2.wav", 0.02)):
        (tmp_path / name).write_bytes(sound_bytes(tone(800, 1.0, height=height)))
    music = Loops(tmp_path, RATE)
    heard = read(music, 2.0)
    music.close()
    for part in (heard[:RATE], heard[RATE:]):
        assert loudness(Sound(part, RATE)) == pytest.approx(TARGET_LUFS - UNDER_SPEECH_LU, abs=1)


def test_a_broken_file_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "1.mp3").write_bytes(b"this is no mp3")
    whole = sound_bytes(tone(500, 2.0), "FLAC")
    (tmp_path / "2.flac").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "3.wav").write_bytes(sound_bytes(tone(300, 0.5)))
    music = Loops(tmp_path, RATE)
    heard = read(music, 3.0)
    music.close()
    assert np.abs(heard[-RATE // 2 :]).max() > 0


def test_reading_never_waits_and_ahead_is_bounded(tmp_path: Path) -> None:
    (tmp_path / "long.wav").write_bytes(sound_bytes(tone(300, 20.0)))
    music = Loops(tmp_path, RATE)
    read(music, 0.5)
    assert len(music.read(100 * RATE)) < 10 * RATE
    music.close()


def test_closing_ends_the_thread(tmp_path: Path) -> None:
    (tmp_path / "1.wav").write_bytes(sound_bytes(tone(300, 1.0)))
    before = {thread for thread in threading.enumerate() if thread.name == "night music"}
    music = Loops(tmp_path, RATE)
    (thread,) = {t for t in threading.enumerate() if t.name == "night music"} - before
    music.close()
    thread.join(10)
    assert not thread.is_alive()


def test_a_folder_without_music_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(NoMusic, match="holds no sound file"):
        music_files(tmp_path)
    with pytest.raises(NoMusic, match="No such file"):
        music_files(tmp_path / "gone")
    (tmp_path / "file").write_text("")
    with pytest.raises(NoMusic, match="Not a directory"):
        music_files(tmp_path / "file")
