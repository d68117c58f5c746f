"""Whether a microphone can be opened now, tried in another process.

PortAudio writes its failures to the terminal, over the judge's screen, and sees only the devices that were
there when it started; a fresh process does neither."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import Any

from narrator.audio import AudioError, portaudio
from narrator.children import module_command, module_environment

SECONDS = 6.0
"""For which sound is waited for: a PulseAudio source can take two until its first block, more on a busy machine."""
PATIENCE = 30.0


def can_open(label: str | None) -> bool:
    """True when the microphone of this label (None: the default) opens and gives sound."""
    command = module_command("hearing.micprobe", *([label] if label else []))
    try:
        tried = subprocess.run(
            command,
            env=module_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode == 0


def main(label: str | None) -> int:
    """Exit code 0 when a callback came."""
    came = threading.Event()

    def callback(data: Any, frames: int, time: Any, status: Any) -> None:
        came.set()

    try:
        device, module = portaudio().find_input(label), portaudio().module()
    except AudioError:
        return 1
    try:
        for channels in dict.fromkeys((1, device.inputs)):
            try:
                stream = module.RawInputStream(
                    device=device.index,
                    samplerate=device.rate,
                    channels=channels,
                    dtype="int16",
                    extra_settings=device.settings(),
                    callback=callback,
                )
            except (module.PortAudioError, ValueError):
                continue
            with stream:
                return 0 if came.wait(SECONDS) else 1
    except module.PortAudioError:
        return 1
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else None))
