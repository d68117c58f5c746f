"""Board files: `{name, preset, roles, extra, rules}`; the named boards are such files in `boards/`.

What cannot be played, or contradicts itself, is refused in one line that says why.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from narrator.rules.board import Board
from narrator.rules.options import PRESETS, OptionError, Options
from narrator.rules.role import GOOD, WOLF
from narrator.rules.roles import ROLES
from narrator.yamlfile import BadFile, Map, Seq, load, parse

KEYS = ("name", "preset", "roles", "extra", "rules")
MANY = ("werewolf", "villager")
"""Roles of which a board may hold several (S4: every other one once)."""

MOST_PLAYERS = 40


def board_names() -> list[str]:
    """The named boards, the standard one first."""
    return sorted(_names(), key=_order)


def _names() -> Iterator[str]:
    for file in (files("narrator") / "boards").iterdir():
        if file.name.endswith(".yaml"):
            yield file.name.removesuffix(".yaml")


def _order(name: str) -> tuple[int, str, int]:
    first = ("std12", *[preset for preset in PRESETS if preset != "std12"], "minimum")
    head, _, number = name.rpartition("-")
    if name in first:
        return first.index(name), "", 0
    table = number.isdecimal()
    return (len(first), head, int(number)) if table else (len(first) + 1, name, 0)


def load_board(name_or_path: str | Path) -> Board:
    """The board of this name, or in this file. Raises `BadFile` with the reason when it cannot be played."""
    name = str(name_or_path)
    if name in _names():
        text = (files("narrator") / "boards" / f"{name}.yaml").read_text(encoding="utf-8")
        return read_board(parse(text, f"{name}.yaml"), name)
    if not name.endswith((".yaml", ".yml")) and not Path(name).exists():
        raise BadFile(name, 0, f"no board of this name: expected a file or one of {', '.join(board_names())}")
    return read_board(load(name), Path(name).stem)


def table_board(players: int, table: str = "s4") -> Board:
    """The board of a table for a number of players (R 7.1, 7.2). Raises `BadFile`."""
    if f"{table}-{players}" not in _names():
        fitting = sorted(int(n.rpartition("-")[2]) for n in _names() if n.startswith(f"{table}-"))
        raise BadFile(table, 0, f"{players} players: expected {fitting[0]} to {fitting[-1]}")
    return load_board(f"{table}-{players}")


def read_board(source: object, name: str) -> Board:
    """The board that a file describes; `name` where it has none of its own. Raises `BadFile`."""
    if not isinstance(source, Map):
        raise BadFile(name, 1, "expected a board: {name: …, preset: std12, roles: {role: number, …}}")
    for key in source:
        if key not in KEYS:
            raise source.unknown(key, KEYS)
    title = source.get("name", name)
    if not isinstance(title, str) or not title:
        raise source.bad("name", "the name of the board")
    options = _options(source)
    dealt = _roles(source)
    extra = _extra(source, dealt, options)
    cards = [role for role, number in dealt for _ in range(number)]
    board = Board.of(title, [*cards, *extra], len(cards), options, extra)
    _check(board, source)
    return board


def _options(source: Map) -> Options:
    preset = source.get("preset", "std12")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise source.bad("preset", "one of " + ", ".join(PRESETS))
    rules = source.get("rules")
    if rules is None:
        return Options.preset(preset)
    if not isinstance(rules, Map):
        raise source.bad("rules", "{option: value, …}")
    try:
        return Options.preset(preset, {str(option): value for option, value in rules.items()})
    except OptionError as error:
        raise BadFile(source.path, rules.lines.get(error.option, rules.line), str(error)) from None


def _roles(source: Map) -> list[tuple[str, int]]:
    roles = source.get("roles")
    if not isinstance(roles, Map) or not roles:
        raise source.bad("roles", "{role: number, …}")
    dealt: list[tuple[str, int]] = []
    for role, number in roles.items():
        _known(str(role), source.path, roles.lines[role])
        if type(number) is not int or not 1 <= number <= MOST_PLAYERS:
            raise roles.bad(role, f"how many, from 1 to {MOST_PLAYERS}")
        if number > 1 and role not in MANY:
            raise roles.bad(role, "1: only werewolf and villager may be on a board several times")
        dealt.append((str(role), number))
    return dealt


def _known(role: str, path: str, line: int) -> None:
    if role in UNPLAYABLE:
        raise BadFile(path, line, f"{role}: {UNPLAYABLE[role]}")
    if role not in ROLES:
        raise BadFile(path, line, f"{role}: unknown role: expected an id that `narrator roles` lists")


UNPLAYABLE = {
    "white_wolf": "cannot be played: the sources name this role and say nothing of what it does",
    "prejudiced": "cannot be played: the sources name this role and say nothing of what it does",
}
"""R 2.3 no 58, 59."""

SWITCHED = {
    "day_scholar": ("scholar_mentor", "double_target_only"),
    "night_mentor": ("scholar_mentor", "double_target_only"),
    "butterfly": ("butterfly", "on"),
    "little_girl": ("little_girl", True),
}
"""Roles that a board may only hold when an option turns them on (R 2.1 no 9, 30, 35; G-17 to 19)."""


def _extra(source: Map, dealt: list[tuple[str, int]], options: Options) -> tuple[str, ...]:
    thief = any(role == "thief" for role, _ in dealt)
    if "extra" not in source:
        if thief and options.thief_cards == "two":
            raise source.bad("extra", "the two cards for the thief (thief_cards: two)")
        return ("villager", "villager") if thief else ()
    extra = source["extra"]
    if not thief:
        raise BadFile(source.path, source.lines["extra"], "extra: only a board with a thief has extra cards")
    if not isinstance(extra, Seq) or len(extra) != 2:
        raise source.bad("extra", "a list of two roles")
    for index, role in enumerate(extra):
        _known(str(role), source.path, extra.lines[index])
    cards = tuple(str(role) for role in extra)
    if options.thief_cards == "two_villagers" and set(cards) != {"villager"}:
        raise source.bad("extra", "two villagers (thief_cards: two_villagers)")
    twice = [role for role in cards if role not in MANY and (role in dict(dealt) or cards.count(role) > 1)]
    if twice:
        raise source.bad("extra", f"cards that are not dealt already: {twice[0]}")
    return cards


def _check(board: Board, source: Map) -> None:
    """Refuse what cannot be played. Raises `BadFile`."""
    for why in refusals(board):
        raise BadFile(source.path, _line_of(source, why), why)


def _line_of(source: Map, why: str) -> int:
    """The line of the role or option that a refusal begins with, or else of one that it mentions."""
    words = re.findall(r"\w+", why)
    for word in words:
        for part in ("roles", "rules"):
            inner = source.get(part)
            if isinstance(inner, Map) and word in inner:
                return inner.lines[word]
    return source.lines.get(words[0], source.line)


def refusals(board: Board) -> Iterator[str]:
    """Why a board cannot be played, each reason in one line that begins with the role or option."""
    options = board.options
    least, most = options.players_range
    if not least <= board.players <= most:
        yield f"players_range: {board.players} players: expected {least} to {most}"
    camps = [ROLES[role].camp for role in board.deck]
    if WOLF not in camps:
        yield "roles: no wolf: expected at least one"
    if GOOD not in camps:
        yield "roles: nobody good: expected at least one"
    for role, (option, value) in SWITCHED.items():
        if role in board and getattr(options, option) != value:
            word = "true" if value is True else value
            yield f"{role}: not without {option}: {word}"
    for one, other in (("day_scholar", "night_mentor"), ("night_mentor", "day_scholar")):
        if one in board and other not in board:
            yield f"{one}: expected {other} on the same board"
    for one, other in (
        ("wolf_little_brother", "wolf_big_brother"),
        ("wolf_big_brother", "wolf_little_brother"),
    ):
        if one in board and other not in board:
            yield f"{one}: expected {other} on the same board"
    yield from contradictions(options, board)


def contradictions(options: Options, board: Board) -> Iterator[str]:
    """Options that cannot go together, or not with this board."""
    if options.speech_warning > options.speech_seconds:
        most = options.speech_seconds
        yield f"speech_warning: {options.speech_warning}: expected at most speech_seconds: {most}"
    if options.last_words_quota != "none" and options.last_words != "quota_wolves":
        yield "last_words_quota: expected last_words: quota_wolves"
    if options.void_vote_allowed and options.tie_rule != "sheriff_decides":
        yield "void_vote_allowed: expected tie_rule: sheriff_decides"
    if options.wolf_victory == "min_or_jutou":
        unknown = [role for role in options.jutou_roles if role not in ROLES]
        if unknown:
            yield f"jutou_roles: {unknown[0]}: unknown role"
        elif not any(role in board for role in options.jutou_roles):
            yield "jutou_roles: expected at least one role of the board"
    if options.wolf_victory in ("tumin", "min_or_jutou") and "villager" not in board:
        yield f"wolf_victory: {options.wolf_victory}: expected villagers on the board"
    if options.wolves_outnumber_auto and options.wolves_outnumber == "off":
        yield "wolves_outnumber_auto: true: expected wolves_outnumber: gt, ge or vote_control"
    if "any" in options.hunter_shoots_on and len(options.hunter_shoots_on) > 1:
        yield "hunter_shoots_on: any stands for every cause: expected it alone"
