"""Why a seat is out, in one line, from the causes that the rules found: the same words at the table (为什么) and in
the recap."""

from __future__ import annotations

from collections.abc import Iterable

from narrator.recap.texts import RecapTexts, rule_of

PACK = frozenset({"knife", "double_save"})
"""Causes that the whole pack has part in: the seat on record is only its first."""


def explain(seat: int, causes: Iterable[str], by: Iterable[int] = (), language: str = "zh") -> str:
    """One line for the judge: the causes (ids of R 1.6, 4), where they stand in the rules, who caused it."""
    texts = RecapTexts(language)
    found = sorted(causes)
    told = [with_rule(texts.cause(cause), rule_of(f"cause.{cause}"), texts) for cause in found]
    line = texts("explain.out", seat=texts.seat(seat), causes=texts.both(told))
    seats = causers(seat, found, by)
    if not seats:
        return line
    return line + texts("explain.voters" if found == ["vote"] else "explain.by", seats=texts.seats(seats))


def causers(seat: int, causes: Iterable[str], by: Iterable[int]) -> tuple[int, ...]:
    """The seats to name beside the causes: not the one that is out, and nobody for the pack's knife."""
    if PACK.issuperset(causes):
        return ()
    return tuple(number for number in by if number and number != seat)


def with_rule(text: str, rule: str, texts: RecapTexts) -> str:
    """A text with its rule behind it."""
    return texts("with_rule", text=text, rule=rule) if rule else text
