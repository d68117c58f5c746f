"""The night's one-time code: what the judge says aloud is uniform and independent of what it means.

M = seats + 1 numbers stand in one ring for the whole game, so the table cannot tell a seat from a yes from a
"nobody". A fresh key is drawn for every utterance, repeats and corrections included, and forgotten at once.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from narrator.rules.script import NONE, Value


class Style(str, Enum):
    """How the judge is given the key."""

    OFF = "off"
    SHIFT = "shift"  # add k
    CARD = "card"  # look it up


class Chance(Protocol):
    """Where keys come from; `secrets.SystemRandom` except in rehearsals and tests."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to stop - 1, all equally likely."""


def ring_size(seats: int) -> int:
    """M: every seat, and one more for "nobody"."""
    return seats + 1


def number_of(value: Value, ring: Sequence[Value], seats: int) -> int:
    """The plain number of a value, before coding: seats are themselves, none is M, yes 1, no 2, choices 1,
    2, …"""
    if isinstance(value, int):
        return value
    if value == NONE:
        return ring_size(seats)
    return [word for word in ring if isinstance(word, str) and word != NONE].index(value) + 1


def value_of(number: int, ring: Sequence[Value], seats: int) -> Value | None:
    """The value that a plain number stands for in this ring, or None."""
    for value in ring:
        if number_of(value, ring, seats) == number:
            return value
    return None


@dataclass(frozen=True, slots=True)
class Code:
    """The key of one utterance. `spoken[x - 1]` is what is said for plain number x. Kept out of every repr
    and log."""

    style: Style
    size: int
    spoken: tuple[int, ...] = field(repr=False)
    decoy: int | None = field(default=None, repr=False)  # 空唤: the number to say, whatever it means

    @property
    def shift(self) -> int:
        """k: what is to be added (style shift)."""
        return (self.spoken[0] - 1) % self.size

    def encode(self, number: int) -> int:
        """What is said for a plain number."""
        return self.spoken[number - 1]

    def decode(self, said: int) -> int:
        """The plain number that was meant."""
        return self.spoken.index(said) + 1

    def card(self, ring: Sequence[Value], legal: Collection[Value], seats: int) -> tuple[tuple[Value, int | None], ...]:
        """The card's cells in the order of the ring: value and number to say; None for what is not
        allowed."""
        return tuple((value, self.encode(number_of(value, ring, seats)) if value in legal else None) for value in ring)


class NightCode:
    """Draws a fresh key for each utterance."""

    def __init__(self, style: Style, seats: int, chance: Chance | None = None) -> None:
        self.style = style
        self.size = ring_size(seats)
        self.chance: Chance = chance or secrets.SystemRandom()

    def fresh(self, decoy: bool = False) -> Code:
        """The key of the next utterance; with `decoy` also the number to say where nobody can act. That number is plain
        number 1 in its code, so that what is misheard and asked again goes as it goes where something is meant."""
        size = self.size
        if self.style is Style.CARD:
            spoken = list(range(1, size + 1))
            for last in range(size - 1, 0, -1):
                other = self.chance.randrange(last + 1)
                spoken[last], spoken[other] = spoken[other], spoken[last]
        else:
            shift = self.chance.randrange(size) if self.style is Style.SHIFT else 0
            spoken = [(number + shift) % size + 1 for number in range(size)]
        call = self.chance.randrange(size) + 1 if decoy else None
        if call is not None and self.style is Style.CARD:
            at = spoken.index(call)
            spoken[0], spoken[at] = call, spoken[0]
        elif call is not None and self.style is Style.SHIFT:
            spoken = [(number + call - 1) % size + 1 for number in range(size)]
        return Code(self.style, size, tuple(spoken), call)
