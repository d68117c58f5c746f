"""盗贼: on night 1 exchanges his card for one of the two left over (R 2.1 no 8)."""

from collections.abc import Collection

from narrator.rules.nightwork import Night, call
from narrator.rules.role import WOLF, Role, Side, Step, When
from narrator.rules.roles import ROLES
from narrator.rules.script import Script, Show, Value
from narrator.rules.table import Table

ID = "thief"
CARDS = ("card1", "card2")


def _legal(night: Night) -> Collection[Value]:
    """What he may take (`thief_must_take`, `thief_may_keep`)."""
    table, options = night.table, night.table.options
    roles = [ROLES[card] for card in table.extra]
    wolves = [word for word, role in zip(CARDS, roles, strict=False) if role.camp == WOLF]
    special = [word for word, role in zip(CARDS, roles, strict=False) if role.camp == WOLF and role.special]
    rule = options.thief_must_take
    if rule == "both_wolves" and len(wolves) == 2:
        return wolves
    if rule == "any_wolf" and wolves:
        return wolves
    if rule == "special_wolf_first" and wolves:
        return special or wolves
    return [*CARDS, "keep"] if options.thief_may_keep else list(CARDS)


def _act(night: Night, seat: int) -> Script:
    table = night.table
    if seat:
        yield Show("private", ID, table.extra)
    word = yield from night.pick(f"{ID}.card", ID, seat, lambda: _legal(night), (*CARDS, "keep"))
    if word in CARDS:
        table.hand(seat, table.extra[CARDS.index(str(word))])
        yield Show("deal", table.role(seat).id, seat)


def _counts(table: Table, seat: int) -> Side:
    """Before he has chosen he counts for nobody; a kept thief card is a villager's (S0b)."""
    return Side.VILLAGER if table.nights and table.options.thief_may_keep else Side.NONE


ROLE = Role(
    ID,
    counts=_counts,
    skilled=False,
    steps=(Step("N-01", 1, When.FIRST, lambda n: call(n, ID, _act), 20, needs="cards"),),
)
