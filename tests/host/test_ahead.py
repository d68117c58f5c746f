"""Rendering ahead: what is said after a question was known while the question was open."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterable

import pytest

from narrator.boards.deal import random_deal
from narrator.boards.file import load_board
from narrator.host.ahead import Ahead, outcomes, seat_lines, spoken
from narrator.host.mouths import SilentMouth
from narrator.host.wording import Wording
from narrator.lines import load_book
from narrator.rules.game import Game, Header
from narrator.rules.script import DONE, VOID, Answer, Ask, Value

BOOK = load_book("zh")


def answer(ask: Ask, chance: random.Random) -> Answer:
    if ask.informs:
        return DONE
    if not ask.legal(()):
        return VOID
    taken: Answer = ()
    for _ in range(ask.places):
        legal: list[Value] = sorted(ask.legal(taken), key=str)
        taken += (chance.choice(legal),)
    return taken


@pytest.mark.parametrize("seed", range(6))
def test_every_line_after_a_single_answer_was_known_before_it(seed: int) -> None:
    board, chance = load_board("std12"), random.Random(seed)
    deal = random_deal(board, chance)
    game = Game(Header(board, deal.seats, deal.extra, seed))
    looked = said = 0
    while game.cue is not None:
        ask, since = game.cue, len(game.cues)
        entries = list(game.entries)
        game.answer(answer(ask, chance))
        moment = (game.table.round, game.table.by_day)
        lines = [text for text in spoken(game.cues[since:], Wording(BOOK, seed), moment, ear=True) if text]
        said += len(lines)
        if ask.places <= 1 and not ask.askers and (ask.places == 1 or ask.informs or not game.entries[-1]):
            looked += len(lines)
            known = set(outcomes(game.header, entries, Wording(BOOK, seed), ear=True))
            assert set(lines) <= known, ask.key
    assert looked > 0.8 * said


def test_lines_about_a_seat_are_there_for_every_seat() -> None:
    lines = set(seat_lines(BOOK, 6, lambda key: key in ("speech", "exiled"), ear=True))
    assert {"六号请发言。", "加六。"} <= lines
    assert not any("七号" in line for line in lines)


class Rendering(SilentMouth):
    """Notes what is rendered, one line at a time, when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.go = threading.Semaphore(0)
        self.rendered = threading.Condition()

    def prepare(self, texts: Iterable[str], progress: Callable[[int, int], None] | None = None) -> None:
        assert self.go.acquire(timeout=30)
        with self.rendered:
            self.texts += texts
            self.rendered.notify_all()

    def wait(self, count: int) -> list[str]:
        with self.rendered:
            assert self.rendered.wait_for(lambda: len(self.texts) >= count, 30)
            return list(self.texts)


def test_what_is_needed_first_is_rendered_first_and_nothing_twice() -> None:
    board = load_board("std12")
    deal = random_deal(board, random.Random(1))
    game = Game(Header(board, deal.seats, deal.extra, 1))
    mouth = Rendering()
    ahead = Ahead(mouth, BOOK, 1, ear=False)
    ahead.later(["later one", "later one", "later two", "later three"])
    mouth.go.release()
    assert mouth.wait(1) == ["later one"]
    ahead.cues(game, 0)
    soon = [text for text in spoken(game.cues, Wording(BOOK, 1), (0, False), ear=False) if text]
    for _ in range(len(soon) + 2):
        mouth.go.release()
    texts = mouth.wait(len(soon) + 3)
    ahead.stop()
    mouth.go.release()
    # One more of the later ones may have been begun already when the others came.
    rest = [text for text in texts if not text.startswith("later")]
    assert rest == soon
    assert texts[-1].startswith("later") and len(set(texts)) == len(texts)
