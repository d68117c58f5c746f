"""Turn recordings into a bank of log-mel clips that the trainer mixes phrases from.

Every clip is stored at several resampling ratios (pitch and vocal tract move together; the trainer changes the
tempo independently). A bank is one .npz: `mel` float16 (frames, 48), `offsets`, `labels` (pinyin), `sources`
(0 Chen Wang, 1 Yue Tan, 2 the pinyin speaker, 3 Kokoro, 4 espeak, 5 music) and `base` (which recording).

    python bank.py human AUDIO/train OUT.npz
    python bank.py synth SHARD.npz... OUT.npz
    python bank.py music SEED OUT.npz
"""

from __future__ import annotations

import csv
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import soundfile as sf
import soxr

from narrator.hearing.logmel import log_mel
from narrator.hearing.units import UnknownSyllable, syllable

RATE = 16_000
HUMAN_RATIOS = [0.76, 0.84, 0.92, 1.0, 1.0, 1.09, 1.19]
FOLDERS = ["cmn-syllables", "cmn-words", "pinyin"]
MAX_SYLLABLES = 7

Clip = tuple[np.ndarray, str, int, int]


def trim(pcm: np.ndarray) -> np.ndarray:
    """Speech without the silence around it, kept by 30 ms."""
    hop = RATE // 100
    power = (pcm[: len(pcm) // hop * hop].reshape(-1, hop) ** 2).mean(1)
    level = np.sqrt(np.convolve(power, np.ones(3) / 3, "same"))
    loud = np.flatnonzero(level > max(0.03 * level.max(), 2.5 * np.percentile(level, 5)))
    if len(loud) == 0:
        return pcm
    return pcm[max(0, loud[0] - 3) * hop : (loud[-1] + 4) * hop]


def known(pinyin: str) -> bool:
    """Whether every syllable has units and the phrase is short enough."""
    parts = pinyin.lower().split()
    try:
        for p in parts:
            syllable(p)
    except UnknownSyllable:
        return False
    return 0 < len(parts) <= MAX_SYLLABLES


def versions(pcm: np.ndarray, ratios: list[float]) -> Iterator[np.ndarray]:
    """Log-mel of the clip at full level, at each ratio of pitch."""
    pcm = pcm / max(1e-4, float(np.abs(pcm).max())) * 0.5
    for ratio in ratios:
        moved = pcm if ratio == 1.0 else soxr.resample(pcm, RATE * ratio, RATE)
        yield log_mel(moved.astype(np.float32))


def human(folder: Path) -> Iterator[Clip]:
    """Every recording of the three training speakers."""
    for source, name in enumerate(FOLDERS):
        with (folder / f"{name}.csv").open(encoding="utf-8") as f:
            rows = [r for r in csv.DictReader(f) if known(r["pinyin"])]
        for base, row in enumerate(rows):
            pcm, hertz = sf.read(folder / row["file"], dtype="float32")
            assert hertz == RATE, row["file"]
            rng = random.Random(base)
            ratios = HUMAN_RATIOS if source != 1 or base % 3 == 0 else rng.sample(HUMAN_RATIOS, 3)
            for mel in versions(trim(pcm), ratios):
                yield mel, row["pinyin"].lower(), source, source * 100_000 + base


def synth(shards: list[Path]) -> Iterator[Clip]:
    """Synthetic clips, each at two ratios near one."""
    for s, shard in enumerate(shards):
        data = np.load(shard)
        source = 3 if shard.name.startswith("kokoro") else 4
        ends = np.cumsum(data["lengths"])
        rng = random.Random(s)
        for i, (end, length) in enumerate(zip(ends, data["lengths"], strict=True)):
            label = str(data["labels"][i])
            if known(label):
                pcm = trim(data["pcm"][end - length : end].astype(np.float32) / 32768)
                for mel in versions(pcm, [1.0, rng.choice([0.86, 0.93, 1.07, 1.15])]):
                    yield mel, label, source, 1_000_000 + s * 10_000 + i


def music(seed: int) -> Iterator[Clip]:
    """Chords, plucked notes and beats with no rights in them: forty clips of six seconds."""
    rng = np.random.default_rng(seed)
    t = np.arange(6 * RATE) / RATE
    for i in range(40):
        out = np.zeros_like(t)
        beat = 60 / rng.uniform(70, 160)
        root = rng.uniform(80, 240)
        for k in range(int(6 / beat)):
            for step in rng.choice([0, 3, 4, 5, 7, 9, 12, 16], rng.integers(1, 5), replace=False):
                pitch = root * 2 ** ((step + rng.choice([0, 5, 7, -2])) / 12)
                on = t >= k * beat
                decay = np.exp(-np.maximum(0, t - k * beat) * rng.uniform(1, 8)) * on
                for h in range(1, rng.integers(2, 9)):
                    out += decay * np.sin(2 * np.pi * pitch * h * t) / h ** rng.uniform(0.8, 2)
            if i % 2:
                hit = np.exp(-np.maximum(0, t - k * beat) * rng.uniform(20, 60)) * (t >= k * beat)
                out += hit * rng.standard_normal(len(t)) * rng.uniform(0.3, 2)
        for mel in versions(out.astype(np.float32), [1.0]):
            yield mel, "", 5, 2_000_000 + i


def write(clips: Iterator[Clip], path: Path) -> None:
    """Collect clips into one bank."""
    mels, labels, sources, bases = zip(*clips, strict=True)
    offsets = np.concatenate([[0], np.cumsum([len(m) for m in mels])])
    mel = np.concatenate(mels).astype(np.float16)
    np.savez(
        path,
        mel=mel,
        offsets=offsets,
        labels=np.array(labels),
        sources=np.array(sources),
        base=np.array(bases),
    )
    print(f"{path}: {len(labels)} clips, {offsets[-1] / 6000:.0f} min")


def main(argv: list[str]) -> None:
    """See the module's text."""
    kind, *sources, out = argv
    if kind == "human":
        write(human(Path(sources[0])), Path(out))
    elif kind == "synth":
        write(synth([Path(s) for s in sources]), Path(out))
    else:
        write(music(int(sources[0])), Path(out))


if __name__ == "__main__":
    main(sys.argv[1:])
