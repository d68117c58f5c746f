"""狼美人: each night charms one player, who goes out with her on exile or a shot (R 2.2 no 39)."""

from collections.abc import Iterable, Mapping

from narrator.rules.death import Death
from narrator.rules.nightwork import CHARM, KNIFE, Night, call, seats_or_none
from narrator.rules.role import GOOD, WOLF, Fate, Harm, Pack, Role, Side, Step, When
from narrator.rules.script import Script, Show
from narrator.rules.table import Table

ID = "wolf_beauty"


def _act(night: Night, seat: int) -> Script:
    if seat and night.bewitched == seat:  # R 2.1 no 26
        yield Show("cannot", ID, "cannot")
        seat = 0

    def targets() -> list[int]:
        last = () if night.table.options.beauty_repeat_charm else night.last(CHARM, seat)
        return [n for n in night.others(seat) if n not in last]

    target = yield from night.pick(f"{ID}.ask", ID, seat, lambda: seats_or_none(targets()))
    if isinstance(target, int):
        night.record(CHARM, seat, target)


def _charmed(table: Table, beauty: int) -> int:
    """The seat she charmed last; a charm that is not renewed stays."""
    for night in reversed(table.nights):
        deed = night.first(CHARM, beauty)
        if deed and deed.seat:
            return deed.seat
    return 0


def _fires(table: Table, death: Death) -> bool:
    rule = table.options.beauty_charm_on
    if table.charm_off == death.round:
        return False
    if "shot" in death.causes and rule != "any":
        return any(table.role(by).camp == GOOD for by in death.by)  # the hunter's, not a wolf king's
    return rule == "any" or bool(death.causes & ({"vote", "shot"} | ({"duel"} if rule == "plus_duel" else set())))


def _along(table: Table, deaths: Mapping[int, Death]) -> Iterable[Death]:
    for death in list(deaths.values()):
        if table.role(death.seat).id == ID and _fires(table, death):
            charmed = _charmed(table, death.seat)
            if charmed and table.meets(charmed, Harm.CHARM) is Fate.OUT:
                yield Death(charmed, frozenset({"charm"}), (death.seat,), death.round, death.night)


ROLE = Role(
    ID,
    camp=WOLF,
    side=Side.WOLF,
    pack=Pack.MEMBER,
    explodes=False,
    knifable=False,
    steps=(Step("N-32", 32, When.EVERY, lambda night: call(night, ID, _act), 15),),
    drags=_along,
    lends=KNIFE,
)
