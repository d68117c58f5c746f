"""Devices are found by what people call them, and the list is refreshed without killing a stream in use."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from narrator.audio import AmbiguousDevice, Device, NoSuchDevice, PortAudio, choose
from tests.pulse import PulseServer, pulse_server

DEVICES = [
    Device(0, "Speakers (USB Audio De", "MME", 0, 2, 44100),
    Device(1, "Speakers (USB Audio Device)", "Windows DirectSound", 0, 2, 44100),
    Device(2, "Speakers (USB Audio Device)", "Windows WASAPI", 0, 2, 48000),
    Device(3, "Headset (BT one)", "Windows WASAPI", 0, 2, 48000),
    Device(4, "Headset (BT two)", "Windows WASAPI", 0, 2, 48000),
]


@pytest.mark.parametrize(
    ("wanted", "index"),
    [
        ("Speakers (USB Audio Device)", 2),
        ("speakers usb", 2),
        ("Speakers (USB Audio Device), Windows DirectSound", 1),
        ("usb mme", 0),
        ("bt two", 4),
    ],
)
def test_a_device_is_found_under_its_best_host_api(wanted: str, index: int) -> None:
    assert choose(DEVICES, wanted, "output").index == index


def test_a_name_for_two_devices_is_refused_with_both() -> None:
    with pytest.raises(AmbiguousDevice, match=r"BT one.*BT two"):
        choose(DEVICES, "headset", "output")


def test_an_unknown_name_is_refused_with_what_there_is() -> None:
    with pytest.raises(NoSuchDevice, match="Headset"):
        choose(DEVICES, "nothing", "output")


def test_shared_mode_wasapi_is_asked_to_convert_rates_and_nothing_else_is() -> None:
    assert DEVICES[2].settings() is not None
    assert DEVICES[0].settings() is None


@pytest.fixture(scope="module")
def server() -> Iterator[PulseServer]:
    with pulse_server() as running:
        yield running


REFRESH = """
import json
from narrator.audio import portaudio
audio = portaudio()

class Owner:
    def __init__(self, name, busy): self.name, self.busy, self.log, self.heard = name, busy, [], 0
    def let_go(self): self.stream.close(); self.log.append("let go")
    def take_up(self):
        with audio.opening():
            device = audio.find_output(self.name)
            self.stream = audio.module().RawOutputStream(
                device=device.index, samplerate=device.rate, channels=1, dtype="int16", callback=self.fill)
            self.stream.start()
        self.log.append("open")
    def in_use(self): return self.busy
    def fill(self, out, frames, time, status): out[:] = bytes(len(out)); self.heard += 1

one, two = Owner("table_speaker", False), Owner("judge_ear", True)
for owner in (one, two): owner.take_up(); audio.join(owner)
first = audio.refresh(one)
two.busy = False
second = audio.refresh(one)
before = one.heard
while one.heard == before: pass
audio.leave(two); two.stream.close()
print(json.dumps([first, second, one.log, two.log, audio.refresh(one), two.log,
                  audio.appeared("judge_mic, ALSA", "input"), audio.appeared("nobody, ALSA", "input")]))
one.stream.close()
"""


def test_a_refresh_waits_for_others_and_reopens_everybodys_streams(server: PulseServer) -> None:
    run = server.python(REFRESH)
    first, second, one, two, third, after, there, absent = json.loads(run.stdout)
    assert (first, second, third) == (False, True, True)
    assert two == ["open", "let go", "open"]
    assert one == [*two, "let go", "open"]
    assert after == two  # who has left is not asked any more
    assert there and not absent


class Hanging:
    """A stream whose driver does not return from stopping it until it is let."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.closed = threading.Event()

    def abort(self) -> None:
        assert self.go.wait(30)

    def close(self) -> None:
        self.closed.set()


def test_a_stream_that_its_driver_keeps_is_left_behind_and_others_can_still_be_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("narrator.audio.HANGS_SECONDS", 0.1)
    audio, stream = PortAudio(), Hanging()
    audio._module = SimpleNamespace(_terminate=lambda: None, _initialize=lambda: None)
    with audio.opening():
        audio.give_back(stream)  # as its owner does, holding the lock
    opened = threading.Event()

    def another() -> None:
        with audio.opening():
            opened.set()

    threading.Thread(target=another, daemon=True).start()
    assert opened.wait(30)
    assert not audio.refresh()  # restarting the library would hang with the stream
    stream.go.set()
    assert stream.closed.wait(30)
    while not audio.refresh():
        assert audio._left_behind
