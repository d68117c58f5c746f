"""A phrase book: every spoken line by its key."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from narrator.lines.numerals import Numerals
from narrator.lines.phrase import Hole, Phrase, Slots, words_for
from narrator.lines.source import LineError

JUDGE = ("judge.", "show.", "why.", "what.", "cause.", "gesture.", "host.trouble.")
"""What begins the keys that only the judge sees or hears; every other line may reach the table."""

_PATTERN = "pattern."
_ROLE = "role."
_NAMES = ("role.", "camp.", "reason.", "cause.", "word.", "show.")


@dataclass(frozen=True)
class Book:
    """All lines of one language in one phrase set; made by `load_book`."""

    language: str
    phrase_set: str
    lines: Mapping[str, tuple[Phrase, ...]]
    numerals: Numerals = field(repr=False)

    @property
    def keys(self) -> frozenset[str]:
        """Every key that is written in the book; `has` also knows the pattern lines of each role."""
        return frozenset(self.lines)

    def has(self, key: str) -> bool:
        """Whether `render(key, …)` finds a line, its own or a role's by pattern."""
        return bool(self._found(key))

    def audience(self, key: str) -> str:
        """`judge` for lines of the screen and the earpiece, else `table`."""
        return "judge" if key.startswith(JUDGE) else "table"

    def phrases(self, key: str) -> tuple[Phrase, ...]:
        """The variants of a line. Raises `LineError` for an unknown key."""
        found = self._found(key)
        if not found:
            raise LineError(f"the {self.language} book has no line `{key}`{meant(key, self.lines)}")
        return found

    def slots(self, key: str) -> frozenset[str]:
        """The slots that any variant of the line needs."""
        return frozenset().union(*(phrase.slots for phrase in self.phrases(key)))

    def render(self, key: str, slots: Slots | None = None, rng: random.Random | None = None) -> str:
        """The line as it is spoken.

        A variant is drawn with `rng` (of the game's seed, never of a secret); without it the first is taken.
        Raises `LineError` for an unknown key, a missing slot or a value that does not fit its slot.
        """
        phrases = self.phrases(key)
        phrase = phrases[0] if rng is None or len(phrases) == 1 else rng.choice(phrases)
        return self._spoken(key, phrase, slots or {})

    def variants(self, key: str, slots: Slots | None = None) -> tuple[str, ...]:
        """Every wording that `render` may choose from: what to render as sound ahead of need."""
        return tuple(self._spoken(key, phrase, slots or {}) for phrase in self.phrases(key))

    def _spoken(self, key: str, phrase: Phrase, slots: Slots) -> str:
        parts = phrase.parts
        text = "".join(part if isinstance(part, str) else self._fill(key, part, slots) for part in parts)
        if self.language == "en" and not key.startswith(_NAMES):
            return text[:1].upper() + text[1:]
        return text

    def _fill(self, key: str, hole: Hole, slots: Slots) -> str:
        if hole.slot not in slots:
            raise LineError(f"line `{key}` needs {{{hole.slot}}}, which was not given")
        try:
            group = self.lines["word.group"][0].text
            return words_for(hole, slots[hole.slot], self.numerals, self.render, group)
        except (LineError, ValueError) as error:
            raise LineError(f"line `{key}`, {{{hole.slot}}}: {error}") from None

    def _found(self, key: str) -> tuple[Phrase, ...]:
        """The line's own variants, else the pattern's: `bear.seat.open` opens like any role's step."""
        if key in self.lines:
            return self.lines[key]
        role, _, step = key.partition(".")
        pattern = self.lines.get(_PATTERN + step.rpartition(".")[2], ())
        name = self.lines.get(_ROLE + role)
        return tuple(phrase.with_words("role", name[0].text) for phrase in pattern) if name and step else ()


def meant(key: str, keys: Mapping[str, object] | frozenset[str]) -> str:
    """A suggestion to end a message about an unknown key with; empty when nothing is near."""
    near = get_close_matches(key, keys, n=1)
    return f"; is `{near[0]}` meant?" if near else ""
