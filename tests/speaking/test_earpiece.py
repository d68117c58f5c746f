"""The judge's device never becomes the table's: not by name, not by default, not when it is unplugged."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from narrator.audio import Device, PortAudio
from narrator.speaking import pulse
from narrator.speaking.earpiece import Refused, earpiece_output
from narrator.speaking.pulse import Sink, choose_sink
from narrator.speaking.pulse_output import same_ear
from tests.pulse import RATE, PulseServer, pulse_server
from tests.speaking.correlate import hearings, likeness, power_db, starts
from tests.speaking.mouth_process import MouthProcess, rendered

NIGHT = "天黑闭眼"
SECRET = "被杀的是三号玩家和五号玩家和十二号玩家"
LATER = "加七，不能选五号"


@pytest.fixture(scope="module")
def server() -> Iterator[PulseServer]:
    with pulse_server() as running:
        yield running


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lines")
    for text in (NIGHT, SECRET, LATER):
        rendered(folder, text)
    return folder


CONTROL_HZ = 440.0


def control(server: PulseServer) -> subprocess.Popen[bytes]:
    """A plain stream into the earpiece, as PortAudio or any player would open it: a quiet tone."""
    tone = 0.05 * np.sin(2 * np.pi * CONTROL_HZ * np.arange(RATE * 20) / RATE)
    path = server.folder / "tone.raw"
    path.write_bytes((tone * 32767).astype(np.int16).tobytes())
    shape = [f"--rate={RATE}", "--channels=1", "--format=s16le", "--latency-msec=50"]
    return subprocess.Popen(["pacat", "--playback", "--device=judge_ear", *shape, str(path)], env=server.env)


def tone_level(samples: np.ndarray) -> float:
    """Amplitude of the control tone."""
    time = np.arange(len(samples)) / RATE
    return float(2 * abs(np.mean(samples * np.exp(-2j * np.pi * CONTROL_HZ * time)))) if len(samples) else 0.0


def test_unplugged_in_the_middle_of_a_secret_it_is_mute_and_the_table_hears_nothing_of_it(
    server: PulseServer, cache: Path
) -> None:
    table, ear = server.record("table_speaker"), server.record("judge_ear")
    other = control(server)
    with MouthProcess(server, cache, earpiece="judge_ear") as mouth:
        assert mouth.first["earpiece"]
        mouth.say(SECRET, to="judge")
        beginning = rendered(cache, SECRET)[: RATE // 2]
        while likeness(so_far(ear.path), beginning).max() < 0.7:
            assert mouth.process.poll() is None
            time.sleep(0.02)
        server.unplug_sink("judge_ear")
        over = mouth.done(SECRET)
        mouth.say(LATER, to="judge")
        later = mouth.done(LATER)
        assert not over["ok"] and not later["ok"]
        assert mouth.state()["trouble"] == "host.trouble.earpiece"
        inputs = server.pactl("list", "short", "sink-inputs")
        mouth.say(NIGHT)  # the table goes on
        assert mouth.done(NIGHT)["ok"]

        server.plug_sink("judge_ear")
        mouth.until(None)
        back = server.record("judge_ear")
        mouth.say(LATER, to="judge")
        assert mouth.done(LATER)["ok"]
        assert len(hearings(back.stop(), rendered(cache, LATER), RATE)) == 1
    other.kill()
    other.wait()
    heard, whispered = table.stop(), ear.stop()

    # The server did move what can be moved: the control stream came out of the loudspeaker.
    assert max(tone_level(heard[at : at + RATE // 4]) for at in range(0, len(heard), RATE // 4)) > 0.03
    assert len(inputs.splitlines()) == 2  # the table's own and the control stream: ours is not among them
    # And of the secret, the table heard nothing: not the whole, and not any quarter second of it.
    quiet = notched(heard)
    for text in (SECRET, LATER):
        line = notched(rendered(cache, text))
        for begin in range(0, len(line) - RATE // 4, RATE // 8):
            piece = line[begin : begin + RATE // 4]
            if power_db(piece) > -35:
                assert likeness(quiet, piece).max() < 0.75
    assert len(hearings(heard, rendered(cache, NIGHT), RATE, least=0.7)) == 1
    assert starts(whispered, rendered(cache, SECRET), RATE) == []


def test_from_the_moment_of_unplugging_no_device_plays_a_hundredth_second_of_it(
    server: PulseServer, cache: Path
) -> None:
    """Muted within 50 ms, measured on the loudspeaker, on the microphone's sink and on what the earpiece still had."""
    ear = server.record("judge_ear")
    with MouthProcess(server, cache, earpiece="judge_ear") as mouth:
        table, other = server.record("table_speaker"), server.record("mic_feed")
        mouth.say(SECRET, to="judge")
        while likeness(so_far(ear.path), rendered(cache, SECRET)[: RATE // 2]).max() < 0.7:
            assert mouth.process.poll() is None
            time.sleep(0.02)
        server.unplug_sink("judge_ear")
        unplugged = time.monotonic()
        assert not mouth.done(SECRET)["ok"]
        time.sleep(1)  # what a server would still have of it comes now
        heard, fed = table.stop(), other.stop()
    cut = ear.stop()
    assert loudest(heard) < -70 and loudest(fed) < -70  # at no time
    late = cut[round((unplugged + 0.05 - ear.began) * RATE) :]
    assert not len(late) or loudest(late) < -70
    assert loudest(cut) > -30


def loudest(samples: np.ndarray) -> float:
    """Level of the loudest hundredth of a second."""
    size = RATE // 100
    return max((power_db(samples[at : at + size]) for at in range(0, len(samples) - size, size)), default=-120.0)


def notched(samples: np.ndarray) -> np.ndarray:
    """Without the control tone."""
    spectrum = np.fft.rfft(samples)
    pitch = np.fft.rfftfreq(len(samples), 1 / RATE)
    spectrum[np.abs(pitch - CONTROL_HZ) < 25] = 0
    return np.fft.irfft(spectrum, len(samples)).astype(np.float32)


def so_far(path: Path) -> np.ndarray:
    data = path.read_bytes()
    return np.frombuffer(data[: len(data) // 2 * 2], np.int16).astype(np.float32) / 32768


@pytest.mark.parametrize(
    ("speaker", "earpiece", "why"),
    [
        ("table_speaker", "default", "any device"),
        ("table_speaker", "pulse", "any device"),
        ("table_speaker", "default, ALSA", "any device"),
        ("table_speaker", "table_speaker", "loudspeaker on the table"),
        (None, "table_speaker", "loudspeaker on the table"),  # which the system's default is
        ("default", "table_speaker", "loudspeaker on the table"),
        ("table_speaker", "judge_mic", "can be moved"),  # an ALSA name that is no device of the server
        ("table_speaker", "no such", "no output device"),
    ],
)
def test_a_device_that_is_or_could_become_the_loudspeaker_is_refused(
    server: PulseServer, cache: Path, speaker: str | None, earpiece: str, why: str
) -> None:
    with MouthProcess(server, cache, speaker=speaker, earpiece=earpiece) as mouth:
        refusal = mouth.first
    assert refusal["event"] == "refused"
    assert why in refusal["why"]
    assert "\n" not in refusal["why"]


class Windows(PortAudio):
    """Devices as Windows lists them: MME cuts names at 31 characters."""

    def devices(self) -> list[Device]:
        speakers, headset = "Speakers (Realtek High Definition Audio)", "Headset (Bluetooth)"
        return [
            Device(0, "Microsoft Sound Mapper - Output", "MME", 0, 2, 44100),
            Device(1, speakers[:31], "MME", 0, 2, 44100),
            Device(2, headset, "MME", 0, 2, 44100),
            Device(3, speakers, "Windows WASAPI", 0, 2, 48000),
        ]


@pytest.mark.parametrize(
    ("earpiece", "why"),
    [
        ("Speakers (Realtek High Definition Audio)", "loudspeaker on the table"),
        ("Speakers (Realtek High Definiti, MME", "loudspeaker on the table"),
        ("Microsoft Sound Mapper - Output", "any device"),
    ],
)
def test_under_another_host_api_it_is_still_the_loudspeaker(
    monkeypatch: pytest.MonkeyPatch, earpiece: str, why: str
) -> None:
    monkeypatch.setattr(pulse, "sinks", lambda: [])
    with pytest.raises(Refused, match=why):
        earpiece_output(Windows(), earpiece, "Speakers (Realtek High Definition Audio), Windows WASAPI")
    earpiece_output(Windows(), "headset", "Speakers (Realtek High Definition Audio), Windows WASAPI")


@pytest.mark.parametrize(
    ("now", "same"),
    [
        (Sink("card", "Card", "headphones", False), True),
        (Sink("card", "Card", "speakers", False), False),  # unplugged: the card switched by itself
        (Sink("card", "Card", "headphones", True), False),
        (Sink("other", "Card", "headphones", False), False),
    ],
)
def test_a_card_that_switches_from_headphones_to_speakers_is_not_the_same_ear(now: Sink, same: bool) -> None:
    assert same_ear(Sink("card", "Card", "headphones", False), now) is same


def test_sinks_are_found_by_name_description_or_a_part() -> None:
    names = {"alsa_output.usb": "USB Headset", "alsa_output.pci": "Built-in"}
    sinks = [Sink(name, description, None, False) for name, description in names.items()]
    for wanted in ("alsa_output.usb", "alsa_output.usb, PulseAudio", "usb headset", "headset", "USB"):
        assert choose_sink(sinks, wanted) is sinks[0]
