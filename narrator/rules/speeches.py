"""Speeches of the day: where they start, in which direction, who speaks last (R 5.5, G-1 to G-3)."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from narrator.rules.asking import asking
from narrator.rules.badge import sheriff_acts
from narrator.rules.script import DONE, NONE, Ask, Cue, Entry, Event, Say, Script, Value, Window

if TYPE_CHECKING:
    from narrator.rules.table import Table

Order = Generator[Cue, Entry, list[int]]

DEAD_LEFT, DEAD_RIGHT, BADGE_LEFT, BADGE_RIGHT, FIRST = (
    "dead_left",
    "dead_right",
    "badge_left",
    "badge_right",
    "first",
)


TIMES: tuple[Value, ...] = tuple(f"{hour:02d}:{minute:02d}" for hour in range(24) for minute in range(60))
_TIMES = frozenset(TIMES)


def read_clock(table: Table, window: Window = Window.SPEECH) -> Generator[Cue, Entry, tuple[int, int]]:
    """Ask what the clock says: (hour, minute). The engine knows no time of its own."""
    ask = Ask("clock", TIMES, lambda _: _TIMES, window=window)
    answer = yield from asking(table, lambda: ask)
    hour, _, minute = str(answer[0] if answer else "00:00").partition(":")
    return (int(hour), int(minute)) if hour.isdigit() and minute.isdigit() else (0, 0)


def speeches(table: Table, dead: list[int]) -> Script:
    """Every round of speeches of this day; `dead`: the night's deaths as announced (none before the news)."""
    first, later = table.options.talk_rounds
    for number in range(first if table.round == 1 else later):
        if number:
            yield Say("speech.round", {"number": number + 1})
        order = yield from _order(table, dead)
        speaking = [seat for seat in order if seat != table.silenced]
        yield Event("order", {"seats": speaking})
        if speaking:
            yield Say("speech.from", {"seat": speaking[0]})
        for seat in order:
            yield from _speech(table, seat, last=seat == order[-1])
    table.spoken = True


def _speech(table: Table, seat: int, last: bool) -> Script:
    if not table.alive(seat):
        return
    if seat == table.silenced:
        yield Say("speech.silenced", {"seat": seat})
        return
    key = "speech.sheriff" if last and seat == sheriff_acts(table) else "speech"
    ask = Ask(key, DONE, lambda _: DONE, window=Window.SPEECH, seat=seat, slots={"seat": seat})
    yield from asking(table, lambda: ask if table.alive(seat) else None)


def _order(table: Table, dead: list[int]) -> Order:
    rule = table.options.speech_order
    sheriff = sheriff_acts(table)
    if rule == "alternate":
        return (yield from _alternating(table, dead, sheriff))
    if rule == "judge":
        return (yield from _judge_says(table, dead))
    choice: Value = NONE
    if sheriff:
        choice = yield from _choice(table, dead, sheriff)
    if choice == FIRST:
        rest = yield from _unchosen(table, dead, sheriff)
        return [sheriff, *(seat for seat in rest if seat != sheriff)]
    if choice == NONE:
        return (yield from _unchosen(table, dead, sheriff))
    left = table.options.left_is
    step = left if choice in (DEAD_LEFT, BADGE_LEFT) else -left
    start = dead[-1] if choice in (DEAD_LEFT, DEAD_RIGHT) else sheriff
    return _from(table, table.left(start, step), step, sheriff)


def _choice(table: Table, dead: list[int], sheriff: int) -> Generator[Cue, Entry, Value]:
    """The sheriff may choose: 死左 死右 after one death, otherwise 警左 警右 (merged default of R 5.5)."""
    rule = table.options.speech_order
    if rule == "s1":
        legal: list[Value] = []
    elif rule == "sheriff_free":
        legal = [BADGE_LEFT, BADGE_RIGHT, *([DEAD_LEFT, DEAD_RIGHT] if dead else [])]
    else:
        legal = [DEAD_LEFT, DEAD_RIGHT] if len(dead) == 1 else [BADGE_LEFT, BADGE_RIGHT]
    if table.options.sheriff_speaks == "may_speak_first":
        legal.append(FIRST)
    if not legal:
        return NONE
    legal.append(NONE)
    ring = (DEAD_LEFT, DEAD_RIGHT, BADGE_LEFT, BADGE_RIGHT, FIRST, NONE)
    slots: dict[str, Value | tuple[Value, ...]] = {"seat": sheriff}
    ask = Ask("direction", ring, lambda _: legal, window=Window.SPEECH, seat=sheriff, slots=slots)
    answer = yield from asking(table, lambda: ask if table.alive(sheriff) else None)
    return answer[0] if answer else NONE


def _unchosen(table: Table, dead: list[int], sheriff: int) -> Order:
    """Nobody chooses: 单死死左, 死多警左; without a sheriff left of the last dead, or by the clock (S1, G-2, G-3)."""
    left = table.options.left_is
    if len(dead) == 1 or (dead and not sheriff):
        return _from(table, table.left(dead[-1], left), left, sheriff)
    if sheriff:
        return _from(table, table.left(sheriff, left), left, sheriff)
    _, minute = yield from read_clock(table)
    return _from(table, 1, 1, 0) if minute % 2 else _from(table, table.players, -1, 0)


def _alternating(table: Table, dead: list[int], sheriff: int) -> Order:
    """S0d: one side of the sheriff today, the other tomorrow; without one, of the last dead."""
    step = table.options.left_is if table.round % 2 else -table.options.left_is
    if sheriff:
        return _from(table, table.left(sheriff, step), step, sheriff)
    if dead:
        return _from(table, table.left(dead[-1], step), step, 0)
    return (yield from _unchosen(table, dead, 0))


def _judge_says(table: Table, dead: list[int]) -> Order:
    """S0i: 从这边开始发言: the first speaker, then round the table."""
    ask = Ask("direction.judge", table.ring, lambda _: [*table.living, NONE], window=Window.SPEECH)
    answer = yield from asking(table, lambda: ask)
    if answer and isinstance(answer[0], int):
        return _from(table, answer[0], table.options.left_is, 0)
    return (yield from _unchosen(table, dead, 0))


def _from(table: Table, start: int, step: int, sheriff: int) -> list[int]:
    """Everybody in, once round the table; the sheriff last (S0d S4)."""
    order = [seat for seat in table.around(start, step) if table.alive(seat)]
    if sheriff and table.options.sheriff_speaks in ("last", "may_speak_first"):
        order = [seat for seat in order if seat != sheriff] + [sheriff]
    return order
