"""野孩子: on night 1 chooses a model; if the model is exiled he turns wolf (R 2.1 no 13)."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from narrator.rules.death import Death
from narrator.rules.nightwork import Night, call
from narrator.rules.role import WOLF, Role, Side, Step, When
from narrator.rules.script import Cue, Script, Show
from narrator.rules.table import Table

ID = "wild_child"


@dataclass
class Models:
    """The model of each wild child."""

    of: dict[int, int] = field(default_factory=dict)


def _act(night: Night, seat: int) -> Script:
    target = yield from night.pick(f"{ID}.ask", ID, seat, lambda: night.others(seat))
    if isinstance(target, int):
        night.table.own(Models).of[seat] = target


def _turn(table: Table, death: Death) -> Iterable[Cue]:
    """He wakes with the pack from the next night on (G-52)."""
    if "vote" not in death.causes and table.options.wild_child_trigger == "vote":
        return
    for child, model in table.own(Models).of.items():
        if model == death.seat and table.alive(child):
            table.turn(child, WOLF)
            yield Show("turned", ID, child)


ROLE = Role(
    ID,
    counts=lambda table, seat: Side(table.options.wild_child_counts_as),
    skilled=False,
    steps=(Step("N-05", 5, When.FIRST, lambda night: call(night, ID, _act), 15),),
    on_out=_turn,
)
