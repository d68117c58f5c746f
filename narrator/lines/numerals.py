"""Numbers, seats and lists as spoken: 三号, 十二号, 三号、五号和七号; "number three". Never a digit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MOST = 999
"""The largest whole number that has words here."""

_ZH = "零一二三四五六七八九"
_EN = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen"),
    *("fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_EN_TENS = ("", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_POINT = {"zh": "点", "en": " point "}


@dataclass(frozen=True, slots=True)
class Numerals:
    """The number words of one language (`zh` or `en`). Numbers outside 0 to 999 raise `ValueError`."""

    language: str

    def number(self, value: float) -> str:
        """As one counts: 二, 十二, 一百零五, 四点五; "two", "four point five"."""
        whole = int(value)
        if value < 0 or whole > MOST:
            raise ValueError(f"{value} has no words; numbers go from 0 to {MOST}")
        words = _zh(whole) if self.language == "zh" else _en(whole)
        tenths = round((value - whole) * 10)
        if not tenths:
            return words
        digit = _ZH[tenths] if self.language == "zh" else _EN[tenths]
        return f"{words}{_POINT[self.language]}{digit}"

    def count(self, value: float) -> str:
        """As one says how many of something there are: 两 instead of 二."""
        return "两" if self.language == "zh" and value == 2 else self.number(value)

    def seat(self, number: int) -> str:
        """三号; "number three"."""
        return f"{self.number(number)}号" if self.language == "zh" else f"number {self.number(number)}"

    def duration(self, seconds: float) -> str:
        """两分钟, 三十秒; "two minutes", "thirty seconds"."""
        minutes, rest = divmod(round(seconds), 60)
        many, unit = (minutes, 1) if minutes and not rest else (round(seconds), 0)
        if self.language == "zh":
            return self.count(many) + ("秒", "分钟")[unit]
        return f"{self.number(many)} {('second', 'minute')[unit]}{'' if many == 1 else 's'}"

    def group(self, name: str, many: int) -> str:
        """A name for so many of them: werewolves; Chinese names stay as they are."""
        if self.language == "zh" or many == 1:
            return name
        return name[:-1] + "ves" if name.endswith("wolf") else name + ("es" if name.endswith("x") else "s")

    def listed(self, words: Sequence[str], last: bool = True) -> str:
        """Several words in one breath: 三号、五号和七号; without `last` 三号、五号、七号."""
        between, before_last = ("、", "和") if self.language == "zh" else (", ", " and ")
        if not last or len(words) < 2:
            return between.join(words)
        return between.join(words[:-1]) + before_last + words[-1]


def _zh(number: int) -> str:
    hundreds, below = divmod(number, 100)
    tens, ones = divmod(below, 10)
    if not hundreds:
        if not tens:
            return _ZH[ones]
        return ("" if tens == 1 else _ZH[tens]) + "十" + (_ZH[ones] if ones else "")
    head = _ZH[hundreds] + "百"
    if not below:
        return head
    # 一百零五, and 一百一十二: after a hundred the ten is counted
    return head + (f"零{_ZH[ones]}" if not tens else f"{_ZH[tens]}十" + (_ZH[ones] if ones else ""))


def _en(number: int) -> str:
    if number < 20:
        return _EN[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _EN_TENS[tens] + (f"-{_EN[ones]}" if ones else "")
    hundreds, below = divmod(number, 100)
    return f"{_EN[hundreds]} hundred" + (f" and {_en(below)}" if below else "")
