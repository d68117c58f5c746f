"""Score a checkpoint on the development speakers without thresholds: how often the top candidate is right.

python look.py CKPT.pt EMBEDDING.onnx AUDIO/dev [TONE_SHARE]
"""

from __future__ import annotations

import csv
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
import soundfile as sf
import torch
from embedding import pretrained
from network import Ears
from phrases import number

from narrator.hearing.ctc import blur_tones, forward
from narrator.hearing.logmel import log_mel
from narrator.hearing.normalise import level_gain, padded
from narrator.hearing.units import syllable

HAO = ("hao4",)


def units(phrase: tuple[str, ...]) -> tuple[int, ...]:
    """Units of pinyin syllables."""
    return tuple(u for s in phrase for u in syllable(s))


def number_forms(n: int) -> list[tuple[str, ...]]:
    """Ways to say a number."""
    forms = [number(n)]
    if n == 1:
        forms += [("yao1",), ("yi2",)]
    if n == 2:
        forms += [("liang3",)]
    return forms


def main(argv: list[str]) -> None:
    """Print accuracy per speaker, condition and kind."""
    torch.set_num_threads(1)
    net = Ears(pretrained(Path(argv[1])))
    net.load_state_dict(torch.load(argv[0]))
    net.eval()
    share = float(argv[3]) if len(argv) > 3 else 0.3
    dev = Path(argv[2])
    with (dev / "manifest.csv").open(encoding="utf-8") as f:
        rows = list(csv.DictReader(f))
    orders = {r["text"]: r["answer"] for r in rows if r["answer"] and not r["answer"][1:].isdigit()}
    pinyin = {r["text"]: tuple(r["pinyin"].split()) for r in rows}
    yesno = {t: a for t, a in orders.items() if a in ("yes", "no")}
    lists: dict[str, list[tuple[str, tuple[int, ...]]]] = {}
    for top, tail in ((12, HAO), (19, HAO), (12, ()), (19, ())):
        name = f"seat{top}{'hao' if tail else 'bare'}"
        lists[name] = [(f"n{n}", units(f + tail)) for n in range(1, top + 1) for f in number_forms(n)]
    # 是 and 十, 救 and 九 never share a list; commands are one list, yes/no another.
    lists["command"] = [(a, units(pinyin[t])) for t, a in orders.items()]
    lists["yesno"] = [(a, units(pinyin[t])) for t, a in yesno.items()]
    right: dict[tuple[str, str, str, str], list[bool]] = defaultdict(list)
    confusions: dict[tuple[str, str], int] = defaultdict(int)
    for row in rows:
        answer, text = row["answer"], row["text"]
        if not answer:
            continue
        if answer[1:].isdigit():
            n = int(answer[1:])
            suffix = "hao" if text.endswith("号") else "bare"
            kinds = (["seat12" + suffix] if n <= 12 else []) + ["seat19" + suffix]
        else:
            kinds = ["command"] + (["yesno"] if answer in ("yes", "no") else [])
        pcm, _ = sf.read(dev / row["file"], dtype="float32")
        mel = padded(level_gain(log_mel(pcm)), 2)
        with torch.no_grad():
            out = net(torch.from_numpy(mel)[None])[0].numpy()
        out = blur_tones(out, share)
        for kind in kinds:
            scores = forward(out, [u for _, u in lists[kind]])
            best = lists[kind][int(np.argmax(scores))][0]
            fast = "fast" if row["tempo"] == "1.5" else "slow"
            right[(kind, row["condition"], row["speaker"], fast)].append(best == answer)
            if best != answer and kind != "seat12hao":
                confusions[(text, best)] += 1
    for kind in lists:
        for condition in ("clean", "noisy"):
            cells = []
            for speaker in ("h1", "h2", "h3"):
                got = [x for k, v in right.items() if k[:3] == (kind, condition, speaker) for x in v]
                cells.append(f"{speaker} {100 * np.mean(got):5.1f}")
            everything = [x for k, v in right.items() if k[:2] == (kind, condition) for x in v]
            fast = [x for k, v in right.items() if k[:2] == (kind, condition) and k[3] == "fast" for x in v]
            top, quick = 100 * np.mean(everything), 100 * np.mean(fast)
            print(f"{kind:11s} {condition} {top:5.1f}  fast {quick:5.1f}  {'  '.join(cells)}")
    print(sorted(confusions.items(), key=lambda x: -x[1])[:24])


if __name__ == "__main__":
    main(sys.argv[1:])
