"""The acts of a night as a case writes them, turned into what is entered at a role's questions."""

from __future__ import annotations

from collections.abc import Callable

from narrator.judge.case import Wish
from narrator.judge.read import Reader, word
from narrator.rules.roles import ROLES
from narrator.rules.script import NONE, TIMEOUT, Answer
from narrator.yamlfile import BadFile, Map, Seq, spelled

Parts = dict[str, Answer]
Read = Callable[[Reader, Map, str], Parts]

PERSONS = ("lucky_one", "exploder")
"""Who acts without being a card of the deck."""

MODES = ("boost", "weaken")
SKILLS = ("check", "poison", "guard", "gun")


def wish(reader: Reader, source: Map, key: str) -> Wish:
    """The act that stands behind `key` (`role` or `role@seat`). Raises `BadFile`."""
    line = source.lines[key]
    role, at, tail = key.partition("@")
    if role not in ROLES and role not in PERSONS:
        raise BadFile(source.path, line, f"{role}: unknown role or key of a night")
    seat = 0
    if at:
        if not tail.isdecimal() or not reader.is_seat(int(tail)):
            raise BadFile(source.path, line, f"{key}: expected {reader.any_seat} behind @")
        seat = int(tail)
    if source[key] == "timeout":
        parts: Parts = {"*": TIMEOUT}
    else:
        parts = _READ.get(role, _plain)(reader, source, key)
    return Wish(role, seat, parts, line, f"{key}: {spelled(source[key])}")


def _plain(reader: Reader, source: Map, key: str) -> Parts:
    return {"ask": _targets(reader, source, key)}


def _targets(reader: Reader, source: Map, key: str) -> Answer:
    """A seat, a list of seats, or nobody."""
    if isinstance(source[key], Seq):
        return reader.seats(source, key) or (NONE,)
    return (reader.seat_or(source, key, (NONE,)),)


def _one(part: str) -> Read:
    return lambda reader, source, key: {part: _targets(reader, source, key)}


def _witch(reader: Reader, source: Map, key: str) -> Parts:
    value = source[key]
    if value == "save":
        return {"save": ("yes",), "poison": (NONE,)}
    if value == NONE:
        return {"save": ("no",), "poison": (NONE,)}
    if not isinstance(value, Map) or not value or not set(value) <= {"save", "poison"}:
        raise source.bad(key, "save, {poison: seat}, {save: true, poison: seat} or none")
    if value.get("save", True) is not True:
        raise value.bad("save", "true")
    poison: Answer = (reader.seat(value, "poison"),) if "poison" in value else (NONE,)
    return {"save": ("yes" if "save" in value else "no",), "poison": poison}


def _werewolf(reader: Reader, source: Map, key: str) -> Parts:
    value = source[key]
    if isinstance(value, Map):
        if set(value) != {"caught"}:
            raise source.bad(key, "a seat, none, split, asleep or {caught: seat}")
        return {"knife": (f"caught:{reader.seat(value, 'caught')}",)}
    return {"knife": (reader.seat_or(source, key, (NONE, "split", "asleep")),)}


def _thief(reader: Reader, source: Map, key: str) -> Parts:
    value = source[key]
    if value == "keep":
        return {"card": ("keep",)}
    if not isinstance(value, Map) or set(value) != {"take"}:
        raise source.bad(key, "{take: role} or keep")
    return {"card": (word(value, "take", ROLES),)}


def _merchant(reader: Reader, source: Map, key: str) -> Parts:
    value = source[key]
    if value == NONE:
        return {"seat": (NONE,), "skill": (NONE,)}
    if not isinstance(value, Map) or set(value) != {"seat", "skill"}:
        raise source.bad(key, "{seat: seat, skill: check|poison|guard|gun} or none")
    return {"seat": (reader.seat(value, "seat"),), "skill": (word(value, "skill", SKILLS),)}


def _maid(reader: Reader, source: Map, key: str) -> Parts:
    value = source[key]
    if value == NONE:
        return {"steal": (NONE,), "at": (NONE,)}
    if not isinstance(value, Map) or not {"steal"} <= set(value) <= {"steal", "at", "potion"}:
        raise source.bad(key, "{steal: seat, at: seat}, or none")
    if "potion" in value:
        word(value, "potion", ("poison",))  # the only one she can take from the witch
    at = reader.seat_or(value, "at", (NONE,)) if "at" in value else NONE
    return {"steal": (reader.seat(value, "steal"),), "at": (at,)}


def _mech(reader: Reader, source: Map, key: str) -> Parts:
    value = source[key]
    if value == NONE:
        return {"copy": (NONE,), "use": (NONE,)}
    if not isinstance(value, Map) or not value or not set(value) <= {"copy", "use"}:
        raise source.bad(key, "{copy: seat}, {use: seat}, {copy: seat, use: seat} or none")
    return {part: (reader.seat_or(value, part, (NONE,)),) for part in ("copy", "use") if part in value}


def _double(reader: Reader, source: Map, key: str) -> Parts:
    value = source[key]
    if value == NONE:
        return {"seat": (NONE,), "mode": (NONE,)}
    if not isinstance(value, Map) or set(value) != {"seat", "mode"}:
        raise source.bad(key, "{seat: seat, mode: boost|weaken} or none")
    return {"seat": (reader.seat(value, "seat"),), "mode": (word(value, "mode", MODES),)}


def _cat(reader: Reader, source: Map, key: str) -> Parts:
    return {"flip": ("yes" if word(source, key, ("flip", NONE)) == "flip" else "no",)}


_READ: dict[str, Read] = {
    "witch": _witch,
    "werewolf": _werewolf,
    "exploder": _one("exploder"),
    "thief": _thief,
    "miracle_merchant": _merchant,
    "lucky_one": _one("use"),
    "eclipse_maid": _maid,
    "mech_wolf": _mech,
    "day_scholar": _double,
    "night_mentor": _double,
    "wolf_little_brother": _one("revenge"),
    "raven_claw": _one("extra"),
    "alchemist": _one("mist"),
    "white_cat": _cat,
}
