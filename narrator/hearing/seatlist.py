"""Reading several seats out of one string of words: 一号五号十二号, 一五九, 五号一二三四,
一号五号不对八号."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from narrator.hearing.phrasebook import fold

CORRECT = "correct"
"""The token of words that take the seat before them back."""
_MOST_READINGS = 64


@dataclass(frozen=True, slots=True)
class Reading:
    """Tokens in the order spoken; `clear` when the words can be read in one way only."""

    tokens: tuple[str, ...]
    clear: bool


def read_list(
    text: str,
    words: Mapping[str, str],
    counts: range | None = None,
    *,
    spoken: bool = False,
    ballot: bool = False,
) -> Reading | None:
    """The tokens of a list, or None when `text` is no list of `words` (folded forms) or has the wrong count.

    Spaces and commas separate words for sure; inside a piece 十一二 can be 11 2 or 10 1 2: the reading
    with the fewest words is taken and is not clear, unless the count or a seat named twice leaves only
    one. In a `spoken` list a seat said twice running (五，五号) counts once, and is not clear either; in a
    `ballot` it is a candidate's vote for himself, and when spoken not clear."""
    readings: list[tuple[str, ...]] = [()]
    # A form of several English words is one piece once the spaces are gone; Chinese pieces are read on
    # their own.
    pieces = [p for p in re.split(r"[\s,，、;；:：.。]+", text) if p]
    joined = _split(fold(text), words)
    if len(pieces) > 1:
        for piece in pieces:
            more = _split(fold(piece), words)
            readings = [done + m for done in readings for m in more][:_MOST_READINGS]
        readings = readings or joined
    else:
        readings = joined
    settled = {r for r in map(_corrected, readings) if r is not None and r}
    fits = _votes if ballot else _distinct
    fitting = [r for r in settled if fits(r) and (counts is None or len(r) in counts)]
    if fitting:
        best = min(fitting, key=lambda r: (len(r), r))
        return Reading(best, len(fitting) == 1 and not (spoken and best[:1] == best[1:2]))
    once = {tuple(token for token, _ in groupby(r)) for r in settled} if spoken else set()
    fitting = [r for r in once if fits(r) and (counts is None or len(r) in counts)]
    return Reading(min(fitting, key=lambda r: (len(r), r)), False) if fitting else None


def least_words(text: str, words: Mapping[str, str]) -> int:
    """How many words `text` has at the least; 0 when it is not made of them."""
    return min(map(len, _split(fold(text), words)), default=0)


def is_open(text: str, words: Mapping[str, str]) -> bool:
    """True when `text` is so far a list that its speaker must go on with: it ends in a correction word."""
    readings = _split(fold(text), words)
    return bool(readings) and all(r[-1:] == (CORRECT,) for r in readings)


def _split(text: str, words: Mapping[str, str]) -> list[tuple[str, ...]]:
    """All ways to cut `text` into words, as tokens; at most `_MOST_READINGS`."""
    longest = max(map(len, words), default=0)
    ways: list[list[tuple[str, ...]]] = [[()]]
    for end in range(1, len(text) + 1):
        here: list[tuple[str, ...]] = []
        for start in range(max(0, end - longest), end):
            token = words.get(text[start:end])
            if token is not None:
                here += [(*way, token) for way in ways[start]]
        ways.append(sorted(set(here), key=len)[:_MOST_READINGS])
    return [way for way in ways[len(text)] if way]


def _corrected(tokens: tuple[str, ...]) -> tuple[str, ...] | None:
    """With corrections carried out: 1 5 correct 8 is 1 8. None when one is left without its new value."""
    out: list[str] = []
    replacing = False
    for token in tokens:
        if token == CORRECT:
            if not out and not replacing:
                return None
            replacing = True
        elif replacing:
            out[-1:] = [token]
            replacing = False
        else:
            out.append(token)
    return None if replacing else tuple(out)


def _distinct(tokens: tuple[str, ...]) -> bool:
    """No seat twice."""
    return len(set(tokens)) == len(tokens)


def _votes(tokens: tuple[str, ...]) -> bool:
    """A candidate and his voters: no voter twice, and he may be one of them (5 5: he votes for himself)."""
    return _distinct(tokens[1:])
