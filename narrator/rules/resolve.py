"""From what was recorded at night to who goes out, and why (R 4). Pure: nothing at the table changes here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from narrator.rules.death import Death
from narrator.rules.nightwork import FLIP, GUARD, KNIFE, POISON, SAVE, Night
from narrator.rules.role import Fate, Harm

if TYPE_CHECKING:
    from narrator.rules.table import Table


@dataclass(frozen=True)
class Hit:
    """One harm that nothing has stopped."""

    cause: str
    by: int


@dataclass(frozen=True)
class Resolved:
    """The outcome of one night.

    deaths  by seat, links followed to the fixed point, each with all its causes
    hits    causes of the harms done to each seat, whether it goes out or not
    lives   knives still needed, of seats that have lost a life
    bodies  seats whose secret body was used up
    late    (seat, cause, by): goes out after the next speeches
    loses_skills  the gods lose their skills by one of these deaths
    """

    deaths: Mapping[int, Death]
    hits: Mapping[int, frozenset[str]]
    lives: Mapping[int, int] = field(default_factory=dict)
    bodies: frozenset[int] = frozenset()
    late: tuple[tuple[int, str, int], ...] = ()
    loses_skills: bool = False


def resolve(table: Table, night: Night) -> Resolved:
    """R 4.2, C to F. (A and B, blocking and translation, took effect when the acts were recorded.)"""
    harms: dict[int, list[Hit]] = {}
    lives: dict[int, int] = {}
    _knives(table, night, harms, lives)
    late = _poison(table, night, harms)
    hits = {seat: frozenset(hit.cause for hit in found) for seat, found in harms.items() if found}
    bodies = _absorbed(table, night, harms)

    deaths: dict[int, Death] = {}
    for seat, found in harms.items():
        left = _elder_life(table, seat, found, lives)
        if left:
            causes = frozenset(hit.cause for hit in left)
            deaths[seat] = Death(seat, causes, tuple(dict.fromkeys(h.by for h in left)), night.number, True)
    for role in table.roles:
        if role.night_deaths:
            add(table, deaths, role.night_deaths(table, night))

    stays = frozenset(deed.actor for deed in night.of(FLIP))  # R 4.2 no 35
    for seat in stays:
        deaths.pop(seat, None)
    chain(table, deaths, stays)
    costs = any(_costs_skills(table, death) for death in deaths.values())
    return Resolved(deaths, hits, lives, bodies, tuple(late), costs)


def _knives(table: Table, night: Night, harms: dict[int, list[Hit]], lives: dict[int, int]) -> None:
    """R 4.2 no 9 to 12."""
    knives = list(night.of(KNIFE))
    if not knives:
        return
    guarded = {seat for deed in night.of(GUARD) for seat in night.struck(deed) if seat and _guards(table, night, seat)}
    dreaming = night.dreamwalkers
    saved = {seat for deed in night.of(SAVE) for seat in night.struck(deed)}
    for deed in knives:
        pack = deed.word == "pack"
        for seat in night.struck(deed):
            if not seat or not table.alive(seat) or seat in dreaming:
                continue
            if table.meets(seat, Harm.KNIFE) is Fate.NOTHING or (pack and seat == night.serpent):
                continue
            cured = pack and seat in saved
            if seat in guarded and cured:  # R 4.3 row 11: both at once kills (同守同救)
                if table.options.guard_save_conflict == "dies":
                    harms.setdefault(seat, []).append(Hit("double_save", deed.actor))
            elif cured:
                if table.lives_left(seat) > 1:
                    lives[seat] = 1  # R 2.1 no 10: saved by the antidote, one life is left
            elif seat not in guarded:
                harms.setdefault(seat, []).append(Hit("knife", deed.actor))


def _guards(table: Table, night: Night, seat: int) -> bool:
    """Does a guard help this seat? Never one who was caught peeping (S0c)."""
    guardable = table.role(seat).guardable
    return seat != night.caught and (guardable is None or guardable(table))


def _poison(table: Table, night: Night, harms: dict[int, list[Hit]]) -> list[tuple[int, str, int]]:
    """R 4.2 no 16 to 20; returns who goes out later."""
    late: list[tuple[int, str, int]] = []
    for deed in night.of(POISON):
        for seat in night.struck(deed):
            if not seat or not table.alive(seat) or seat in night.dreamwalkers:
                continue
            fate = table.meets(seat, Harm.POISON)
            if fate is Fate.LATER:
                late.append((seat, "poison", deed.actor))
            elif fate is Fate.OUT:
                harms.setdefault(seat, []).append(Hit("poison", deed.actor))
    return late


def _absorbed(table: Table, night: Night, harms: dict[int, list[Hit]]) -> frozenset[int]:
    """R 4.2 no 13: a secret body takes one harm, whatever its kind."""
    used: set[int] = set()
    for role in table.roles:
        if role.absorbs:
            for body, seat in role.absorbs(table, night):
                if body not in used and harms.get(seat):
                    harms[seat].pop(0)
                    used.add(body)
    return frozenset(used)


def _elder_life(table: Table, seat: int, found: list[Hit], lives: dict[int, int]) -> list[Hit]:
    """R 4.2 no 14: each knife costs a life as long as one is left over."""
    left = list(found)
    while table.lives_left(seat) > 1 and lives.get(seat, table.lives_left(seat)) > 1:
        knife = next((hit for hit in left if hit.cause in ("knife", "double_save")), None)
        if knife is None:
            break
        left.remove(knife)
        lives[seat] = lives.get(seat, table.lives_left(seat)) - 1
    return left


def add(table: Table, deaths: dict[int, Death], more: Iterable[Death]) -> bool:
    """Add deaths of living seats; the causes of one seat merge. True when a new seat goes out."""
    new = False
    for death in more:
        if not table.alive(death.seat):
            continue
        known = deaths.get(death.seat)
        if known is None:
            deaths[death.seat] = death
            new = True
        elif not death.causes <= known.causes:
            deaths[death.seat] = known.joined(death)
    return new


def chain(table: Table, deaths: dict[int, Death], stays: frozenset[int] = frozenset()) -> None:
    """Follow links until nothing changes (R 4.2 F); each follower goes out at the same time as the cause."""
    linked = [role.drags for role in table.roles if role.drags]
    growing = bool(linked and deaths)
    while growing:
        growing = False
        for drags in linked:
            for death in drags(table, deaths):
                if death.seat not in deaths and death.seat not in stays and table.alive(death.seat):
                    deaths[death.seat] = death
                    growing = True


def _costs_skills(table: Table, death: Death) -> bool:
    costs = table.role(death.seat).costs_skills
    return costs is not None and costs(table, death)
