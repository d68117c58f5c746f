"""`narrator boards` and `narrator roles`: boards and roles explained to hosts, as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from narrator.boards.file import board_names, load_board
from narrator.boards.length import night_seconds
from narrator.boards.texts import Texts, told
from narrator.lines import load_book
from narrator.rules.board import Board
from narrator.rules.options import DEFAULTS
from narrator.rules.role import GOOD, WOLF, Pack, Role, Side, Step, When
from narrator.rules.roles import ROLES
from narrator.yamlfile import BadFile

PARTNERS = {
    "medium": "mech_wolf",
    "light_count": "eclipse_maid",
    "pure_maiden": "wolf_witch",
    "fox_cub": "wolf_beauty",
    "pufferfish": "wolf_beauty",
}
"""R 2.4 X-1: who is meant for whom."""

CHECKERS = ("seer", "awakened_seer", "medium", "pure_maiden")


def boards(name_or_path: str | None = None, language: str = "zh") -> list[str]:
    """The list of boards; or one board, or a file, explained. Raises `BadFile` with the reason of a
    refusal.
    """
    texts = Texts(language)
    return list(_one(load_board(name_or_path), texts) if name_or_path else _all(texts))


def roles(role: str | None = None, language: str = "zh") -> list[str]:
    """The list of roles, or one of them in plain words. Raises `BadFile` for an unknown id."""
    texts = Texts(language)
    if role is None:
        return [
            texts.say("roles.row", id=known, name=role_name(known, texts), does=texts.does(known)) for known in told()
        ]
    if role not in told():
        raise BadFile("roles", 0, texts.say("role.unknown", id=role))
    return list(_role(role, texts))


def role_name(role: str, texts: Texts) -> str:
    """A role's name in the language of the texts."""
    return load_book(texts.language).render(f"role.{role}")


def _all(texts: Texts) -> Iterator[str]:
    yield texts.say("boards.head")
    for name in board_names():
        board = load_board(name)
        cards = _cards(board.roles, texts)
        yield texts.say("boards.row", id=name, name=texts.board(board.name), players=board.players, roles=cards)
    yield texts.say("boards.more")


def _cards(cards: Iterable[tuple[str, int]], texts: Texts) -> str:
    return texts.both(role_name(role, texts) + (f" ×{number}" if number > 1 else "") for role, number in cards)


def _one(board: Board, texts: Texts) -> Iterator[str]:
    yield texts.say("board.head", name=texts.board(board.name), players=board.players)
    book = load_book(texts.language)
    for camp in dict.fromkeys(ROLES[role].camp for role in board.counts):
        cards = ((role, number) for role, number in board.roles if ROLES[role].camp == camp)
        yield texts.say("board.camp", camp=book.render(f"camp.{camp}"), roles=_cards(cards, texts))
    if board.extras:
        if board.options.thief_cards == "random":
            yield texts.say("board.extra_drawn", cards=board.cards)
        else:
            yield texts.say("board.extra", roles=_cards(((role, 1) for role in board.extra), texts))
    yield texts.say("board.night", steps=_night(board, texts))
    later, first = night_seconds(board)
    yield texts.say("board.length", seconds=later, first=first)
    yield from _rules(board, texts)
    leaks = list(_leaks(board, texts))
    if leaks:
        yield texts.say("board.leaks")
        yield from leaks
    remarks = list(_remarks(board, texts))
    if remarks:
        yield texts.say("board.remarks")
        yield from (f"- {remark}" for remark in remarks)


def _night(board: Board, texts: Texts) -> str:
    """The steps of the night in the order of the board's preset."""
    preset = board.options.order_preset
    steps = [
        (step.presets.get(preset, step.place), step, role)
        for role in board.counts
        for step in ROLES[role].steps
        if step.when is not When.FIRST or step.code != "N-65"
    ]
    shown = []
    for _, step, role in sorted(steps, key=lambda item: item[0]):
        shown.append(role_name(role, texts) + _when(step, texts))
    return texts.both(dict.fromkeys(shown))


def _when(step: Step, texts: Texts) -> str:
    if step.when is When.FIRST:
        return texts.say("board.first")
    return texts.say("board.later") if step.when is When.LATER else ""


def _rules(board: Board, texts: Texts) -> Iterator[str]:
    different = board.options.differing()
    if not different:
        yield texts.say("board.standard")
        return
    yield texts.say("board.options")
    for option, value in different.items():
        yield texts.say("board.option", says=texts.option(option), value=texts.value(option, value))


def _leaks(board: Board, texts: Texts) -> Iterator[str]:
    """Options by which the table learns something secret, chosen all the same."""
    options = board.options
    leaking = [("call_dead", not options.call_dead), ("call_absent", options.call_absent == "none")]
    leaking.append(("alchemist_flow", options.alchemist_flow and "alchemist" in board))
    for option, leaks in leaking:
        if leaks:
            value = texts.value(option, getattr(options, option))
            yield texts.say("board.option", says=texts.option(option), value=value)


def _remarks(board: Board, texts: Texts) -> Iterator[str]:
    """What is playable and yet worth a thought (R 7)."""
    sides = [ROLES[role].side for role in board.deck]
    wolves = sum(ROLES[role].camp == WOLF for role in board.deck)
    gods, villagers = sides.count(Side.GOD), sides.count(Side.VILLAGER)
    if wolves * 2 >= board.players:
        yield texts.say("remark.wolves_half")
    elif wolves > gods > 0:
        yield texts.say("remark.wolves_gods", wolves=wolves, gods=gods)
    if gods > villagers > 0:
        yield texts.say("remark.gods_villagers", gods=gods, villagers=villagers)
    if not gods:
        yield texts.say("remark.no_gods")
    if not villagers:
        yield texts.say("remark.no_villagers")
    if not any(role in board for role in CHECKERS):
        yield texts.say("remark.no_seer")
    options = board.options
    if options.sheriff_mode != "none" and board.players < options.sheriff_min_players:
        yield texts.say("remark.no_election", least=options.sheriff_min_players)
    if options.sheriff_mode == "none" and options.tie_rule in ("sheriff_decides", "sheriff_vote_or_none"):
        yield texts.say("remark.tie_no_sheriff")
    for role, other in PARTNERS.items():
        if role in board and other not in board:
            yield texts.say("remark.partner", role=role_name(role, texts), other=role_name(other, texts))


def _role(role: str, texts: Texts) -> Iterator[str]:
    yield texts.say("role.head", name=role_name(role, texts), id=role)
    yield texts.does(role)
    known = ROLES.get(role)
    if known is not None:
        yield from _data(known, texts)
    switches = texts.switches(role)
    if switches:
        yield texts.say("role.options")
        for option in switches:
            value = texts.value(option, getattr(DEFAULTS, option))
            yield texts.say("role.option", option=option, says=texts.option(option), value=value)


def _data(role: Role, texts: Texts) -> Iterator[str]:
    """What the rules know of a role: camp, side, when it wakes."""
    book = load_book(texts.language)
    yield texts.say("role.camp", camp=book.render(f"camp.{role.camp}"))
    if role.camp in (GOOD, WOLF):
        yield texts.say("role.side", side=texts.say(f"side.{role.side.value}"))
    for step in role.steps:
        when = texts.say(f"role.{step.when.value}")
        yield texts.say("role.wakes", step=step.code, when=when, limit=f"{step.limit:g}")
    if not role.steps and role.pack is not Pack.MEMBER:
        yield texts.say("role.sleeps")
    if role.camp == WOLF:
        if not role.explodes:
            yield texts.say("role.no_explode")
        if not role.knifable:
            yield texts.say("role.no_knife")
        if role.pack is Pack.OUTSIDER:
            yield texts.say("role.outsider")
