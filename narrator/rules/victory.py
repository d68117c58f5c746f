"""Who has won: pure functions of the table and of who is about to go out (R 6)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from narrator.rules.death import Death, Outcome
from narrator.rules.nightwork import KNIFE
from narrator.rules.resolve import chain
from narrator.rules.role import DRAW, GOOD, LOVERS, WOLF, Side
from narrator.rules.vote import weight

if TYPE_CHECKING:
    from narrator.rules.table import Table

Found = tuple[str, str]
"""(winner, reason)"""


def camp_of(table: Table, seat: int, seen: frozenset[int] = frozenset()) -> str:
    """Whose victory a seat shares (V-15, V-18, V-19)."""
    role = table.role(seat)
    if role.follows and seat not in seen:
        followed = role.follows(table, seat)
        if followed:
            return camp_of(table, followed, seen | {seat})
    if table.mixed and seat in table.lovers:
        return LOVERS
    if role.allegiance:
        return role.allegiance(table, seat)
    return table.seats[seat].camp


def side_now(table: Table, seat: int) -> Side:
    """What a seat counts as for 屠边 now: mixed lovers count for nobody (R 6.2, G-48)."""
    return Side.NONE if table.mixed and seat in table.lovers else table.side(seat)


def after_night(table: Table, deaths: Mapping[int, Death]) -> Outcome | None:
    """The check of a night's batch, before it is announced (R 6.3)."""
    night = table.nights[-1]
    if night.starved and table.options.wolves_starve:  # V-14
        return _outcome(table, (GOOD, "starved"), tuple(deaths.values()))
    gone = frozenset(deaths)
    return _with_thirds(table, gone, _night_sides(table, deaths, gone), tuple(deaths.values()))


def by_day(table: Table, batch: Collection[Death] = (), good_first: bool = False) -> Outcome | None:
    """The check after each effect of the day; `batch` is who has just gone out by it.

    R 6.3 no 7: when both sides have won by one effect it is the wolves', but `good_first` gives it to good.
    """
    present = any(table.is_wolf(death.seat) for death in batch) or bool(table.wolves())
    none: frozenset[int] = frozenset()
    found = _lovers(table, none) or (None if table.living else (DRAW, "nobody_left"))
    if found is None:
        shot_wolf = any(table.is_wolf(death.seat) and "shot" in death.causes for death in batch)
        found = _good(table, none) if good_first and shot_wolf else None
        found = found or (_wolves(table, none) if present else None)
    return _with_thirds(table, none, found or _good(table, none), tuple(batch))


def two_left(table: Table) -> Outcome | None:
    """V-11: two left by day, the badge decides (警长最大)."""
    sheriff = table.sheriff
    if not table.options.two_left_sheriff_wins or len(table.living) != 2 or not sheriff or not table.alive(sheriff):
        return None
    if sheriff in table.flipped and table.options.idiot_badge == "no_effect":
        return None
    return _outcome(table, (camp_of(table, sheriff), "badge"), ())


def outnumbered(table: Table) -> bool:
    """V-7, V-8: may the wolves' ending be offered?"""
    rule = table.options.wolves_outnumber
    if rule == "off":
        return False
    wolves = [n for n in table.wolves() if camp_of(table, n) != LOVERS]
    if rule == "vote_control":
        held = sum(weight(table, n) for n in wolves)
        return held * 2 > sum(weight(table, n) for n in table.living)
    good = [n for n in table.living if not table.is_wolf(n) and _counts_good(table, n)]
    return len(wolves) > len(good) if rule == "gt" else bool(wolves) and len(wolves) >= len(good)


def offered(table: Table, camp: str) -> Outcome | None:
    """The outcome when the judge accepts the offered ending of a camp; None when none is offered."""
    if camp == WOLF and outnumbered(table) and not table.options.wolves_outnumber_auto:
        return _outcome(table, (WOLF, "outnumbered"), ())
    still_quiet = table.quiet >= 2 and len(table.exits) == table.exits_before
    if camp == DRAW and table.options.draw_rule == "judge" and still_quiet:
        return draw(table)
    return None


def lost_camps(table: Table) -> list[str]:
    """Camps of this game with nobody left in (R 0.3)."""
    camps: dict[str, bool] = {}
    for seat in range(1, table.players + 1):
        camp = camp_of(table, seat)
        camps[camp] = camps.get(camp, False) or table.alive(seat)
    return sorted(camp for camp, here in camps.items() if not here)


def draw(table: Table) -> Outcome:
    """V-13."""
    return _outcome(table, (DRAW, "quiet"), ())


def _counts_good(table: Table, seat: int) -> bool:
    """Mixed lovers are neither; Cupid is good only while good is his camp (R 6.2)."""
    role = table.role(seat)
    if table.mixed and seat in table.lovers:
        return False
    return role.allegiance(table, seat) == GOOD if role.allegiance else role.camp == GOOD


def _night_sides(table: Table, deaths: Mapping[int, Death], gone: frozenset[int]) -> Found | None:
    found = _lovers(table, gone)
    if found:
        return found
    knife = _knife_alone(table, deaths)
    if knife and _knife_counts_first(table, knife):
        found = _wolves(table, knife)
        if found:
            return found
    if len(gone) == len(table.living):
        return (DRAW, "nobody_left")
    good = _good(table, gone)
    wolves = _wolves(table, gone) if table.wolves() else None
    if good and wolves:
        return wolves if table.options.knife_first == "general" else good
    return wolves or good


def _knife_alone(table: Table, deaths: Mapping[int, Death]) -> frozenset[int]:
    """Who would go out by the pack's knife and nothing else (狼刀在先)."""
    knife: dict[int, Death] = {}
    for deed in table.nights[-1].of(KNIFE):
        if deed.word == "pack":
            for seat in deed.seats:
                death = deaths.get(seat)
                if death and death.causes & {"knife", "double_save"}:
                    knife[seat] = death
    chain(table, knife)
    return frozenset(knife)


def _knife_counts_first(table: Table, knife: frozenset[int]) -> bool:
    """`knife_first`: always, never, or only when one wolf and one god were left and it took that god (V-12)."""
    rule = table.options.knife_first
    if rule == "last_god":
        gods = [n for n in table.living if side_now(table, n) is Side.GOD]
        return len(table.wolves()) == 1 and len(gods) == 1 and gods[0] in knife
    return rule == "general"


def _with_thirds(table: Table, gone: frozenset[int], found: Found | None, batch: tuple[Death, ...]) -> Outcome | None:
    """A third party's own victory comes first, or takes that of wolves or good (R 6.3 no 1, 2)."""
    for role in table.roles:
        if role.claims:
            reason = role.claims(table, gone)
            if reason:
                return _outcome(table, (role.camp, reason), batch)
    if found and found[0] in (GOOD, WOLF):
        for role in table.roles:
            if role.instead:
                reason = role.instead(table, gone)
                if reason:
                    return _outcome(table, (role.camp, reason), batch)
    return _outcome(table, found, batch) if found else None


def _outcome(table: Table, found: Found, batch: tuple[Death, ...]) -> Outcome:
    winner, reason = found
    seats = () if winner == DRAW else tuple(n for n in range(1, table.players + 1) if camp_of(table, n) == winner)
    return Outcome(winner, reason, seats, batch)


def _living(table: Table, gone: Collection[int]) -> list[int]:
    return [n for n in table.living if n not in gone] if gone else table.living


def bundle(table: Table) -> list[int]:
    """Mixed lovers, and Cupid while he belongs to them (G-49)."""
    return [n for n in range(1, table.players + 1) if camp_of(table, n) == LOVERS and not _follows(table, n)]


def _follows(table: Table, seat: int) -> bool:
    follows = table.role(seat).follows
    return follows is not None and bool(follows(table, seat))


def _lovers(table: Table, gone: frozenset[int]) -> Found | None:
    """V-15."""
    if not table.mixed:
        return None
    living = _living(table, gone)
    members = bundle(table)
    return (LOVERS, "others_out") if living and all(n in members for n in living) else None


def _wolves(table: Table, gone: frozenset[int]) -> Found | None:
    """V-2 to V-6, V-9."""
    held_up = table.options.wolves_need_lovers_out and table.mixed
    if held_up and any(table.alive(lover) and lover not in gone for lover in table.lovers):
        return None
    reason = _wolf_reason(table, _living(table, gone))
    if reason:
        return (WOLF, reason)
    if table.options.wolves_outnumber_auto and not gone and outnumbered(table):
        return (WOLF, "outnumbered")
    return None


def _wolf_reason(table: Table, living: list[int]) -> str:
    rule = table.options.wolf_victory
    if rule == "second_last":
        wolves = [n for n in living if table.is_wolf(n)]
        return "one_left" if wolves and len(living) - len(wolves) <= 1 else ""
    if rule == "tucheng":
        return "" if any(_counts_good(table, n) and not table.is_wolf(n) for n in living) else "good_out"
    sides = {side_now(table, n) for n in living}
    started = table.start_sides  # a side without any card at the start does not count (R 6.2, G-82)
    if Side.VILLAGER in started and Side.VILLAGER not in sides:
        return "villagers_out"
    if rule == "tubian" and Side.GOD in started and Side.GOD not in sides:
        return "gods_out"
    if rule == "min_or_jutou":
        great = [n for role in table.options.jutou_roles for n in table.holders(role)]
        if great and not any(n in living for n in great):
            return "jutou_out"
    return ""


def _good(table: Table, gone: frozenset[int]) -> Found | None:
    """V-1, V-1b, V-1c."""
    if table.wolves(gone):
        return None
    living = _living(table, gone)
    held_up = table.options.good_needs_lovers_out and table.mixed
    if held_up and any(n in living for n in bundle(table)):
        return None
    if table.options.good_needs_survivor and not any(table.seats[n].camp == GOOD for n in living):
        return (DRAW, "no_survivor")
    return (GOOD, "wolves_out")
