"""The recognition round: the cards are dealt, and the judge learns who holds which (`--deal learn`)."""

from __future__ import annotations

from narrator.rules.asking import asking
from narrator.rules.board import Board
from narrator.rules.night import place
from narrator.rules.night import steps as night_steps
from narrator.rules.nightwork import several
from narrator.rules.role import WOLF, Pack
from narrator.rules.script import Ask, Say, Script, Show, Window
from narrator.rules.table import Table


def recognise(table: Table) -> Script:
    """Each role of the board opens its eyes once; the seats that are left over are the plain villagers'.

    Without extra cards every card must be found; with two cards left over (thief) as many may be missing.
    """
    rest = _commonest(table)
    spare = table.board.extras
    yield Say("learn.start")
    for role, number in table.board.roles:
        if role == rest:
            continue
        yield Say("learn.open", {"role": role})

        def free() -> list[int]:
            return [n for n in table.living if table.seats[n].role is None]

        least = max(0, number - spare)
        legal = several(free, max(1, least), skip=least == 0)
        ask = Ask("learn.ask", table.ring, legal, number, role=role, window=Window.SETUP, slots={"role": role})
        answer = yield from asking(table, lambda ask=ask: ask)  # type: ignore[misc]
        found = tuple(value for value in answer or () if isinstance(value, int))
        spare -= number - len(found)
        for seat in found:
            table.hand(seat, role)
            yield Show("deal", role, seat)
        yield Say("learn.close", {"role": role})
    for seat in table.living:
        if table.seats[seat].role is None:
            table.hand(seat, rest)
            yield Show("deal", rest, seat)
    if table.board.extras and not table.extra:
        table.extra = _left_over(table)
    yield Say("learn.end")


def _commonest(table: Table) -> str:
    """The card nobody has to open his eyes for: the plain one that most players hold."""
    plain = [
        (role, n)
        for role, n in table.board.roles
        if not any(r.id == role and (r.skilled or r.steps) for r in table.roles)
    ]
    return max(plain or table.board.roles, key=lambda item: item[1])[0]


def _left_over(table: Table) -> tuple[str, ...]:
    left = list(table.board.deck)
    for seat in table.seats[1:]:
        if seat.role and seat.role.id in left:
            left.remove(seat.role.id)
    return tuple(left)


def learnable_in_order(board: Board) -> bool:
    """May the recognition round be merged into night 1 (design: the deal)?

    Only when every card opens its eyes in that night, and no step needs a card that is learned later.
    """
    if board.extras:
        return False
    table = Table(board, board.deck, ())
    table.round = 1
    woken: dict[str, float] = {}
    steps = [(place(step, board), role, step) for role, step in night_steps(table)]
    for where, role, _ in steps:
        woken.setdefault(role.id, where)
        if role.always:
            for member in table.roles:
                if member.pack is Pack.MEMBER:
                    woken.setdefault(member.id, where)
    rest = _commonest(table)
    cards = [role for role in table.roles if role.id != rest]
    if any(role.id not in woken for role in cards):
        return False
    for where, role, step in steps:
        wanted = cards if step.needs == "cards" else [c for c in cards if c.camp == WOLF] if step.needs else []
        if any(card.id != role.id and woken[card.id] >= where for card in wanted):
            return False
    return True
