"""From phrases to a vosk grammar: only words that the model knows, in every way they can be cut."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from narrator.hearing.phrasebook import fold

UNKNOWN = "[unk]"
"""Vosk's word for any other word; not in every model."""
_CUTS = 6
"""The most ways to cut one phrase that are listed; the ones of fewest words come first."""
_LONGEST_WORD = 8
_MARKS = frozenset('<>#[]!"\\{}')
"""Characters of a model's own symbols (`<eps>`, `#0`, `[unk]`), which a phrase must never smuggle in."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """`lines`: phrases as words between single spaces; `missing`: phrases that the model has no words for."""

    lines: tuple[str, ...]
    missing: tuple[str, ...]


def is_word(word: str) -> bool:
    """Whether this may be looked up in a model: printable, one word, none of the model's own symbols."""
    return bool(word) and word.isprintable() and not any(c in _MARKS or c.isspace() for c in word)


def words_to_check(phrases: Iterable[str], stand_ins: Mapping[str, str]) -> set[str]:
    """Every word that `build` may ask about: pieces of the phrases, and stand-ins for rare characters."""
    words: set[str] = set()
    for phrase in phrases:
        if " " in phrase.strip() or phrase.isascii():
            words.update(phrase.split())
            continue
        for start in range(len(phrase)):
            for end in range(start + 1, min(len(phrase), start + _LONGEST_WORD) + 1):
                words.add(phrase[start:end])
    words.update(c for homophones in stand_ins.values() for c in homophones)
    return {word for word in words if is_word(word)}


def build(phrases: Sequence[str], known: Callable[[str], bool], stand_ins: Mapping[str, str]) -> Grammar:
    """All phrases, cut into known words: 十二 号 and 十 二 号. A character that the model lacks is
    replaced by one of the same sound (幺 by 腰); `Grammar` lines are read back with `read_back`."""
    lines: dict[str, None] = {}
    missing = []
    replace = {
        rare: next((c for c in homophones if known(c)), rare)
        for rare, homophones in stand_ins.items()
        if not known(rare)
    }
    table = str.maketrans(replace)
    for phrase in phrases:
        if " " in phrase.strip() or phrase.isascii():
            words = phrase.split()
            cuts = [words] if words and all(is_word(word) and known(word) for word in words) else []
        else:
            cuts = _cuts(phrase.translate(table), known)
        if not cuts:
            missing.append(phrase)
        lines.update(dict.fromkeys(" ".join(words) for words in cuts))
    return Grammar(tuple(lines), tuple(missing))


def read_back(text: str, phrases: Mapping[str, str], stand_ins: Mapping[str, str]) -> str:
    """A recognised text as it was asked for: spaces out, stand-ins back (腰号 to 幺号). `phrases` are
    folded forms to forms; what is none of them is given folded, with its stand-ins turned back."""
    folded = fold(text)
    if folded in phrases:
        return phrases[folded]
    back = str.maketrans({c: rare for rare, homophones in stand_ins.items() for c in homophones})
    turned = folded.translate(back)
    return phrases.get(turned, turned)


def _cuts(phrase: str, known: Callable[[str], bool]) -> list[list[str]]:
    """Ways to cut a phrase into known words, fewest words first; always with the one of single characters."""
    ways: list[list[list[str]]] = [[[]]]
    for end in range(1, len(phrase) + 1):
        here = []
        for start in range(max(0, end - _LONGEST_WORD), end):
            word = phrase[start:end]
            if ways[start] and is_word(word) and known(word):
                here += [[*way, word] for way in ways[start]]
        ways.append(sorted(here, key=len)[: 4 * _CUTS])
    found = ways[len(phrase)]
    single = [way for way in found if len(way) == len(phrase)]
    return found[:_CUTS] + [way for way in single if way not in found[:_CUTS]]
