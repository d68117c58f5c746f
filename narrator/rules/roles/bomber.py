"""炸弹人: exiled by vote he takes everybody along who voted for him (R 2.1 no 36)."""

from collections.abc import Iterable

from narrator.rules.death import Death
from narrator.rules.role import Role, Side
from narrator.rules.roles._showing import showing
from narrator.rules.table import Table
from narrator.rules.vote import Vote

ID = "bomber"


def _blast(table: Table, seat: int, vote: Vote) -> Iterable[Death]:
    """Voters of the final ballot (G-35)."""
    if table.role(seat).id == ID and not table.lost(seat):
        for voter in vote.voters_for(seat):
            if table.alive(voter):
                yield Death(voter, frozenset({"bomb"}), (seat,), table.round)


ROLE = Role(ID, side=Side.GOD, steps=(showing(ID, 65.6),), with_exile=_blast)
