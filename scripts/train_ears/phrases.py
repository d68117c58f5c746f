"""What the training speech says: a judge's seats and commands, and everything else people say at a table.

A phrase here is a tuple of pinyin syllables with a tone digit (5 for the neutral tone), for example
("shi2", "er4", "hao4").
"""

from __future__ import annotations

import csv
import random
from pathlib import Path

Phrase = tuple[str, ...]

DIGITS = ["ling2", "yi1", "er4", "san1", "si4", "wu3", "liu4", "qi1", "ba1", "jiu3"]

COMMANDS = """
que4 ren4|dui4|shi4|hao3|hao3 de5|mei2 cuo4|bu2 dui4|bu2 shi4|bu4|qu3 xiao1|tiao4 guo4|guo4|bu2 yong4|che4 xiao1
|chong2 fu4|zai4 shuo1 yi2 bian4|zan4 ting2|ji4 xu4|jiu4|bu2 jiu4|yong4 jie3 yao4|du2|yong4 du2|bu4 du2|kong1 dao1
|kong1|mei2 you3|xia4 yi2 bu4|hao3 le5|wan2 bi4|geng1 zheng4|jia1 shi2|zhuang4 tai4|bang1 zhu4|wei4 shen2 me5
|jie2 shu4 you2 xi4|tui4 shui3|zi4 bao4|jue2 dou4|dian3 sha1|jing3 hui1|ping2 piao4|chu1 ju2|qi4 piao4
|pang2 bai2 pang2 bai2|tian1 hei1|tian1 liang4|lang2 ren2|yu4 yan2 jia1|nv3 wu1|lie4 ren2|shou3 wei4
|kai1 shi3|jie2 shu4|que4 ding4|shi4 de5|dui4 de5|bu4 zhi1 dao4|deng3 yi1 xia4|tou2 piao4|shang4 jing3|xia4 jing3
|fa1 yan2|bi4 yan3|zheng1 yan3|qing3 bi4 yan3|qing3 zheng1 yan3
"""


def commands() -> list[Phrase]:
    """Every command and answer a judge may give, with look-alikes."""
    return [tuple(p.split()) for p in COMMANDS.replace("\n", "").split("|")]


def number(n: int) -> Phrase:
    """A number from 0 to 99 as it is read aloud."""
    tens, ones = divmod(n, 10)
    if tens == 0:
        return (DIGITS[ones],)
    head = ((DIGITS[tens],) if tens > 1 else ()) + ("shi2",)
    return head + ((DIGITS[ones],) if ones else ())


def seat(n: int, rng: random.Random) -> Phrase:
    """A seat with 号; once in a while in one of the ways people really say it."""
    base = number(n)
    roll = rng.random()
    if n == 1 and roll < 0.12:
        base = ("yao1",)
    elif n == 1 and roll < 0.3:
        base = ("yi2",)  # 一 before a fourth tone
    elif n == 11 and roll < 0.15:
        base = ("shi2", "yi2")
    elif n == 2 and roll < 0.08:
        base = ("liang3",)
    elif n == 7 and roll < 0.08:
        base = ("guai3",)
    elif n == 9 and roll < 0.08:
        base = ("gou1",)
    tail: Phrase = ("hao4", "wan2", "jia1") if rng.random() < 0.06 else ("hao4",)
    return base + tail


def sandhi(phrase: Phrase) -> Phrase:
    """The tones as spoken: a third tone before a third tone rises."""
    out = list(phrase)
    for i in range(len(out) - 1):
        if out[i][-1] == "3" and out[i + 1][-1] == "3":
            out[i] = out[i][:-1] + "2"
    return tuple(out)


def words(folder: Path) -> list[Phrase]:
    """The pinyin of every recorded word of the shared training list."""
    with (folder / "cmn-words.csv").open(encoding="utf-8") as f:
        rows = [tuple(r["pinyin"].lower().split()) for r in csv.DictReader(f)]
    return [r for r in rows if r and all(s[-1:].isdigit() and s.isascii() for s in r)]
