"""A real host in its own thread on a clock that jumps, and stands still while an answer is awaited."""

from __future__ import annotations

import io
import math
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from narrator.boards.file import load_board
from narrator.host.clock import VirtualClock
from narrator.host.desk import Desk
from narrator.host.handout import wait_for_cards
from narrator.host.host import Ending, Host, Manner
from narrator.host.journal import Journal
from narrator.host.mouths import TimedMouth
from narrator.host.nightcode import Style
from narrator.host.screentext import ScreenText
from narrator.host.session import begin, host_of
from narrator.host.setup import Settings, book_of, header_of
from narrator.host.simjudge import JudgeEars
from narrator.host.transcript import Transcript
from narrator.host.view import Commands, Mode, View
from narrator.host.wording import Wording
from narrator.screen.feed import Feed

AWAITED = (Mode.LISTENING, Mode.CONFIRMING, Mode.PAUSED, Mode.OVER)
STOP = "stop"


@dataclass(frozen=True)
class Passing:
    """So many seconds pass."""

    seconds: float


class StandingClock(VirtualClock):
    """Jumps from event to event like a rehearsal's, but while the judge is asked time stands still and real threads
    post what they send."""

    def __init__(self) -> None:
        super().__init__(datetime(2026, 1, 1, 20, 0))
        self._posts: list[object] = []
        self._change = threading.Condition()
        self._blocked = False
        self.sent = 0  # by the screen
        self.awaited: Callable[[], bool] = lambda: False

    def post(self, event: object) -> None:
        with self._change:
            self._posts.append(event)
            self.sent += 1
            self._change.notify_all()

    @property
    def idle(self) -> bool:
        """Has the host handled everything, and does it wait for the judge?"""
        with self._change:
            return self._blocked and not self._posts

    def pass_time(self, seconds: float) -> None:
        """Let time pass while the host waits: what falls due happens."""
        self.post(Passing(seconds))

    def wait(self, until: float = math.inf) -> object | None:
        while True:
            event = self._posted()
            if isinstance(event, Passing):
                self._now += event.seconds
                if self._now >= until:
                    return None
            elif event == STOP:
                raise SystemExit
            elif event is not None:
                return event
            elif self._timers.next() <= self._now:
                self._timers.pop()()  # due at this very moment: it happens even while time stands still
            elif self.awaited() or min(self._timers.next(), until) == math.inf:
                self._block()
            elif self._timers.next() <= until:
                self._now = self._timers.next()
            else:
                self._now = until
                return None

    def _posted(self) -> object | None:
        with self._change:
            return self._posts.pop(0) if self._posts else None

    def _block(self) -> None:
        with self._change:
            self._blocked = True
            while not self._posts:
                self._change.wait()
            self._blocked = False


@dataclass
class Table:
    """One game being hosted for a screen under test."""

    host: Host
    desk: Desk
    clock: StandingClock
    feed: Feed
    commands: Commands
    ears: JudgeEars | None
    journal: Journal
    ending: list[Ending] = field(default_factory=list)
    errors: list[BaseException] = field(default_factory=list)
    thread: threading.Thread | None = None
    before: Callable[[], None] = lambda: None  # the game

    @property
    def view(self) -> View:
        return self.feed.moment.view

    def play(self) -> Ending:
        self.before()
        ending = self.host.run()
        self.ending.append(ending)
        return ending

    def start(self) -> None:
        def run() -> None:
            try:
                self.play()
            except SystemExit:
                return
            except BaseException as error:
                self.errors.append(error)

        self.thread = threading.Thread(target=run, name="host", daemon=True)
        self.thread.start()

    def stop(self) -> None:
        self.clock.post(STOP)
        if self.thread is not None:
            self.thread.join(10)
        self.journal.close()
        if self.errors:
            raise self.errors[0]


def table_of(
    folder: Path,
    board: str = "minimum",
    seed: int = 1,
    lang: str = "zh",
    voice: bool = False,
    style: Style = Style.CARD,
    again: bool = False,
    cards: bool = False,
    names: tuple[str, ...] = (),
) -> Table:
    """A new game, not yet begun. `voice`: ears that hear what the test says; `cards`: they are handed out first."""
    settings = Settings(board=board, seed=seed, lang=lang, lines=lang, games=folder, ears="keys", names=names)
    begun = begin(settings, header_of(settings), "2026-01-01T20:00:00")
    clock = StandingClock()
    wording = Wording(book_of(settings, load_board(board)), seed)
    ears = JudgeEars() if voice else None
    desk = Desk(clock, TimedMouth(clock), wording, ScreenText(lang), Transcript(io.StringIO()), ears, None, True)
    clock.awaited = lambda: desk.view.mode in AWAITED
    feed = Feed()
    desk.subscribe(feed.show)
    host = host_of(begun, desk, settings, style if voice else Style.OFF, manner=Manner(asks_again=again))
    one = Table(host, desk, clock, feed, Commands(clock), ears, begun.journal)
    if cards:
        one.before = lambda: wait_for_cards(desk, begun, settings)
    return one


Make = Callable[..., Table]
