"""A private PulseAudio server with null sinks, so that tests run through real PortAudio devices.

PortAudio reads its device list once a process and libpulse reads its environment, so the code under test runs
in a child process with `server.env` (see `PulseServer.python`). Every server has its own HOME and
XDG_RUNTIME_DIR.
"""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

RATE = 48_000
"""Hz of every sink and of every recording here."""

ROOT = Path(__file__).resolve().parent.parent

SINKS = {"table_speaker": 2, "judge_ear": 2, "mic_feed": 1}
"""Name and channels; `judge_mic` is the source that hears what is played into `mic_feed`."""


@functools.cache
def _prefix(*command: str) -> tuple[str, ...]:
    """The command if it is there and we have the right to it."""
    tool = shutil.which(command[0])
    if tool and subprocess.run([tool, *command[1:], "true"], capture_output=True).returncode == 0:
        return (tool, *command[1:])
    return ()


def urgent(command: Sequence[str]) -> list[str]:
    """The command before other work of the machine, where that is allowed."""
    return [*_prefix("nice", "-n", "-15"), *command]


def realtime(command: Sequence[str]) -> list[str]:
    """The command as desktops run their sound server, where that is allowed."""
    return [*_prefix("chrt", "--rr", "5"), *command]


@dataclass
class Recording:
    """What one sink plays, from when it was started."""

    process: subprocess.Popen[bytes]
    path: Path
    began: float  # monotonic time of the first sample, to some ten milliseconds

    def stop(self) -> NDArray[np.float32]:
        """End it: mono, -1 to 1, at RATE."""
        self.process.terminate()
        self.process.wait(10)
        data = np.frombuffer(self.path.read_bytes(), np.int16)
        return data.astype(np.float32) / 32768


@dataclass
class PulseServer:
    """One running server. `env` is the environment in which its devices exist."""

    folder: Path
    env: dict[str, str]
    daemon: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the daemon with its sinks; returns when it answers."""
        command = ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--disallow-exit=no"]
        command += ["-L", "module-native-protocol-unix", "-L", "module-rescue-streams"]
        for name, channels in SINKS.items():
            command += ["-L", f"module-null-sink sink_name={name} rate={RATE} channels={channels}"]
        command += ["-L", "module-remap-source master=mic_feed.monitor source_name=judge_mic"]
        log = (self.folder / "pulse.log").open("ab")
        self.daemon = subprocess.Popen(realtime(command), env=self.env, stdout=log, stderr=log)
        deadline = time.monotonic() + 20
        while subprocess.run(["pactl", "info"], env=self.env, capture_output=True).returncode:
            assert self.daemon.poll() is None, (self.folder / "pulse.log").read_text()
            assert time.monotonic() < deadline, "pulseaudio does not answer"
            time.sleep(0.05)
        self.pactl("set-default-sink", "table_speaker")
        self.pactl("set-default-source", "judge_mic")

    def stop(self) -> None:
        """End the daemon, as when the sound server crashes."""
        if self.daemon is not None:
            self.daemon.terminate()
            try:
                self.daemon.wait(10)
            except subprocess.TimeoutExpired:
                self.daemon.kill()
                self.daemon.wait(10)
            self.daemon = None

    @contextlib.contextmanager
    def hung(self) -> Iterator[None]:
        """The server runs and answers nobody meanwhile."""
        assert self.daemon is not None
        self.daemon.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.daemon.send_signal(signal.SIGCONT)

    def pactl(self, *arguments: str) -> str:
        """Run pactl against this server and return what it prints."""
        run = subprocess.run(["pactl", *arguments], env=self.env, capture_output=True, text=True, check=True)
        return run.stdout.strip()

    def unplug(self, module: str, argument: str) -> None:
        """Unload the module (such as `module-null-sink`) that was loaded with this argument in it."""
        for line in self.pactl("list", "short", "modules").splitlines():
            number, name, *rest = line.split("\t")
            if name == module and argument in " ".join(rest):
                self.pactl("unload-module", number)
                return
        raise AssertionError(f"no {module} with {argument}")

    def unplug_sink(self, name: str) -> None:
        """Take an output device away."""
        self.unplug("module-null-sink", f"sink_name={name} ")

    def plug_sink(self, name: str) -> None:
        """Bring it (back)."""
        arguments = (f"sink_name={name}", f"rate={RATE}", f"channels={SINKS.get(name, 2)}")
        self.pactl("load-module", "module-null-sink", *arguments)

    def unplug_mic(self) -> None:
        """Take the microphone away."""
        self.unplug("module-remap-source", "source_name=judge_mic")

    def plug_mic(self) -> None:
        """Bring it back."""
        arguments = ("master=mic_feed.monitor", "source_name=judge_mic")
        self.pactl("load-module", "module-remap-source", *arguments)

    def record(self, sink: str) -> Recording:
        """Record what this sink plays; returns when the recording runs."""
        path = self.folder / f"{sink}-{time.monotonic_ns()}.raw"
        target = path.open("wb")
        command = ["parec", f"--device={sink}.monitor", f"--rate={RATE}", "--channels=1", "--format=s16le"]
        process = subprocess.Popen(
            realtime([*command, "--latency-msec=20"]), env=self.env, stdout=target, stderr=subprocess.DEVNULL
        )
        target.close()
        deadline = time.monotonic() + 20
        while not path.stat().st_size:
            assert process.poll() is None, f"no recording from {sink}"
            assert time.monotonic() < deadline, f"no sound from {sink}"
            time.sleep(0.01)
        began = time.monotonic() - path.stat().st_size / 2 / RATE
        return Recording(process, path, began)

    def python(
        self, code: str, *arguments: str, timeout: float = 60, env: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run Python code in a child process that has these devices; fails with its output if it fails."""
        run = subprocess.run(
            urgent([sys.executable, "-c", code, *arguments]),
            env={**self.env, **(env or {})},
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=timeout,
        )
        assert run.returncode == 0, f"exit {run.returncode}\n{run.stdout}\n{run.stderr}"
        return run

    def spawn(self, code: str, *arguments: str) -> subprocess.Popen[str]:
        """Start such a child with pipes on its standard streams."""
        return subprocess.Popen(
            urgent([sys.executable, "-u", "-c", code, *arguments]),
            env=self.env,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )


def _asoundrc(names: Sequence[str]) -> str:
    parts = ["pcm.!default { type pulse }", "ctl.!default { type pulse }"]
    for name in names:
        parts.append(f'pcm.{name} {{ type pulse device {name} hint {{ show on description "{name}" }} }}')
    return "\n".join(parts) + "\n"


@contextlib.contextmanager
def pulse_server() -> Iterator[PulseServer]:
    """A fresh server, running; gone with its folder at the end. Use it as a module-scoped fixture."""
    missing = [tool for tool in ("pulseaudio", "pactl", "parec") if not shutil.which(tool)]
    assert not missing, f"these tests need {', '.join(missing)}: apt install pulseaudio pulseaudio-utils"
    folder = Path(tempfile.mkdtemp(prefix="narrator-pulse-"))
    try:
        runtime = folder / "run"
        runtime.mkdir(mode=0o700)
        (folder / ".asoundrc").write_text(_asoundrc([*SINKS, "judge_mic"]))
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("PULSE_", "XDG_", "DBUS_"))}
        kept.pop("DISPLAY", None)
        path = os.pathsep.join(p for p in (str(ROOT), os.environ.get("PYTHONPATH", "")) if p)
        server = PulseServer(folder, {**kept, "HOME": str(folder), "XDG_RUNTIME_DIR": str(runtime), "PYTHONPATH": path})
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
