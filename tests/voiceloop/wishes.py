"""What the players at the table want, and so what the judge means to say; drawn by position in the game."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import cast

from narrator.hearing.phrases import Phrases
from narrator.host.simtable import SimTable
from narrator.host.sitting import Sitting, eyes_shut
from narrator.host.speeches import is_speech
from narrator.rules.game import Game
from narrator.rules.script import DONE, NONE, VOID, Act, Answer, Ask, Entry, Value

PROMPT = 0.4
"""Seconds after which the judge answers by day."""
NEVER = 3600.0


class Table(SimTable):
    """The simulated players, who do nothing unasked: acts need words that nobody has recorded."""

    def act(self, chance: random.Random) -> Act | None:
        return None

    def day_delay(self, chance: random.Random, pace: float) -> float:
        """Speeches are short here: the judge ends them at once, or where there is a limit waits for it."""
        game = self._sitting.game
        timed = game.cue is not None and is_speech(game.cue) and game.header.board.options.speech_seconds > 0
        return NEVER if timed else PROMPT


def of_game(game: Game, seed: int) -> Table:
    """The players of a game that is not being hosted, to ask them what they wanted."""
    sitting = cast(Sitting, SimpleNamespace(game=game))
    return Table(sitting, Phrases("zh", game.header.board.players), seed)


def wish(table: Table, ask: Ask) -> Entry:
    """The answer that is meant for this question."""
    if ask.askers:
        votes = {voter: seat for seat, voters in table.ballot(ask).items() for voter in voters}
        return tuple(votes.get(voter, NONE) for voter in ask.askers)
    if ask.informs:
        return DONE
    if eyes_shut(ask) and not ask.legal(()):
        return VOID
    answer: Answer = ()
    for _ in range(ask.places):
        value: Value = table.choose(ask, answer)
        answer = (*answer, value)
    return answer
