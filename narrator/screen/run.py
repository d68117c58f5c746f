"""The evening with the full screen: the host's loop in a thread of its own, the screen in the main one. Whatever
happens to the screen, the game goes on: on plain lines."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from narrator.host.view import Commands
from narrator.screen.feed import Feed
from narrator.screen.words import ScreenWords

if TYPE_CHECKING:
    from narrator.screen.serve import PhoneServer

Result = TypeVar("Result")


class Left(Exception):
    """The judge left the screen; the game is saved as far as it was played."""


class Evening(Generic[Result]):
    """The host's loop in its thread, with its result or its error."""

    def __init__(self, play: Callable[[], Result]) -> None:
        self._play = play
        self._result: list[Result] = []
        self._error: BaseException | None = None
        self._over = threading.Event()
        self._ends: list[Callable[[], None]] = []
        self._lock = threading.Lock()
        # A thread left behind when the judge leaves must not keep the program alive; the journal is on disk.
        self._thread = threading.Thread(target=self._run, name="host", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def _run(self) -> None:
        try:
            self._result.append(self._play())
        except BaseException as error:  # handed on to the main thread, which raises it
            self._error = error
        self._over.set()
        with self._lock:
            ends = list(self._ends)
        for end in ends:
            end()

    def when_over(self, end: Callable[[], None]) -> None:
        """Call this once the evening is over; at once if it is."""
        with self._lock:
            if not self._over.is_set():
                self._ends.append(end)
                return
        end()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end; False when the time has passed before."""
        return self._over.wait(seconds)

    def result(self) -> Result:
        """What the evening came to. Raises what it raised."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._result[0]


def run_screen(
    feed: Feed,
    commands: Commands,
    lang: str,
    evening: Callable[[], Result],
    *,
    now: Callable[[], float],
    serve: str | None = None,
    tell: Callable[[str], None] = print,
    players: Sequence[str] = (),
) -> Result:
    """Play an evening on the full screen.

    `evening` runs the games from beginning to end and gives back what `run_screen` gives; every desk of it has to
    subscribe `feed.show`. `now`: the host's clock. `serve`: None, "" for the judge's phone at this machine's address
    in the local network, or "ADDR[:PORT]". `players`: their names, seat one first. Raises what `evening` raises,
    `Left` when the judge leaves the screen, and `ServeError` when the phone cannot be served.
    """
    from narrator.screen.plainly import go_on_plainly

    words = ScreenWords(lang, players=players)
    server: PhoneServer | None = None
    if serve is not None:
        from narrator.screen.serve import PhoneServer

        server = PhoneServer.start(feed, commands, words, now, serve)
    playing = Evening(evening)
    playing.start()
    try:
        failure = _screen(feed, commands, words, now, playing, server)
        if failure is not None and not playing.wait(0):
            tell(words("fallback", error=type(failure).__name__))
            go_on_plainly(feed, commands, lang, playing)
        return playing.result()
    finally:
        if server is not None:
            server.stop()


@contextlib.contextmanager
def phone(
    where: str | None,
    feed: Feed,
    commands: Commands,
    words: ScreenWords,
    now: Callable[[], float],
    tell: Callable[[str], None],
) -> Iterator[None]:
    """The judge's phone beside plain lines: how to reach it is told once. Nothing where `where` is None. Raises
    `ServeError`."""
    if where is None:
        yield
        return
    from narrator.screen.serve import PhoneServer

    server = PhoneServer.start(feed, commands, words, now, where)
    try:
        address, picture = server.invite()
        for line in (words("phone.scan"), picture, address):
            tell(line)
        yield
    finally:
        server.stop()


def _screen(
    feed: Feed,
    commands: Commands,
    words: ScreenWords,
    now: Callable[[], float],
    playing: Evening[Result],
    server: PhoneServer | None,
) -> Exception | None:
    """Show the screen until the evening is over; what it failed with, if it failed. Raises `Left`."""
    try:
        from narrator.screen.app import JudgeScreen

        app = JudgeScreen(feed, commands, words, now, server)
        playing.when_over(app.finish)
        left = app.run()
    except Exception as error:  # any fault of the screen at all: the game is worth more
        return error
    if app.failure is not None:
        return app.failure
    if left == "leave" or not playing.wait(0):
        raise Left
    return None
