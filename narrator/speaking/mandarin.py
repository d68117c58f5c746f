"""Chinese text to the phonemes that the Kokoro voices were trained on: IPA with an arrow for each tone.

The inventory is the model's (its card and vocabulary); readings of characters, words and tone changes come from
pypinyin.
"""

from __future__ import annotations

import re

from pypinyin import Style, lazy_pinyin
from pypinyin.seg.mmseg import seg

_INITIALS = {
    "": "", "b": "p", "p": "pʰ", "m": "m", "f": "f", "d": "t", "t": "tʰ", "n": "n", "l": "l",
    "g": "k", "k": "kʰ", "h": "x", "j": "ʨ", "q": "ʨʰ", "x": "ɕ", "z": "ʦ", "c": "ʦʰ", "s": "s",
    "zh": "ꭧ", "ch": "ꭧʰ", "sh": "ʂ", "r": "ɻ",
}  # fmt: skip

_FINALS = {
    # Glide and vowel, then what closes the syllable; the tone stands between them.
    "a": ("a", ""), "ai": ("ai", ""), "an": ("a", "n"), "ang": ("a", "ŋ"), "ao": ("au", ""),
    "o": ("wo", ""), "e": ("ɤ", ""), "ê": ("ɛ", ""), "ei": ("ei", ""), "en": ("ə", "n"), "eng": ("ə", "ŋ"),
    "er": ("ɚ", ""), "ou": ("ou", ""), "ong": ("ʊ", "ŋ"), "i": ("i", ""), "in": ("i", "n"), "ing": ("i", "ŋ"),
    "ia": ("ja", ""), "ian": ("jɛ", "n"), "iang": ("ja", "ŋ"), "iao": ("jau", ""), "ie": ("je", ""),
    "io": ("jɔ", ""), "iou": ("jou", ""), "iong": ("jʊ", "ŋ"), "u": ("u", ""), "ua": ("wa", ""),
    "uai": ("wai", ""), "uan": ("wa", "n"), "uang": ("wa", "ŋ"), "uei": ("wei", ""), "uen": ("wə", "n"),
    "ueng": ("wə", "ŋ"), "uo": ("wo", ""), "v": ("y", ""), "ve": ("ɥe", ""), "van": ("ɥɛ", "n"),
    "vn": ("y", "n"),
}  # fmt: skip

_BUZZED = frozenset(("z", "c", "s", "zh", "ch", "sh", "r"))
"""After these, the final written i is no vowel of its own: 四, 十."""

_TONES = {"1": "→", "2": "↗", "3": "↓", "4": "↘", "5": ""}

_MARKS = str.maketrans("，、。！？；：", ",,.!?;:")

_RUNS = re.compile("[\u3400-\u9fff]+|[^\u3400-\u9fff]+")


class Unreadable(Exception):
    """A text with nothing that can be said, or with what is not Chinese; the message never holds the text."""


def phonemes(text: str) -> str:
    """The text's phonemes, words apart, with the marks that make pauses. Raises Unreadable."""
    parts = []
    for run in _RUNS.findall(text.translate(_MARKS)):
        if "\u3400" <= run[0] <= "\u9fff":
            parts.append(" ".join(_word(word) for word in seg.cut(run)))
        elif any(character.isalnum() for character in run):
            raise Unreadable("the text has letters or digits that are not Chinese")
        else:
            parts.append("".join(mark for mark in run if mark in ",.!?;:")[:1] + " ")
    said = "".join(parts).strip()
    if not any(character.isalpha() for character in said):
        raise Unreadable("the text has nothing that can be said")
    return said


def _word(word: str) -> str:
    initials = lazy_pinyin(word, style=Style.INITIALS, strict=True)
    finals = lazy_pinyin(word, style=Style.FINALS_TONE3, strict=True, neutral_tone_with_five=True, tone_sandhi=True)
    return "".join(_syllable(initial, final) for initial, final in zip(initials, finals, strict=True))


def _syllable(initial: str, final: str) -> str:
    sound, tone = final[:-1], final[-1:]
    if initial not in _INITIALS or sound not in _FINALS or tone not in _TONES:
        raise Unreadable("the text has a character whose reading is not known")
    before, after = ("ɨ", "") if sound == "i" and initial in _BUZZED else _FINALS[sound]
    return f"{_INITIALS[initial]}{before}{_TONES[tone]}{after}"
