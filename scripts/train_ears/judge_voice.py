"""Speak every seat and command in one natural voice, for tests that play whole games by voice.

python judge_voice.py PACKAGES OUT [VOICE] [SPEED]
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np
import soundfile as sf
import soxr
from kokoro import RATE, Kokoro, phonemes
from phrases import number, sandhi

ORDERS = {
    "确认": "que4 ren4", "对": "dui4", "是": "shi4", "不对": "bu2 dui4", "不是": "bu2 shi4", "取消": "qu3 xiao1",
    "跳过": "tiao4 guo4", "过": "guo4", "不用": "bu2 yong4", "撤销": "che4 xiao1", "更正": "geng1 zheng4",
    "重复": "chong2 fu4", "再说一遍": "zai4 shuo1 yi2 bian4", "暂停": "zan4 ting2", "继续": "ji4 xu4",
    "救": "jiu4", "不救": "bu2 jiu4", "毒": "du2", "不毒": "bu4 du2", "空刀": "kong1 dao1", "下一步": "xia4 yi2 bu4",
    "好了": "hao3 le5", "完毕": "wan2 bi4", "旁白旁白": "pang2 bai2 pang2 bai2", "结束游戏": "jie2 shu4 you2 xi4",
    "自爆": "zi4 bao4", "退水": "tui4 shui3", "弃票": "qi4 piao4",
}  # fmt: skip
DIGITS = "零一二三四五六七八九"


def numeral(n: int) -> str:
    """Chinese numeral from 1 to 19."""
    return DIGITS[n] if n < 10 else "十" + (DIGITS[n - 10] if n > 10 else "")


def main(argv: list[str]) -> None:
    """Write 16 kHz WAV clips and manifest.csv (file, text, pinyin)."""
    engine, out = Kokoro(Path(argv[0])), Path(argv[1])
    voice, speed = (argv[2] if len(argv) > 2 else "zf_xiaoxiao"), float(argv[3] if len(argv) > 3 else 0.65)
    seats = {numeral(n) + "号": (*number(n), "hao4") for n in range(1, 20)}
    said = {**seats, **{text: tuple(p.split()) for text, p in ORDERS.items()}}
    out.mkdir(parents=True, exist_ok=True)
    rows = []
    for text, pinyin in said.items():
        audio, _ = engine.say("".join(phonemes(s) for s in sandhi(pinyin)) + ".", engine.voices[voice], speed)
        loud = np.flatnonzero(np.abs(audio) > 0.02 * np.abs(audio).max())
        clip = audio[max(0, loud[0] - RATE // 50) : loud[-1] + RATE // 30]
        pcm = soxr.resample(clip, RATE, 16_000)
        name = "-".join(s[:-1] for s in pinyin) + ".wav"
        sf.write(out / name, pcm / np.abs(pcm).max() * 0.6, 16_000, subtype="PCM_16")
        rows.append((name, text, " ".join(pinyin)))
    with (out / "manifest.csv").open("w", encoding="utf-8", newline="") as f:
        csv.writer(f).writerows([("file", "text", "pinyin"), *rows])


if __name__ == "__main__":
    main(sys.argv[1:])
