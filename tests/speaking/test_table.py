"""The loudspeaker through real devices: whole lines, in order, known to be heard, through every loss."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from narrator.speaking.sound import Sound, sound_bytes
from tests.pulse import RATE, PulseServer, pulse_server
from tests.speaking.correlate import hearings, likeness, power_db, starts
from tests.speaking.mouth_process import MouthProcess, rendered

NIGHT = "天黑闭眼"
WOLVES = "狼人请选择击杀对象"
SEER = "预言家请查验"
SECRET = "加七，不能选五号"
SLOW = 20.0
"""Seconds that a line waits for its loudspeaker where a busy machine may need long to bring it back."""


@pytest.fixture(scope="module")
def server() -> Iterator[PulseServer]:
    with pulse_server() as running:
        yield running


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lines")
    for text in (NIGHT, WOLVES, SEER, SECRET):
        rendered(folder, text)
    return folder


def test_the_table_hears_every_line_once_in_order_and_nothing_of_the_judges(server: PulseServer, cache: Path) -> None:
    table, ear = server.record("table_speaker"), server.record("judge_ear")
    with MouthProcess(server, cache, earpiece="judge_ear") as mouth:
        assert mouth.first["notes"] == []
        mouth.say(NIGHT)
        mouth.say(SECRET, to="judge")
        mouth.say(WOLVES)
        mouth.say(SEER)
        reports = {text: mouth.done(text) for text in (SECRET, NIGHT, WOLVES, SEER)}
        assert mouth.state()["busy"] == {"table": False, "judge": False}
    heard, whispered = table.stop(), ear.stop()
    assert all(report["ok"] for report in reports.values())

    found = {text: hearings(heard, rendered(cache, text), RATE) for text in (NIGHT, WOLVES, SEER)}
    assert [len(times) for times in found.values()] == [1, 1, 1]
    assert sorted(found.values()) == list(found.values())
    for text, (begin,) in found.items():
        end = table.began + begin + len(rendered(cache, text)) / RATE
        # Not before its last sample came out; the recording itself is up to some 40 ms late.
        assert -0.06 < reports[text]["at"] - end < 0.5

    assert starts(heard, rendered(cache, SECRET), RATE, least=0.3) == []
    assert len(hearings(whispered, rendered(cache, SECRET), RATE)) == 1
    assert all(starts(whispered, rendered(cache, text), RATE, least=0.3) == [] for text in found)


def test_a_pause_stops_a_line_at_once_and_it_can_be_said_again(server: PulseServer, cache: Path) -> None:
    table = server.record("table_speaker")
    with MouthProcess(server, cache) as mouth:
        mouth.say(NIGHT)
        mouth.done(NIGHT)
        mouth.do("music", on=True)
        mouth.say(WOLVES)
        mouth.say(SEER)
        mouth.do("sound", text="heard", tag="heard")
        while not mouth.state()["busy"]["table"]:
            time.sleep(0.02)
        mouth.do("pause")
        over = [mouth.done(tag) for tag in (WOLVES, SEER, "heard")]
        mouth.say(NIGHT)  # the music stays silent until the game goes on
        again = mouth.done(NIGHT)
    heard = table.stop()
    assert [report["ok"] for report in (*over, again)] == [False, False, False, True]
    _, second = hearings(heard, rendered(cache, NIGHT), RATE)
    assert likeness(heard, rendered(cache, WOLVES)).max() < 0.9
    assert likeness(heard, rendered(cache, SEER)).max() < 0.3
    quiet = heard[round((second - 0.1) * RATE) : round(second * RATE)]
    assert power_db(quiet) < -80


def test_after_the_sound_server_died_the_line_that_was_cut_is_said_again_whole(cache: Path) -> None:
    with pulse_server() as server, MouthProcess(server, cache, grace=SLOW) as mouth:
        mouth.say(NIGHT)
        mouth.done(NIGHT)
        mouth.say(WOLVES)
        mouth.say(SEER)
        before = server.record("table_speaker")
        while likeness(read_so_far(before.path), rendered(cache, WOLVES)[: RATE // 2]).max() < 0.8:
            assert mouth.process.poll() is None
            time.sleep(0.02)
        server.stop()
        mouth.until("host.trouble.speaker")
        with mouth.held():  # or it would speak before it is recorded
            server.start()
            after = server.record("table_speaker")
        assert mouth.done(WOLVES)["ok"] and mouth.done(SEER)["ok"]
        assert mouth.state()["trouble"] is None
        heard, cut = after.stop(), before.stop()
        assert len(hearings(heard, rendered(cache, WOLVES), RATE)) == 1
        assert len(hearings(heard, rendered(cache, SEER), RATE)) == 1
        assert starts(cut, rendered(cache, WOLVES), RATE) == []


def test_unplugged_under_a_living_server_no_line_goes_elsewhere_and_the_cut_one_is_said_again(cache: Path) -> None:
    # The server moves the stream to the judge's earpiece, and PortAudio never learns of it.
    with pulse_server() as server, MouthProcess(server, cache, earpiece="judge_ear", grace=SLOW) as mouth:
        mouth.say(NIGHT)
        mouth.done(NIGHT)
        mouth.say(WOLVES)
        before, ear = server.record("table_speaker"), server.record("judge_ear")
        while likeness(read_so_far(before.path), rendered(cache, WOLVES)[: RATE // 2]).max() < 0.8:
            assert mouth.process.poll() is None
            time.sleep(0.02)
        server.unplug_sink("table_speaker")
        mouth.until("host.trouble.speaker")
        with mouth.held():
            server.plug_sink("table_speaker")
            after = server.record("table_speaker")
        assert mouth.done(WOLVES)["ok"]
        assert mouth.state()["trouble"] is None
        heard, whispered = after.stop(), ear.stop()
        assert len(hearings(heard, rendered(cache, WOLVES), RATE)) == 1
        assert starts(whispered, rendered(cache, WOLVES), RATE, least=0.6) == []
        before.stop()


def test_a_device_that_stops_without_a_word_is_noticed_and_gives_its_lines_to_the_screen(cache: Path) -> None:
    # A server that hangs asks for no more blocks; PortAudio reports nothing, and waits for ever when called.
    with pulse_server() as server, MouthProcess(server, cache, earpiece="judge_ear") as mouth:
        mouth.say(NIGHT)
        mouth.done(NIGHT)
        with server.hung():
            mouth.say(WOLVES)
            mouth.say(SECRET, to="judge")
            assert not mouth.done(WOLVES)["ok"] and not mouth.done(SECRET)["ok"]
            assert mouth.state()["trouble"] == "host.trouble.speaker"
        mouth.until(None)
        table = server.record("table_speaker")
        mouth.say(SEER)
        assert mouth.done(SEER)["ok"]
        assert len(hearings(table.stop(), rendered(cache, SEER), RATE)) == 1


def test_night_music_plays_gives_way_to_speech_and_ends(server: PulseServer, cache: Path, tmp_path: Path) -> None:
    hum = 0.2 * np.sin(2 * np.pi * 400 * np.arange(RATE * 4) / RATE)
    (tmp_path / "hum.wav").write_bytes(sound_bytes(Sound(hum.astype(np.float32), RATE)))
    table = server.record("table_speaker")
    with MouthProcess(server, cache, music=str(tmp_path)) as mouth:
        mouth.do("music", on=True)
        while power_db(read_so_far(table.path)[-RATE // 10 :]) < -35:
            assert mouth.process.poll() is None
            time.sleep(0.02)
        mouth.say(WOLVES)
        mouth.done(WOLVES)
        mouth.do("music", on=False)
        mouth.say(SEER)
        mouth.done(SEER)
        mouth.say(NIGHT)
        mouth.done(NIGHT)
    heard = table.stop()

    def before(text: str, seconds: float, until: float) -> float:
        """Level in a stretch before a line begins."""
        (begin,) = hearings(heard, rendered(cache, text), RATE, least=0.7)
        return power_db(heard[round((begin - seconds) * RATE) : round((begin - until) * RATE)])

    playing, ducked, over = before(WOLVES, 0.5, 0.2), before(WOLVES, 0.015, 0), before(NIGHT, 0.1, 0)
    assert playing > -45
    assert -11 < ducked - playing < -8  # measured over the last of the way down
    assert over < -80


BROKEN = """
import sys, threading
from pathlib import Path
from narrator.speaking import mixer
from narrator.speaking.mouth import Audience
from narrator.speaking.opening import MouthOptions, open_mouth
real, left = mixer.Mixer.fill, [3]
def fill(self, *arguments):
    if left[0]:
        left[0] -= 1
        raise ValueError("broken")
    real(self, *arguments)
mixer.Mixer.fill = fill
options = MouthOptions(speaker="table_speaker", music="none", cache=Path(sys.argv[1]), rate=1.4)
mouth = open_mouth(options).mouth
over = threading.Event()
results = []
mouth.say(sys.argv[2], Audience.TABLE, lambda ok: (results.append(ok), over.set()))
over.wait(20)
mouth.stop()
print(results)
"""


def test_an_error_in_the_audio_callback_neither_ends_the_sound_nor_shows_on_the_screen(
    server: PulseServer, cache: Path
) -> None:
    run = server.python(BROKEN, str(cache), NIGHT)
    assert run.stdout.strip() == "[True]"
    assert "Traceback" not in run.stderr


def read_so_far(path: Path) -> np.ndarray:
    data = path.read_bytes()
    return np.frombuffer(data[: len(data) // 2 * 2], np.int16).astype(np.float32) / 32768
