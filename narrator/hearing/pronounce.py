"""How a Chinese phrase may sound: its readings as units, each with a prior."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pypinyin import Style, lazy_pinyin

from narrator.hearing.units import UnknownSyllable, syllable

Units = tuple[int, ...]

_NUMERALS = {"一": "yao1", "二": "liang3", "两": "er4", "七": "guai3", "九": "gou1", "零": "dong4"}
"""What people also say for a numeral: 幺 两 拐 勾 洞."""
_DIGITS = frozenset("零一二三四五六七八九十两")
_TALK = _DIGITS | frozenset("号玩家")
"""Only in phrases of these does a numeral go by another name."""
_PLAIN = str.maketrans("幺两拐勾洞", "一二七九零")
_SPOKEN, _SANDHI, _SOUTHERN = -4.0, -0.7, -3.0
"""Log priors of a numeral's other name, of the other choice of tone, and of a southern accent."""
_SOUTH = (("zh", "z"), ("ch", "c"), ("sh", "s"))


class Unspeakable(ValueError):
    """A phrase that these ears cannot listen for, with the reason for people."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to say a phrase. `prior` is a log-probability, 0 for the usual way."""

    units: Units
    prior: float


def _pinyin(phrase: str) -> list[str]:
    """Syllables with tone digits; raises Unspeakable for anything but Chinese characters."""
    syllables = lazy_pinyin(phrase, style=Style.TONE3, neutral_tone_with_five=True, errors=lambda text: f"?{text}")
    strange = [s[1:] for s in syllables if s.startswith("?")]
    if strange or not syllables:
        raise Unspeakable(f"can only listen for Chinese characters, not for {(strange or [phrase])[0]!r}")
    return list(syllables)


def _sandhi(phrase: str, syllables: list[str]) -> list[str]:
    """Tones as spoken: third before third rises, 一 and 不 before other tones."""
    out = list(syllables)
    for i in range(len(out) - 1):
        following = syllables[i + 1][-1]
        if out[i][-1] == "3" and following == "3":
            out[i] = out[i][:-1] + "2"
        elif phrase[i] == "不":
            out[i] = "bu2" if following == "4" else "bu4"
        elif phrase[i] == "一":
            out[i] = "yi2" if following == "4" else "yi1"
    return out


def _southern(syllables: list[str]) -> list[str]:
    """Without retroflex sounds and without -ng after e and i."""
    out = []
    for s in syllables:
        base, tone = s[:-1], s[-1]
        for old, new in _SOUTH:
            if base.startswith(old):
                base = new + base[len(old) :]
        if base.endswith(("eng", "ing")) and len(base) > 3:
            base = base[:-1]
        out.append(base + tone)
    return out


def _units(syllables: Sequence[str]) -> Units:
    return tuple(u for s in syllables for u in syllable(s))


@lru_cache(maxsize=20_000)
def readings(phrase: str) -> tuple[Reading, ...]:
    """Every way to say `phrase`, the usual one first. Raises Unspeakable."""
    plain = _pinyin(phrase)
    spoken = _sandhi(phrase, plain)
    ways = [(spoken, 0.0), (plain, _SANDHI), (_southern(spoken), _SOUTHERN)]
    for i, char in enumerate(phrase):
        # 幺 and the like replace single digits only: nobody says 十幺 or 两十.
        if not _TALK.issuperset(phrase):
            break
        alone = not (i and phrase[i - 1] in _DIGITS) and phrase[i + 1 : i + 2] != "十"
        if char in _NUMERALS and alone:
            ways.append(([*spoken[:i], _NUMERALS[char], *spoken[i + 1 :]], _SPOKEN))
    found: dict[Units, float] = {}
    for syllables, prior in ways:
        try:
            found.setdefault(_units(syllables), prior)
        except UnknownSyllable as e:
            if prior == 0.0:
                raise Unspeakable(f"cannot listen for {phrase!r}: {e}") from e
    return tuple(Reading(u, p) for u, p in found.items())


def stem(phrase: str) -> str:
    """The same for forms of one seat: 三号玩家, 三号 and 三; 幺号 and 一号. Such forms do not compete."""
    bare = phrase.removesuffix("玩家").removesuffix("号")
    return bare.translate(_PLAIN) if bare and _DIGITS.union("幺拐勾洞").issuperset(bare) else phrase


def lexicon(phrases: Sequence[str]) -> Mapping[Units, tuple[int, float]]:
    """Readings of all phrases: units to (index of the phrase, log prior).

    A rarer reading that is another phrase's usual one belongs to that phrase: with both 一号 and 幺号 in
    the list, "yāo hào" is 幺号. Two phrases that sound alike share the first one's entry."""
    out: dict[Units, tuple[int, float]] = {}
    for i, phrase in enumerate(phrases):
        for reading in readings(phrase):
            known = out.get(reading.units)
            if known is None or reading.prior > known[1]:
                out[reading.units] = (i, reading.prior)
    return out
