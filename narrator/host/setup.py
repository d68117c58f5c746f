"""From the command line to a game that can be hosted: board, deal, header, phrase book, words of the
screen."""

from __future__ import annotations

import locale
import math
import os
import random
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from narrator.host.pacing import Tempo
from narrator.lines import Book, LineError, load_book
from narrator.rules.board import Board
from narrator.rules.game import Before, Header

RATES = (0.5, 2.0)
"""Slowest and fastest speech, times normal: beyond it voices cannot be followed."""


class UsageError(Exception):
    """Something the host asked for that cannot be; one clear line."""


@dataclass(frozen=True)
class Settings:
    """The flags of `narrator play` and `narrator rehearse`."""

    board: str = "std12"
    players: int | None = None
    deal: str = "random"
    ears: str = "auto"
    mouth: str = "auto"
    speaker: str | None = None
    earpiece: str | None = None
    mic: str | None = None
    code: str = "auto"
    lines: str = "zh"
    lang: str = ""
    tempo: str = "normal"
    music: str | None = None
    volume: float = 1.0  # of the loudspeaker and the earpiece, 0 to 1
    music_volume: float = 1.0  # of the night's music, 0 to 4
    rate: float = 1.0  # of speaking, times normal
    games: Path | None = None
    resume: str | None = None  # None: a new game; "": the last one
    plain: bool = False
    names: tuple[str, ...] = ()  # of the players, seat 1 first
    hand_out: str = "list"
    serve: str | None = None  # the judge's phone: None, "" or ADDR[:PORT]
    seed: int | None = None
    fast: bool = False
    pace: float = 0.1
    transcript: Path | None = None
    sound: Path | None = None


def one_of(flag: str, value: str, allowed: tuple[str, ...]) -> str:
    """A flag's value, checked. Raises `UsageError`."""
    if value not in allowed:
        raise UsageError(f"{flag} {value}: expected one of {', '.join(allowed)}")
    return value


def checked(settings: Settings) -> Settings:
    """Check flags that are words. Raises `UsageError`, `ServeError`."""
    one_of("--mouth", settings.mouth, ("auto", "pyttsx3", "kokoro", "none"))
    one_of("--code", settings.code, ("auto", "off", "shift", "card"))
    one_of("--tempo", settings.tempo, tuple(tempo.value for tempo in Tempo))
    if settings.lang:
        one_of("--lang", settings.lang, ("zh", "en"))
    kind, _, target = settings.ears.partition(":")
    if not (settings.ears in ("auto", "vosk", "builtin", "both", "keys") or (kind in ("wav", "script") and target)):
        raise UsageError(f"--ears {settings.ears}: expected auto, vosk, builtin, both, keys, wav:FILE or script:FILE")
    if not 0 < settings.pace < math.inf:
        raise UsageError(f"--pace {settings.pace}: expected a number above 0")
    if not 0 <= settings.music_volume <= 4:
        raise UsageError(f"--music-volume {settings.music_volume:g}: expected a number from 0 to 4")
    if not 0 <= settings.volume <= 1:
        raise UsageError(f"--volume {settings.volume:g}: expected a number from 0 to 1")
    if not RATES[0] <= settings.rate <= RATES[1]:
        raise UsageError(f"--rate {settings.rate:g}: expected a number from {RATES[0]:g} to {RATES[1]:g}")
    if settings.hand_out not in ("list", "round") and not settings.hand_out.endswith((".html", ".htm")):
        raise UsageError(f"--hand-out {settings.hand_out}: expected list, round or FILE.html")
    names = [name for name in settings.names if name]
    twice = next((name for at, name in enumerate(names) if name in names[:at]), None)
    if twice is not None:
        raise UsageError(f"--names: {twice} twice: expected a name of its own for each player")
    if settings.serve is not None:
        from narrator.screen.serve import address_of
        from narrator.screen.words import ScreenWords

        address_of(settings.serve, ScreenWords(screen_language(settings.lang)))
    if settings.players is not None and settings.players < 1:
        raise UsageError(f"--players {settings.players}: expected a whole number above 0")
    return settings


def screen_language(named: str) -> str:
    """Language of the screen: as named, else Chinese under a Chinese locale, else English."""
    if named:
        return named
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    try:
        name = locale.getlocale()[0] or ""
    except ValueError:
        name = ""
    return "zh" if name.lower().startswith(("zh", "chinese")) else "en"


def board_of(settings: Settings) -> Board:
    """The board that is played. Raises `UsageError`, `BadFile`."""
    from narrator.boards.file import load_board, table_board

    if settings.players is not None:
        if settings.board != "std12":
            raise UsageError("--players: expected without --board (a board knows its number of players)")
        return table_board(settings.players)
    return load_board(settings.board)


def header_of(settings: Settings, before: Before | None = None) -> Header:
    """The header of a new game. Cards are dealt from the system's random source, or from `--seed` in a
    rehearsal."""
    from narrator.boards.deal import load_deal, random_deal

    board = board_of(settings)
    if settings.names and len(settings.names) != board.players:
        raise UsageError(f"--names: {len(settings.names)} names, but {board.players} seats: expected one for each")
    seed = secrets.randbits(48) if settings.seed is None else settings.seed
    if settings.deal == "learn":
        return Header(board, (), (), seed, before or Before())
    if settings.deal == "random":
        rng = secrets.SystemRandom() if settings.seed is None else random.Random(f"{seed}|deal")
        deal = random_deal(board, rng)
    else:
        deal = load_deal(settings.deal, board)
    return Header(board, deal.seats, deal.extra, seed, before or Before())


def book_of(settings: Settings, board: Board) -> Book:
    """The phrase book. Raises `UsageError`."""
    try:
        return load_book(settings.lines, board.options.death_phrase_set)
    except LineError as error:
        raise UsageError(str(error)) from None


def screen_book(settings: Settings, book: Book) -> Book | None:
    """The book of the screen's language, where it differs from the table's."""
    language = screen_language(settings.lang)
    return None if language == book.language else load_book(language)


def about(settings: Settings, more: Mapping[str, object] | None = None) -> dict[str, object]:
    """What a resumed game needs beside its rules: the manner in which it is hosted."""
    lines = settings.lines if settings.lines in ("zh", "en") else os.path.abspath(settings.lines)
    kept: dict[str, object] = {"lines": lines, "tempo": settings.tempo, "code": settings.code, **(more or {})}
    if settings.names:
        kept["names"] = list(settings.names)
    return kept
