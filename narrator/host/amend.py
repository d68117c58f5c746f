"""Mistakes noticed later: undo and amend (R 5.11).

At night nothing of it is heard: the new value is typed, and if no shown fact changes the game just goes on.
Where a
player was shown something else, the judge leaves it or calls the whole night again, never one role again.
What was
announced is corrected aloud, once it is confirmed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from narrator.hearing.ears import By
from narrator.host.confirm import Confirm
from narrator.host.desk import Input, Missed
from narrator.host.flow import Restart
from narrator.host.prompts import Prompts, value_of
from narrator.host.sitting import Sitting, eyes_shut
from narrator.host.view import Mode
from narrator.rules.game import Game
from narrator.rules.script import Act, Answer, Ask, Entry, Illegal, Say, Show, Value

OFFERED = 30
"""Earlier answers that can be chosen to be amended."""
STEP_LINES = (".open", ".close", ".ask", ".look", ".sign", ".status", ".seat", ".result", ".meet")
"""Endings of keys of lines that announce nothing."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What an amendment changes of what has been performed: a later entry that is no longer allowed (None: none),
    how many facts shown to players are different or missing, facts that can be shown yet, in the step that is open,
    and lines the table has heard (the new ones)."""

    illegal: int | None
    shown: int
    here: tuple[Show, ...]
    said: tuple[Say, ...]


def difference(game: Game, performed: int, number: int, entry: Entry) -> Difference:
    """Compare the game as performed with the game as it would have been. Raises `Illegal` for the new entry
    itself."""
    other = Game(game.header, game.entries[:number])
    other.enter(entry)
    illegal: int | None = None
    for position, later in enumerate(game.entries[number + 1 :], start=number + 1):
        try:
            other.enter(later)
        except Illegal:
            illegal = position
            break
    mine, theirs = game.cues[:performed], other.cues
    asking = performed >= len(game.cues)  # else only a part of the last cues has been performed
    before = Counter(cue for cue in mine if isinstance(cue, Show))
    after = Counter(cue for cue in theirs if isinstance(cue, Show))
    lost, more = before - after, after - before
    here = tuple(fact for fact in _open_facts(other) if fact in more) if asking and illegal is None else ()
    missing = more.total() - len(here) if asking else 0
    said = _pairs([c for c in mine if isinstance(c, Say)], [c for c in theirs if isinstance(c, Say)])
    new = tuple(new for _, new in said if not new.key.endswith(STEP_LINES))
    return Difference(illegal, max(lost.total(), missing), here, new)


def _open_facts(game: Game) -> list[Show]:
    """The facts of the step whose question is open."""
    facts: list[Show] = []
    role = game.cue.role if game.cue is not None else ""
    for cue in reversed(game.cues if role else ()):
        if isinstance(cue, Ask) and cue.role != role:
            break
        if isinstance(cue, Show) and cue.role == role:
            facts.insert(0, cue)
    return facts


def _pairs(mine: list[Say], theirs: list[Say]) -> list[tuple[Say, Say]]:
    return [pair for pair in zip(mine, theirs, strict=False) if pair[0] != pair[1]]


class Amending:
    """Undo and amend, as dialogues on the keys."""

    def __init__(self, sitting: Sitting, prompts: Prompts, confirm: Confirm) -> None:
        self._sitting = sitting
        self._desk = sitting.desk
        self._prompts = prompts
        self._confirm = confirm

    def undo(self, by: By, asking: bool) -> None:
        """Take the last entered answer or act back. At night: enter it anew, in silence."""
        sitting, desk = self._sitting, self._desk
        chosen = sitting.chosen()
        if not chosen:
            desk.show(message=desk.tell("why.nothing"))
            return
        number = chosen[-1]
        if eyes_shut(sitting.asked(number)) and not isinstance(sitting.game.entries[number], Act):
            self._renew(number, asking)
            return
        entries = len(sitting.game.entries)
        heard = sitting.game.cues[sitting.game.marks[number] : sitting.performed]
        announced = any(isinstance(cue, Say) and not cue.key.endswith(STEP_LINES) for cue in heard)
        quiet = sitting.at_night and eyes_shut(sitting.asked(number))
        if announced and not quiet and not self._confirm.ask("undo", {}, by):
            return
        for _ in range(entries - number):
            sitting.undo(by.value)
        if announced and not quiet:
            desk.say("correct.start", repeatable=False)
        if quiet:
            raise Restart  # the step's opening line, which the table has heard
        sitting.performed = self._fresh()
        raise Restart(self._question())

    def amend(self, by: By, asking: bool) -> None:
        """Choose an earlier answer, give its new value."""
        sitting, desk = self._sitting, self._desk
        chosen = [n for n in sitting.chosen() if not isinstance(sitting.game.entries[n], Act)][-OFFERED:]
        if not chosen:
            desk.show(message=desk.tell("why.nothing"))
            return
        listed = tuple(
            f"{number + 1}  {sitting.describe(sitting.asked(number), sitting.game.entries[number])}"
            for number in chosen
        )
        desk.show(help=listed, message=desk.text("message.amend_which"))
        got = self._typed(lambda: desk.open(self._prompts.number([n + 1 for n in chosen]), None, Mode.CONFIRMING))
        desk.show(help=())
        if got.isdigit() and int(got) - 1 in chosen:
            self._renew(int(got) - 1, asking)
        else:
            desk.show(message=desk.text("message.cancelled"))

    # --- the new value ---

    def _renew(self, number: int, asking: bool) -> None:
        sitting, desk = self._sitting, self._desk
        before = desk.view
        ask = sitting.asked(number)
        entry = self._value(number, ask)
        if entry is None:
            desk.show(message=desk.text("message.cancelled"))
        else:
            self._apply(number, entry, asking)
        desk.show(
            asked=before.asked,
            question=before.question,
            ring=before.ring,
            legal=before.legal,
            code=before.code,
            places=before.places,
            entered=before.entered,
            step=before.step,
            extras=before.extras,
            confirm=before.confirm,
            decoy=before.decoy,
        )

    def _value(self, number: int, ask: Ask) -> Answer | None:
        """The new answer, typed place by place; None when the judge leaves it."""
        desk, sitting = self._desk, self._sitting
        desk.show(
            asked=ask.key,
            question=desk.wording.screen.line(ask.key, ask.slots),
            ring=ask.ring,
            step=ask.role,
            code=None,
            places=ask.places,
            entered=(),
            extras=ask.extras,
            decoy=False,
            message=desk.text("message.amend_value", old=sitting.describe(ask, sitting.game.entries[number])),
        )
        prompt = self._prompts.value(ask)
        if ask.places != 1 or ask.askers:
            return self._list(ask)
        token = self._typed(lambda: desk.open(prompt, None, Mode.CONFIRMING))
        value = value_of(token, ask)
        return None if value is None else (value,)

    def _list(self, ask: Ask) -> Answer | None:
        """A list or a question of several places, value by value; `done` ends an open list."""
        desk = self._desk
        prompt = self._prompts.value(ask)
        values: list[Value] = []
        while not ask.places or len(values) < ask.places:
            desk.show(entered=tuple(values))
            token = self._typed(lambda: desk.open(prompt, None, Mode.CONFIRMING))
            for piece in token.split():
                if piece == "done" and not ask.places:
                    return tuple(values)
                value = value_of(piece, ask)
                if value is None:
                    return None
                values.append(value)
            if not ask.places:
                return tuple(values)
        return tuple(values)

    def _typed(self, open_ears: object) -> str:
        """The tokens of the next line that is typed, as one text; "" for one that is none."""
        assert callable(open_ears)
        open_ears()
        while True:
            got = self._desk.wait(float("inf"))
            if isinstance(got, Missed):
                return ""
            if isinstance(got, Input):
                return "" if got.command else " ".join(got.tokens)

    def _apply(self, number: int, entry: Answer, asking: bool) -> None:
        sitting, desk, game = self._sitting, self._desk, self._sitting.game
        try:
            what = difference(game, sitting.performed, number, entry)
        except Illegal:
            desk.show(message=desk.text("message.not_allowed", value=desk.text.word(entry)))
            return
        night = eyes_shut(sitting.asked(number)) and sitting.at_night
        if what.said:
            desk.tell("judge.amend.said")
            if not self._confirm.ask("amend", {}, By.KEY):
                return
        elif what.illegal is not None:
            desk.tell("judge.amend.illegal", {"number": what.illegal + 1})
        elif what.shown and not self._same_step(number, asking):
            desk.tell("judge.amend.shown", {"count": what.shown})
        if what.illegal is not None or (what.shown and night and not self._same_step(number, asking)):
            self._night_again(number, night, entry)
            return
        sitting.amend(number, entry, By.KEY.value)
        sitting.performed = len(game.cues) if asking else self._fresh()
        desk.show(message=desk.tell("judge.amend.silent") if not what.said else "")
        if what.said:
            desk.say("correct.start", repeatable=False)
            for line in what.said:
                desk.say(line.key, line.slots)
            raise Restart(self._question())
        if asking:
            for fact in what.here:
                sitting.tell_judge(fact)
        else:
            desk.show(facts=())
            sitting.reveal()

    def _night_again(self, number: int, night: bool, entry: Answer) -> None:
        """Players have seen something that changes: leave it, or call the whole night (or day question)
        again."""
        sitting, desk = self._sitting, self._desk
        if not self._confirm.ask("again_from" if night else "drop_later", {}, By.KEY):
            desk.show(message=desk.text("message.cancelled"))
            return
        first = number
        if night:
            while first > 0 and sitting.asked(first - 1).window is sitting.asked(number).window:
                first -= 1
        for _ in range(len(sitting.game.entries) - first):
            sitting.undo(By.KEY.value)
        if night:
            desk.say("correct.night", repeatable=False)
        else:
            sitting.enter(entry, By.KEY.value)
            desk.say("correct.start", repeatable=False)
        raise Restart(self._nightfall() if night else self._fresh())

    # --- where things stand ---

    def _fresh(self) -> int:
        """Where the cues after the last entry begin."""
        marks = self._sitting.game.marks
        return marks[-1] if marks else 0

    def _nightfall(self) -> int:
        """Where the night begins again: at 天黑, not at what was said before it."""
        fresh = self._fresh()
        for index, cue in enumerate(self._sitting.game.cues[fresh:], start=fresh):
            if isinstance(cue, Say) and cue.key.startswith("night."):
                return index
        return fresh

    def _question(self) -> int:
        """The pending question itself, without what was said before it."""
        return max(0, len(self._sitting.game.cues) - 1)

    def _same_step(self, number: int, asking: bool) -> bool:
        """Was that answer given in the step that is still open?"""
        sitting, cues = self._sitting, self._sitting.game.cues
        if not asking and number == len(sitting.game.entries) - 1:
            return True  # its floor is running
        ask, pending = sitting.asked(number), sitting.game.cue
        if pending is None or not ask.role or ask.role != pending.role:
            return False
        between = cues[sitting.game.marks[number] :]
        return not any(isinstance(cue, Ask) and cue.role != ask.role for cue in between)
