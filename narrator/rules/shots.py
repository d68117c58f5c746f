"""The shot on going out (R 2.1 no 4, 2.2 no 41)."""

from __future__ import annotations

from collections.abc import Collection, Generator
from typing import TYPE_CHECKING

from narrator.rules.asking import asking
from narrator.rules.death import Death, Late
from narrator.rules.nightwork import Night
from narrator.rules.role import GOOD, Fate, Harm
from narrator.rules.script import NONE, Answer, Ask, Cue, Entry, Say, Value, Window

if TYPE_CHECKING:
    from narrator.rules.table import Table

FLIP = "flip"


def gun(table: Table, death: Death, night: Night | None) -> bool:
    """May this seat, going out by these causes, shoot? `night`: the one whose blocks count, None by day."""
    seat = death.seat
    role = table.role(seat)
    if death.causes & {"penalty", "leave"} or table.lost(seat):
        return False
    if night and seat in (night.feared, night.embraced):
        return False
    if night and table.sealed and role.camp == GOOD:
        return False
    if role.shoots and role.shoots(table, seat, death):
        return True
    return any(known.lends_gun is not None and known.lends_gun(table, seat, death) for known in table.roles)


def may_shoot(table: Table) -> tuple[int, ...]:
    """The seats whose question is open and who may shoot."""
    open_now = []
    for seat in table.shots:
        death = table.seats[seat].death
        if death and _may(table, death):
            open_now.append(seat)
    return tuple(sorted(open_now))


def _may(table: Table, death: Death) -> bool:
    # A shot at dawn belongs to the night: that night's fear, embrace and seal count.
    return gun(table, death, table.nights[-1] if death.night else None)


def fire(table: Table, death: Death) -> Generator[Cue, Entry, Death | None]:
    """Ask one seat that has gone out; the death of whom it shoots, None when nobody goes out by it."""
    seat = death.seat
    able = _may(table, death)
    turned = False

    def legal(_: Answer) -> Collection[Value]:
        if not able:
            return (NONE,)
        targets = table.victims(seat)
        if turned and table.options.hunter_flip_must_shoot and targets:
            return targets  # S0g: who has turned his card must shoot
        return [*targets, NONE] if turned or _hidden(table) else [*targets, NONE, FLIP]

    def make() -> Ask:
        return Ask(
            "out.skill",
            (*table.ring, FLIP),
            legal,
            window=Window.DAWN,
            seat=seat,
            slots={"seat": seat},
        )

    answer = yield from asking(table, make)
    if answer == (FLIP,):
        turned = True
        table.turned.add(seat)
        yield Say("shot.flip", {"seat": seat})
        answer = yield from asking(table, make)
    target = answer[0] if answer else NONE
    if not isinstance(target, int):
        return None
    table.turned.add(seat)
    yield Say("shot", {"by": seat, "target": target})
    return _hit(table, death, target)


def _hidden(table: Table) -> bool:
    """Where a good and a wolf card can shoot, the shooter does not show his (S0q)."""
    camps = {role.camp for role in table.roles if role.shoots}
    return len(camps) > 1 and table.options.hunter_hidden_card_with_wolf_king


def _hit(table: Table, shooter: Death, target: int) -> Death | None:
    """What the shot does; a night-dead shooter's shot is a night death (R 2.1 no 4)."""
    if shooter.night:
        night = table.nights[-1]
        if target in night.dreamwalkers:  # G-98
            return None
        for role in table.roles:
            if role.absorbs and (body := next((b for b, s in role.absorbs(table, night) if s == target), 0)):
                table.bodies.add(body)
                return None
    fate = table.meets(target, Harm.NIGHT_SHOT if shooter.night else Harm.SHOT)
    if fate is Fate.NOTHING:
        return None
    death = Death(target, frozenset({"shot"}), (shooter.seat,), shooter.round, shooter.night)
    if fate is Fate.LATER:
        day = table.round + 1 if table.spoken else table.round
        table.late.append(Late("speeches", day, Death(target, death.causes, death.by, day)))
        return None
    return death
