"""One game from its header or journal to a host that runs it; shared by play and rehearse."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from narrator.hearing.phrasebook import PhraseError
from narrator.hearing.phrases import Phrases
from narrator.host.desk import Desk
from narrator.host.games import find, home, new_path
from narrator.host.host import Host, Manner, Resumed
from narrator.host.journal import Journal, Record, header_line
from narrator.host.nightcode import Chance, NightCode, Style
from narrator.host.pacing import Pacing, Tempo
from narrator.host.setup import Settings, UsageError, about
from narrator.host.sitting import Sitting
from narrator.rules.game import Before, Game, Header


@dataclass(frozen=True)
class Start:
    """A game about to be hosted: new, or as its journal left it."""

    game: Game
    journal: Journal
    started: float = 0.0
    resumed: Resumed | None = None
    torn: bool = False


def begin(settings: Settings, header: Header, desk_now: str, **more: object) -> Start:
    """Start the journal of a new game. Raises `JournalError`, `DiskError`. `desk_now`: ISO date of the
    start."""
    from datetime import datetime

    folder = home(settings.games)
    path = new_path(folder, game_name(settings), datetime.fromisoformat(desk_now))
    journal = Journal.create(path, header_line(header, started=desk_now, **about(settings, more)))
    return Start(Game(header), journal)


def game_name(settings: Settings) -> str:
    """What the file of a game is called after: the board as it was named on the command line."""
    return f"{settings.players}p" if settings.players is not None else Path(settings.board).stem


def take_up(settings: Settings) -> tuple[Start, Record]:
    """Take a game up again. Raises `JournalError`, `DiskError`."""
    path = find(home(settings.games), settings.resume or "")
    journal, record = Journal.reopen(path)
    try:
        game = record.replay()
    except Exception:
        journal.close()
        raise
    return Start(game, journal, record.last_at, resumed_at(record, game), bool(record.torn)), record


def resumed_at(record: Record, game: Game) -> Resumed:
    """The moment at which the game broke off, by the notes after its last entry."""
    left: float | None = None
    opened: set[int] = set()
    for line in record.lines:
        note = line.fields.get("note")
        if note is None:
            left, opened = None, set()
        elif note == "step":
            cue = line.fields.get("cue")
            opened.add(cue if isinstance(cue, int) else -1)
        elif note == "speech" and line.fields.get("entries") == len(game.entries):
            seconds = line.fields.get("left")
            asked = game.cue
            if asked is not None and asked.seat == line.fields.get("seat") and isinstance(seconds, (int, float)):
                left = float(seconds)
    return Resumed(left, frozenset(opened))


def host_of(
    start: Start,
    desk: Desk,
    settings: Settings,
    style: Style,
    chance: Chance | None = None,
    manner: Manner | None = None,
) -> Host:
    """The host of this game at this desk."""
    header = start.game.header
    manner = manner or Manner()
    sitting = Sitting(start.game, start.journal, desk, start.started, settings.names)
    pacing = Pacing(header.seed, Tempo(settings.tempo), header.board.options.dead_pause, manner.pace)
    code = NightCode(style, header.board.players, chance)
    return Host(sitting, phrases_of(desk, header.board.players), code, pacing, manner, start.resumed)


def phrases_of(desk: Desk, seats: int) -> Phrases:
    """What can be said at this table, in the language of its lines. Raises `UsageError`."""
    try:
        return Phrases(desk.wording.book.language, seats)
    except (PhraseError, ValueError) as error:
        raise UsageError(str(error)) from None


def before_of(game: Game) -> Before:
    """What this game hands on to the next at the same table (R 8.3): its first victim and its first
    exiled."""
    knifed = exiled = 0
    for event in game.events:
        seat = event.data.get("seat")
        causes = event.data.get("causes")
        if event.kind == "out" and not knifed and isinstance(seat, int) and "knife" in _words(causes):
            knifed = seat
        seats = event.data.get("seats")
        if event.kind == "exiled" and not exiled and isinstance(seats, (list, tuple)) and seats:
            exiled = seats[0]
    return Before(knifed, exiled)


def _words(value: object) -> tuple[object, ...]:
    return tuple(value) if isinstance(value, (list, tuple, set, frozenset)) else ()
