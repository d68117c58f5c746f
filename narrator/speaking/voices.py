"""Which of a machine's voices reads a line book: Mandarin for Chinese lines, English for English ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Voice:
    """A voice as an engine lists it."""

    id: str
    name: str
    languages: tuple[str, ...] = ()


ESPEAK = {"zh": ("cmn-latn-pinyin", "cmn"), "en": ("en-us", "en-gb", "en")}
"""espeak-ng's voices by preference. Version 1.51 reads Hanzi in its `cmn` as English letters and digits; the
pinyin voice is right in every version."""

_NOT = {
    # Cantonese is another language; eloquence are novelty voices; MBROLA voices need data that is seldom
    # there and run at another rate than pyttsx3 writes into the file.
    "zh": ("eloquence", "mb/", "mb-", "cantonese", "zh-hk", "zh_hk", "sinji", "sin-ji", "hong kong"),
    "en": ("eloquence", "mb/", "mb-", "scotland", "lancaster", "caribbean", "west-midlands", "clan"),
}
_MARKS = {
    "zh": ("zh-cn", "zh_cn", "huihui", "kangkang", "yaoyao", "chinese (simplified", "ting-ting", "tingting"),
    "en": ("en-us", "en_us", "zira", "david", "samantha", "english (united", "en-gb", "en_gb", "hazel"),
}
_LAST = {
    "zh": ("zh-tw", "zh_tw", "mei-jia", "meijia", "hanhan", "zhiwei", "yating"),
    "en": ("english", "en-", "en_"),
}
_QUALITY = ("premium", "enhanced")  # macOS: larger downloads of the same speaker
_APPLE_PLAIN = ("samantha", "alex", "daniel", "ting")  # among Apple's many joke voices


def choose_voices(voices: Iterable[Voice], lang: str) -> list[Voice]:
    """The voices that read `lang` ("zh" or "en"), best first.

    Ids and names are looked at too: SAPI voices often come without languages.
    """
    ranked = [(rank, voice.id, voice) for voice in voices if (rank := _rank(voice, lang)) is not None]
    return [voice for _, _, voice in sorted(ranked, key=lambda entry: entry[:2])]


def _rank(voice: Voice, lang: str) -> tuple[int, ...] | None:
    described = " ".join((voice.id, voice.name, *voice.languages)).casefold()
    if any(word in described for word in _NOT[lang]):
        return None
    last_part = voice.id.casefold().rsplit("/", 1)[-1]
    if last_part in ESPEAK[lang]:
        return (0, ESPEAK[lang].index(last_part), 0)
    if voice.id.casefold().startswith(("sit/", "gmw/")):
        return None  # espeak's other dialects
    quality = next((i for i, word in enumerate(_QUALITY) if word in described), len(_QUALITY))
    if any(word in described for word in _MARKS[lang]):
        plain = 0 if any(word in described for word in _APPLE_PLAIN) else 1
        return (0, quality, plain)
    if any(word in described for word in _LAST[lang]):
        return (1, quality, 0)
    return None
