"""The simulated judge of a rehearsal: hears nothing the table does not, sees what a judge sees, and speaks
phrases.

He is adversarial: where nobody can act he answers after 0.4 s, where there is nothing to do he presses keys
after
1 s, real answers take lognormal time, and one utterance in ten goes wrong: mumbled, doubtful, misheard, not
allowed,
or corrected in the same breath. What he does is drawn by position in the game, never from one running
stream, so that
a resumed rehearsal goes on as it would have, and two games that differ in secrets only slip at the same
places.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from narrator.hearing.ears import Event, Heard, Prompt, Unclear
from narrator.hearing.phrases import Phrases
from narrator.hearing.scripted import hear_phrase
from narrator.host.clock import Clock
from narrator.host.nightcode import number_of
from narrator.host.pacing import REPAIR, draw
from narrator.host.simtable import SimTable
from narrator.host.sitting import Sitting, eyes_shut
from narrator.host.view import Mode, View
from narrator.rules.script import Ask, Value

SLIPS = 0.1
"""Share of utterances that go wrong."""
DECOY_AFTER = 0.4
IDLE_AFTER = 1.0
THINK, SPREAD = 2.0, 0.6
"""Median of a real answer's lognormal time, and its sigma."""
UTTERANCE = 0.9
"""Seconds from opening the mouth to the recogniser's verdict."""
RETRY = 4.0
"""Seconds after which the judge tries again when nothing happened."""


PATIENCE = 60
"""Tries at one question after which something is wrong with the host or with the judge."""


class Stuck(Exception):
    """The rehearsal does not get on."""


class JudgeEars:
    """Script ears: what the simulated judge says is understood by the real understanding."""

    def __init__(self) -> None:
        self._open: tuple[Prompt, Callable[[Event], None]] | None = None

    @property
    def prompt(self) -> Prompt | None:
        """What is heard for now; None when closed."""
        return None if self._open is None else self._open[0]

    def open(self, prompt: Prompt, heard: Callable[[Event], None]) -> None:
        self._open = (prompt, heard)

    def close(self) -> None:
        self._open = None

    def stop(self) -> None:
        self._open = None

    def hear(self, text: str, sure: bool = True) -> None:
        """An utterance ends now; closed ears miss it."""
        if self._open is None:
            return
        prompt, heard = self._open
        event = hear_phrase(prompt, text)
        if isinstance(event, Heard):
            event = replace(event, text=text, sure=sure, confidence=1.0 if sure else 0.5)
        heard(event if isinstance(event, Heard) else Unclear(text))


def said_as(prompt: Prompt, tokens: tuple[str, ...], language: str) -> str:
    """The usual words for these tokens at this prompt; "" when they cannot be said."""
    forms: dict[str, str] = {}
    for form, token in (*prompt.phrases.items(), *prompt.commands.items()):
        forms.setdefault(token, form)
    if not all(token in forms for token in tokens):
        return ""
    return ("" if language == "zh" else " ").join(forms[token] for token in tokens)


@dataclass(frozen=True, slots=True)
class Slip:
    """How one utterance goes wrong: `kind` is none, unclear, doubt, misheard, illegal or corrected."""

    kind: str
    chance: random.Random


class SimJudge:
    """Plays the judge at a desk. Give it `ears` as the desk's voice; it types through the desk's commands."""

    def __init__(
        self,
        sitting: Sitting,
        clock: Clock,
        ears: JudgeEars | None,
        phrases: Phrases,
        seed: int,
        pace: float = 1.0,
    ) -> None:
        """`pace` scales his own times by day (speeches)."""
        self._sitting = sitting
        self._desk = sitting.desk
        self._clock = clock
        self._ears = ears
        self._phrases = phrases
        self._seed = seed
        self._pace = pace
        self.table = SimTable(sitting, phrases, seed)
        self._planned: tuple[int, bool, Mode] = (0, False, Mode.STARTING)  # for which something is planned
        self.latest: Callable[[], float] = lambda: REPAIR  # how long players may think at this question
        self._attempts: dict[object, int] = {}
        self._asked_at: dict[object, float] = {}
        self._intended: tuple[Value, ...] = ()
        self._wrong: int | None = None  # number of an entry that was misheard
        self.share = SLIPS  # of utterances that go wrong
        self.slips: dict[str, int] = {}  # how often what went wrong
        self._desk.subscribe(self.seen)

    # --- seeing ---

    def seen(self, view: View) -> None:
        """A new view: plan what to do about it."""
        if view.mode in (Mode.STARTING, Mode.SPEAKING, Mode.OVER):
            return
        moment = (view.prompt_number, view.code is not None and view.code.ready, view.mode)
        if moment == self._planned:
            return
        self._planned = moment
        self._clock.at(self._clock.now() + self._delay(view), lambda: self._act(moment))

    def _delay(self, view: View) -> float:
        """How long the judge takes before he opens his mouth or presses a key."""
        chance = self._chance("delay", view.asked, view.mode.value)
        if view.mode in (Mode.CONFIRMING, Mode.PAUSED):
            return 0.8
        if not view.at_night:
            return self.table.day_delay(chance, self._pace)
        begun = self._asked_at.setdefault(self._key(), self._clock.now())  # players think from the question on
        if view.mode is Mode.WAITING:
            return IDLE_AFTER
        if view.decoy:
            return DECOY_AFTER
        # Players who think longer than the floor lets them are the one leak there is (design 1.1): these do not.
        think = min(chance.lognormvariate(0.0, SPREAD) * THINK * self._pace, self.latest())
        return max(DECOY_AFTER, begun + think - self._clock.now())

    def _act(self, moment: object) -> None:
        if moment != self._planned:
            return
        view = self._desk.view
        if view.mode in (Mode.SPEAKING, Mode.OVER, Mode.STARTING):
            return
        self._clock.at(self._clock.now() + RETRY, lambda: self._stuck(moment))
        if view.mode is Mode.PAUSED:
            self._utter(("resume",), "resume")
        elif view.mode is Mode.CONFIRMING:
            self._confirm(view)
        elif view.at_night:
            self._night(view)
        else:
            self._day(view)

    def _stuck(self, moment: object) -> None:
        """Nothing came of it (the ears were not open yet): once more."""
        if moment == self._planned and self._desk.view.mode not in (Mode.SPEAKING, Mode.OVER, Mode.WAITING):
            self._act(moment)

    # --- speaking and typing ---

    def _utter(self, tokens: tuple[str, ...], typed: str, sure: bool = True) -> None:
        """Say it where the ears are open for it, else type it."""
        prompt = self._ears.prompt if self._ears is not None else None
        text = "" if prompt is None else said_as(prompt, tokens, self._phrases.language)
        if self._ears is not None and text:
            ears = self._ears
            self._clock.at(self._clock.now() + UTTERANCE, lambda: ears.hear(text, sure))
        else:
            self._desk.commands.type(typed)

    def _chance(self, *purpose: object) -> random.Random:
        return draw(self._seed, "judge", *self._key(), *purpose)

    def _key(self) -> tuple[object, ...]:
        game = self._sitting.game
        return (len(game.entries), game.cue.key if game.cue else "", len(self._desk.view.entered))

    # --- the night ---

    def _night(self, view: View) -> None:
        ask = self._sitting.game.cue
        if ask is None or not eyes_shut(ask):
            return
        if view.mode is Mode.WAITING:
            if view.code is None:
                self._idle()
            return
        if self._ears is None or self._ears.prompt is None or view.code is None or not view.code.ready:
            if self._ears is None or view.keys_only or view.prompt is None or view.prompt.keypad:
                self._press(ask, view)
            return
        key = ("night", *self._key())
        attempt = self._attempts[key] = self._attempts.get(key, 0) + 1
        if attempt > PATIENCE:
            raise Stuck(f"the simulated judge cannot answer {ask.key!r}: {view.message}")
        slip = self._slip(attempt)
        self.slips[slip.kind] = self.slips.get(slip.kind, 0) + 1
        self._speak(ask, view, slip)

    def _speak(self, ask: Ask, view: View, slip: Slip) -> None:
        code, ears = view.code, self._ears
        assert code is not None and ears is not None
        seats = self._sitting.game.table.players
        said = code.decoy if code.decoy is not None else self._coded(ask, view, seats)
        now, chance = self._clock.now(), slip.chance
        other = chance.randrange(seats) + 1
        other += other >= said
        if slip.kind == "unclear":
            self._clock.at(now + UTTERANCE, lambda: ears.hear("那个"))
        elif slip.kind == "doubt":
            self._say(said, sure=False)
        elif slip.kind in ("misheard", "illegal"):
            # Misheard and not allowed come to the same: the ears have another number than was meant.
            self._say(other)
            self._clock.at(now + UTTERANCE + 0.6, self._look)
        elif slip.kind == "corrected":
            self._say(other)
            self._clock.at(now + UTTERANCE + 0.5, lambda: ears.hear(self._phrases.spoken(said)))
        else:
            self._say(said)

    def _say(self, number: int, sure: bool = True) -> None:
        assert self._ears is not None
        ears, text = self._ears, self._phrases.spoken(number)
        self._clock.at(self._clock.now() + UTTERANCE, lambda: ears.hear(text, sure))

    def _coded(self, ask: Ask, view: View, seats: int) -> int:
        """The number to say for what the player wants."""
        assert view.code is not None
        value = self._want(ask, view)
        number = number_of(value, ask.ring, seats)
        if view.code.style == "shift":
            return (number - 1 + view.code.shift) % (seats + 1) + 1
        return dict(view.code.cells)[value] or number

    def _want(self, ask: Ask, view: View) -> Value:
        value = self.table.choose(ask, view.entered)
        self._intended = (*view.entered, value)
        return value

    def _press(self, ask: Ask, view: View) -> None:
        """This one by key: plain, in two digits."""
        if view.decoy or not ask.legal(()):
            self._desk.commands.type("05")
            return
        self._desk.commands.type(self.table.digits(ask, self._want(ask, view)))

    def _idle(self) -> None:
        """Nothing is asked: an impatient judge presses something all the same."""
        self._desk.commands.type("05")
        self._look()

    def _look(self) -> None:
        """Was something else entered than was meant? Then it is put right by key, in silence."""
        game = self._sitting.game
        if not game.entries or not self._intended or self._desk.view.mode is not Mode.WAITING:
            return
        last = game.entries[-1]
        asked = self._sitting.asked(len(game.entries) - 1)
        if (
            isinstance(last, tuple)
            and len(last) == len(self._intended)
            and eyes_shut(asked)
            and last != self._intended
            and asked.legal(())
            and not asked.informs
        ):
            self._desk.commands.press("undo")

    def _slip(self, attempt: int) -> Slip:
        chance = self._chance("slip", attempt)
        if chance.random() >= self.share or attempt > 2:
            return Slip("none", chance)
        return Slip(chance.choice(["unclear", "doubt", "misheard", "illegal", "corrected"]), chance)

    # --- dialogues ---

    def _confirm(self, view: View) -> None:
        if view.confirm:
            self._utter(("yes",), "y")
            return
        # The new value of an earlier answer, or whom a self-destructing wolf takes along.
        value = self._intended[len(view.entered)] if len(self._intended) > len(view.entered) else None
        if value is not None and value in view.ring:
            self._desk.commands.type(self.table.typed(value, view.ring))
        else:
            self._utter(*self.table.target(view.ring))

    # --- the day ---

    def _day(self, view: View) -> None:
        ask = self._sitting.game.cue
        if ask is None or eyes_shut(ask) or view.mode is not Mode.LISTENING:
            return
        prompt = self._ears.prompt if self._ears is not None else None
        if prompt is not None and "wake" in prompt.phrases.values():
            self._utter(("wake",), "")
            return
        key = ("day", *self._key())
        attempt = self._attempts[key] = self._attempts.get(key, 0) + 1
        if attempt > PATIENCE:
            raise Stuck(f"the simulated judge cannot answer {ask.key!r}: {view.message}")
        tokens, typed = self.table.words(ask, attempt, self._chance("words", attempt))
        sure = self._chance("sure", attempt).random() >= self.share
        self._utter(tokens, typed, sure)
