"""Going out by day, and at dawn after the list: exits, links, shots, badge, last words (R 5.4, 5.6, G-15, G-16)."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable
from typing import TYPE_CHECKING

from narrator.rules.asking import GameOver, asking, yes_or_no
from narrator.rules.badge import hand_over
from narrator.rules.death import Death
from narrator.rules.lastwords import last_words
from narrator.rules.resolve import chain
from narrator.rules.role import WOLF
from narrator.rules.script import Ask, Cue, Entry, Event, Say, Script, Window
from narrator.rules.shots import fire
from narrator.rules.victory import by_day, lost_camps, outnumbered

if TYPE_CHECKING:
    from narrator.rules.table import Table

Fallen = Generator[Cue, Entry, list["Death"]]
"""A flow that ends with the deaths that really happened."""


def depart(table: Table, deaths: Iterable[Death], wordless: Collection[int] = (), named: bool = False) -> Script:
    """Everything that follows when seats go out by day: exits, victory, shots, victory, badge, last words.

    `wordless` seats have no last words; with `named` the table has already heard who they are.
    """
    fallen = yield from fall(table, deaths, named)
    yield from decide(table, fallen)
    fallen += yield from shots(table, fallen)
    yield from farewell(table, fallen, wordless)


def fall(table: Table, deaths: Iterable[Death], named: bool = False) -> Fallen:
    """These seats go out at the same time, with all who are linked to them (R 5.7: ascending)."""
    batch: dict[int, Death] = {}
    for death in deaths:
        if table.alive(death.seat):
            known = batch.get(death.seat)
            batch[death.seat] = known.joined(death) if known else death
    outer = set(table.leaving)
    asked = {seat for seat, death in batch.items() if "vote" in death.causes}  # at the exile itself
    stays: set[int] = set()
    while True:
        chain(table, batch, frozenset(stays))
        table.leaving = outer | set(batch)
        fresh = sorted(seat for seat in batch if seat not in asked)
        if not fresh:
            break
        asked |= set(fresh)
        for seat in fresh:
            if (yield from _stays(table, batch[seat])):
                del batch[seat]
                stays.add(seat)
    fallen = sorted((death for death in batch.values() if table.alive(death.seat)), key=lambda death: death.seat)
    if fallen and not named:
        seats = tuple(death.seat for death in fallen)
        yield Say("out", {"seat": seats[0]}) if len(seats) == 1 else Say("outs", {"seats": seats})
    for death in fallen:
        yield from exits(table, death)
    table.leaving = outer
    return fallen


def exits(table: Table, death: Death) -> Script:
    """One seat is out: the record, and whoever reacts to it."""
    table.leave(death)
    yield Event("out", {"seat": death.seat, "causes": sorted(death.causes), "by": list(death.by)})
    role = table.role(death.seat)
    if (yield from _revealed(table, death.seat)):
        yield Say("dawn.reveal", {"seat": death.seat, "role": role.id})
    if role.costs_skills and role.costs_skills(table, death) and not table.skills_lost:
        table.skills_lost = True
        yield Say("elder.lost")
    for known in table.roles:
        if known.on_out:
            yield from known.on_out(table, death)


def _revealed(table: Table, seat: int) -> Generator[Cue, Entry, bool]:
    """Is the card shown (`reveal_on_death`)? Under `ask` everybody who goes out is asked."""
    if table.options.reveal_on_death != "ask":
        return table.options.reveal_on_death == "yes"
    ask = Ask("reveal", ("yes", "no"), yes_or_no(True), window=Window.DAWN, seat=seat, slots={"seat": seat})
    answer = yield from asking(table, lambda: ask)
    return answer == ("yes",)


def _stays(table: Table, death: Death) -> Generator[Cue, Entry, bool]:
    """Where a card may be turned against any exit, everybody who goes out is asked (R 2.1 no 28)."""
    stayers = [role for role in table.roles if role.may_stay]
    if not stayers:
        return False
    role = table.role(death.seat)
    able = role.may_stay is not None and role.may_stay(table, death)
    ask = Ask(
        "exile.flip",
        ("yes", "no"),
        yes_or_no(able),
        window=Window.DAWN,
        seat=death.seat,
        slots={"seat": death.seat},
    )
    answer = yield from asking(table, lambda: ask)
    if answer != ("yes",) or role.stays is None:
        return False
    yield from role.stays(table, death)
    return True


def decide(table: Table, batch: Collection[Death] = (), one_effect: bool = False) -> Script:
    """Is somebody the winner now? Raises `GameOver`; says so when an ending may be offered (R 6.3).

    `one_effect`: an exile and the shot it has triggered are counted together (`exile_shot_before_check`).
    """
    outcome = by_day(table, batch, good_first=one_effect)
    if outcome:
        raise GameOver(outcome)
    if table.options.announce_lost_camp:
        for camp in lost_camps(table):
            if camp not in table.lost_camps:
                table.lost_camps.add(camp)
                yield Say("camp.lost", {"camp": camp})
    offer = outnumbered(table)
    if offer and not table.offered:
        yield Event("offer", {"camp": WOLF, "reason": "outnumbered"})
    table.offered = offer


def shots(table: Table, fallen: list[Death], one_effect: bool = False) -> Fallen:
    """Every seat that has gone out is asked for its skill, whoever it is; who is shot is asked too (G-15)."""
    queue = list(fallen)
    more: list[Death] = []
    while queue:
        table.shots = [death.seat for death in queue]
        death = queue.pop(0)
        shot = yield from fire(table, death)
        table.shots = []
        if shot:
            hit = yield from fall(table, [shot])
            yield from decide(table, [*fallen, *more, *hit] if one_effect else hit, one_effect)
            queue += hit
            more += hit
    return more


def farewell(table: Table, fallen: list[Death], wordless: Collection[int] = ()) -> Script:
    """The badge of a sheriff who is out, then last words."""
    yield from hand_over(table)
    yield from last_words(table, fallen, wordless)
