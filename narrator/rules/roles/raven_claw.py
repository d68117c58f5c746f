"""狼鸦之爪: sealed until fewer than three wolves live; then joins the pack and strikes once alone (R 2.2 no 48)."""

from narrator.rules.nightwork import KNIFE, Night, call, seats_or_none
from narrator.rules.role import WOLF, Role, Side, Step, When
from narrator.rules.roles._status import status
from narrator.rules.script import Script
from narrator.rules.table import Table

ID = "raven_claw"


def _unsealed(table: Table, seat: int) -> bool:
    """G-69: living wolf cards, himself included (`raven_threshold_counts_self`)."""
    wolves = len(table.wolves())
    return (wolves if table.options.raven_threshold_counts_self else wolves - 1) < 3


def _act(night: Night, seat: int) -> Script:
    def targets() -> list[int]:
        return [n for n in night.table.victims(seat) if n != seat]

    target = yield from night.pick(f"{ID}.extra", ID, seat, lambda: seats_or_none(targets()))
    if isinstance(target, int):
        night.record(KNIFE, seat, target, word="extra")


def _ready(night: Night, seat: int) -> bool:
    struck = any(deed.word == "extra" for deed in night.ever(KNIFE, seat))
    return not struck and not night.no_extra and _unsealed(night.table, seat)


ROLE = Role(
    ID,
    camp=WOLF,
    side=Side.WOLF,
    joins=_unsealed,
    steps=(
        status(ID, 28.1),
        Step("N-31", 31, When.EVERY, lambda night: call(night, ID, _act, ready=_ready), 15),
    ),
    lends=KNIFE,
)
