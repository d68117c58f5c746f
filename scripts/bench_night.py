"""A night's question at a table that talks: the real host asks, the judge says nothing and types when only the keys are
left.

Counted is what the host takes from the babble by voice, in minutes of open ear. The loudspeaker's lines and the judge's
typing cost no time of it; the clock is virtual.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from narrator.hearing.ears import By, Event, Prompt
from narrator.hearing.near import NearVad
from narrator.hearing.recogniser import RATE, Pcm, Recogniser
from narrator.hearing.session import Session
from narrator.hearing.vad import SileroVad
from narrator.host.clock import VirtualClock
from narrator.host.desk import Desk
from narrator.host.mouths import TimedMouth
from narrator.host.night import NightQuestion
from narrator.host.nightcode import NightCode, Style
from narrator.host.pacing import Pacing
from narrator.host.prompts import Prompts
from narrator.host.screentext import ScreenText
from narrator.host.session import begin, phrases_of
from narrator.host.setup import Settings, book_of, header_of, screen_book
from narrator.host.sitting import Sitting, eyes_shut
from narrator.host.transcript import Transcript
from narrator.host.view import Pressed, View
from narrator.host.wording import Wording
from narrator.rules.game import Game
from narrator.rules.script import Ask
from scripts.bench_host import answer

BLOCK = 0.1
"""Seconds of babble at a time."""
PATIENCE = 30.0
"""Seconds after which the judge types although the voice is still asked."""


class TableEars:
    """`Ears` on a virtual clock that hear the table's talk while they are open."""

    def __init__(self, clock: VirtualClock, recogniser: Recogniser, talk: Iterator[Pcm]) -> None:
        self._clock, self._recogniser = clock, recogniser
        self._blocks = (
            piece[at : at + round(BLOCK * RATE)] for piece in talk for at in range(0, len(piece), round(BLOCK * RATE))
        )
        self._vad = NearVad(SileroVad(), gate=False)
        self._opening = 0
        self.seconds = 0.0
        """For which they have been open."""
        self.over = False
        """The table has nothing more to say."""

    def open(self, prompt: Prompt, heard: Callable[[Event], None]) -> None:
        self._opening += 1
        self._next(Session(prompt, self._recogniser, self._vad, table=self._vad), heard, self._opening)

    def close(self) -> None:
        self._opening += 1

    def stop(self) -> None:
        self.close()

    def _next(self, session: Session, heard: Callable[[Event], None], opening: int) -> None:
        self._clock.at(self._clock.now() + BLOCK, lambda: self._listen(session, heard, opening))

    def _listen(self, session: Session, heard: Callable[[Event], None], opening: int) -> None:
        if opening != self._opening:
            return
        block = next(self._blocks, None)
        if block is None:
            self.over = True
            return
        self.seconds += len(block) / RATE
        for event in session.push(np.asarray(block)):
            heard(event)
        self._next(session, heard, opening)


@dataclass
class Night:
    """What the host took. `again`: how often it asked again; `keys`: questions that ended on the keys."""

    minutes: float = 0.0
    accepted: int = 0
    questions: int = 0
    again: int = 0
    keys: int = 0


class Typist:
    """The judge who says nothing: types a legal value when the keys alone are left, or after a while."""

    def __init__(self, desk: Desk, clock: VirtualClock) -> None:
        self._desk, self._clock = desk, clock
        self._question = self._hurried = 0
        desk.subscribe(self._look)

    def begin(self) -> None:
        """A question is going to be asked."""
        self._question += 1
        self._later(PATIENCE)

    def _look(self, view: View) -> None:
        if view.keys_only and self._hurried != self._question:
            self._hurried = self._question
            self._later(1.0)

    def _later(self, seconds: float) -> None:
        question = self._question
        self._clock.at(self._clock.now() + seconds, lambda: self._type(question))

    def _type(self, question: int) -> None:
        if question == self._question:
            legal = [value for value in self._desk.view.legal if isinstance(value, int)]
            self._clock.post(Pressed(str(legal[0]), False))
            self._later(1.0)


def night(recogniser: Recogniser, talk: Iterator[Pcm], seed: int = 5) -> Night:
    """Ask one question of a twelve-seat night over and over until the table has nothing more to say."""
    result, transcript, clock = Night(), Transcript(keep=True), VirtualClock()
    with tempfile.TemporaryDirectory(prefix="narrator-bench-") as folder:
        settings = Settings(seed=seed, games=Path(folder))
        start = begin(settings, header_of(settings), clock.wall().isoformat(timespec="seconds"), rehearsal=True)
        try:
            header = start.game.header
            book = book_of(settings, header.board)
            ears = TableEars(clock, recogniser, talk)
            wording = Wording(book, seed, screen_book(settings, book))
            desk = Desk(clock, TimedMouth(clock), wording, ScreenText("en"), transcript, ears)
            sitting = Sitting(start.game, start.journal, desk)
            prompts = Prompts(phrases_of(desk, header.board.players), desk.text, header.board.players)
            code = NightCode(Style.SHIFT, header.board.players, random.Random(seed))
            pace = Pacing(header.seed).of(_to_a_seat(sitting.game, random.Random(seed)), 1, 1)
            typist = Typist(desk, clock)
            while not ears.over:
                typist.begin()
                _, by = NightQuestion(sitting, prompts, code, pace).run()
                result.questions += 1
                result.accepted += by == By.VOICE.value
                result.keys += desk.view.keys_only
        finally:
            start.journal.close()
    result.again = sum(line.key == "host.again" for line in transcript.lines)
    result.minutes = ears.seconds / 60
    return result


def _to_a_seat(game: Game, chance: random.Random) -> Ask:
    """Bring the game to a question of the night that names one seat."""
    while (ask := game.cue) is not None:
        if eyes_shut(ask) and ask.places == 1 and len(ask.legal(())) > 1 and any(isinstance(v, int) for v in ask.ring):
            return ask
        game.enter(answer(ask, chance))
    raise AssertionError("no such question in this game")
