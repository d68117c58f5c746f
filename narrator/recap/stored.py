"""The story of a game from what its journal stores: header, outcome events, times, notes. Needs no rules, so that a
game of any version opens, and looks at nothing that a seat holds: what comes out of secrets comes out of events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from narrator.boards.file import MOST_PLAYERS
from narrator.host.journal import JournalError, Line, cue_hash
from narrator.recap.story import BadgeMove, Ballot, Exit, Player, Result, Round, Speech, Story
from narrator.recap.taken import Happened, Reading, Taken
from narrator.rules.roles import ROLES
from narrator.rules.script import DONE, Act, Ask, Window

DAY_END = cue_hash(Ask("day.end", DONE, lambda _: DONE, window=Window.AFTER_EXILE))
"""The question with which every day ends; the same in every game."""


def story_of(reading: Reading) -> Story:
    """What the journal tells by itself. Raises `JournalError`."""
    head = reading.record.head
    board = Line(reading.record.path, 1, head.mapping_in("board"))
    teller = _Teller(reading)
    teller.run()
    return Story(
        id=reading.record.path.stem,
        board=_text(board, "name"),
        roles=_roles(board),
        options=_options(board),
        started=_started(reading.record.about),
        players=_players(reading),
        seconds=reading.seconds,
        entries=len(reading.taken),
        undone=reading.undone,
        amended=reading.amended,
        paused=reading.paused,
        rounds=tuple(teller.rounds()),
        exits=tuple(teller.exits),
        deeds=(),
        ballots=tuple(teller.ballots),
        badge=tuple(teller.badge),
        speeches=tuple(
            Speech(teller.round_of.get(speech.number, teller.round), speech.seat, speech.ask, speech.seconds)
            for speech in reading.spoken
        ),
        rulings=(),
        result=teller.result,
    )


@dataclass
class _Part:
    """A round as it is being read."""

    number: int
    began: float
    night_ended: float | None = None
    ended: float = 0.0
    dead: tuple[int, ...] | None = None
    exiled: tuple[int, ...] | None = None


@dataclass
class _Teller:
    """Goes through the entries and notes what each event means at its place."""

    reading: Reading
    parts: list[_Part] = field(default_factory=list)
    exits: list[Exit] = field(default_factory=list)
    ballots: list[Ballot] = field(default_factory=list)
    badge: list[BadgeMove] = field(default_factory=list)
    result: Result | None = None
    round_of: dict[int, int] = field(default_factory=dict)  # entry -> round
    sheriff: int = 0
    electing: bool = False
    sent_out: set[int] = field(default_factory=set)  # by acts of the night

    @property
    def round(self) -> int:
        return self.parts[-1].number

    def run(self) -> None:
        taken = self.reading.taken
        # A journal of other rules may end its days with another question; its news then tell the rounds.
        marked = any(item.cue == DAY_END for item in taken)
        self.parts = [_Part(1, 0.0)]
        before = 0.0
        for number, item in enumerate(taken):
            part = self.parts[-1]
            if not marked and part.dead is not None and any(event.kind == "dawn" for event in item.events):
                part = self._next(before)
            self.round_of[number] = part.number
            if item.events and part.night_ended is None:
                part.night_ended = before if item.events[0].kind == "stand" else item.at
            if item.act is not None and item.act.kind in ("penalty", "leave") and part.night_ended is None:
                self.sent_out.add(item.act.seat)
            self._events(item, part)
            part.ended = before = item.at
            if item.cue == DAY_END and self.result is None and not isinstance(item.entry, Act):
                self._next(item.at)

    def _next(self, at: float) -> _Part:
        self.parts.append(_Part(self.round + 1, at, ended=at))
        self.sent_out.clear()
        return self.parts[-1]

    def rounds(self) -> Iterator[Round]:
        """The rounds that began; a last one in which nothing was entered is left out."""
        for part in self.parts:
            night_ended = part.ended if part.night_ended is None else part.night_ended
            if part.ended > part.began or part.number == 1:
                yield Round(part.number, night_ended - part.began, part.ended - night_ended, part.dead, part.exiled)

    def _events(self, item: Taken, part: _Part) -> None:
        for position, event in enumerate(item.events):
            if event.kind == "dawn":
                part.dead = event.seats("dead")
                self.electing = False
            elif event.kind == "out":
                self._out(item, part, event)
            elif event.kind == "tally":
                self._tally(item, part, event, item.events[position + 1 :])
            elif event.kind == "stand":
                self.electing = True
            elif event.kind == "exiled":
                part.exiled = event.seats("seats")
            elif event.kind == "sheriff":
                self._sheriff(item, part, event.seat("seat"))
            elif event.kind == "won":
                self.result = Result(event.word("winner"), event.word("reason"), event.seats("seats"))

    def _out(self, item: Taken, part: _Part, event: Happened) -> None:
        seat = event.seat("seat")
        if not seat or any(exit.seat == seat for exit in self.exits):
            raise event.line.error("event out: seat: expected a seat that is in")
        told = part.dead is not None and seat in part.dead
        by = tuple(seat for seat in event.seats("by") if seat)
        way = self._way(item, part, seat, told)
        self.exits.append(Exit(seat, part.number, told, event.words("causes"), by, item.at, way))

    def _way(self, item: Taken, part: _Part, seat: int, told: bool) -> str:
        """What the table sees of an exit: never the causes."""
        act = item.act
        if told:
            return "night"
        if seat in self.sent_out:
            return "left"
        if seat in (part.exiled or ()):
            return "exile"
        if act is not None and act.kind in ("explode", "penalty", "leave") and act.seat == seat:
            return act.kind
        if act is not None and act.kind == "explode" and act.target == seat:
            return "taken"
        return "duel" if act is not None and act.kind == "duel" and seat in (act.seat, act.target) else "day"

    def _tally(self, item: Taken, part: _Part, event: Happened, after: Iterable[Happened]) -> None:
        following = list(after)
        tied = next((later.seats("seats") for later in following if later.kind == "tie"), ())
        # An election ends with the badge, an exile vote with the exiled; both may break off.
        decided = next((later.kind for later in following if later.kind in ("exiled", "sheriff")), "")
        sheriff = self.electing or (decided == "sheriff" and part.exiled is None)
        self.ballots.append(
            Ballot(part.number, "sheriff" if sheriff else "exile", event.votes(), event.voters(), tied, item.at)
        )

    def _sheriff(self, item: Taken, part: _Part, seat: int) -> None:
        self.electing = False
        if seat != self.sheriff or not self.badge:
            self.badge.append(BadgeMove(part.number, self.sheriff, seat, item.at))
        self.sheriff = seat


# --- the header ---


def _text(line: Line, key: str) -> str:
    value = line.fields.get(key, "")
    if not isinstance(value, str) or len(value) > 200:
        raise line.error(f"board.{key}: expected a name")
    return value


def _roles(board: Line) -> tuple[tuple[str, int], ...]:
    roles = board.fields.get("roles")
    if not isinstance(roles, list) or len(roles) > 2 * MOST_PLAYERS:
        raise board.error("board.roles: expected pairs of role and number")
    found = []
    for pair in roles:
        if not (isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str) and type(pair[1]) is int):
            raise board.error("board.roles: expected pairs of role and number")
        if len(pair[0]) > 40 or not 1 <= pair[1] <= MOST_PLAYERS:
            raise board.error("board.roles: expected pairs of role and number")
        found.append((pair[0], pair[1]))
    return tuple(found)


def _options(board: Line) -> Mapping[str, object]:
    options = board.fields.get("options", {})
    if not isinstance(options, dict):
        raise board.error("board.options: expected a mapping")
    return options


def _started(about: Mapping[str, object]) -> str:
    started = about.get("started", "")
    return started[:16].replace("T", " ") if isinstance(started, str) else ""


def _players(reading: Reading) -> tuple[Player, ...]:
    head = reading.record.head
    deal = head.words_in("deal")
    if deal and len(deal) != reading.players:
        raise head.error(f"deal: expected {reading.players} roles")
    if any(len(card) > 40 for card in deal):
        raise head.error("deal: expected ids of roles")
    names = names_of(reading.record.about, head)
    cards = deal or ("",) * reading.players
    return tuple(
        Player(seat, names[seat - 1] if seat <= len(names) else "", card, camp_of(card), card)
        for seat, card in enumerate(cards, start=1)
    )


def names_of(about: Mapping[str, object], head: Line) -> tuple[str, ...]:
    """The players' names, seat 1 first; none where the game has none. Raises `JournalError`."""
    names = about.get("names", [])
    if not isinstance(names, list) or not all(isinstance(name, str) and len(name) <= 60 for name in names):
        raise head.error("about.names: expected a list of names")
    return tuple(" ".join(name.split()) for name in names)


def camp_of(card: str) -> str:
    """The camp of a card; empty for one that this narrator does not know."""
    return ROLES[card].camp if card in ROLES else ""


def open_story(path: Path) -> tuple[Reading, Story]:
    """Read a journal and tell it. Raises `JournalError`."""
    from narrator.recap.taken import read_through

    reading = read_through(path)
    return reading, story_of(reading)


__all__ = ["DAY_END", "JournalError", "camp_of", "names_of", "open_story", "story_of"]
