"""What the table would hear, as a file; and the mouth that makes no sound."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

from narrator.speaking.command_renderer import CommandRenderer
from narrator.speaking.mixdown import RATE, CannotWrite, MusicTurned, Said, Sounded, mixdown
from narrator.speaking.mouth import Audience
from narrator.speaking.music import Bed
from narrator.speaking.reader import Reader
from narrator.speaking.silent import SilentMouth
from narrator.speaking.sound import read_sound
from tests.speaking.correlate import power_db, starts


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader([CommandRenderer("zh", 1.4)], None, 1.4)


def test_every_line_is_in_the_file_at_its_time_and_none_over_another(reader: Reader, tmp_path: Path) -> None:
    path = tmp_path / "game.wav"
    moments = [Said(0.5, "天黑请闭眼"), Said(0.7, "狼人请睁眼"), Sounded(4.0, "heard"), Said(5.0, "请闭眼")]
    assert mixdown(moments, reader, path) == []
    heard = read_sound(path)
    assert heard.rate == RATE
    lines = [reader.line(moment.text, RATE) for moment in moments if isinstance(moment, Said)]
    begins = [starts(heard.samples, line, RATE)[0] for line in lines]
    assert begins[0] == pytest.approx(0.5 + 0.3, abs=0.06)  # the speaker has to wake
    assert begins[1] >= begins[0] + len(lines[0]) / RATE
    assert begins[2] == pytest.approx(5.0, abs=0.06)
    assert power_db(heard.samples[round(4.0 * RATE) : round(4.1 * RATE)]) > -40


def test_music_plays_between_its_two_moments(reader: Reader, tmp_path: Path) -> None:
    path = tmp_path / "game.wav"
    moments = [MusicTurned(0.5, True), MusicTurned(3.5, False), Said(5.0, "请闭眼")]
    mixdown(moments, reader, path, Bed(RATE, at_once=True))
    heard = read_sound(path).samples
    assert power_db(heard[: RATE // 2]) < -100
    assert power_db(heard[3 * RATE : round(3.4 * RATE)]) > -45
    assert power_db(heard[round(4.2 * RATE) : round(4.9 * RATE)]) < -100


def test_the_same_moments_give_the_same_file(reader: Reader, tmp_path: Path) -> None:
    moments = [MusicTurned(0.0, True), Said(0.5, "天黑请闭眼"), Sounded(3.0, "again")]
    for name in ("one.wav", "two.wav"):
        mixdown(moments, reader, tmp_path / name, Bed(RATE, at_once=True))
    assert (tmp_path / "one.wav").read_bytes() == (tmp_path / "two.wav").read_bytes()


def test_lines_that_no_voice_can_say_are_left_out_and_told(tmp_path: Path) -> None:
    mute = Reader([CommandRenderer("zh", programs=["nosuchspeech"])], None)
    lost = [Said(0.5, "天黑请闭眼")]
    assert mixdown(lost, mute, tmp_path / "x.wav") == lost
    assert not np.any(read_sound(tmp_path / "x.wav").samples)


def test_a_file_that_cannot_be_written_is_one_clear_line(reader: Reader, tmp_path: Path) -> None:
    with pytest.raises(CannotWrite, match="cannot be written"):
        mixdown([], reader, tmp_path / "no folder" / "x.wav")


def test_a_silent_mouth_gives_every_line_back_at_once_on_another_thread() -> None:
    mouth = SilentMouth()
    results: list[tuple[bool, bool]] = []
    over = threading.Event()

    def done(heard: bool) -> None:
        results.append((heard, threading.current_thread() is threading.main_thread()))
        if len(results) == 2:
            over.set()

    mouth.say("天黑请闭眼", Audience.TABLE, done)
    mouth.sound("heard", Audience.TABLE, done)
    assert over.wait(10)
    mouth.stop()
    assert results == [(False, False), (False, False)]
    assert not mouth.busy(Audience.TABLE) and mouth.trouble() is None
    assert mouth.duration("天黑请闭眼") > 1
