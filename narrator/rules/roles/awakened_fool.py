"""觉醒愚者: his secret body absorbs one harm, his ward's or his own, or his exile (R 2.1 no 33)."""

from __future__ import annotations

from narrator.rules.asking import asking
from narrator.rules.nightwork import WARD, Night, call, seats_or_none
from narrator.rules.role import Role, Side, Spare, Step, When
from narrator.rules.script import DONE, Ask, Say, Script, Window
from narrator.rules.table import Table

ID = "awakened_fool"


def _act(night: Night, seat: int) -> Script:
    def targets() -> list[int]:
        last = night.last(WARD, seat)
        return [n for n in night.others(seat) if n not in last]

    target = yield from night.pick(f"{ID}.ask", ID, seat, lambda: seats_or_none(targets()))
    if isinstance(target, int):
        night.record(WARD, seat, target)


def _body(night: Night, seat: int) -> bool:
    return seat not in night.table.bodies


def _absorbs(table: Table, night: Night) -> list[tuple[int, int]]:
    """(whose body, whose harm) in the order in which he tries: his ward's first, then his own (R 4.2 no 13)."""
    tries = []
    for fool in table.holders(ID):
        if table.alive(fool) and fool not in table.bodies and not night.blocked(fool):
            ward = night.first(WARD, fool)
            if ward and ward.seat:
                tries.append((fool, ward.seat))
            tries.append((fool, fool))
    return tries


def _void(table: Table, seat: int) -> Script:
    """The exile is void; he makes a farewell speech and stays."""
    if table.options.fool_exile_uses_body:
        table.bodies.add(seat)
    yield Say("exile.fool", {"seat": seat})
    speech = Ask("speech.fool", DONE, lambda _: DONE, window=Window.AFTER_EXILE, seat=seat, slots={"seat": seat})
    yield from asking(table, lambda: speech)


def _spared(table: Table, seat: int) -> Spare | None:
    return None if seat in table.bodies or table.lost(seat) else Spare(_void, automatic=True)


ROLE = Role(
    ID,
    side=Side.GOD,
    steps=(Step("N-21", 21, When.EVERY, lambda night: call(night, ID, _act, ready=_body), 15),),
    absorbs=_absorbs,
    spared=_spared,
)
