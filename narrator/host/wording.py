"""From keys and slots to words: lines of the phrase book, and private facts in the words of the judge."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.host.pacing import draw
from narrator.lines import Book, LineError
from narrator.rules.script import Value

Slots = Mapping[str, "Value | tuple[Value, ...] | float"]


class Wording:
    """The phrase book of this evening. A variant depends on the seed and the public moment, never on a
    secret."""

    def __init__(self, book: Book, seed: int = 0, screen: Book | None = None) -> None:
        """`screen`: the book of the screen's language, where it is another one than the table's."""
        self.book = book
        self.screen = Wording(screen, seed) if screen is not None else self
        self.seed = seed
        self.moment: tuple[object, ...] = ()  # public: which night or day it is
        self.missing: set[str] = set()  # keys without a line

    def line(self, key: str, slots: Slots | None = None) -> str:
        """The words of a line; empty where the book has none, and the key is then noted as missing."""
        if not self.book.has(key):
            self.missing.add(key)
            return ""
        try:
            several = len(self.book.phrases(key)) > 1
            chance = draw(self.seed, "lines", key, *self.moment) if several else None
            return self.book.render(key, slots, chance)
        except LineError:
            self.missing.add(key)
            return ""

    def fact(self, key: str, role: str, value: Value | tuple[Value, ...]) -> str:
        """A private fact as the judge reads it: who opens the eyes, which sign to give."""
        if key == "awake":
            seats = value if isinstance(value, tuple) else (value,)
            named = tuple(seat for seat in seats if isinstance(seat, int) and seat > 0)
            return self.line("judge.awake", {"seats": named}) if named else self.line("judge.awake.nobody")
        if key == "deal":
            return self.line("judge.deal", {"seat": _first_seat(value), "role": role})
        if key == "cannot":
            return self.line("show.cannot")
        return self.sign(value)

    def sign(self, value: Value | tuple[Value, ...]) -> str:
        """What is shown to a player, in words: a sign, a card, seats."""
        if isinstance(value, tuple):
            seats = tuple(item for item in value if isinstance(item, int))
            if seats and len(seats) == len(value):
                return self.line("show.seats", {"seats": seats})
            return " · ".join(self.sign(item) for item in value)
        if isinstance(value, int):
            return self.line("show.seat", {"seat": value})
        for known in (f"show.{value}", f"role.{value}", f"show.skill.{value}", f"word.{value}"):
            if self.book.has(known):
                return self.line(known)
        return value


def _first_seat(value: Value | tuple[Value, ...]) -> int:
    first = value[0] if isinstance(value, tuple) and value else value
    return first if isinstance(first, int) else 0
