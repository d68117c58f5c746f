"""Loading files of rule cases: every mistake is one line that names file, line, key and what was expected."""

from __future__ import annotations

from pathlib import Path

from narrator.judge.case import Case, Dawn, Day, Heard, Item, Night, Winner, Wish
from narrator.judge.day_read import checks_of_dawn, element
from narrator.judge.read import Key, Reader, mapping, single, texts, word
from narrator.judge.wishes import PERSONS, wish
from narrator.rules.game import Before
from narrator.rules.options import DEFAULTS, OptionError, Options
from narrator.rules.roles import ROLES
from narrator.rules.script import NONE, Value
from narrator.yamlfile import BadFile, Map, Seq, load, spelled

KEYS = ("case", "source", "seats", "extra", "rules", "before", "sheriff", "play")
ITEMS = ("night", "dawn", "day", "winner")
NIGHT_KEYS = ("refuse", "awake", "show", "says", "silent", "penalty", "leave")
DAWN_KEYS = ("dead", "last_words", "bear", "silenced", "flips", "says", "silent")
WINNERS = ("good", "wolf", "lovers", "piper", "cursed_fox", "draw", NONE)
REASONS = (
    "wolves_out",
    "gods_out",
    "villagers_out",
    "good_out",
    "jutou_out",
    "one_left",
    "outnumbered",
    "badge",
    "quiet",
    "starved",
    "others_out",
    "all_enchanted",
    "fox",
    "nobody_left",
    "no_survivor",
)
GROUPS = ("lovers", "enchanted")
MOST_SEATS = 40


def load_cases(path: str | Path) -> list[Case]:
    """The cases of a file that holds one or a list of them. Raises `BadFile`."""
    content = load(path)
    if isinstance(content, Map):
        return [_case(content)]
    if not isinstance(content, Seq) or not content:
        raise BadFile(str(path), 1, "expected a case or a list of cases")
    cases = []
    for index, item in enumerate(content):
        if not isinstance(item, Map):
            raise content.bad(index, "a case: {case: name, seats: […], play: […]}")
        cases.append(_case(item))
    return cases


def _case(source: Map) -> Case:
    for key in source:
        if key not in KEYS:
            raise source.unknown(key, KEYS)
    name = source.get("case")
    if not isinstance(name, (str, int)) or isinstance(name, bool) or not str(name).strip():
        raise source.bad("case", "the name of the case")
    if not isinstance(source.get("source", ""), (str, int, float)):
        raise source.bad("source", "a text")
    seats = _cards(source, "seats", 2)
    extra = _cards(source, "extra", 2) if "extra" in source else ()
    if ("thief" in seats) != bool(extra) or len(extra) not in (0, 2):
        raise source.bad("extra", "two cards with a thief, and none without")
    reader = Reader(len(seats))
    return Case(
        name=str(name),
        path=source.path,
        line=source.line,
        seats=seats,
        extra=extra,
        options=_options(source),
        before=_before(source),
        sheriff=_sheriff(reader, source),
        play=_play(reader, source),
    )


def _cards(source: Map, key: str, least: int) -> tuple[str, ...]:
    value = source.get(key)
    if not isinstance(value, Seq) or not least <= len(value) <= MOST_SEATS:
        raise source.bad(key, f"a list of {least} to {MOST_SEATS} role ids")
    for index, role in enumerate(value):
        if not isinstance(role, str) or role not in ROLES:
            raise value.bad(index, "the id of a role (narrator roles lists them)")
    return tuple(str(role) for role in value)


def _options(source: Map) -> Options:
    if "rules" not in source:
        return DEFAULTS
    rules = mapping(source, "rules", "{option: value, …}")
    try:
        return Options.preset("std12", {str(option): value for option, value in rules.items()})
    except OptionError as error:
        line = rules.lines.get(error.option, rules.line)
        raise BadFile(source.path, line, f"rules: {error}") from None


def _before(source: Map) -> Before:
    """Last game's first victim and first exiled: seats of that game, which may have been larger."""
    if "before" not in source:
        return Before()
    before = mapping(source, "before", "{knifed: seat, exiled: seat}")
    seats = {"knifed": 0, "exiled": 0}
    for key, value in before.items():
        if key not in seats:
            raise before.unknown(key, tuple(seats))
        if type(value) is not int or value < 1:
            raise before.bad(key, "a seat")
        seats[str(key)] = value
    return Before(**seats)


def _sheriff(reader: Reader, source: Map) -> int | None:
    if "sheriff" not in source:
        return None
    seat = reader.seat_or(source, "sheriff", (NONE,))
    return seat if isinstance(seat, int) else 0


def _play(reader: Reader, source: Map) -> tuple[Item, ...]:
    value = source.get("play")
    if not isinstance(value, Seq) or not value:
        raise source.bad("play", "a list of night, dawn, day and winner")
    items: list[Item] = []
    nights = dawns = 0
    for index, item in enumerate(value):
        keys = tuple(item) if isinstance(item, Map) else ()
        kinds = [key for key in keys if key in ITEMS]
        if not isinstance(item, Map) or len(kinds) != 1:
            raise value.bad(index, "one of " + ", ".join(ITEMS))
        if kinds[0] == "winner":
            items.append(_winner(reader, item))
            continue
        body, kind = single(value, index, "one of " + ", ".join(ITEMS))
        nights += kind == "night"
        if kind != "night" and not nights:
            raise BadFile(source.path, value.lines[index], f"{kind}: expected a night before it")
        if kind == "dawn":
            if dawns >= nights:
                raise BadFile(source.path, value.lines[index], "dawn: expected one dawn for a night")
            dawns = nights
        if kind == "night":
            items.append(_night(reader, body))
        else:
            items.append(_dawn(reader, body) if kind == "dawn" else _day(reader, body))
    return tuple(items)


def _winner(reader: Reader, item: Map) -> Winner:
    for key in item:
        if key not in ("winner", "won", "reason"):
            raise item.unknown(key, ("winner", "won", "reason"))
    won = reader.seats(item, "won") if "won" in item else None
    reason = word(item, "reason", REASONS) if "reason" in item else None
    return Winner(item.line, word(item, "winner", WINNERS), won, reason)


def _night(reader: Reader, item: Map) -> Night:
    body = mapping(item, "night", "{role: act, …}")
    acts = tuple(wish(reader, body, _role_key(body, key)) for key in body if key not in NIGHT_KEYS)
    awake = mapping(body, "awake", "{role: [seats]}") if "awake" in body else Map(item.path, item.line)
    show = mapping(body, "show", "{role: value}") if "show" in body else Map(item.path, item.line)
    lines = {f"awake.{key}": line for key, line in awake.lines.items()}
    lines |= {f"show.{key}": line for key, line in show.lines.items()}
    return Night(
        line=item.line,
        acts=acts,
        refuse=_refused(reader, body),
        awake={_person(awake, key): reader.seats(awake, key) for key in awake},
        show={_person(show, key): _shown(show, key) for key in show},
        gone=tuple((key, reader.seat(body, key)) for key in ("penalty", "leave") if key in body),
        heard=_heard(body),
        lines=lines,
    )


def _refused(reader: Reader, body: Map) -> tuple[Wish, ...]:
    """What is refused: {role: act, …} or a list of such."""
    if "refuse" not in body:
        return ()
    value = body["refuse"]
    if isinstance(value, Seq):
        sources = [single(value, index, "{role: act}")[0] for index in range(len(value))]
    else:
        sources = [mapping(body, "refuse", "{role: act} or a list of such")]
    return tuple(wish(reader, source, _role_key(source, key)) for source in sources for key in source)


def _role_key(source: Map, key: Key) -> str:
    if not isinstance(key, str):
        raise BadFile(source.path, source.lines[key], f"{key}: unknown role or key of a night")
    return key


def _person(source: Map, key: Key) -> str:
    """A key of `awake` or `show`."""
    role = str(key).partition("@")[0]
    if role not in ROLES and role not in (*GROUPS, *PERSONS):
        raise BadFile(source.path, source.lines[key], f"{key}: unknown role")
    return str(key)


def _shown(source: Map, key: Key) -> Value | tuple[Value, ...]:
    value = source[key]
    if isinstance(value, Seq) and value and all(type(item) in (int, str) for item in value):
        return tuple(item for item in value if isinstance(item, (int, str)))
    if type(value) is int or isinstance(value, str):
        return value
    raise source.bad(key, "the sign, card or seat that is shown, or a list of them")


def _heard(body: Map) -> Heard | None:
    says = texts(body, "says") if "says" in body else ()
    silent = texts(body, "silent") if "silent" in body else ()
    if not says and not silent:
        return None
    return Heard(body.lines["says" if says else "silent"], says, silent)


def _dawn(reader: Reader, item: Map) -> Dawn:
    body = mapping(item, "dawn", "{dead: [seats], …}")
    for key in body:
        if key not in DAWN_KEYS:
            raise body.unknown(key, DAWN_KEYS)
    return Dawn(item.line, checks_of_dawn(reader, body), _heard(body))


def _day(reader: Reader, item: Map) -> Day:
    body = item["day"]
    if not isinstance(body, Seq):
        raise item.bad("day", f"a list of acts and checks, not {spelled(body)}")
    return Day(item.line, tuple(element(reader, body, index) for index in range(len(body))))
