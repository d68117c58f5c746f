"""The sounds that the built-in ears tell apart: Mandarin initials, and finals with their tone."""

from __future__ import annotations

INITIALS = [
    "b",
    "p",
    "m",
    "f",
    "d",
    "t",
    "n",
    "l",
    "g",
    "k",
    "h",
    "j",
    "q",
    "x",
    "zh",
    "ch",
    "sh",
    "r",
    "z",
    "c",
    "s",
]
FINALS = [
    *("a", "o", "e", "ai", "ei", "ao", "ou", "an", "en", "ang", "eng", "ong", "er", "ih"),
    *("i", "ia", "ie", "iao", "iou", "ian", "in", "iang", "ing", "iong"),
    *("u", "ua", "uo", "uai", "uei", "uan", "uen", "uang", "ueng", "v", "ve", "van", "vn"),
]
TONES = 5
"""Tones one to four and the neutral one."""

BLANK = 0
FIRST_FINAL = 1 + len(INITIALS)
COUNT = FIRST_FINAL + len(FINALS) * TONES
"""How many units the network scores, blank included."""

_ZERO_INITIAL = {
    "yi": "i", "ya": "ia", "ye": "ie", "yao": "iao", "you": "iou", "yan": "ian", "yin": "in", "yang": "iang",
    "ying": "ing", "yong": "iong", "yo": "o", "wu": "u", "wa": "ua", "wo": "uo", "wai": "uai", "wei": "uei",
    "wan": "uan", "wen": "uen", "wang": "uang", "weng": "ueng", "yu": "v", "yue": "ve", "yuan": "van", "yun": "vn",
}  # fmt: skip
_SHORT = {"iu": "iou", "ui": "uei", "un": "uen"}
_AFTER_JQX = {"u": "v", "ue": "ve", "uan": "van", "un": "vn"}
_UMLAUT = {"v": "v", "ve": "ve", "ue": "ve"}


class UnknownSyllable(ValueError):
    """Not a Mandarin syllable that these ears know."""


def split(base: str) -> tuple[str, str]:
    """Initial (maybe empty) and final of toneless pinyin such as "zhuang" or "lv"."""
    if base in _ZERO_INITIAL:
        return "", _ZERO_INITIAL[base]
    if base in FINALS and base not in ("ih", "i", "u", "v"):
        return "", base
    initial = next((i for i in ("zh", "ch", "sh", *INITIALS) if base.startswith(i)), "")
    rest = base[len(initial) :]
    if initial in ("j", "q", "x"):
        rest = _AFTER_JQX.get(rest, rest)
    elif rest in _UMLAUT:
        rest = _UMLAUT[rest] if initial in ("n", "l") else ""
    elif rest == "i" and initial in ("zh", "ch", "sh", "r", "z", "c", "s"):
        rest = "ih"
    elif rest == "o" and initial in ("b", "p", "m", "f"):
        rest = "uo"
    final = _SHORT.get(rest, rest)
    if not initial or final not in FINALS:
        raise UnknownSyllable(f"{base!r} is not a Mandarin syllable")
    return initial, final


def syllable(pinyin: str) -> tuple[int, ...]:
    """Units of one syllable written with a tone digit: "hao4", "lv4"; no digit or 0 means the neutral tone.

    Raises UnknownSyllable.
    """
    text = pinyin.lower().replace("u:", "v").replace("ü", "v")
    tone = int(text[-1]) if text[-1:].isdigit() else TONES
    tone = TONES if tone == 0 else tone
    if tone > TONES:
        raise UnknownSyllable(f"{pinyin!r} has no tone between 1 and {TONES}")
    initial, final = split(text.rstrip("0123456789"))
    unit = FIRST_FINAL + FINALS.index(final) * TONES + tone - 1
    return (1 + INITIALS.index(initial), unit) if initial else (unit,)
