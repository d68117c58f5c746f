"""A phrase with slots: what a slot of each name may hold, and how its value becomes words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from narrator.lines.numerals import Numerals
from narrator.lines.source import LineError, Place

Scalar: TypeAlias = int | float | str
SlotValue: TypeAlias = Scalar | Sequence[Scalar]
Slots: TypeAlias = Mapping[str, SlotValue]


class Kind(Enum):
    """What a slot holds; its name says so, the same in every book."""

    SEAT = "seat"  # 三号; 0 or `none` is nobody; several are listed
    ROLE = "role"  # a role id, by its name; several are grouped: 四张狼人
    CAMP = "camp"
    REASON = "reason"
    CAUSE = "cause"
    COUNT = "count"  # how many: 两; may have a half
    NUMBER = "number"  # 二
    DURATION = "duration"  # seconds: 两分钟


KINDS: Mapping[str, Kind] = {
    **dict.fromkeys(("seat", "seats", "from", "to", "target", "by", "candidates", "voters"), Kind.SEAT),
    **dict.fromkeys(("role", "roles"), Kind.ROLE),
    **dict.fromkeys(("players", "count", "votes"), Kind.COUNT),
    **dict.fromkeys(("night", "day", "number", "k"), Kind.NUMBER),
    "camp": Kind.CAMP,
    "reason": Kind.REASON,
    "causes": Kind.CAUSE,
    "seconds": Kind.DURATION,
}
"""Every slot a phrase may have."""

_NAMED = {Kind.ROLE: "role", Kind.CAMP: "camp", Kind.REASON: "reason", Kind.CAUSE: "cause"}
_SLOT = re.compile(r"\{([a-z_]+)(:、)?\}")
PLAIN = ":、"
"""After a slot's name: the list without 和 before its last word."""


@dataclass(frozen=True, slots=True)
class Hole:
    """A slot where it stands in a phrase."""

    slot: str
    kind: Kind
    plain: bool


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase taken apart: text and holes in turn."""

    text: str
    parts: tuple[str | Hole, ...]

    @property
    def slots(self) -> frozenset[str]:
        return frozenset(part.slot for part in self.parts if isinstance(part, Hole))

    def with_words(self, slot: str, words: str) -> Phrase:
        """The phrase with one slot already filled."""
        filled = tuple(words if isinstance(part, Hole) and part.slot == slot else part for part in self.parts)
        return Phrase(self.text, filled)


def parse(text: str, key: str, place: Place) -> Phrase:
    """Take a phrase apart. Raises `LineError` for a slot that does not exist or a brace left over."""
    parts: list[str | Hole] = []
    end = 0
    for match in _SLOT.finditer(text):
        slot, plain = match.group(1), match.group(2) is not None
        if slot not in KINDS:
            raise place.error(f"`{key}` has an unknown slot {{{slot}}}; slots are {', '.join(sorted(KINDS))}")
        parts += [text[end : match.start()], Hole(slot, KINDS[slot], plain)]
        end = match.end()
    parts.append(text[end:])
    if any(brace in part for part in parts if isinstance(part, str) for brace in "{}"):
        raise place.error(f"`{key}`: a brace that is no slot; a slot is written {{seat}} or {{seats:、}}")
    return Phrase(text, tuple(part for part in parts if part != ""))


def words_for(hole: Hole, value: SlotValue, numerals: Numerals, name: Callable[[str], str], group: str) -> str:
    """The words for a slot's value.

    `name(key)` gives a name by its line key; `group` is the phrase for several of one role.
    Raises `LineError` or `ValueError` for a value that does not fit the slot.
    """
    if isinstance(value, (int, float, str)):
        return _one(hole.kind, value, numerals, name)
    values = list(value)
    if not values:
        return name("word.nobody")
    if hole.kind is Kind.ROLE:
        words = [
            _one(hole.kind, role, numerals, name)
            if many == 1
            else group.replace("{count}", numerals.count(many)).replace(
                "{role}", numerals.group(_one(hole.kind, role, numerals, name), many)
            )
            for role, many in _grouped(values)
        ]
    else:
        words = [_one(hole.kind, item, numerals, name) for item in values]
    return numerals.listed(words, last=not hole.plain)


def _one(kind: Kind, value: Scalar, numerals: Numerals, name: Callable[[str], str]) -> str:
    if kind in _NAMED:
        return name(f"{_NAMED[kind]}.{value}")
    if kind is Kind.SEAT and value in (0, "none", "nobody"):
        return name("word.nobody")
    try:
        number = float(value)
    except ValueError:
        raise LineError(f"`{value}` is no number") from None
    if kind is Kind.SEAT:
        return numerals.seat(int(number))
    if kind is Kind.DURATION:
        return numerals.duration(number)
    return numerals.count(number) if kind is Kind.COUNT else numerals.number(number)


def _grouped(roles: Sequence[Scalar]) -> list[tuple[Scalar, int]]:
    """Roles in order of first mention, each with how many of it there are."""
    counts: dict[Scalar, int] = {}
    for role in roles:
        counts[role] = counts.get(role, 0) + 1
    return list(counts.items())
