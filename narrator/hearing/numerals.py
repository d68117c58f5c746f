"""Seat numbers as people say them, in both directions: 12 is 十二号, 十二, 一十二, 幺二 …; 3 is never the
digit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

MOST = 20
"""The largest seat number that has spoken forms."""


@dataclass(frozen=True, slots=True)
class Numerals:
    """`words`: the bare numerals of each seat, usual one first; `templates`: how a seat is said around its
    numeral, the one asked for first, the bare one last; `single`: forms that count only where a single
    seat is asked for (幺二 is 12 there, but 1 and 2 in a list)."""

    words: Mapping[int, tuple[str, ...]]
    templates: tuple[str, ...]
    single: Mapping[int, tuple[str, ...]]

    def seat(self, number: int) -> str:
        """The usual form, as asked for: 三号. Raises `ValueError` outside 1 to 20."""
        return self.templates[0].format(n=self._words(number)[0])

    def bare(self, number: int) -> tuple[str, ...]:
        """The numerals alone: 二, 两."""
        return self._words(number)

    def full(self, number: int, *, single: bool = True) -> tuple[str, ...]:
        """Every form with its frame: 二号, 两号, 二号玩家 …; with those for single seats."""
        words = self._words(number) + (self.single.get(number, ()) if single else ())
        return tuple(frame.format(n=word) for frame in self.templates if frame != "{n}" for word in words)

    def forms(self, number: int, *, single: bool = True) -> tuple[str, ...]:
        """All forms of a seat, framed and bare."""
        return self.full(number, single=single) + self.bare(number) + (self.single.get(number, ()) if single else ())

    def read(self, text: str) -> int | None:
        """The seat that a spoken form names, or None: 十二号玩家 is 12, 幺二 is 12, 零 is none."""
        spoken = text.replace(" ", "")
        for number in self.words:
            if any(form.replace(" ", "") == spoken for form in self.forms(number)):
                return number
        return None

    def _words(self, number: int) -> tuple[str, ...]:
        if number not in self.words:
            raise ValueError(f"seat {number} has no spoken form; seats are 1 to {MOST}")
        return self.words[number]
