"""`narrator rehearse`: a whole game with nobody at the table. The real host, the real understanding and
night code;
the judge and the players are simulated. With `--fast` time is virtual, else sound is really played."""

from __future__ import annotations

import contextlib
import random
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TextIO

from narrator.host.clock import Clock, RealClock, VirtualClock
from narrator.host.desk import Desk
from narrator.host.host import Ending, Host, Manner
from narrator.host.journal import DiskError
from narrator.host.mouths import TimedMouth
from narrator.host.nightcode import Style
from narrator.host.pacing import REPAIR, draw
from narrator.host.rendering import look_ahead
from narrator.host.screentext import ScreenText
from narrator.host.session import Start, begin, host_of, phrases_of, take_up
from narrator.host.setup import Settings, UsageError, book_of, header_of, screen_book, screen_language
from narrator.host.simjudge import JudgeEars, SimJudge
from narrator.host.transcript import Transcript
from narrator.host.view import View
from narrator.host.wording import Wording
from narrator.speaking.mouth import Mouth
from narrator.wizard.handing import hand_out

START = datetime(2026, 1, 1, 20, 0)
"""Time of day at which a seeded rehearsal begins, so that clock rules come out the same."""


@dataclass
class Rehearsal:
    """A rehearsal ready to run."""

    host: Host
    desk: Desk
    judge: SimJudge
    start: Start

    def run(self) -> Ending:
        """To the end of the game."""
        try:
            return self.host.run()
        finally:
            self.start.journal.close()


class _Keys(random.Random):
    """Keys of the night code for a rehearsal that is to be the same again; real games draw from `secrets`."""

    def randrange(self, stop: int) -> int:  # type: ignore[override]
        return super().randrange(stop)


def prepare(
    settings: Settings,
    transcript: Transcript,
    clock: Clock | None = None,
    make_mouth: Callable[[Clock], Mouth] | None = None,
    start: Start | None = None,
) -> Rehearsal:
    """Set everything up. `start`: a game begun by the caller; else a new one, or the resumed one."""
    if start is None and settings.resume is not None:
        start, _ = take_up(settings)
    if clock is None:
        run_before = 0.0 if start is None else start.started
        clock = VirtualClock(START + timedelta(seconds=run_before)) if settings.fast else RealClock()
    if start is None:
        now = START if settings.fast else clock.wall()
        start = begin(settings, header_of(settings), now.isoformat(timespec="seconds"), rehearsal=True)
    header = start.game.header
    seed = header.seed
    book = book_of(settings, header.board)
    wording = Wording(book, seed, screen_book(settings, book))
    mouth: Mouth = TimedMouth(clock) if make_mouth is None else make_mouth(clock)
    by_keys = settings.ears == "keys"
    ears = None if by_keys else JudgeEars()
    desk = Desk(clock, mouth, wording, ScreenText(screen_language(settings.lang)), transcript, ears)
    style = Style.OFF if by_keys else style_of(settings, has_earpiece=settings.earpiece not in (None, "none"))
    manner = Manner(pace=1.0 if settings.fast else settings.pace)
    keys = _Keys(draw(seed, "keys", len(start.game.entries)).random())
    host = host_of(start, desk, settings, style, keys, manner)
    judge = SimJudge(host.sitting, clock, ears, phrases_of(desk, header.board.players), seed, manner.pace)
    judge.latest = lambda: max(0.0, host.pace.floor - REPAIR * manner.pace)
    return Rehearsal(host, desk, judge, start)


def style_of(settings: Settings, has_earpiece: bool) -> Style:
    """The night code that the settings mean: `auto` is shift with an earpiece, else card."""
    if settings.code == "auto":
        return Style.SHIFT if has_earpiece else Style.CARD
    return Style(settings.code)


@contextlib.contextmanager
def _folder(settings: Settings) -> Iterator[Settings]:
    """Rehearsals leave no games behind unless a folder is named or one is resumed."""
    if settings.games is not None or settings.resume is not None:
        yield settings
        return
    with tempfile.TemporaryDirectory(prefix="narrator-") as folder:
        yield replace(settings, games=Path(folder))


@contextlib.contextmanager
def open_transcript(path: Path | None) -> Iterator[TextIO | None]:
    """The transcript's file. Raises `UsageError`."""
    if path is None:
        yield None
        return
    try:
        file = open(path, "w", encoding="utf-8", newline="\n", buffering=1)  # noqa: SIM115 - closed below
    except OSError as error:
        raise UsageError(f"--transcript {path}: cannot be written ({error.strerror})") from None
    try:
        with file:
            yield file
    except OSError as error:  # a full disk shows itself while lines are written, or at the end
        raise DiskError(f"--transcript {path}: cannot be written ({error.strerror})") from None


def rehearse(
    settings: Settings,
    show: Callable[[View], None] | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Rehearsal:
    """Run a whole rehearsal; `tell` says where the phone finds it. Raises `UsageError`, `JournalError`, `DiskError`,
    `AudioError`, `WizardError`, `ServeError`."""
    if settings.seed is None and settings.resume is None:
        settings = replace(settings, seed=random.SystemRandom().randrange(10**6))
    with _folder(settings) as placed, open_transcript(settings.transcript) as file:
        transcript = Transcript(file)
        rehearsal = _prepared(placed, transcript)
        host, heard = rehearsal.host, not settings.fast and settings.sound is None and settings.mouth != "none"
        if heard:
            ear = settings.earpiece not in (None, "none")
            host.ahead = look_ahead(host.desk, host.desk.mouth, host.desk.wording.book, rehearsal.start, ear)
        start = rehearsal.start
        if not start.game.entries:
            hand_out(settings.hand_out, start.game.header, settings.names, screen_language(settings.lang))
        if show is not None:
            rehearsal.desk.subscribe(show)
        try:
            with _phone(settings, rehearsal.desk, tell):
                rehearsal.run()
        finally:
            if host.ahead is not None:
                host.ahead.stop()
            rehearsal.desk.mouth.stop()
    return rehearsal


@contextlib.contextmanager
def _phone(settings: Settings, desk: Desk, tell: Callable[[str], None]) -> Iterator[None]:
    """The judge's phone looks on, where that is wished."""
    if settings.serve is None:
        yield
        return
    from narrator.screen.feed import Feed
    from narrator.screen.run import phone
    from narrator.screen.words import ScreenWords

    feed = Feed()
    desk.subscribe(feed.show)
    words = ScreenWords(screen_language(settings.lang), players=settings.names)
    with phone(settings.serve, feed, desk.commands, words, desk.clock.now, tell):
        yield


def _prepared(settings: Settings, transcript: Transcript) -> Rehearsal:
    language = "en" if settings.lines == "en" else "zh"
    if settings.sound is not None:
        from narrator.host.sounding import recording_mouth

        return prepare(settings, transcript, make_mouth=lambda clock: recording_mouth(settings, clock, language))
    if settings.fast:
        return prepare(settings, transcript)
    from narrator.host.sounding import live_mouth

    return prepare(settings, transcript, make_mouth=lambda _: live_mouth(settings, language))
