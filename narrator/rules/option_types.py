"""What an option may hold besides one word out of several: numbers, pairs, lists; strictly checked.

Python takes True and 1.0 for 1; a host who writes one of them where another is meant has made a mistake.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field

Many = Annotated[int, Field(strict=True, ge=1, le=1000)]
Seconds = Annotated[int, Field(strict=True, ge=0, le=3600)]
ShotCause = Literal["knife", "vote", "double_save", "wwk", "lover", "charm", "any"]


def _bounds(value: object) -> object:
    """A pair written as a list of two whole numbers, the smaller first."""
    if isinstance(value, (list, tuple)) and len(value) == 2:
        low, high = value
        if type(low) is int and type(high) is int and 0 <= low <= high <= 100:
            return (low, high)
    raise ValueError("two whole numbers, the smaller first, from 0 to 100")


def _rounds(value: object) -> object:
    """Rounds of speeches on day 1 and on later days."""
    if isinstance(value, (list, tuple)) and len(value) == 2:
        first, later = value
        if type(first) is int and type(later) is int and 1 <= first <= 9 and 1 <= later <= 9:
            return (first, later)
    raise ValueError("two whole numbers from 1 to 9: day 1, later days")


def _words(value: object) -> object:
    """A list of different words."""
    if isinstance(value, (list, tuple, set, frozenset)) and all(isinstance(word, str) for word in value):
        if len(set(value)) == len(value):
            return tuple(value)
        raise ValueError("a list without repetitions")
    raise ValueError("a list of words")


def _word_set(value: object) -> object:
    words = _words(value)
    return frozenset(words) if isinstance(words, tuple) else words


def _weight(value: float) -> float:
    if value not in (1.5, 2):
        raise ValueError("one of 1.5, 2")
    return value


def _not_bool(value: object) -> object:
    """Python takes True for 1; a host who writes true where a number stands has made a mistake."""
    if isinstance(value, bool):
        raise ValueError("a number or a word, not true or false")
    return value


def whole(value: object) -> object:
    """Whole numbers and words; Python takes True and 1.0 for 1."""
    if isinstance(value, (bool, float)):
        raise ValueError("a whole number or a word")
    return value


Bounds = Annotated[tuple[int, int], BeforeValidator(_bounds)]
Rounds = Annotated[tuple[int, int], BeforeValidator(_rounds)]
RoleList = Annotated[tuple[str, ...], BeforeValidator(_words), Field(min_length=1)]
ShotCauses = Annotated[frozenset[ShotCause], BeforeValidator(_word_set)]
Weight = Annotated[float, BeforeValidator(_not_bool), Field(strict=True), AfterValidator(_weight)]
