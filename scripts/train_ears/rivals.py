"""Phrases that a phrase could be mistaken for: what discriminative training pushes away."""

from __future__ import annotations

import random

from phrases import DIGITS, Phrase, number

from narrator.hearing.units import UnknownSyllable, syllable

Units = tuple[int, ...]

_INITIALS = {
    "b": "pdm", "p": "bt", "m": "nb", "f": "h", "d": "tbgj", "t": "dkpq", "n": "lm", "l": "nr", "g": "kdj", "k": "gt",
    "h": "fk", "j": "qxz", "q": "jxc", "x": "sq", "r": "l", "z": "cj", "c": "zs", "s": "xc",
}  # fmt: skip
_WHOLE = {
    "er4": ["ba1", "e4", "a4"], "ba1": ["er4", "da1"], "san1": ["ba1", "shan1", "sa1"], "shi2": ["si4", "ji2", "ri4"],
    "si4": ["shi2", "ci4", "zi4"], "yi1": ["qi1", "yi2"], "qi1": ["yi1", "ji1", "xi1"], "jiu3": ["liu4", "qiu2"],
    "liu4": ["jiu3", "niu2", "you4"], "wu3": ["hu3", "mu3", "lu4"], "hao4": ["gao4", "hou4", "hao3", "ao4", "lao4"],
    "guo4": ["du2", "jiu4", "kuo4"], "jiu4": ["jiu3", "qiu4", "xiu4"], "du2": ["guo4", "tu2", "di2"],
    "dui4": ["tui4", "sui4", "hui4"], "bu4": ["pu4", "wu4"], "bu2": ["pu2", "wu2"],
}  # fmt: skip
_SEATS = [number(n) for n in range(1, 20)]


def units(phrase: Phrase) -> Units | None:
    """Units of a phrase; None when some syllable does not exist."""
    try:
        return tuple(u for s in phrase for u in syllable(s))
    except UnknownSyllable:
        return None


def _changed(phrase: Phrase, rng: random.Random) -> Phrase:
    """The phrase with one syllable heard wrong, lost, or one too many."""
    i, roll = rng.randrange(len(phrase)), rng.random()
    s = phrase[i]
    if roll < 0.15 and len(phrase) > 1:
        return phrase[:i] + phrase[i + 1 :]
    if roll < 0.25:
        return (*phrase[:i], rng.choice(DIGITS[1:]), *phrase[i:])
    if roll < 0.6 and s in _WHOLE:
        new = rng.choice(_WHOLE[s])
    elif s[:2] in ("zh", "ch", "sh"):
        new = rng.choice([c for c in ("zh", "ch", "sh") if c != s[:2]]) + s[2:]
    elif s[0] in _INITIALS:
        new = rng.choice(_INITIALS[s[0]]) + s[1:]
    else:
        new = rng.choice("dtgklhb") + s
    return (*phrase[:i], new, *phrase[i + 1 :])


def rivals(phrase: Phrase, count: int, rng: random.Random) -> list[Units]:
    """`count` other phrases: all kinds of seats for a seat, else near misses."""
    own = units(phrase)
    tail = ("hao4",) if phrase[-1:] == ("hao4",) else ()
    found: set[Units] = set()
    if phrase[: len(phrase) - len(tail)] in _SEATS:
        for other in rng.sample(_SEATS, count * 2 // 3):
            found.add(units(other + tail) or ())
    for _ in range(count * 6):
        if len(found) >= count + 2:
            break
        found.add(units(_changed(phrase, rng)) or ())
    found -= {own or (), ()}
    return sorted(found)[:count] if len(found) > count else sorted(found)
