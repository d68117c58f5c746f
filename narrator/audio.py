"""The process's one PortAudio: which devices there are, and who holds streams on them.

PortAudio freezes its device list when it is initialised. To see a device that was plugged in later it has to
be terminated and initialised again, and that kills every stream of the process, the microphone's and the
loudspeaker's. So everybody who holds a stream joins here, and `refresh` goes through all of them:

    class Microphone:                      # an owner
        def let_go(self): ...              # close the stream; no callback runs after this returns
        def take_up(self): ...             # open it again, or note that it cannot be; never raises
        def in_use(self): ...              # True while a gap of half a second would do harm

    audio = portaudio()
    audio.join(microphone)
    with audio.opening():                  # PortAudio must not be opened from two threads at a time
        device = audio.find_input("USB Mic")          # NoSuchDevice, AmbiguousDevice: one line for people
        stream = audio.module().RawInputStream(
            device=device.index, samplerate=device.rate, extra_settings=device.settings(), ...)

A lost device: try to open it by its label again; if that fails and `audio.appeared(label, "input")` says
that a fresh process can see it, call `audio.refresh(microphone)`. It returns False, having touched nothing,
while another owner is in use: try again later. Do not hold a lock of your own that `let_go`, `take_up` or
`in_use` take while calling `refresh`.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from narrator.children import module_command, module_environment

Direction = Literal["input", "output"]

HOSTS = ("Windows WASAPI", "Windows DirectSound", "MME", "Windows WDM-KS")
"""Where one device shows under several host APIs: best first (MME cuts names at 31 characters)."""

HANGS_SECONDS = 3.0
"""A driver that has not closed a stream by then will not."""

PROBE_SECONDS = 10.0


class AudioError(Exception):
    """Something about sound devices that the user can put right; the message is one line for people."""


class NoPortAudio(AudioError):
    """The PortAudio library itself is missing or does not start."""


class NoSuchDevice(AudioError):
    """No device has this name now."""


class AmbiguousDevice(AudioError):
    """Several devices match this name."""


@dataclass(frozen=True, slots=True)
class Device:
    """A PortAudio device as it was listed at the last (re)start; `index` is good until the next one."""

    index: int
    name: str
    host: str
    inputs: int
    outputs: int
    rate: int  # Hz, the device's own

    @property
    def label(self) -> str:
        """Name and host API: what is stored and what finds the device again (indices change on replug)."""
        return f"{self.name}, {self.host}"

    def settings(self) -> Any:
        """`extra_settings` for opening a stream: without, shared WASAPI refuses every rate but its own."""
        if "WASAPI" in self.host:
            import sounddevice

            return sounddevice.WasapiSettings(auto_convert=True)
        return None


class Owner(Protocol):
    """Holds streams; all three are called from the thread that asks for a refresh."""

    def let_go(self) -> None:
        """Close the streams; no callback runs any more when this returns."""

    def take_up(self) -> None:
        """Open them again, looking the devices up by label; never raises."""

    def in_use(self) -> bool:
        """True while losing the stream for half a second would do harm."""


class PortAudio:
    """Devices and owners of one process. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._owners: list[Owner] = []
        self._module: Any = None
        self._left_behind: list[threading.Event] = []  # streams that a driver does not give back

    def module(self) -> Any:
        """The `sounddevice` module. Raises NoPortAudio."""
        with self._lock:
            if self._module is None:
                try:
                    import sounddevice
                except (OSError, ImportError) as error:
                    hint = "on Linux: apt install libportaudio2"
                    raise NoPortAudio(f"PortAudio cannot be loaded ({error}); {hint}") from None
                _silence_alsa()
                self._module = sounddevice
            return self._module

    @contextlib.contextmanager
    def opening(self) -> Iterator[None]:
        """Hold while looking a device up and opening or closing a stream on it."""
        with self._lock:
            yield

    def give_back(self, stream: Any) -> None:
        """Stop and close a stream. A driver whose device is gone may never return from that: then the stream is left
        behind, so that everything else can still be opened. What its callback does after this must do no harm."""
        done, left = threading.Event(), threading.Event()

        def work() -> None:
            with contextlib.suppress(Exception):  # a stream whose device is gone may complain about anything
                stream.abort()
            with self._lock if left.is_set() else contextlib.nullcontext(), contextlib.suppress(Exception):
                stream.close()
            done.set()

        threading.Thread(target=work, name="give back", daemon=True).start()
        if not done.wait(HANGS_SECONDS):
            left.set()
            self._left_behind.append(done)

    def join(self, owner: Owner) -> None:
        """From now on `owner` is asked and told at every refresh."""
        with self._lock:
            if owner not in self._owners:
                self._owners.append(owner)

    def leave(self, owner: Owner) -> None:
        """`owner` has closed its streams for good."""
        with self._lock:
            if owner in self._owners:
                self._owners.remove(owner)

    def refresh(self, asker: Owner | None = None) -> bool:
        """List the devices anew, closing and reopening everybody's streams.

        Returns False, having done nothing, when an owner other than `asker` is in use, or while a driver holds a
        stream: it would hold the whole library then.
        """
        with self._lock:
            sd = self.module()
            self._left_behind = [done for done in self._left_behind if not done.is_set()]
            if self._left_behind:
                return False
            if any(owner.in_use() for owner in self._owners if owner is not asker):
                return False
            for owner in self._owners:
                owner.let_go()
            sd._terminate()
            sd._initialize()
            for owner in self._owners:
                owner.take_up()
            return True

    def devices(self) -> list[Device]:
        """All devices as of the last (re)start."""
        with self._lock:
            sd = self.module()
            hosts = [host["name"] for host in sd.query_hostapis()]
            return [
                Device(
                    index=number,
                    name=str(found["name"]),
                    host=str(hosts[found["hostapi"]]),
                    inputs=int(found["max_input_channels"]),
                    outputs=int(found["max_output_channels"]),
                    rate=int(found["default_samplerate"]),
                )
                for number, found in enumerate(sd.query_devices())
            ]

    def inputs(self) -> list[Device]:
        """Devices that can record."""
        return [device for device in self.devices() if device.inputs]

    def outputs(self) -> list[Device]:
        """Devices that can play."""
        return [device for device in self.devices() if device.outputs]

    def find_input(self, wanted: str | None = None) -> Device:
        """The microphone of this name or label (None: the system's default). Raises AudioError."""
        return self._default("input") if wanted is None else choose(self.inputs(), wanted, "input")

    def find_output(self, wanted: str | None = None) -> Device:
        """The loudspeaker of this name or label (None: the system's default). Raises AudioError."""
        return self._default("output") if wanted is None else choose(self.outputs(), wanted, "output")

    def _default(self, direction: Direction) -> Device:
        with self._lock:
            devices = self.devices()
            hosts = list(self.module().query_hostapis())
            hosts.sort(key=lambda host: _rank(str(host["name"])))
            numbers = [int(self.module().default.device[direction == "output"])]
            known = [host for host in hosts if host["name"] in HOSTS]
            # On Windows PortAudio's own default is the MME mapper: slow, and it follows the system's default.
            numbers = [int(host[f"default_{direction}_device"]) for host in known] + numbers
            numbers += [int(host[f"default_{direction}_device"]) for host in hosts]
            for number in numbers:
                if 0 <= number < len(devices):
                    return devices[number]
        raise NoSuchDevice(f"this machine has no sound {direction} device")

    def appeared(self, label: str | None, direction: Direction) -> bool:
        """Whether a fresh process sees the device (None: any): leaves the streams of this one alone."""
        try:
            probe = subprocess.run(
                module_command("audio", direction),
                env=module_environment(),
                capture_output=True,
                stdin=subprocess.DEVNULL,
                timeout=PROBE_SECONDS,
                check=False,
            )
            labels = json.loads(probe.stdout)
        except (OSError, subprocess.TimeoutExpired, ValueError):
            return False
        if label is None:
            return bool(labels)
        names = {name for seen in labels for name in (str(seen), str(seen).rsplit(", ", 1)[0])}
        return label.casefold() in {name.casefold() for name in names}


def choose(devices: list[Device], wanted: str, direction: Direction) -> Device:
    """The one device that `wanted` means: a label, else a name, else all its words in order, in any case.

    One device under several host APIs is one device. Raises NoSuchDevice, AmbiguousDevice.
    """
    folded = wanted.strip().casefold()
    for matches in (
        [device for device in devices if device.label.casefold() == folded],
        [device for device in devices if device.name.casefold() == folded],
        [device for device in devices if _in_order(folded.split(), device.label.casefold())],
    ):
        if matches:
            best = min(_rank(device.host) for device in matches)
            nearest = [device for device in matches if _rank(device.host) == best]
            if len(nearest) > 1:
                raise AmbiguousDevice(
                    f'"{wanted}" could be any of these {direction} devices: '
                    + "; ".join(device.label for device in nearest)
                )
            return nearest[0]
    known = "; ".join(device.label for device in devices) or "none"
    raise NoSuchDevice(f'no {direction} device is called "{wanted}"; there are: {known}')


def _rank(host: str) -> int:
    return HOSTS.index(host) if host in HOSTS else len(HOSTS)


def _in_order(words: list[str], text: str) -> bool:
    at = 0
    for word in words:
        found = text.find(word, at)
        if found < 0:
            return False
        at = found + len(word)
    return bool(words)


_handlers: list[Any] = []  # ctypes callbacks must outlive the library's use of them


def _silence_alsa() -> None:
    """ALSA writes its troubles to the terminal, over the judge's screen; they reach us as errors anyway."""
    if not sys.platform.startswith("linux"):
        return
    try:
        library = ctypes.CDLL("libasound.so.2")
    except OSError:
        return
    text, number = ctypes.c_char_p, ctypes.c_int
    kind = ctypes.CFUNCTYPE(None, text, number, text, number, text)
    handler = kind(lambda _file, _line, _function, _code, _format: None)
    _handlers.append(handler)
    library.snd_lib_error_set_handler(handler)


def divert_native_errors(log: Path | None = None) -> None:
    """Send what native libraries write to standard error into `log` (None: nowhere), off the judge's screen.

    PortAudio writes pages when a device goes. Python's own `sys.stderr` and `sys.__stderr__` stay where they
    were; call it once, before a full-screen program starts. Raises OSError if the log cannot be opened.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    target = os.open(log or os.devnull, flags, 0o600)
    for stream in (sys.stderr, sys.__stderr__):
        if stream is not None:
            stream.flush()
    kept = os.fdopen(os.dup(2), "w", encoding=getattr(sys.__stderr__, "encoding", "utf-8"), buffering=1)
    if sys.stderr is sys.__stderr__:
        sys.stderr = kept
    sys.__stderr__ = kept  # type: ignore[misc]
    os.dup2(target, 2)
    os.close(target)


_portaudio = PortAudio()


def portaudio() -> PortAudio:
    """The one of this process."""
    return _portaudio


if __name__ == "__main__":
    _one = PortAudio()
    _seen = _one.inputs() if sys.argv[1:] == ["input"] else _one.outputs()
    print(json.dumps([device.label for device in _seen]))
