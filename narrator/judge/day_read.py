"""Reading the elements of a day and of a dawn: acts, checks, refusals, what is heard."""

from __future__ import annotations

import re
from collections.abc import Callable

from narrator.judge.case import Check, Deed, Element, Heard, Refusal
from narrator.judge.read import Reader, mapping, single, texts, word
from narrator.rules.script import NONE, Value
from narrator.yamlfile import BadFile, Map, Seq, spelled

DIRECTIONS = ("dead_left", "dead_right", "badge_left", "badge_right", "first")
CAMPS = ("good", "wolf", "lovers", "piper", "cursed_fox", "draw")
MAY = ("shoot", "vote", "receive_badge", "explode", "duel")
CLOCK = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")

SEAT_LISTS = ("stand", "withdraw")
VOTES = ("ballot", "vote")
AIMED: dict[str, tuple[str, ...]] = {  # {act: {seat: target or word}}
    "shoot": (NONE,),
    "badge": ("tear",),
    "duel": (),
    "decide": ("void",),
}
SINGLE = ("penalty", "leave")
LIST_CHECKS = ("dead", "exiled", "tie", "last_words", "order")
DEEDS = (
    *SEAT_LISTS,
    *VOTES,
    "clock",
    "speak",
    *AIMED,
    "explode",
    "flip",
    "voters",
    "serpent",
    *SINGLE,
    "declare",
)
CHECKS = (*LIST_CHECKS, "tally", "sheriff", "may", "refuse", "says", "silent")
EXPECTED = "{act or check: value}, one of " + ", ".join((*DEEDS, *CHECKS))


def element(reader: Reader, source: Seq, index: int) -> Element:
    """Item `index` of a day. Raises `BadFile`."""
    body, key = single(source, index, EXPECTED)
    if key in DEEDS:
        return deed(reader, body, key)
    if key in LIST_CHECKS:
        return Check(key, body.lines[key], reader.seats(body, key))
    if key in _CHECKS:
        return _CHECKS[key](reader, body)
    raise BadFile(body.path, body.lines[key], f"{key}: expected {EXPECTED}")


def deed(reader: Reader, body: Map, key: str) -> Deed:
    """The act behind `key`. Raises `BadFile`."""
    line = body.lines[key]
    text = f"{key}: {spelled(body[key])}"
    if key in SEAT_LISTS:
        return Deed(key, line, seats=reader.seats(body, key), text=text)
    if key in VOTES:
        return Deed(key, line, votes=reader.votes(body, key), text=text)
    if key in SINGLE:
        return Deed(key, line, seat=reader.seat(body, key), text=text)
    if key in _WORDS:
        return Deed(key, line, target=_WORDS[key](body), text=text)
    if key == "voters":
        chosen = reader.one_seat(body, key)
        seat = reader.seat_key(chosen, next(iter(chosen)))
        return Deed(key, line, seat=seat, seats=reader.seats(chosen, seat), text=text)
    if key in AIMED:
        aimed = reader.one_seat(body, key)
        seat = reader.seat_key(aimed, next(iter(aimed)))
        return Deed(key, line, seat=seat, target=reader.seat_or(aimed, seat, AIMED[key]), text=text)
    return Deed(key, line, *_alone_or_aimed(reader, body, key), text=text)


def _alone_or_aimed(reader: Reader, body: Map, key: str) -> tuple[int, Value | None]:
    """`explode: 9`, `explode: {9: 3}`, `flip: 5`, `flip: {5: no}`."""
    if not isinstance(body[key], Map):
        return reader.seat(body, key), None
    aimed = reader.one_seat(body, key)
    seat = reader.seat_key(aimed, next(iter(aimed)))
    if key == "flip":
        return seat, word(aimed, seat, ("yes", "no"))
    target = reader.seat_or(aimed, seat, (NONE,))
    return seat, None if target == NONE else target


def _clock(body: Map) -> Value:
    value = body["clock"]
    if not isinstance(value, str) or not CLOCK.fullmatch(value):
        raise body.bad("clock", 'a time of the day like "15:25"')
    return value


_WORDS: dict[str, Callable[[Map], Value]] = {
    "clock": _clock,
    "speak": lambda body: word(body, "speak", DIRECTIONS),
    "serpent": lambda body: word(body, "serpent", ("yes", "no")),
    "declare": lambda body: word(body, "declare", CAMPS),
}


def _tally(reader: Reader, body: Map) -> Check:
    return Check("tally", body.lines["tally"], reader.tally(body, "tally"))


def _sheriff(reader: Reader, body: Map) -> Check:
    return Check("sheriff", body.lines["sheriff"], reader.seat_or(body, "sheriff", (NONE,)))


def _may(reader: Reader, body: Map) -> Check:
    inner = mapping(body, "may", "{what: [seats]}")
    if len(inner) != 1:
        raise body.bad("may", "{what: [seats]} with one of " + ", ".join(MAY))
    what = next(iter(inner))
    if not isinstance(what, str) or what not in MAY:
        raise inner.unknown(what, MAY)
    return Check("may", inner.lines[what], reader.seats(inner, what), what)


def _refuse(reader: Reader, body: Map) -> Refusal:
    inner = mapping(body, "refuse", "{act: …}")
    key = next(iter(inner), None)
    if len(inner) != 1 or not isinstance(key, str) or key not in DEEDS:
        raise body.bad("refuse", "one act, one of " + ", ".join(DEEDS))
    return Refusal(inner.lines[key], deed(reader, inner, key))


def _says(_: Reader, body: Map) -> Heard:
    return Heard(body.lines["says"], says=texts(body, "says"))


def _silent(_: Reader, body: Map) -> Heard:
    return Heard(body.lines["silent"], silent=texts(body, "silent"))


_CHECKS: dict[str, Callable[[Reader, Map], Element]] = {
    "tally": _tally,
    "sheriff": _sheriff,
    "may": _may,
    "refuse": _refuse,
    "says": _says,
    "silent": _silent,
}


def checks_of_dawn(reader: Reader, body: Map) -> tuple[Check, ...]:
    """The checks of a dawn. Raises `BadFile`."""
    checks: list[Check] = []
    for key in body:
        line = body.lines[key]
        if key in ("dead", "last_words", "flips"):
            checks.append(Check(str(key), line, reader.seats(body, key)))
        elif key == "bear":
            checks.append(Check("bear", line, word(body, key, ("growl", "quiet", NONE))))
        elif key == "silenced":
            checks.append(Check("silenced", line, reader.seat_or(body, key, (NONE,))))
    return tuple(checks)
