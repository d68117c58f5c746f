"""`narrator play`: an evening at a real table, with whatever of microphone, loudspeaker and earpiece there is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from narrator.audio import divert_native_errors
from narrator.command import command
from narrator.hearing.ears import By
from narrator.host.clock import Clock, RealClock
from narrator.host.confirm import Confirm
from narrator.host.desk import Desk
from narrator.host.devices import Devices, open_all
from narrator.host.games import home
from narrator.host.handout import wait_for_cards
from narrator.host.host import Ending, Manner
from narrator.host.nightcode import Style
from narrator.host.prompts import Prompts
from narrator.host.rehearse import open_transcript, style_of
from narrator.host.rendering import look_ahead
from narrator.host.screentext import ScreenText
from narrator.host.session import Start, before_of, begin, host_of, phrases_of, take_up
from narrator.host.setup import Settings, UsageError, book_of, header_of, screen_book, screen_language
from narrator.host.transcript import Transcript
from narrator.host.view import Commands, Subscriber, View
from narrator.host.wording import Wording
from narrator.lines import Book
from narrator.rules.game import Before
from narrator.screen.captions import Captioned, CaptionFile
from narrator.screen.feed import Feed
from narrator.wizard.handing import ROUND, hand_out

Tell = Callable[[str], None]

NATIVE_LOG = "devices.log"
"""In the folder of games: what the libraries of sound devices complain about."""

LEAST_SEATS = 2
"""Enough of a table to ask yes or no at."""


@dataclass
class Evening:
    """One game after the other at one table, for as long as is wished."""

    settings: Settings
    start: Start
    clock: Clock
    text: ScreenText
    book: Book
    devices: Devices
    transcript: Transcript
    tell: Tell
    show: Subscriber
    keys_live: bool
    handed: bool = False  # the players have seen their cards

    def run(self) -> Ending:
        """Until the judge has had enough. Raises `DiskError`, `UsageError`."""
        while True:
            try:
                ending = self._game()
            finally:
                self.start.journal.close()
                self.tell(self.text("play.saved", path=self.start.journal.path))
            if ending is not Ending.INPUT_OVER:
                self.tell(self.text("play.recap", command=command("recap", self.start.journal.path.stem)))
            if ending is not Ending.AGAIN:
                return ending
            header = header_of(replace(self.settings, resume=None), before_of(self.start.game))
            self.start = begin(self.settings, header, self.clock.wall().isoformat(timespec="seconds"))
            self.handed = False
            if self.settings.hand_out != ROUND:  # the screen has the terminal now: nothing can go round
                hand_out(self.settings.hand_out, header, self.settings.names, self.book.language)

    def _game(self) -> Ending:
        screen = screen_book(self.settings, self.book)
        wording = Wording(self.book, self.start.game.header.seed, screen)
        devices = self.devices
        captions = CaptionFile(self.start.journal.path)
        desk = Desk(
            self.clock,
            Captioned(devices.mouth, captions.line),
            wording,
            self.text,
            self.transcript,
            devices.voice,
            devices.keys,
            self.keys_live,
            devices.live_microphone,
        )
        devices.connect(desk)
        desk.subscribe(self.show)
        style = self._style(desk)
        silent = self.settings.mouth == "none"
        ahead = None if silent else look_ahead(desk, devices.mouth, self.book, self.start, devices.earpiece)
        try:
            if self.keys_live and devices.keys is None and not self.handed:  # a full screen, and somebody at it
                wait_for_cards(desk, self.start, self.settings)
            host = host_of(self.start, desk, self.settings, style, manner=Manner(asks_again=True))
            host.ahead = ahead
            return host.run()
        finally:
            if ahead is not None:
                ahead.stop()
            captions.close()

    def _style(self, desk: Desk) -> Style:
        """The night code. With a live microphone `off` has to be confirmed: the table hears everything."""
        devices, settings = self.devices, self.settings
        if devices.voice is None or (settings.code == "auto" and not devices.live_microphone):
            return Style.OFF  # nobody can overhear keys, files and scripts
        style = style_of(settings, devices.earpiece)
        if style is Style.OFF and devices.live_microphone and not confirm_off(desk, self.text):
            raise UsageError("--code off: not confirmed")
        return style


def play(settings: Settings, tell: Tell) -> Ending:
    """An evening at the table.

    Raises `UsageError`, `JournalError`, `DiskError`, `AudioError`, `HearingError`, `WizardError`, `ServeError`.
    """
    text = ScreenText(screen_language(settings.lang))
    clock = RealClock()
    start, settings = _first(settings, text, clock, tell)
    try:
        book = book_of(settings, start.game.header.board)
        if not start.game.entries:
            hand_out(settings.hand_out, start.game.header, settings.names, book.language)
        full = not settings.plain and all(s is not None and s.isatty() for s in (sys.stdin, sys.stdout))
        if full:
            divert(home(settings.games))
        devices = open_all(settings, book.language, text, tell, own_keys=not full)
    except BaseException:
        if start.game.entries:
            start.journal.close()
        else:
            start.journal.discard()
        raise
    with open_transcript(settings.transcript) as file:
        show, keys_live = _show(settings, text, book, start, full)
        evening = Evening(
            settings, start, clock, text, book, devices, Transcript(file), tell, show.subscriber, keys_live
        )
        evening.handed = settings.hand_out == ROUND
        try:
            return show.run(evening, settings)
        finally:
            devices.stop()


@dataclass
class _Show:
    """What the judge looks at, and how the evening runs beside it."""

    subscriber: Subscriber
    run: Callable[[Evening, Settings], Ending]


def _show(settings: Settings, text: ScreenText, book: Book, start: Start, full: bool) -> tuple[_Show, bool]:
    """The full screen on a terminal, plain lines elsewhere; whether keys are heard between questions too."""
    live = bool(sys.stdin is not None and sys.stdin.isatty())
    if not full:
        from narrator.host.plain import PlainView

        names_book = screen_book(settings, book) or book
        names = {role: names_book.render(f"role.{role}") for role, _ in start.game.header.board.roles}
        feed = Feed()

        def show(view: View) -> None:
            plain.show(view)
            feed.show(view)

        plain = PlainView(text, names=names)
        return _Show(show, lambda evening, chosen: _on_lines(evening, feed, chosen)), live
    feed = Feed()
    return _Show(feed.show, lambda evening, chosen: _on_screen(evening, feed, chosen)), live


def _on_lines(evening: Evening, feed: Feed, settings: Settings) -> Ending:
    """Plain lines, and the phone beside them where it is wished."""
    from narrator.screen.run import phone
    from narrator.screen.words import ScreenWords

    words = ScreenWords(evening.text.language, players=settings.names)
    with phone(settings.serve, feed, Commands(evening.clock), words, evening.clock.now, evening.tell):
        return evening.run()


def _on_screen(evening: Evening, feed: Feed, settings: Settings) -> Ending:
    from narrator.screen.run import Left, run_screen

    try:
        return run_screen(
            feed,
            Commands(evening.clock),
            evening.text.language,
            evening.run,
            now=evening.clock.now,
            serve=settings.serve,
            tell=evening.tell,
            players=settings.names,
        )
    except Left:
        evening.tell(evening.text("play.saved", path=evening.start.journal.path))
        evening.tell(evening.text("play.go_on", command=command("play", "--resume")))
        return Ending.STOPPED


def _first(settings: Settings, text: ScreenText, clock: Clock, tell: Tell) -> tuple[Start, Settings]:
    """The evening's first game: new, or taken up again with the manner in which it was begun."""
    if settings.resume is None:
        header = header_of(settings, Before())
        return begin(settings, header, clock.wall().isoformat(timespec="seconds")), settings
    start, record = take_up(settings)
    if start.torn:
        tell(text("play.torn", path=record.path))
    lines, names = record.about.get("lines"), record.about.get("names")
    known = tuple(str(name) for name in names) if isinstance(names, list) else settings.names
    if not isinstance(lines, str) or (lines not in ("zh", "en") and not Path(lines).is_file()):
        lines = settings.lines
    return start, replace(settings, lines=lines, names=known)


def divert(folder: Path) -> None:
    """Keep what sound libraries write off the judge's screen: into a log beside the games, which holds nothing
    of them. Children started from now on write there too."""
    try:
        divert_native_errors(folder / NATIVE_LOG)
    except OSError:
        divert_native_errors()  # a log that cannot be written is no reason not to play


def confirm_off(desk: Desk, text: ScreenText) -> bool:
    """Ask on the keys whether the table may hear every number of the night."""
    prompts = Prompts(phrases_of(desk, LEAST_SEATS), text, LEAST_SEATS)
    return Confirm(desk, prompts).ask("code_off", {}, By.KEY)
