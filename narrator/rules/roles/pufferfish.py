"""河豚: once, after an exile vote, takes everybody along who voted for him in it (R 2.1 no 27)."""

from collections.abc import Generator, Mapping

from narrator.rules.asking import asking
from narrator.rules.death import Death
from narrator.rules.nightwork import Night
from narrator.rules.role import Role, Side
from narrator.rules.roles._showing import showing
from narrator.rules.script import Ask, Cue, Entry, Say, Window
from narrator.rules.table import Table
from narrator.rules.vote import Vote

ID = "pufferfish"


def _burst(table: Table, vote: Vote) -> Generator[Cue, Entry, list[Death]]:
    """Asked after every exile vote, holder in or out; the last ballot alone counts, the exiled may flip too (G-34)."""
    here = (fish for fish in table.holders(ID) if table.alive(fish) or fish in vote.exiled)
    seat = next((fish for fish in here if fish not in table.turned and not table.lost(fish)), 0)
    able = bool(seat)
    ask = Ask(
        f"{ID}.flip",
        ("yes", "no"),
        lambda _: ("yes", "no") if able else ("no",),
        role=ID,
        window=Window.AFTER_TALLY,
    )
    answer = yield from asking(table, lambda: ask)
    if answer != ("yes",):
        return []
    table.turned.add(seat)
    hit = [voter for voter in vote.voters_for(seat) if table.alive(voter)]
    yield Say("pufferfish.out", {"seat": seat, "seats": tuple(hit)})
    return [Death(voter, frozenset({"puffer"}), (seat,), table.round) for voter in hit]


def _knifed(table: Table, night: Night, deaths: Mapping[int, Death]) -> None:
    """Put out by the pack's knife he switches the charm off for the day."""
    for seat in table.holders(ID):
        if seat in deaths and deaths[seat].causes & {"knife", "double_save"}:
            table.charm_off = night.number


ROLE = Role(ID, side=Side.GOD, steps=(showing(ID, 65.92),), after_exile=_burst, night_over=_knifed)
