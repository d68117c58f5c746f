"""炼金魔女: 未明之雾 limits the knife to three seats; 法老之蛇 saves its victim before the news (R 2.1 no 29)."""

from dataclasses import dataclass

from narrator.rules.asking import asking
from narrator.rules.nightwork import MIST, Night, call, chosen, once, several
from narrator.rules.role import Role, Side, Step, When
from narrator.rules.script import Ask, Say, Script, Show, Window
from narrator.rules.table import Table

ID = "alchemist"


@dataclass
class Serpent:
    """Has 法老之蛇 been used?"""

    used: bool = False


def _mist(night: Night, seat: int) -> Script:
    legal = several(lambda: list(night.table.living), 3) if seat else lambda _: ()
    answer = yield from night.ask(f"{ID}.mist", ID, legal, 3)
    seats = chosen(answer)
    if len(seats) == 3:
        night.record(MIST, seat, *seats)
        night.mist = seats


def _victim(night: Night, seat: int) -> Script:
    """N-38: while she has the serpent she is shown the knife's number, or nobody (R 4.5 no 1)."""
    if seat:
        yield Show("private", ID, night.knifed or "nobody")
    yield from night.look(f"{ID}.look", ID)


def _has_serpent(night: Night, seat: int) -> bool:
    return not night.table.own(Serpent).used


def _holds(table: Table) -> bool:
    """While she is in and has it, the day runs in reverse (`alchemist_flow`)."""
    holder = table.holder(ID)
    return table.options.alchemist_flow and bool(holder) and not table.own(Serpent).used and not table.lost(holder)


def _before_news(table: Table) -> Script:
    """PT-38b: all eyes shut; nobody else learns whether she saved (G-39)."""
    yield Say("serpent.eyes")
    yield from _serpent(table)
    yield Say("serpent.close")


def _by_night(night: Night) -> Script:
    """Without the reversed day she decides as the last of the night."""
    yield Say(f"{ID}.open")
    yield from _serpent(night.table)
    yield Say(f"{ID}.close")


def _serpent(table: Table) -> Script:
    night = table.nights[-1]
    holder = table.holder(ID)
    able = bool(holder) and not table.own(Serpent).used and not table.lost(holder) and bool(night.knifed)
    if not table.by_day and holder and night.blocked(holder):
        able = False
    ask = Ask(
        f"{ID}.serpent",
        ("yes", "no"),
        lambda _: ("yes", "no") if able else ("no",),
        role=ID,
        window=Window.NIGHT,
    )
    answer = yield from asking(table, lambda: ask)
    if answer == ("yes",):
        table.own(Serpent).used = True
        night.serpent = night.caught or night.swap(night.knifed)


ROLE = Role(
    ID,
    side=Side.GOD,
    steps=(
        Step("N-27", 27, When.EVERY, lambda n: call(n, ID, _mist, ready=once(MIST)), 20),
        Step(
            "N-38",
            38,
            When.EVERY,
            lambda n: call(n, ID, _victim, ready=_has_serpent, opening=f"{ID}.victim"),
            10,
        ),
        # R 2.1 no 29: before the death news in any case; before the white cat learns whether she would go out.
        Step("N-38b", 65.99, When.EVERY, _by_night, 10, wanted=lambda table: not table.options.alchemist_flow),
    ),
    holds_news=_holds,
    before_news=_before_news,
)
