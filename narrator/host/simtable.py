"""What the players of a rehearsal want: random legal answers, votes and acts, drawn by position in the
game."""

from __future__ import annotations

import random

from narrator.hearing.phrases import Phrases
from narrator.host.pacing import draw
from narrator.host.prompts import seats_of, words_of
from narrator.host.sitting import Sitting
from narrator.host.speeches import is_speech
from narrator.rules.script import NONE, Act, Answer, Ask, Value

ACT = 0.04
"""How often somebody does something unasked in a speech."""
SPEECH = (15.0, 140.0)
"""Seconds that a simulated player speaks; longer than the limit is cut by the clock."""
KEYPAD = {NONE: "00", "yes": "91", "no": "92"}
TYPED = {"explode": "boom", "duel": "duel", "withdraw": "withdraw", "penalty": "penalty", "leave": "leave"}
COMMAND = {"explode": "self_destruct", "duel": "duel", "withdraw": "withdraw", "penalty": "penalty"}

Words = tuple[tuple[str, ...], str]
"""Tokens to say, and the same as typed."""


class SimTable:
    """The players. Knows the game, as they together do."""

    def __init__(self, sitting: Sitting, phrases: Phrases, seed: int) -> None:
        self._sitting = sitting
        self._phrases = phrases
        self.seed = seed

    def _chance(self, *purpose: object) -> random.Random:
        game = self._sitting.game
        return draw(self.seed, "players", len(game.entries), game.cue.key if game.cue else "", *purpose)

    def choose(self, ask: Ask, before: Answer) -> Value:
        """One legal value for the next place."""
        allowed = ask.legal(before)
        legal = [value for value in ask.ring if value in allowed]
        acting = [value for value in legal if value != NONE]
        chance = self._chance("choice", len(before))
        # Most use what they have; a night in which nobody acts ends no game.
        pool = acting if acting and chance.random() < 0.9 else legal
        return pool[chance.randrange(len(pool))] if pool else NONE

    def ballot(self, ask: Ask) -> dict[int, list[int]]:
        """Who votes for whom: candidate to voters. Most follow a mood, so that days end."""
        chance = self._chance("ballot")
        candidates = seats_of(ask.ring)
        mood = candidates[chance.randrange(len(candidates))] if candidates else 0
        votes: dict[int, list[int]] = {}
        before: list[Value] = []
        for voter in ask.askers:
            allowed = ask.legal(tuple(before))
            legal = [value for value in ask.ring if value in allowed and value != voter] or [NONE]
            value: Value = mood
            if mood not in legal or chance.random() < 0.4:
                value = legal[chance.randrange(len(legal))] if legal else NONE
            before.append(value)
            if isinstance(value, int):
                votes.setdefault(value, []).append(voter)
        return votes

    def act(self, chance: random.Random) -> Act | None:
        """An act that somebody wants to do in this speech, or None."""
        acts = [act for act in self._sitting.game.acts() if act.kind in (*COMMAND, "declare")]
        offered = [act for act in acts if act.kind == "declare"]
        if offered and chance.random() < 0.5:
            return offered[0]
        if chance.random() >= ACT:
            return None
        kinds = sorted({act.kind for act in acts if act.kind != "declare"})
        if not kinds:
            return None
        kind = kinds[chance.randrange(len(kinds))]
        some = [act for act in acts if act.kind == kind]
        return some[chance.randrange(len(some))]

    # --- in words ---

    def words(self, ask: Ask, attempt: int, chance: random.Random) -> Words:
        """What the judge says at a question of the day, at his so-manieth try."""
        if ask.askers:
            return self._report(ask)
        if attempt == 1 and ask.informs:
            act = self.act(chance)
            if act is not None:
                return self._order(act)
        if ask.informs:
            return (("pass",), "过" if self._phrases.language == "zh" else "pass")
        if ask.places == 0:
            return self._list(ask)
        value = self.choose(ask, ())
        return (str(value),), self.typed(value, ask.ring)

    def _order(self, act: Act) -> Words:
        if act.kind == "declare":
            return (), "declare"
        seat = act.target if act.kind == "duel" else act.seat
        return (f"{COMMAND[act.kind]}:{seat}",), f"{TYPED[act.kind]}{seat}"

    def _report(self, ask: Ask) -> Words:
        """The next candidate whose voters are not yet all noted; in the end, that it is done."""
        noted = dict(zip(ask.askers, self._sitting.desk.view.entered, strict=False))
        for seat, voters in sorted(self.ballot(ask).items()):
            if any(noted.get(voter) != seat for voter in voters):
                numbers = (seat, *voters)
                return tuple(str(n) for n in numbers), " ".join(str(n) for n in numbers)
        return ("done",), "done"

    def _list(self, ask: Ask) -> Words:
        """An open list: some of those who may stand in it."""
        chance = self._chance("list")
        chosen: list[Value] = []
        for value in seats_of(ask.ring):
            if chance.random() < 0.4 and value in ask.legal(tuple(chosen)):
                chosen.append(value)
        if not chosen:
            return ("done",), "done"
        return tuple(str(value) for value in chosen), " ".join(str(value) for value in chosen)

    def target(self, ring: tuple[Value, ...]) -> Words:
        """Whom a self-destructing wolf takes along."""
        seats = seats_of(ring)
        if not seats:
            return ("none",), "none"
        seat = seats[self._chance("target").randrange(len(seats))]
        return (str(seat),), str(seat)

    def typed(self, value: Value, ring: tuple[Value, ...]) -> str:
        """A value as typed by day."""
        return str(value)

    def digits(self, ask: Ask, value: Value) -> str:
        """A value in the two digits of the night."""
        if isinstance(value, int):
            return f"{value:02d}"
        return KEYPAD.get(value) or f"{words_of(ask.ring).index(value) + 1:02d}"

    def day_delay(self, chance: random.Random, pace: float) -> float:
        """How long until the judge says something by day: the speaker speaks, or he answers."""
        ask = self._sitting.game.cue
        prompt = self._sitting.desk.view.prompt
        asleep = prompt is None or not prompt.phrases or "wake" in prompt.phrases.values()
        if ask is not None and is_speech(ask) and (asleep or self._sitting.desk.voice is None):
            return chance.uniform(*SPEECH) * pace
        return 0.8
