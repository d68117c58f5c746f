"""Measure what adaptation brings: half of each development speaker's phrases adapt, the other half is recognised.

python adapt_gain.py MODEL_FOLDER AUDIO/dev
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bench_hearing import read_manifest, read_sound, tasks, tasks_of

from narrator.hearing.adaptation import Adaptation, Heard
from narrator.hearing.builtin import Acoustics, learn
from narrator.hearing.ctc import blur_tones, pooled
from narrator.hearing.packdata import MODEL
from narrator.hearing.pronounce import lexicon

TONE_SHARE = 0.3


def top(emissions: np.ndarray, phrases: dict[str, str]) -> str:
    """The answer of the best phrase."""
    names = list(phrases)
    ways = lexicon(names)
    scores = pooled(emissions, list(ways)) + np.array([p for _, p in ways.values()], np.float32)
    return phrases[names[list(ways.values())[int(scores.argmax())][0]]]


def main(argv: list[str]) -> None:
    """One line a speaker: top candidate right without and with adaptation, clean and noisy."""
    acoustics, dev = Acoustics(Path(argv[0]) / MODEL), Path(argv[1])
    manifest = [r for r in read_manifest(dev) if r["answer"]]
    lists = tasks(read_manifest(dev))
    for speaker in sorted({r["speaker"] for r in manifest}):
        rows = [r for r in manifest if r["speaker"] == speaker]
        heard: list[Heard] = [acoustics.hear(read_sound(dev / r["file"])) for r in rows]
        # A judge speaks each phrase once, in a quiet room, at an ordinary pace; tested on other tempi and noise.
        quiet = [r for r in rows if r["condition"] == "clean" and r["tempo"] == "1.0"]
        own = [(read_sound(dev / r["file"]), r["text"]) for r in quiet]
        adaptation: Adaptation = learn(acoustics, own)
        for condition in ("clean", "noisy"):
            before, after = [], []
            for h, r in zip(heard, rows, strict=True):
                if r["condition"] != condition or r["tempo"] == "1.0":
                    continue
                for name in tasks_of(r):
                    phrases = dict(lists[name].phrases)
                    before.append(top(blur_tones(h.log_probs, TONE_SHARE), phrases) == r["answer"])
                    after.append(top(blur_tones(adaptation.apply(h), TONE_SHARE), phrases) == r["answer"])
            change = f"{100 * np.mean(before):.1f} % -> {100 * np.mean(after):.1f} %"
            print(f"{speaker} {condition}: {change}  (n {len(before)})")


if __name__ == "__main__":
    main(sys.argv[1:])
