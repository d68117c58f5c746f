"""定序王子: once, after the first ballot of a day, has it held again (R 2.1 no 24)."""

from narrator.rules.asking import asking
from narrator.rules.role import Asked, Role, Side
from narrator.rules.roles._showing import showing
from narrator.rules.script import DONE, Ask, Say, Window
from narrator.rules.table import Table
from narrator.rules.vote import Vote

ID = "order_prince"


def _turn_back(table: Table, vote: Vote) -> Asked:
    """Asked after every first tally, holder in or out; he speaks once more before the new ballot (G-33)."""
    holder = table.holder(ID)
    able = bool(holder) and holder not in table.turned and not table.lost(holder)
    ask = Ask(
        f"{ID}.flip",
        ("yes", "no"),
        lambda _: ("yes", "no") if able else ("no",),
        role=ID,
        window=Window.AFTER_TALLY,
    )
    answer = yield from asking(table, lambda: ask)
    if answer != ("yes",):
        return False
    table.turned.add(holder)
    yield Say("prince.again", {"seat": holder})
    speech = Ask("speech.prince", DONE, lambda _: DONE, window=Window.SPEECH, seat=holder, slots={"seat": holder})
    yield from asking(table, lambda: speech if table.alive(holder) else None)
    return True


ROLE = Role(ID, side=Side.GOD, steps=(showing(ID, 65.91),), after_tally=_turn_back)
