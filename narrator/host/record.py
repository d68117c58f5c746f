"""A journal as it is read: its lines, each made sure of, and the game that they replay to. A torn last line is dropped,
any other damage is refused with file and line."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from narrator.host.checks import check_head, check_line
from narrator.host.transcript import plain
from narrator.rules.board import Board
from narrator.rules.game import RULES_VERSION, Before, Game, Header
from narrator.rules.options import OptionError, Options
from narrator.rules.script import Act, Ask, Entry, Event, Illegal, Value

FOREVER = 1e9
"""Seconds that no game lasts."""
FORMAT = 1
"""Of the file; grows when older readers could not read it."""


class JournalError(Exception):
    """A journal that cannot be used; the message names file, line and what is wrong."""


def cue_hash(ask: Ask) -> str:
    """A short hash of everything public about a question: a replay that asks something else is another game."""
    slots = tuple(sorted(ask.slots.items()))
    return _hash(
        (
            ask.key,
            ask.ring,
            ask.places,
            ask.role,
            ask.window.value,
            ask.seat,
            ask.askers,
            ask.extras,
            ask.limit,
            slots,
        )
    )


@lru_cache(maxsize=4096)
def _hash(public: tuple[object, ...]) -> str:
    """The same questions come every night."""
    text = json.dumps(plain(public), ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def events_of(events: Sequence[Event]) -> list[dict[str, object]]:
    """Outcome events as the journal stores them."""
    return [{"event": event.kind, "data": plain(event.data)} for event in events]


class Line:
    """One line of a journal that has been read; asking for a field of the wrong kind names file and line."""

    def __init__(self, path: Path, number: int, fields: Mapping[str, object], inside: str = "") -> None:
        """`inside`: the keys that lead to these fields, each with its dot."""
        self.path = path
        self.number = number
        self.fields = fields
        self.inside = inside

    def error(self, why: str) -> JournalError:
        return JournalError(f"{self.path}: line {self.number}: {self.inside}{why}")

    def number_in(self, key: str) -> int:
        value = self.fields.get(key)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.error(f"{key}: expected a whole number")
        return value

    def seconds(self, key: str = "at") -> float:
        value = self.fields.get(key, 0.0)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < FOREVER:
            raise self.error(f"{key}: expected seconds")
        return float(value)

    def text_in(self, key: str) -> str:
        value = self.fields.get(key)
        if not isinstance(value, str):
            raise self.error(f"{key}: expected a word")
        return value

    def part(self, key: str) -> Line:
        """A mapping in this line, to be asked in the same way."""
        return Line(self.path, self.number, self.mapping_in(key), f"{self.inside}{key}.")

    def events_in(self, key: str) -> list[dict[str, object]]:
        """The outcome events that this line stores."""
        return self.events_of(self.fields.get(key), key)

    def events_of(self, stored: object, key: str) -> list[dict[str, object]]:
        """These stored events, each made sure to have a kind and its data."""
        if not isinstance(stored, list):
            raise self.error(f"{key}: expected a list")
        for event in stored:
            known = isinstance(event, dict) and isinstance(event.get("event"), str)
            if not known or not isinstance(event.get("data"), dict):
                raise self.error(f"{key}: expected events, each a kind and its data")
        return stored

    def words_in(self, key: str) -> tuple[str, ...]:
        value = self.fields.get(key)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.error(f"{key}: expected a list of words")
        return tuple(value)

    def mapping_in(self, key: str) -> Mapping[str, object]:
        value = self.fields.get(key)
        if not isinstance(value, dict):
            raise self.error(f"{key}: expected a mapping")
        return value

    def entry(self) -> Entry:
        """The entry of this line."""
        fields = self.fields
        if "act" in fields:
            kind, target = fields["act"], fields.get("target")
            if not isinstance(kind, str) or isinstance(target, (bool, float, list, dict)):
                raise self.error("act: expected a word, a seat and a target")
            return Act(kind, self.number_in("seat"), target)  # type: ignore[arg-type]
        answer = fields.get("answer")
        if not isinstance(answer, list) or not all(type(item) in (int, str) for item in answer):
            raise self.error("answer: expected a list of seats and words")
        values: list[Value] = answer
        return tuple(values)


@dataclass(frozen=True)
class Record:
    """A journal as read: header line, all other lines, and the notice of a line that was dropped."""

    path: Path
    head: Line
    lines: tuple[Line, ...]
    torn: int = 0  # number of the torn last line that was dropped; 0: none
    length: int = 0  # bytes of the file that are whole

    @property
    def last_at(self) -> float:
        """Seconds since the start at which the last line was written."""
        return max((line.seconds() for line in self.lines), default=0.0)

    @property
    def about(self) -> Mapping[str, object]:
        return self.head.mapping_in("about") if "about" in self.head.fields else {}

    def header(self) -> Header:
        """The header of the game. Raises `JournalError`."""
        head = self.head
        if head.fields.get("rules_version") != RULES_VERSION:
            raise head.error(
                f"rules_version {head.fields.get('rules_version')}: this game can be read, not resumed "
                f"(this narrator plays version {RULES_VERSION})"
            )
        board = head.mapping_in("board")
        options, roles = board.get("options"), board.get("roles")
        if not isinstance(options, dict) or not isinstance(roles, list):
            raise head.error("board: expected roles and options")
        try:
            counted = tuple((str(role), int(count)) for role, count in roles)
            resolved = Options.preset("std12", options)
        except OptionError as error:
            raise head.error(f"board.options.{error}") from None
        except (TypeError, ValueError):
            raise head.error("board.roles: expected pairs of role and number") from None
        players = Line(self.path, 1, board).number_in("players")
        before = Line(self.path, 1, head.mapping_in("before"))
        sheriff = None if head.fields.get("sheriff") is None else head.number_in("sheriff")
        return Header(
            Board(str(board.get("name", "")), counted, players, resolved),
            head.words_in("deal"),
            head.words_in("extra"),
            head.number_in("seed"),
            Before(before.number_in("knifed"), before.number_in("exiled")),
            sheriff,
        )

    def replay(self) -> Game:
        """The game as it stood. Raises `JournalError` naming line and ruling when the rules now say
        otherwise."""
        game = Game(self.header())
        for line in self.lines:
            fields = line.fields
            try:
                if "note" in fields:
                    continue
                if "undo" in fields:
                    game.undo()
                elif "amend" in fields:
                    number = line.number_in("amend")
                    if not 0 <= number < len(game.entries):
                        raise line.error("amend: no entry of this number")
                    game.amend(number, line.entry())
                    _same(line, [events_of(some) for some in outcomes(game)], fields.get("all_events"))
                else:
                    asked = game.cue
                    if asked is None:
                        raise line.error("diverges: the game is over here under the rules of this narrator")
                    if fields.get("cue") != cue_hash(asked):
                        raise line.error(f"diverges: the rules ask {asked.key!r} here; it answered something else")
                    game.enter(line.entry())
                    _same(line, events_of(outcomes(game, len(game.entries) - 1)[0]), fields.get("events"))
            except Illegal as refused:
                key = game.cue.key if game.cue else "the end"
                raise line.error(f"diverges at {key!r}: {refused.entry!r} is not allowed ({refused.why})") from None
        return game


def outcomes(game: Game, first: int = 0) -> list[list[Event]]:
    """The outcome events of each entry from this one on, as the game stands."""
    marks = [0, *game.marks[1:], len(game.cues)]
    spans = zip(marks[first:], marks[first + 1 :], strict=False)
    return [[cue for cue in game.cues[start:end] if isinstance(cue, Event)] for start, end in spans]


def _same(line: Line, now: object, stored: object) -> None:
    """What came of an entry has to come of it again: else the game would go on as another one."""
    if now != stored:
        raise line.error(f"diverges: under the rules of this narrator {_short(now)} follows, not {_short(stored)}")


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= 120 else text[:119] + "…"


def read(path: Path) -> Record:
    """Read a journal. Raises `JournalError`."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise JournalError(f"{path}: cannot be read ({error.strerror})") from None
    lines: list[Line] = []
    torn = whole = 0
    pieces = data.split(b"\n")
    for number, raw in enumerate(pieces, start=1):
        last = number >= len(pieces) - (0 if pieces[-1] else 1)
        if not raw and number == len(pieces):
            break
        try:
            fields = json.loads(raw.decode("utf-8"))
            if not isinstance(fields, dict):
                raise ValueError
        except RecursionError:
            raise JournalError(f"{path}: line {number}: not a line of a journal (nested too deeply)") from None
        except ValueError:
            if last and number > 1:
                torn = number
                break
            raise JournalError(f"{path}: line {number}: not a line of a journal (damaged)") from None
        lines.append(Line(path, number, fields))
        whole += len(raw) + 1
    if not lines or lines[0].fields.get("narrator") != FORMAT:
        raise JournalError(f"{path}: line 1: not the header of a narrator game")
    check_head(lines[0])
    for line in lines[1:]:
        check_line(line)
    return Record(path, lines[0], tuple(lines[1:]), torn, min(whole, len(data)))
