"""Make robotic but endlessly varied Mandarin with espeak-ng 1.51 (voice cmn-latn-pinyin and its variants).

python espeak.py OUT SEED COUNT AUDIO
"""

from __future__ import annotations

import io
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import soundfile as sf
import soxr
from kokoro import draw, save
from phrases import Phrase, commands, words

VARIANTS = [
    "",
    *[f"+m{i}" for i in range(1, 9)],
    *[f"+f{i}" for i in range(1, 6)],
    "+klatt2",
    "+klatt4",
    "+whisper",
]


def speak(phrase: Phrase, rng: random.Random) -> np.ndarray | None:
    """One clip at 16 kHz, or None when espeak gives nothing."""
    voice = "cmn-latn-pinyin" + rng.choice(VARIANTS)
    rate, pitch = str(rng.randint(130, 330)), str(rng.randint(10, 90))
    text = " ".join(phrase).replace("v", "ü")
    command = ["espeak-ng", "-v", voice, "-s", rate, "-p", pitch, "--stdout", text]
    wav = subprocess.run(command, capture_output=True, check=True).stdout
    pcm, hertz = sf.read(io.BytesIO(wav), dtype="float32")
    loud = np.flatnonzero(np.abs(pcm) > 0.01)
    if len(loud) < hertz // 20:
        return None
    pcm = soxr.resample(pcm[max(0, loud[0] - 800) : loud[-1] + 800], hertz, 16_000)
    return np.asarray(pcm / np.abs(pcm).max() * 20_000, np.float32)


def main(argv: list[str]) -> None:
    """Write COUNT clips to OUT/espeak-SEED-000.npz."""
    out, seed, count, audio = Path(argv[0]), int(argv[1]), int(argv[2]), Path(argv[3])
    rng = random.Random(seed)
    vocabulary, orders = words(audio / "train"), commands()
    clips, labels = [], []
    while len(clips) < count:
        phrase = draw(rng, vocabulary, orders)
        pcm = speak(phrase, rng)
        if pcm is not None:
            clips.append(pcm.astype(np.int16))
            labels.append(" ".join(phrase))
    out.mkdir(parents=True, exist_ok=True)
    save(out / f"espeak-{seed}-000.npz", clips, labels, list(range(count)))


if __name__ == "__main__":
    main(sys.argv[1:])
