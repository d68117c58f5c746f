"""`narrator play`: an evening at a real table, with whatever of microphone, loudspeaker and earpiece there
is."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from narrator.hearing.ears import By, Ears
from narrator.hearing.typed import KeyEars, stdin_ears
from narrator.host.clock import RealClock
from narrator.host.confirm import Confirm
from narrator.host.desk import Desk
from narrator.host.host import Ending, Manner
from narrator.host.nightcode import Style
from narrator.host.plain import PlainView
from narrator.host.prompts import Prompts
from narrator.host.rehearse import open_transcript, style_of
from narrator.host.screentext import ScreenText
from narrator.host.session import Start, before_of, begin, host_of, phrases_of, take_up
from narrator.host.setup import Settings, UsageError, book_of, header_of, screen_book, screen_language
from narrator.host.transcript import Transcript
from narrator.host.wording import Wording
from narrator.lines import Book
from narrator.rules.game import Before
from narrator.speaking.mouth import Mouth

Tell = Callable[[str], None]

LEAST_SEATS = 2
"""Enough of a table to ask yes or no at."""


@dataclass
class Devices:
    """What this evening speaks and hears with."""

    mouth: Mouth
    voice: Ears | None
    keys: KeyEars
    live_microphone: bool
    earpiece: bool

    def stop(self) -> None:
        """Give everything back."""
        self.mouth.stop()
        self.keys.stop()
        if self.voice is not None:
            self.voice.stop()


def open_all(settings: Settings, language: str, text: ScreenText, tell: Tell) -> Devices:
    """Open devices; what is missing is told in one line each. Raises `AudioError`, `HearingError`."""
    mouth: Mouth
    if settings.mouth == "none":
        from narrator.host.mouths import SilentMouth

        mouth, earpiece = SilentMouth(), False
    else:
        from narrator.host.sounding import open_devices

        opened = open_devices(settings, language)
        mouth, earpiece = opened.mouth, opened.earpiece is not None
        for note in opened.notes:
            tell(note.text(text.language))
    if settings.ears == "keys":
        return Devices(mouth, None, stdin_ears(), False, earpiece)
    from narrator.hearing.choose import open_ears

    chosen = open_ears(settings.ears, language=language, microphone=settings.mic)
    for missing in chosen.notes:
        tell(missing.text(text.language))
    if isinstance(chosen.ears, KeyEars):
        return Devices(mouth, None, chosen.ears, False, earpiece)
    return Devices(mouth, chosen.ears, stdin_ears(), chosen.voice, earpiece)


def play(settings: Settings, tell: Tell) -> Ending:
    """An evening: one game, and others at the same table for as long as is wished.

    Raises `UsageError`, `JournalError`, `DiskError`, `AudioError`, `HearingError`.
    """
    text = ScreenText(screen_language(settings.lang))
    start, settings = _first(settings, text, tell)
    clock = RealClock()
    book = book_of(settings, start.game.header.board)
    screen = screen_book(settings, book)
    try:
        devices = open_all(settings, book.language, text, tell)
    except BaseException:
        start.journal.close()
        raise
    live_keys = bool(sys.stdin is not None and sys.stdin.isatty())
    with open_transcript(settings.transcript) as file:
        transcript = Transcript(file)
        try:
            while True:
                wording = Wording(book, start.game.header.seed, screen)
                desk = Desk(clock, devices.mouth, wording, text, transcript, devices.voice, devices.keys, live_keys)
                names = {role: (screen or book).render(f"role.{role}") for role, _ in start.game.header.board.roles}
                desk.subscribe(PlainView(text, names=names).show)
                style = _style(settings, devices, desk, text)
                prepare_lines(devices.mouth, book, start)
                host = host_of(start, desk, settings, style, manner=Manner(asks_again=True))
                try:
                    ending = host.run()
                finally:
                    start.journal.close()
                    tell(text("play.saved", path=start.journal.path))
                if ending is not Ending.AGAIN:
                    return ending
                again = header_of(replace(settings, resume=None), before_of(start.game))
                start = begin(settings, again, clock.wall().isoformat(timespec="seconds"))
        finally:
            devices.stop()


def _first(settings: Settings, text: ScreenText, tell: Tell) -> tuple[Start, Settings]:
    """The evening's first game: new, or taken up again with the manner in which it was begun."""
    if settings.resume is None:
        header = header_of(settings, Before())
        now = RealClock().wall().isoformat(timespec="seconds")
        return begin(settings, header, now), settings
    start, record = take_up(settings)
    if start.torn:
        tell(text("play.torn", path=record.path))
    lines = record.about.get("lines")
    return start, replace(settings, lines=lines if isinstance(lines, str) else settings.lines)


def _style(settings: Settings, devices: Devices, desk: Desk, text: ScreenText) -> Style:
    """The night code of the evening. With a live microphone `off` has to be confirmed: the table hears
    everything."""
    if devices.voice is None or (settings.code == "auto" and not devices.live_microphone):
        return Style.OFF  # nobody can overhear keys, files and scripts
    style = style_of(settings, devices.earpiece)
    if style is Style.OFF and devices.live_microphone and not confirm_off(desk, text):
        raise UsageError("--code off: not confirmed")
    return style


def confirm_off(desk: Desk, text: ScreenText) -> bool:
    """Ask on the keys whether the table may hear every number of the night."""
    prompts = Prompts(phrases_of(desk, LEAST_SEATS), text, LEAST_SEATS)
    return Confirm(desk, prompts).ask("code_off", {}, By.KEY)


def prepare_lines(mouth: Mouth, book: Book, start: Start) -> None:
    """Render the night's lines behind the opening ones, so that no step waits for its voice."""
    texts = list(night_lines(book, start))
    threading.Thread(target=lambda: mouth.prepare(texts), name="render", daemon=True).start()


def night_lines(book: Book, start: Start) -> Iterable[str]:
    """Every wording of the lines without slots that this board's nights and days can need."""
    roles = {role for role, _ in start.game.header.board.roles}
    firsts = roles | {
        "night",
        "dawn",
        "host",
        "bear",
        "speech",
        "vote",
        "ballot",
        "election",
        "badge",
        "stand",
    }
    for key in sorted(book.keys):
        if key.partition(".")[0] in firsts and not book.slots(key):
            yield from (text for text in book.variants(key) if text)
    for role in sorted(roles):
        for step in ("open", "ask", "look", "sign", "close"):
            if book.has(f"{role}.{step}") and not book.slots(f"{role}.{step}"):
                yield from book.variants(f"{role}.{step}")
