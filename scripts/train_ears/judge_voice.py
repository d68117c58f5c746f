"""Put together every seat and command in a human voice, for tests that play whole games by voice.

Words that Yue Tan recorded are taken whole; others are joined from her one-syllable words, or, where she has
none, from Chen Wang's syllables (both CC-BY-SA). Needs ffmpeg, for the tempo.

    python judge_voice.py AUDIO/train OUT
"""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import soundfile as sf
from bank import RATE, trim
from phrases import Phrase, number, sandhi

ORDERS = {
    "确认": "que4 ren4", "对": "dui4", "是": "shi4", "不对": "bu2 dui4", "不是": "bu2 shi4", "取消": "qu3 xiao1",
    "跳过": "tiao4 guo4", "过": "guo4", "不用": "bu2 yong4", "撤销": "che4 xiao1", "更正": "geng1 zheng4",
    "重复": "chong2 fu4", "再说一遍": "zai4 shuo1 yi2 bian4", "暂停": "zan4 ting2", "继续": "ji4 xu4",
    "救": "jiu4", "不救": "bu2 jiu4", "毒": "du2", "不毒": "bu4 du2", "空刀": "kong1 dao1", "下一步": "xia4 yi2 bu4",
    "好了": "hao3 le5", "完毕": "wan2 bi4", "旁白旁白": "pang2 bai2 pang2 bai2", "结束游戏": "jie2 shu4 you2 xi4",
    "自爆": "zi4 bao4", "退水": "tui4 shui3", "弃票": "qi4 piao4", "没有人": "mei2 you3 ren2", "状态": "zhuang4 tai4",
}  # fmt: skip
DIGITS = "零一二三四五六七八九"
SYLLABLE = 0.26
"""Seconds a syllable lasts at most in the result: an unhurried judge, not a dictionary."""


def numeral(n: int) -> str:
    """Chinese numeral from 1 to 19."""
    return DIGITS[n] if n < 10 else "十" + (DIGITS[n - 10] if n > 10 else "")


class Recordings:
    """The two speakers' recordings, by text and by pinyin."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._words: dict[str, str] = {}
        self._tan: dict[str, str] = {}
        self._wang: dict[str, str] = {}
        for name in ("cmn-words", "cmn-syllables"):
            with (folder / f"{name}.csv").open(encoding="utf-8") as f:
                for row in csv.DictReader(f):
                    if name == "cmn-words":
                        self._words.setdefault(row["text"], row["file"])
                        self._tan.setdefault(row["pinyin"].lower(), row["file"])
                    else:
                        self._wang.setdefault(row["pinyin"].lower(), row["file"])

    def _load(self, file: str) -> np.ndarray:
        pcm, _ = sf.read(self._folder / file, dtype="float32")
        pcm = trim(pcm)
        return np.asarray(pcm / np.abs(pcm).max(), np.float32)

    def speak(self, text: str, pinyin: Phrase) -> np.ndarray:
        """The phrase, joined if need be."""
        if text in self._words:
            return self._load(self._words[text])
        source = self._tan if all(s in self._tan for s in pinyin) else self._wang
        return np.concatenate([self._load(source.get(s) or self._wang[s[:-1] + "1"]) for s in pinyin])


def hurry(pcm: np.ndarray, factor: float) -> np.ndarray:
    """Shorter by `factor` at the same pitch."""
    wav = io.BytesIO()
    sf.write(wav, pcm, RATE, format="WAV")
    command = ["ffmpeg", "-v", "error", "-i", "-", "-af", f"atempo={factor:.3f}", "-f", "wav", "-"]
    out = subprocess.run(command, input=wav.getvalue(), capture_output=True, check=True).stdout
    return np.asarray(sf.read(io.BytesIO(out), dtype="float32")[0])


def main(argv: list[str]) -> None:
    """Write 16 kHz WAV clips and manifest.csv (file, text, pinyin)."""
    recordings, out = Recordings(Path(argv[0])), Path(argv[1])
    seats = {numeral(n) + "号": (*number(n), "hao4") for n in range(1, 20)}
    said = {**seats, **{text: tuple(p.split()) for text, p in ORDERS.items()}}
    out.mkdir(parents=True, exist_ok=True)
    rows = []
    for text, pinyin in said.items():
        pcm = recordings.speak(text, sandhi(pinyin))
        factor = len(pcm) / RATE / (SYLLABLE * len(pinyin))
        pcm = hurry(pcm, factor) if factor > 1.05 else pcm
        name = "-".join(s[:-1] for s in pinyin) + ".wav"
        sf.write(out / name, pcm / np.abs(pcm).max() * 0.6, RATE, subtype="PCM_16")
        rows.append((name, text, " ".join(pinyin)))
    with (out / "manifest.csv").open("w", encoding="utf-8", newline="") as f:
        csv.writer(f).writerows([("file", "text", "pinyin"), *rows])


if __name__ == "__main__":
    main(sys.argv[1:])
