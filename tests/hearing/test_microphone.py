"""The microphone on real PortAudio devices: a private PulseAudio, whose source is unplugged, muted and
killed."""

import contextlib
import subprocess
import threading
from collections.abc import Iterator
from queue import Queue
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from narrator.audio import AudioError, Device, NoSuchDevice
from narrator.hearing.ears import Trouble
from narrator.hearing.microphone import Microphone
from tests.hearing.conftest import KOREAN, Say, silence
from tests.pulse import PulseServer, pulse_server

PROBE = """
import sys
import numpy as np
from narrator.audio import AudioError
from narrator.hearing.microphone import Microphone
name = sys.argv[1] or None
try:
    mic = Microphone(name, tell=lambda trouble: print(trouble.problem, flush=True))
except AudioError as error:
    sys.exit(f"refused: {error}")
print("open", flush=True)
last = ""
while True:
    block = mic.read(0.1)
    if block is None or not len(block.audio):
        continue
    level = abs(block.audio.astype(int)).max()
    now = "loud" if level > 6000 else "quiet"
    if now != last:
        print(now, flush=True)
        last = now
"""

LIVE = """
import sys, pathlib
from narrator.hearing.ears import Prompt
from narrator.hearing.live import LiveEars
from narrator.hearing.microphone import Microphone
from narrator.hearing.recogniser import Kind
from narrator.hearing.vad import SileroVad
from narrator.hearing.vosk import VoskRecogniser
recogniser = VoskRecogniser(pathlib.Path(sys.argv[1]))
recogniser.wait_ready()
ears = LiveEars(recogniser, lambda tell, busy: Microphone("judge_mic", tell=tell, busy=busy), SileroVad(),
                sure=lambda kind: 0.3)
prompt = Prompt({"확인": "yes", "취소": "no"}, Kind.YESNO)
def heard(event):
    print(type(event).__name__, *getattr(event, "tokens", ()), getattr(event, "problem", ""), flush=True)
print("ready", flush=True)
for line in sys.stdin:
    if line.strip() == "open":
        ears.open(prompt, heard)
    elif line.strip() == "close":
        ears.close()
    elif line.strip() == "state":
        print("state", "well" if ears.trouble() is None else ears.trouble().problem, flush=True)
    print("did", flush=True)
ears.stop()
print("stopped", flush=True)
"""


class Probe:
    """A child process that prints what happens, line by line."""

    def __init__(self, server: PulseServer, code: str, *arguments: str) -> None:
        self.process = server.spawn(code, *arguments)
        self.lines: Queue[str] = Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.strip())
        self.lines.put("")

    def wait(self, *wanted: str, timeout: float = 60) -> list[str]:
        """Lines until all of `wanted` have come, in this order."""
        seen = []
        for one in wanted:
            while True:
                line = self.lines.get(timeout=timeout)
                assert line, f"ended before {one!r}: {seen}"
                seen.append(line)
                if line == one:
                    break
        return seen

    def until(self, state: str) -> None:
        """Ask for the state until it is this one; on a busy machine it may have changed before."""
        for _ in range(300):
            self.tell("state")
            if state in self.wait("did"):
                return
            threading.Event().wait(0.2)
        raise AssertionError(f"never came to {state!r}")

    def tell(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def __enter__(self) -> "Probe":
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.wait(10)
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


@pytest.fixture(scope="module")
def server() -> Iterator[PulseServer]:
    with pulse_server() as running:
        yield running


@contextlib.contextmanager
def playing(server: PulseServer, sound: np.ndarray, rate: int = 16_000) -> Iterator[subprocess.Popen[bytes]]:
    """Play this into the microphone."""
    command = ["paplay", "--device=mic_feed", "--raw", f"--rate={rate}", "--channels=1", "--format=s16le"]
    player = subprocess.Popen(command, env=server.env, stdin=subprocess.PIPE)
    assert player.stdin is not None
    feeder = threading.Thread(target=_feed, args=(player, sound.astype("<i2").tobytes()), daemon=True)
    feeder.start()
    try:
        yield player
    finally:
        player.kill()
        player.wait(10)
        feeder.join(10)


def _feed(player: subprocess.Popen[bytes], data: bytes) -> None:
    assert player.stdin is not None
    with contextlib.suppress(OSError), player.stdin:
        player.stdin.write(data)


def tone(seconds: float, level: int = 12_000) -> np.ndarray:
    return level * np.sin(2 * np.pi * 440 * np.arange(round(seconds * 16_000)) / 16_000)


def test_an_unplugged_microphone_is_noticed_and_comes_back(server: PulseServer) -> None:
    with playing(server, tone(60)), Probe(server, PROBE, "judge_mic") as probe:
        probe.wait("open", "loud")
        server.unplug_mic()
        probe.wait("mic_lost")
        server.plug_mic()
        probe.wait("mic_back")


def test_nothing_but_zeros_is_reported_until_there_is_sound(server: PulseServer) -> None:
    with Probe(server, PROBE, "judge_mic") as probe:
        probe.wait("mic_zeros")
        with playing(server, tone(20)):
            probe.wait("mic_back", "loud")


def test_a_microphone_that_is_not_there_is_refused_in_one_line(server: PulseServer) -> None:
    with Probe(server, PROBE, "no such mic") as probe:
        assert probe.lines.get(timeout=30) == ""
        assert probe.process.wait(10) == 1


def test_when_the_default_changes_under_it_the_new_one_is_opened(server: PulseServer) -> None:
    with playing(server, tone(60)), Probe(server, PROBE, "") as probe:
        probe.wait("open", "loud")
        server.pactl("set-default-source", "table_speaker.monitor")
        server.unplug_mic()  # the server moves the stream to another source, which is silent
        probe.wait("mic_zeros")
        server.plug_mic()
        server.pactl("set-default-source", "judge_mic")
        probe.wait("mic_back")


def test_live_ears_hear_through_it_also_after_a_replug(server: PulseServer, say: Say) -> None:
    once = np.concatenate((silence(0.6), say("확인"), silence(1.5)))
    word = np.tile(once, 8)  # a busy machine may lose some of it
    with Probe(server, LIVE, str(KOREAN)) as probe, playing(server, silence(90)):
        probe.wait("ready")
        probe.tell("open")
        probe.wait("did")
        with playing(server, word):
            probe.wait("Heard yes")
        probe.until("state well")
        server.unplug_mic()
        try:
            probe.until("state mic_lost")
        finally:
            server.plug_mic()
        probe.until("state well")
        with playing(server, word):
            probe.wait("Heard yes")
        probe.tell("close")
        probe.wait("did")
        with playing(server, once) as player:
            player.wait(20)
        probe.tell("open")  # what was said while they were closed is gone
        probe.wait("did")
        assert probe.process.stdin is not None
        probe.process.stdin.close()
        assert probe.wait("stopped") == ["stopped"]


def test_a_probe_in_another_process_says_whether_a_microphone_opens(server: PulseServer) -> None:
    code = "import sys; from narrator.hearing.micprobe import can_open; print(can_open(sys.argv[1] or None))"
    with playing(server, silence(60)):
        assert server.python(code, "judge_mic, ALSA").stdout == "True\n"
        assert server.python(code, "").stdout == "True\n"
    assert server.python(code, "no such").stdout == "False\n"
    server.unplug_mic()
    try:
        assert server.python(code, "judge_mic, ALSA").stdout == "False\n"
    finally:
        server.plug_mic()


def test_the_sound_server_may_die_and_come_back(server: PulseServer) -> None:
    with Probe(server, PROBE, "judge_mic") as probe:
        probe.wait("open")
        server.stop()
        probe.wait("mic_lost")
        server.start()
        probe.wait("mic_back")


def there(label: str | None) -> bool:
    """The device can be opened."""
    return True


class FakeStream:
    """A PortAudio stream whose callback the test calls."""

    def __init__(self, callback: Any) -> None:
        self.callback = callback

    def start(self) -> None:
        self.send(np.ones(480, np.int16))

    def send(self, sound: np.ndarray, overflow: bool = False) -> None:
        self.callback(sound.astype(np.int16).tobytes(), len(sound), None, SimpleNamespace(input_overflow=overflow))

    def abort(self) -> None:
        raise OSError("the device is gone")

    close = abort


class FakeAudio:
    """PortAudio with one device that can be busy; mono is refused when `stereo`."""

    class PortAudioError(Exception):
        pass

    def __init__(self, rate: int = 48_000, stereo: bool = False) -> None:
        self.device = Device(0, "USB Mic", "ALSA", 2, 0, rate)
        self.busy = False
        self.gone = False
        self.stereo = stereo
        self.streams: list[FakeStream] = []
        self.refreshed = threading.Event()
        self.PortAudioError = FakeAudio.PortAudioError

    def RawInputStream(self, *, callback: Any, channels: int, **options: Any) -> FakeStream:
        if self.busy or (self.stereo and channels == 1):
            raise FakeAudio.PortAudioError("Device unavailable")
        self.streams.append(FakeStream(callback))
        return self.streams[-1]

    @contextlib.contextmanager
    def opening(self) -> Iterator[None]:
        yield

    def give_back(self, stream: FakeStream) -> None:
        with contextlib.suppress(OSError):
            stream.abort()

    def module(self) -> "FakeAudio":
        return self

    def find_input(self, wanted: str | None) -> Device:
        if self.gone:
            raise NoSuchDevice("no input device")
        return self.device

    def refresh(self, owner: Any) -> bool:
        self.refreshed.set()
        self.gone = False
        owner.take_up()
        return True

    def join(self, owner: Any) -> None:
        self.owner = owner

    def leave(self, owner: Any) -> None:
        self.owner = None


def test_a_busy_device_is_refused_at_first_and_waited_for_later() -> None:
    audio: Any = FakeAudio()
    audio.busy = True
    with pytest.raises(AudioError, match=r"USB Mic.*unavailable"):
        Microphone("USB", audio=audio, there=there)
    audio.busy = False
    told: Queue[Trouble] = Queue()
    mic = Microphone("USB", tell=told.put, audio=audio, there=there)
    audio.busy = True
    assert told.get(timeout=20) == Trouble("mic_lost", "USB Mic, ALSA")  # the fake's callbacks have stopped
    assert mic.trouble() is not None
    audio.busy = False
    while len(audio.streams) < 2:
        assert audio.refreshed.wait(20)
    audio.streams[-1].send(np.ones(480))
    assert told.get(timeout=20).problem in ("mic_back", "mic_lost")
    mic.stop()
    assert audio.owner is None


def test_a_device_that_portaudio_does_not_see_makes_it_look_again() -> None:
    audio: Any = FakeAudio()
    told: Queue[Trouble] = Queue()
    mic = Microphone("USB", tell=told.put, audio=audio, there=there)
    audio.gone = True
    assert told.get(timeout=20).problem == "mic_lost"
    assert audio.refreshed.wait(20)
    mic.stop()


@pytest.mark.parametrize("rate", [8_000, 16_000, 44_100, 48_000])
def test_every_rate_becomes_sixteen_thousand(rate: int) -> None:
    audio: Any = FakeAudio(rate)
    mic = Microphone("USB", audio=audio, there=there)
    heard = [mic.read(1)]
    for at in range(0, rate, rate // 50):
        audio.streams[0].send(9000 * np.sin(2 * np.pi * 440 * np.arange(at, at + rate // 50) / rate))
        heard.append(mic.read(1))
    sound = np.concatenate([block.audio for block in heard if block is not None])
    assert 15_000 < len(sound) < 17_000
    tail = sound[4000:12000].astype(float)
    spectrum = np.abs(np.fft.rfft(tail * np.hanning(len(tail))))
    assert abs(spectrum.argmax() * 16_000 / len(tail) - 440) < 4
    assert 8000 < np.abs(tail).max() < 10_000
    mic.stop()


def test_a_device_without_mono_gives_its_first_channel() -> None:
    audio: Any = FakeAudio(16_000, stereo=True)
    mic = Microphone("USB", audio=audio, there=there)
    mic.read(1)
    audio.streams[-1].send(np.repeat([[500, -500]], 320, axis=0).ravel())
    block = mic.read(1)
    assert block is not None and set(block.audio) == {500}
    mic.stop()


def test_sound_waits_while_a_long_list_is_searched() -> None:
    audio: Any = FakeAudio(16_000)
    mic = Microphone("USB", audio=audio, there=there)
    for _ in range(500):  # ten seconds that nobody reads
        audio.streams[0].send(np.ones(320))
    blocks = []
    while (block := mic.read(0.01)) is not None:
        blocks.append(block)
    assert mic.overflows == 0
    assert len(blocks) >= 500
    assert not any(block.gap for block in blocks)
    mic.stop()


def test_a_full_queue_drops_sound_and_says_so() -> None:
    audio: Any = FakeAudio(16_000)
    told: Queue[Trouble] = Queue()
    mic = Microphone("USB", tell=told.put, audio=audio, there=there)
    for _ in range(1200):
        audio.streams[0].send(np.ones(320))
    assert mic.overflows > 0
    gaps = 0
    while (block := mic.read(0.01)) is not None:
        gaps += block.gap
    assert gaps == 1
    assert told.get(timeout=20).problem == "mic_overflow"
    mic.stop()
