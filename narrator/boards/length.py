"""How long a night of a board takes the judge: its questions are public, so they can be counted
beforehand.
"""

from __future__ import annotations

from narrator.host.pacing import Pacing
from narrator.judge.play import MOST_QUESTIONS, Play
from narrator.lines import load_book
from narrator.rules.board import Board
from narrator.rules.game import Game, Header
from narrator.rules.script import Ask, Cue, Say, Window

SYLLABLES_A_SECOND = 4.2
"""A judge's calm Mandarin: one character is one syllable."""


def night_seconds(board: Board) -> tuple[int, int]:
    """Seconds of a later night, and of the first, at normal tempo: lines and floors, the players' thinking
    excluded.
    """
    cards = list(board.deck)
    for card in board.extra or cards[board.players :]:
        cards.remove(card)
    extra = board.extra or board.deck[board.players :]
    play = Play(Game(Header(board, tuple(cards), tuple(extra))))
    first = _night(play, board)
    return _night(play, board), first


def _night(play: Play, board: Board) -> int:
    """Play a night in which nobody is named, and add up its lines and pauses."""
    for _ in range(MOST_QUESTIONS):
        if play.ask is None or play.ask.window is Window.NIGHT:
            break
        play.step(bold=True)
    start = max(0, len(play.cues) - 1)
    number = play.game.table.round
    for _ in range(MOST_QUESTIONS):
        ask = play.ask
        if ask is None or ask.window is not Window.NIGHT or play.game.table.round != number:
            break
        play.step(bold=True)
    cues = play.cues[start : len(play.cues) - 1]
    return round(_pauses(cues, board, number) + _spoken(cues))


def _pauses(cues: list[Cue], board: Board, number: int) -> float:
    asks = [cue for cue in cues if isinstance(cue, Ask)]
    questions = [ask for ask in asks if not ask.informs]
    places = sum(max(1, ask.places) for ask in questions)
    pacing = Pacing(0, dead_pause=board.options.dead_pause)
    return pacing.expected(len(questions), places, len(asks) - len(questions), number <= 1)


def _spoken(cues: list[Cue]) -> float:
    book = load_book("zh")
    texts = [book.render(cue.key, cue.slots) for cue in cues if isinstance(cue, Say)]
    texts += [book.render(cue.key, cue.slots) for cue in cues if isinstance(cue, Ask) and book.has(cue.key)]
    return sum(len(text) for text in texts) / SYLLABLES_A_SECOND
