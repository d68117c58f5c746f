"""Rendering ahead: what will be said, or could be, becomes sound before it is needed.

A good voice needs seconds for a line. While a question is open nobody waits for it: whatever may be answered, the
lines up to the next question are known to the rules, and are rendered meanwhile. Nothing of this can be heard.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

from narrator.host.wording import Wording
from narrator.lines import Book, LineError
from narrator.rules.game import Game, Header
from narrator.rules.script import DONE, VOID, Ask, Cue, Entry, Event, Illegal, Show, Value
from narrator.speaking.mouth import Mouth

STEPS = 40
"""How often progress is told at most."""
MOST = 24
"""Answers of one question that are looked at."""

_log = logging.getLogger(__name__)

Find = Callable[[], Iterable[str]]


class Ahead:
    """One thread that renders; what was asked for last comes first, and a text only once."""

    def __init__(self, mouth: Mouth, book: Book, seed: int, ear: bool) -> None:
        """`ear`: the judge's lines are heard too."""
        self._mouth = mouth
        self._wording = Wording(book, seed)
        self._ear = ear
        self._changed = threading.Condition()
        self._urgent: deque[Iterator[str]] = deque()
        self._later: deque[Iterator[str]] = deque()
        self.progress: Callable[[int, int], None] = lambda done, total: None
        """Is told about the lines of `fixed`, on the rendering thread."""
        self._done: set[str] = set()
        self._stopped = False
        threading.Thread(target=self._work, name="render ahead", daemon=True).start()

    def fixed(self, texts: Iterable[str]) -> None:
        """Render these when nothing else is to be rendered, and tell `progress`."""
        self.later(self._counted(list(dict.fromkeys(texts))))

    def _counted(self, texts: Sequence[str]) -> Iterator[str]:
        told = -1
        for number, text in enumerate(texts):
            if STEPS * number // len(texts) > told:
                told = STEPS * number // len(texts)
                self.progress(number, len(texts))
            yield text
        self.progress(len(texts), len(texts))

    def later(self, texts: Iterable[str]) -> None:
        """Render these when nothing else is to be rendered."""
        with self._changed:
            self._later.append(iter(texts))
            self._changed.notify()

    def cues(self, game: Game, since: int) -> None:
        """These are said next: the game's cues from number `since` on."""
        table = game.table
        self._soon(spoken(tuple(game.cues[since:]), self._wording, (table.round, table.by_day), self._ear))

    def answers(self, header: Header, entries: Sequence[Entry]) -> None:
        """A question is open: what is said after each of its answers."""
        self._soon(outcomes(header, tuple(entries), self._wording, self._ear))

    def stop(self) -> None:
        """Render no more."""
        with self._changed:
            self._stopped = True
            self._changed.notify()

    def _soon(self, texts: Iterator[str]) -> None:
        with self._changed:
            self._urgent.appendleft(texts)
            self._changed.notify()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._stopped or self._urgent or self._later)
                if self._stopped:
                    return
                queue = self._urgent or self._later
                texts = queue[0]
            try:
                text = next(texts, None)
            except Exception:  # a look ahead that fails costs nothing but its haste
                _log.exception("looking ahead failed")
                text = None
            if text is None:
                with self._changed:
                    queue.remove(texts)
            elif text and text not in self._done:
                self._done.add(text)
                self._mouth.prepare([text])


def spoken(cues: Sequence[Cue], wording: Wording, moment: tuple[object, ...], ear: bool) -> Iterator[str]:
    """The words of these cues as they are said at this moment of the game."""
    for cue in cues:
        wording.moment = moment
        if isinstance(cue, Event):
            continue
        if isinstance(cue, Show):
            if ear:
                yield wording.fact(cue.key, cue.role, cue.value)
            continue
        yield wording.line(cue.key, cue.slots)
        if ear and isinstance(cue, Ask):
            legal = cue.legal(())
            barred = tuple(value for value in cue.ring if isinstance(value, int) and value not in legal)
            if barred and legal:
                yield wording.line("judge.barred", {"seats": barred})


def outcomes(header: Header, entries: Sequence[Entry], wording: Wording, ear: bool) -> Iterator[str]:
    """The words up to the next question, for every answer that may come now."""
    ask = Game(header, entries).cue
    if ask is None:
        return
    for answer in _answers(ask):
        game = Game(header, entries)
        since = len(game.cues)
        try:
            game.enter(answer)
        except Illegal:
            continue
        yield from spoken(game.cues[since:], wording, (game.table.round, game.table.by_day), ear)


def _answers(ask: Ask) -> Iterator[Entry]:
    if ask.informs:
        yield DONE
    elif not ask.legal(()):
        yield VOID
    elif ask.places == 1 and not ask.askers:
        legal = ask.legal(())
        # Nobody, yes and no first: seats are many.
        values = sorted((value for value in ask.ring if value in legal), key=lambda value: isinstance(value, int))
        yield from ((value,) for value in values[:MOST])
    elif ask.places == 0 and not ask.askers:
        yield ()


def seat_lines(book: Book, players: int, wanted: Callable[[str], bool], ear: bool) -> Iterator[str]:
    """The numbers of the night code, which the first night needs, and lines about one seat, for every seat."""
    if ear:
        for k in range(players + 1):
            yield from _variants(book, "judge.code.shift", {"k": k})
            yield from _variants(book, "judge.decoy", {"number": k + 1})
    keys = [key for key in sorted(book.keys) if wanted(key) and book.slots(key) == {"seat"}]
    for key in keys:
        for seat in range(1, players + 1):
            yield from _variants(book, key, {"seat": seat})


def _variants(book: Book, key: str, slots: dict[str, Value]) -> tuple[str, ...]:
    try:
        return book.variants(key, slots) if book.has(key) else ()
    except LineError:
        return ()
