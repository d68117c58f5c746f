"""Playing a case on a game: going on from question to question, answering what nobody has to name.

Everything is entered through `Game.answer` and `Game.act`. Checks look ahead on a copy of the game, so
that looking changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace

from narrator.judge.case import Case
from narrator.rules.board import Board
from narrator.rules.game import Game, Header
from narrator.rules.script import DONE, NONE, VOID, Answer, Ask, Cue, Event, Value, Window

CLOCK = "12:01"
"""The time of the day where a case names none; odd, so that speeches go upward (R 5.2)."""

ELECTION = (Window.ELECTION, Window.ELECTION_BALLOT)
RESTING = (Window.NIGHT, *ELECTION, Window.SPEECH, Window.BALLOT, Window.PK)
"""Where nothing is left to be carried out: questions of all other stages only settle what has happened."""

MOST_QUESTIONS = 5000
"""Far more than a day and a night of 40 seats hold: beyond it the flow is going in circles."""


OF_THE_DAY = ("stand", "alchemist.serpent")
"""Asked with eyes shut, and yet acts of the day (R 3.3 N-70, 2.1 no 29)."""


def at_night(ask: Ask) -> bool:
    """Is it a question of the night?"""
    return ask.window is Window.NIGHT and ask.key not in OF_THE_DAY


class Open(Exception):
    """A question must be answered by the case: `act` is how a case would write it."""

    def __init__(self, act: str) -> None:
        super().__init__(act)
        self.act = act


class Stuck(Exception):
    """The game cannot go on: `why`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass
class Play:
    """A game under way, and how much of what happened the case has checked."""

    game: Game
    clock: str = CLOCK
    outs: int = 0  # `out` events checked so far
    words: set[int] = field(default_factory=set)  # seats with last words checked so far
    round: int = 0  # cue from which the next round of speeches is looked for
    ballot: int = 0  # cue from which the result of the last ballot is looked for
    nights: int = 0  # nights played by the case
    news: int = 0  # dawns played by the case
    part: int = 0  # cue with which the present part begins, for what is heard
    serpent: str = ""  # what the day after tonight says of the serpent
    serpent_asked: bool = False  # she was asked for it by night (`alchemist_flow` off)

    @classmethod
    def of(cls, case: Case) -> Play:
        """The game of a case, at its first question."""
        board = Board.of(case.name, case.seats + case.extra, len(case.seats), case.options)
        return cls(Game(Header(board, case.seats, case.extra, 0, case.before, case.sheriff)))

    def copy(self) -> Play:
        """The same game, to look ahead with."""
        game = Game(self.game.header, self.game.entries)
        return replace(self, game=game)

    # --- where it stands ---

    @property
    def ask(self) -> Ask | None:
        return self.game.cue

    @property
    def cues(self) -> list[Cue]:
        return self.game.cues

    def events(self, kind: str, start: int = 0, end: int | None = None) -> list[Event]:
        """The events of a kind, in order, among the cues from `start` to `end`."""
        return [cue for cue in self.cues[start:end] if isinstance(cue, Event) and cue.kind == kind]

    def horizon(self) -> int:
        """How many cues belong to the part of the day that the case has come to: the news come with
        `dawn`.
        """
        dawns = 0
        for number, cue in enumerate(self.cues):
            if isinstance(cue, Event) and cue.kind == "dawn":
                dawns += 1
                if dawns > self.news:
                    return number
        return len(self.cues)

    @property
    def before_news(self) -> bool:
        """Are the deaths of the last night still to be announced?"""
        return len(self.events("dawn")) < self.nights

    # --- answering ---

    def open_act(self) -> str | None:
        """The act that the pending question needs from the case; None when nobody has to name one."""
        ask = self.ask
        if ask is None or at_night(ask):
            return None
        legal = set(ask.legal(())) if ask.ring else set()
        kind = ask.key.rsplit(".", 1)[-1]
        if ask.key == "out.skill" and any(isinstance(value, int) for value in legal):
            return f"shoot: {{{ask.seat}: seat or none}}"
        if ask.key == "badge.pass" and any(isinstance(value, int) for value in legal):
            return f"badge: {{{ask.seat}: seat or tear}}"
        if ask.key == "exile.flip" and {"yes", "no"} <= legal:
            return f"flip: {ask.seat}, or flip: {{{ask.seat}: no}}"
        if ask.key == "decide" and legal:
            return "decide: {sheriff: seat}"
        if kind in ("exile", "pk") and ask.key.startswith("ballot.") and ask.window not in ELECTION:
            return "vote: {candidate: [voters]}"
        return None

    def passive(self, bold: bool = False) -> Answer:
        """What is entered when the case names nothing here. `bold`: also where it would have to.

        Raises `Open`, or `Stuck` when there is no such answer.
        """
        ask = self.ask
        assert ask is not None
        needed = None if bold else self.open_act()
        if needed is not None:
            raise Open(needed)
        if ask.key == "clock":
            return (self.clock,)
        if ask.places == 0:
            return ()
        if ask.informs:
            return DONE
        filled = fill(ask, ())
        if filled is None and bold:
            filled = fill(ask, (), any_value=True)
        if filled is None:
            raise Stuck(f"{ask.key}: an answer is needed")
        return filled

    def step(self, bold: bool = False) -> None:
        """Answer the pending question with what nobody has to name."""
        self.game.answer(self.passive(bold))

    def go(self, until: Callable[[Ask], bool], stop: Callable[[Ask], bool], bold: bool = False) -> bool:
        """Go on to the next question of which `until` holds; False when the game is over or `stop` holds
        first.

        Raises `Open` when a question on the way has to be answered by the case.
        """
        for _ in range(MOST_QUESTIONS):
            ask = self.ask
            if ask is None:
                return False
            if until(ask):
                return True
            if stop(ask):
                return False
            self.step(bold)
        raise Stuck("the questions do not end")

    def go_today(self, until: Callable[[Ask], bool], stop: Callable[[Ask], bool]) -> bool:
        """`go`, but from before the news of the night not past them: they come with the case's `dawn`."""
        before = self.before_news

        def past() -> bool:
            return before and not self.before_news

        return self.go(lambda ask: not past() and until(ask), lambda ask: past() or stop(ask))

    def settle(self, bold: bool = False, also: Collection[Window] = ()) -> None:
        """Go on while questions only settle what has happened. `bold`: past open acts too."""

        def beyond(ask: Ask) -> bool:
            if ask.window is Window.ELECTION_BALLOT and not ask.key.startswith("ballot."):
                return False  # whether the elected takes the badge
            return ask.window in RESTING and ask.window not in also

        try:
            self.go(beyond, lambda ask: False, bold)
        except Open:
            return

    def settled(self, bold: bool = False, also: Collection[Window] = ()) -> Play:
        """A copy in which everything that happened so far has been carried out."""
        ahead = self.copy()
        ahead.settle(bold, also)
        return ahead


def fill(ask: Ask, wanted: Answer, any_value: bool = False) -> Answer | None:
    """A whole answer that begins with `wanted`, the other places with what means nothing: none, no, keep,
    tear.

    `void` where nobody can act. None when a place has no such value; with `any_value` the first legal
    one then.
    """
    answer: tuple[Value, ...] = ()
    for place in range(ask.places):
        if place < len(wanted):
            answer += (wanted[place],)
            continue
        legal = ask.legal(answer)
        if not legal:
            return VOID if place == 0 else None
        idle: list[Value] = [value for value in (NONE, "no", "keep", "tear", "done") if value in legal]
        if not idle and (len(legal) == 1 or any_value):
            idle = sorted(legal, key=str)
        if not idle:
            return None
        answer += (idle[0],)
    return answer if len(wanted) <= ask.places else wanted
