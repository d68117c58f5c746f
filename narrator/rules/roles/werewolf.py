"""狼人: the pack and its knife (R 2.2 no 38). The step is called on every board, whoever holds the knife."""

from __future__ import annotations

from collections.abc import Collection

from narrator.rules.nightwork import KNIFE, Night, protected
from narrator.rules.role import WOLF, Pack, Role, Side, Step, When
from narrator.rules.script import NONE, Answer, Say, Script, Show, Value
from narrator.rules.table import Table

ID = "werewolf"
SPLIT, ASLEEP, CAUGHT = "split", "asleep", "caught"
GIRL = "little_girl"  # R 2.1 no 9: she peeps during this step


def targets(night: Night) -> list[Value]:
    """Whom the pack may knife tonight (R 2.0b, 2.2, `wolf_self_knife`; the mist, R 2.1 no 29)."""
    table = night.table
    lone = night.pack[0] if len(night.pack) == 1 else 0
    legal: list[Value] = []
    for seat in table.victims(lone):  # G-47: a lone wolf may not choose his lover
        spared = table.options.wolf_self_knife == "forbidden" or not table.role(seat).knifable
        if table.is_wolf(seat) and spared:
            continue
        if night.mist and seat not in night.mist:
            continue
        legal.append(seat)
    return legal


def kept(table: Table) -> tuple[int, ...]:
    """Seats that hitting tonight is an empty knife (R 8.3 E-4)."""
    return protected(table) if table.round == 1 and table.options.n1_kill_protection != "remind" else ()


def _exploder(night: Night) -> int:
    """The wolf that self-destructed today, if he has a share in this knife (R 5.8)."""
    table = night.table
    if table.options.exploder_knife == "none" or table.exploded_on != night.number - 1 or night.number == 1:
        return 0
    return table.exploder


def _knife(night: Night) -> Script:
    table = night.table
    night.pack = tuple(table.pack())
    exploder = _exploder(night)
    able = bool(night.pack) and not night.no_knife
    yield Say(f"{ID}.open")
    yield Show("awake", ID, tuple(sorted((*night.pack, exploder) if exploder else night.pack)))
    if night.number == 1:
        yield Say(f"{ID}.meet")
        yield Say(f"{ID}.signs")
    if night.pack and not able:
        yield Show("cannot", ID, "cannot")
    if table.round == 1 and table.options.n1_kill_protection == "remind" and table.before_knifed:
        yield Show("remind", ID, table.before_knifed)
    girls = table.board.count(GIRL)
    caught = tuple(f"{CAUGHT}:{n}" for n in range(1, table.players + 1)) if girls else ()

    def legal(_: Answer) -> Collection[Value]:
        return [*targets(night), NONE] if able else ()

    def whole(word: str) -> bool:
        seat = word.partition(":")[2]
        return not seat or (int(seat) in table.holders(GIRL) and table.alive(int(seat)))

    answer = yield from night.ask(f"{ID}.knife", ID, legal, extras=(SPLIT, ASLEEP, *caught), whole=whole)
    pointed: Value = NONE
    if exploder:
        pointed = yield from night.pick(f"{ID}.exploder", ID, exploder if able else 0, lambda: [*targets(night), NONE])
    _strike(night, answer[0], pointed)
    yield Say(f"{ID}.close")


def _strike(night: Night, word: Value, pointed: Value) -> None:
    table = night.table
    if word == ASLEEP:
        night.starved = True  # V-14, where `wolves_starve` says so
    elif isinstance(word, str) and word.startswith(CAUGHT):
        night.caught = int(word.partition(":")[2])
        night.record(KNIFE, night.pack[0], night.caught, word="pack")
    else:
        if word == SPLIT and table.options.exploder_knife == "join_and_decides":
            word = pointed  # S0g: his number wins a disagreement
        if isinstance(word, int) and word not in kept(table):
            night.record(KNIFE, night.pack[0], word, word="pack")


ROLE = Role(
    ID,
    camp=WOLF,
    side=Side.WOLF,
    pack=Pack.MEMBER,
    special=False,
    always=True,
    steps=(Step("N-30", 30, When.EVERY, _knife, 120, True),),
    lends=KNIFE,
)
