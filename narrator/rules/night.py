"""The night: every step of the announced board is called, whoever can act (R 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from narrator.rules.death import Death, Late
from narrator.rules.nightwork import Night
from narrator.rules.resolve import chain, resolve
from narrator.rules.role import Role, Step, When
from narrator.rules.roles import ROLES
from narrator.rules.script import Say, Script
from narrator.rules.victory import after_night

if TYPE_CHECKING:
    from narrator.rules.board import Board
    from narrator.rules.table import Table


def night(table: Table) -> Script:
    """天黑请闭眼, the roles one after the other, and the deaths that come of it."""
    table.by_day = table.voted = table.voting = table.spoken = False
    table.news = table.concluded = False
    table.silenced = 0
    table.sealed, table.seal_next = table.seal_next, False
    table.exits_before = len(table.exits)
    record = Night(table)
    table.nights.append(record)
    yield Say("night.first") if table.round == 1 else Say("night.fall", {"night": table.round})
    if table.sealed:
        yield Say("night.moon")
    for _, step in steps(table):
        record.step = step
        yield from step.run(record)
    if table.round == 1:
        # R G-45: the sides are counted from the cards as they are after the thief's choice.
        table.start_sides = frozenset(table.side(n) for n in range(1, table.players + 1))
    _sent_out(table)
    table.pending = dict(resolve(table, record).deaths)
    if not holds_news(table):
        conclude(table)


def steps(table: Table) -> list[tuple[Role, Step]]:
    """The steps of this night in the order of the option `order_preset` (R 3.3, 3.5)."""
    first, options = table.round == 1, table.options
    fixed = options.call_dead and options.call_absent != "none"  # then every night but the first is called alike
    known = table.calls.get(first) if fixed else None
    if known is not None:
        return known
    called: list[tuple[float, int, Role, Step]] = []
    for role in _called_roles(table):
        for step in role.steps:
            on = step.when is When.EVERY or (step.when is When.FIRST) == first
            if on and (step.wanted is None or step.wanted(table)):
                called.append((place(step, table.board), len(called), role, step))
    called.sort(key=lambda item: item[:2])
    table.calls[first] = [(role, step) for _, _, role, step in called]
    return table.calls[first]


def place(step: Step, board: Board) -> float:
    """Where a step stands in the night under the option `order_preset`."""
    return step.presets.get(board.options.order_preset, step.place)


def _called_roles(table: Table) -> list[Role]:
    """Which roles are called: those announced, all there are, or only those that somebody holds (`call_absent`)."""
    rule = table.options.call_absent
    roles = list(ROLES.values()) if rule == "all" else list(table.roles)
    if rule == "none":
        roles = [role for role in roles if table.holders(role.id)]
    if not table.options.call_dead:
        roles = [role for role in roles if not _all_out(table, role)]
    return [role for role in ROLES.values() if role.always and role not in roles] + roles


def _all_out(table: Table, role: Role) -> bool:
    holders = table.holders(role.id)
    return bool(holders) and not any(table.alive(seat) for seat in holders)


def holds_news(table: Table) -> bool:
    """Does somebody hold back the death news until after the speeches (R 2.1 no 29)?"""
    return any(role.holds_news is not None and role.holds_news(table) for role in table.roles)


def _sent_out(table: Table) -> None:
    """Penalties and departures of the night take effect at its end; their acts of the night stand (R G-85)."""
    batch: dict[int, Death] = {}
    for death in table.reported:
        if table.alive(death.seat):
            batch[death.seat] = death
    chain(table, batch)
    table.reported = [batch[seat] for seat in sorted(batch)]
    for death in table.reported:
        table.leave(death)
    table.sent_out = set()


def conclude(table: Table) -> None:
    """The night's deaths are final: take note of what they cost, and of who has won by them (R 4.2 G)."""
    record = table.nights[-1]
    result = resolve(table, record)
    table.pending = dict(result.deaths)
    table.lives.update(result.lives)
    table.bodies |= result.bodies
    for seat, cause, by in result.late:
        table.late.append(Late("speeches", table.round, _late_death(table, seat, cause, by)))
    for role in table.roles:
        if role.night_over:
            role.night_over(table, record, table.pending)
    table.concluded = True
    table.verdict = after_night(table, table.pending)


def _late_death(table: Table, seat: int, cause: str, by: int) -> Death:
    return Death(seat, frozenset({cause}), (by,), table.round)
