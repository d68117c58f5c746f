"""丘比特: on night 1 links two lovers; if one goes out, the other follows (R 2.1 no 7)."""

from collections.abc import Iterable, Mapping

from narrator.rules.death import Death
from narrator.rules.nightwork import Night, call, chosen, several
from narrator.rules.role import GOOD, LOVERS, Role, Side, Step, When
from narrator.rules.script import Say, Script, Show
from narrator.rules.table import Table

ID = "cupid"


def _act(night: Night, seat: int) -> Script:
    table, options = night.table, night.table.options

    def targets() -> list[int]:
        return [n for n in table.living if seat and (n != seat or options.cupid_self)]

    legal = several(targets, 2, skip=options.cupid_may_skip)
    answer = yield from night.ask(f"{ID}.ask", ID, legal if seat else lambda _: (), 2)
    pair = chosen(answer)
    if len(pair) == 2:
        table.lovers = (min(pair), max(pair))
    if options.lovers_taps == "before":
        yield Say("cupid.tap")


def _call(night: Night) -> Script:
    yield from call(night, ID, _act)
    if night.table.options.lovers_taps == "after":
        yield Say("cupid.tap")  # R 8.1 D-22: one full walk round the table


def _lovers(night: Night) -> Script:
    """N-04: the two open their eyes together and see each other."""
    yield Say("lovers.open")
    yield Show("awake", LOVERS, night.table.lovers)
    yield from night.look("lovers.look", LOVERS)
    yield Say("lovers.close")


def _follow(table: Table, deaths: Mapping[int, Death]) -> Iterable[Death]:
    """殉情: at the same time as the first (R 2.1 no 7)."""
    for death in list(deaths.values()):
        partner = table.partner(death.seat)
        if partner:
            yield Death(partner, frozenset({"lover"}), (death.seat,), death.round, death.night)


def _with_good(table: Table) -> bool:
    """S0q: with fewer villagers than wolves on the board he helps good."""
    wolves = sum(n for role, n in table.board.roles if _camp_of(table, role) == "wolf")
    villagers = table.board.count("villager")
    return villagers < wolves


def _camp_of(table: Table, role: str) -> str:
    return next(known.camp for known in table.roles if known.id == role)


def _counts(table: Table, seat: int) -> Side:
    rule = table.options.cupid_counts_as
    if rule == "by_board":  # S0q
        return Side.VILLAGER if _with_good(table) else Side.GOD
    return Side(rule)


def camp(table: Table, seat: int) -> str:
    """Whose victory Cupid shares (R 2.1 no 7, `cupid_camp`)."""
    if not table.lovers:
        return GOOD
    rule = table.options.cupid_camp
    if rule == "s0q" and _with_good(table):
        return GOOD
    if table.mixed:
        out = not any(table.alive(lover) for lover in table.lovers)
        return GOOD if rule == "s0g" and out else LOVERS
    return GOOD if rule in ("s1", "s0g") else table.seats[table.lovers[0]].camp


ROLE = Role(
    ID,
    counts=_counts,
    allegiance=camp,
    steps=(
        Step("N-03", 3, When.FIRST, _call, 20, True),
        Step("N-04", 4, When.FIRST, _lovers, 5, True),
    ),
    drags=_follow,
)
