"""Last words: who has them, in which order (R 5.7)."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from narrator.rules.asking import asking
from narrator.rules.death import Death
from narrator.rules.role import WOLF
from narrator.rules.script import DONE, Ask, Event, Script, Window

if TYPE_CHECKING:
    from narrator.rules.table import Table


def last_words(table: Table, fallen: list[Death], wordless: Collection[int] = ()) -> Script:
    """Those entitled speak one after the other."""
    seats = entitled(table, fallen, wordless)
    yield Event("last_words", {"seats": list(seats)})
    for seat in seats:
        ask = Ask("last_words", DONE, lambda _: DONE, window=Window.DAWN, seat=seat, slots={"seat": seat})
        yield from asking(table, lambda ask=ask: ask)  # type: ignore[misc]


def entitled(table: Table, fallen: list[Death], wordless: Collection[int] = ()) -> tuple[int, ...]:
    """The seats with last words: night deaths ascending, day deaths in the order in which they went out."""
    order = [
        *sorted((d for d in fallen if d.night), key=lambda d: d.seat),
        *(d for d in fallen if not d.night),
    ]
    return tuple(death.seat for death in order if _speaks(table, death, wordless))


def _speaks(table: Table, death: Death, wordless: Collection[int]) -> bool:
    if death.causes & {"penalty", "leave"}:
        return False
    slot = _slot(table) if table.options.last_words == "quota_wolves" else True  # S0d: an exploder takes one too
    if death.seat in wordless:
        return False
    if table.options.hunter_flip_no_last_words and death.seat in table.turned and table.role(death.seat).shoots:
        return False
    return slot and _by_policy(table, death)


def _slot(table: Table) -> bool:
    """First come, first served: one of as many slots as wolves were dealt, or `last_words_quota`."""
    quota = table.options.last_words_quota
    slots = quota if isinstance(quota, int) else sum(1 for s in table.seats[1:] if s.role and s.role.camp == WOLF)
    table.words_used += 1
    return table.words_used <= slots


def _by_policy(table: Table, death: Death) -> bool:
    policy = table.options.last_words
    if policy in ("always", "quota_wolves"):
        return True
    if policy == "none":
        return False
    if policy == "voted_only":
        return "vote" in death.causes
    if not death.night:
        return True
    if policy == "two_nights":
        return death.round <= 2
    if policy == "n1_all_n2_single" and death.round == 2:
        return sum(1 for exit in table.exits if exit.night and exit.round == 2) == 1
    if policy == "not_if_poisoned" and "poison" in death.causes:
        return False
    return death.round == 1
