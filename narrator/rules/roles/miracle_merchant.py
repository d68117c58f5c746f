"""奇迹商人 and his 幸运儿: once in the game he gives one player one single-use skill (R 2.1 no 22)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from narrator.rules.death import Death
from narrator.rules.nightwork import BLESS, GUARD, POISON, Night, call, once, seats_or_none
from narrator.rules.role import Role, Side, Step, When
from narrator.rules.roles._checks import check
from narrator.rules.roles._guns import hunters_gun
from narrator.rules.script import NONE, Say, Script, Show, Value
from narrator.rules.table import Table

ID = "miracle_merchant"
LUCKY = "lucky_one"


@dataclass
class Luck:
    """Who was blessed, with what, since which night; `used` once it is spent."""

    seat: int = 0
    skill: str = ""
    night: int = 0
    used: bool = False


def _act(night: Night, seat: int) -> Script:
    table = night.table
    third = table.options.merchant_third_skill
    skills = ("check", "poison", third)
    target = yield from night.pick(f"{ID}.seat", ID, seat, lambda: seats_or_none(night.others(seat)))
    skill = yield from night.pick(
        f"{ID}.skill", ID, seat, lambda: (NONE,) if target == NONE else skills, (*skills, NONE)
    )
    if isinstance(target, int) and isinstance(skill, str) and skill != NONE:
        deed = night.record(BLESS, seat, target, word=skill)
        if deed.seat and not table.is_wolf(deed.seat):
            luck = table.own(Luck)
            luck.seat, luck.skill, luck.night = deed.seat, skill, night.number


def _ready(night: Night) -> int:
    """The lucky one when he may use his skill tonight; 0 otherwise. A gun is for going out, not for the night."""
    luck = night.table.own(Luck)
    if not luck.seat or luck.used or luck.skill == "gun" or not night.table.alive(luck.seat):
        return 0
    if luck.night == night.number and night.table.options.lucky_use_from == "next":
        return 0
    return luck.seat


def _lucky(night: Night) -> Script:
    """N-14, called every night: nobody may learn from the call whether somebody was chosen."""
    table, luck = night.table, night.table.own(Luck)
    yield Say(f"{ID}.tap")  # the judge's tap, for somebody or for nobody
    yield Say(f"{LUCKY}.open")
    up = luck.seat if luck.seat and table.alive(luck.seat) and not luck.used else 0
    yield Show("awake", LUCKY, (up,) if up else ())
    if up:
        yield Show("private", LUCKY, luck.skill)
    seat = _ready(night)
    if seat and (seat in (night.feared, night.embraced) or table.sealed):  # R 2.2 no 45: every good skill
        yield Show("cannot", LUCKY, "cannot")
        seat = 0

    def targets() -> Collection[Value]:
        if luck.skill == "poison":
            return seats_or_none(table.victims(seat))
        return seats_or_none(table.living if luck.skill == "guard" else night.others(seat))

    target = yield from night.pick(f"{LUCKY}.use", LUCKY, seat, targets)
    if isinstance(target, int):
        luck.used = True
        if luck.skill == "check":
            yield check(night, LUCKY, seat, target)
        else:
            night.record(POISON if luck.skill == "poison" else GUARD, seat, target)
    yield Say(f"{LUCKY}.close")


def _wolf_blessed(table: Table, night: Night) -> Iterable[Death]:
    """R 4.2 no 26: he chose a wolf and goes out himself."""
    for deed in night.of(BLESS):
        if deed.seat and table.is_wolf(deed.seat):
            yield Death(deed.actor, frozenset({"blessing"}), (deed.seat,), night.number, True)


def lucky_gun(table: Table, seat: int, death: Death) -> bool:
    """Does the lucky one hold a gun that this death lets him use?"""
    luck = table.own(Luck)
    return luck.seat == seat and luck.skill == "gun" and not luck.used and hunters_gun(table, seat, death)


ROLE = Role(
    ID,
    side=Side.GOD,
    steps=(
        Step("N-13", 13, When.EVERY, lambda night: call(night, ID, _act, ready=once(BLESS)), 20, needs="wolves"),
        Step("N-14", 14, When.EVERY, _lucky, 15),
    ),
    night_deaths=_wolf_blessed,
    lends_gun=lucky_gun,
)
