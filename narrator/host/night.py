"""A question of the night, asked so that the table learns nothing from how it goes.

Every place is asked and spoken, in a fresh one-time code; a doubtful number is asked again in the same words
and
counts when two agree; a number that is not allowed sounds accepted and is put right on the keys. Keys make
no sound.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from narrator.hearing.ears import Ailing, By
from narrator.host.desk import Desk, Input, Missed
from narrator.host.limit import LISTEN, Limit
from narrator.host.nightcode import Code, NightCode, Style
from narrator.host.nightcode import value_of as coded_value
from narrator.host.pacing import Pace
from narrator.host.prompts import Prompts, value_of
from narrator.host.sitting import CLOCK, Sitting
from narrator.host.view import CodeView, Mode, Timer
from narrator.rules.script import NONE, TIMEOUT, Answer, Ask, Value

HOLD = 0.8
"""Seconds for which an accepted number is held: another one inside it means "ask again"."""
STRIKES = 3
"""Failures at one number after which the question stays on the keys."""


@dataclass(frozen=True, slots=True)
class Taken:
    """One place as it was given: `value` None where it cannot stand and is to be put right by key."""

    value: Value | None
    by: By


class NightQuestion:
    """Asks one question of the night. `desk.interrupt` handles commands; it may change the pending question's
    secret part (a penalty), never its public one."""

    def __init__(self, sitting: Sitting, prompts: Prompts, code: NightCode, pace: Pace) -> None:
        self._sitting = sitting
        self._desk: Desk = sitting.desk
        self._prompts = prompts
        self._code = code
        self._pace = pace
        self._start = self._desk.clock.now()
        self._strikes = 0
        self._calls = [self._start + speak for speak in pace.speak]  # when each place's number is given
        self.floor = self._start + pace.floor  # when the closing line may come
        asked = sitting.game.cue
        assert asked is not None
        limit = asked.limit
        remind = math.inf if limit is None else max(self._start + limit, self.floor)
        gentle = sitting.game.header.board.options.on_timeout == "remind_then_none"
        self._limit = Limit(remind, gentle)

    @property
    def ask(self) -> Ask:
        """The pending question as it is now."""
        asked = self._sitting.game.cue
        assert asked is not None
        return asked

    @property
    def _coded(self) -> bool:
        return self._code.style is not Style.OFF

    @property
    def _decoy(self) -> bool:
        return not self.ask.legal(())

    def run(self) -> tuple[Answer, str]:
        """The answer, and `voice`, `key` or `clock`."""
        ask = self.ask
        desk, remind = self._desk, self._limit.remind
        desk.show(
            step=ask.role,
            asked=ask.key,
            question=desk.wording.screen.line(ask.key, ask.slots),
            ring=ask.ring,
            places=ask.places,
            extras=ask.extras,
            entered=(),
            seat=0,
            keys_only=False,
            heard="",
            message="",
            decoy=self._decoy,
            help=(),
            timer=None if remind == math.inf else Timer("step", remind, remind - self._start),
        )
        taken: list[Taken] = []
        try:
            for place in range(ask.places):
                got = self._place(place, self._before(taken))
                if isinstance(got.value, str) and got.value in ask.extras:
                    return (got.value,), By.KEY.value
                taken.append(got)
                desk.show(entered=tuple(NONE if one.value is None else one.value for one in taken))
            answer = self._put_right(taken)
        except _TimeUp:
            return TIMEOUT, CLOCK
        finally:
            desk.close()
            desk.show(code=None, timer=None, confirm="", decoy=False, legal=())
        by = By.VOICE if any(one.by is By.VOICE for one in taken) else By.KEY
        return answer, by.value

    def _before(self, taken: list[Taken]) -> Answer:
        """The places so far; where one is still to be put right, the first value that could stand there."""
        before: Answer = ()
        for one in taken:
            before += (next(iter(self._legal(before)), NONE) if one.value is None else one.value,)
        return before

    # --- one place ---

    def _place(self, place: int, before: Answer) -> Taken:
        desk, ask = self._desk, self.ask
        keys = self._prompts.night(ask, self._coded)
        if self._strikes < STRIKES:
            self._strikes = 0  # failures at one number; once the question is on the keys it stays there
        first: object = None  # a doubtful utterance, decoded; a second equal one counts
        while True:
            legal = self._legal(before)
            desk.show(legal=legal)
            if desk.voice is None or self._strikes >= STRIKES:
                return self._by_keys(place, before)
            if self._coded:
                # The number to say comes at a drawn moment, whether anybody can act or not (design 6.4, 6.5).
                waiting = CodeView(self._code.style.value, place=place + 1, places=ask.places, ready=False)
                desk.show(code=waiting)
                desk.open(keys, None, Mode.WAITING)
                got = self._until(self._calls[place], place, before)
                if got is not None:
                    return got
            legal = self._legal(before)  # a command may have changed it meanwhile
            desk.show(legal=legal)
            code = self._call(place, legal)
            desk.open(keys, keys)
            heard = self._utterance(place, before, legal)
            if heard is None:
                first = None
                continue
            if isinstance(heard, Taken):
                return heard
            if isinstance(heard, Missed):
                desk.transcript.add(desk.clock.now(), "heard", "table", self.ask.key, heard.text)
                self._again(place)
                continue
            plain = self._decoded(code, heard.tokens[0])
            meant = self._meant(code, plain)
            self._transcribe(heard, meant, code)
            doubtful = not heard.sure and plain != first
            if not doubtful:
                held = self._held(heard, place, before)
                if isinstance(held, Taken):
                    return held
                doubtful = not held
            if doubtful:
                first = plain
                self._again(place)
                continue
            if self._decoy:
                return Taken(NONE, By.VOICE)
            # A number called where nobody could act means nothing now that somebody can: it is put right by key.
            return Taken(meant if meant in self._legal(before) else None, By.VOICE)

    def _call(self, place: int, legal: tuple[Value, ...]) -> Code:
        """Give the judge the code of the next utterance."""
        desk, ask, decoy = self._desk, self.ask, self._decoy
        code = self._code.fresh(decoy)
        cells = code.card(ask.ring, legal, self._code.size - 1)
        shown = CodeView(code.style.value, code.shift, cells, code.decoy, place + 1, ask.places)
        desk.show(code=shown if self._coded else None, decoy=decoy, message="")
        if not self._coded:
            return code
        if code.decoy is not None:
            desk.tell("judge.decoy", {"number": code.decoy})
        elif code.style is Style.SHIFT:
            barred = tuple(v for v in ask.ring if isinstance(v, int) and v not in legal)
            if barred and place == 0:
                desk.tell("judge.barred", {"seats": barred})
            desk.tell("judge.code.shift", {"k": code.shift})
        return code

    def _utterance(self, place: int, before: Answer, legal: tuple[Value, ...]) -> Input | Missed | Taken | None:
        """What the judge says for this call, or the value that he typed instead; None when a command has changed
        what is allowed here, so that the call on the screen no longer holds."""
        while True:
            got = self._wait(math.inf, lambda: self._legal(before) != legal)
            if got is None:
                return None
            if isinstance(got, Missed) and got.by is By.VOICE:
                return got
            if isinstance(got, Input) and got.by is By.VOICE:
                return got
            key = self._keyed(got, place, before)
            if key is not None:
                return key

    def _held(self, heard: Input, place: int, before: Answer) -> bool | Taken:
        """The earcon sounds at once; True when no other number follows within the hold."""
        desk = self._desk
        desk.earcon("heard")
        until = desk.clock.now() + HOLD
        while desk.clock.now() < until:
            got = self._wait(until)
            if isinstance(got, Input) and got.by is By.VOICE and got.tokens != heard.tokens:
                self._desk.transcript.add(desk.clock.now(), "heard", "table", self.ask.key, got.text)
                return False
            key = self._keyed(got, place, before)
            if key is not None:
                return key
        return True

    def _again(self, place: int) -> None:
        """Ask again, in the same words whatever was wrong. The table has heard it, so the floor may grow with it;
        what the judge then needs is hidden in that."""
        self._strikes += 1
        desk = self._desk
        desk.earcon("again")
        desk.say("host.again", repeatable=False)
        now, pace = desk.clock.now(), self._pace
        late = max(0.0, now + pace.again - self._calls[place])
        self._calls = [call + (late if n >= place else 0.0) for n, call in enumerate(self._calls)]
        self.floor = max(self.floor + late, now + pace.repair)
        if self._strikes >= STRIKES:
            desk.show(keys_only=True, message=desk.tell("judge.keys.after"))

    # --- what was meant ---

    def _decoded(self, code: Code, token: str) -> int | str:
        """An utterance as a plain number, also where no value of the ring has it; without a code what was said."""
        return token if code.style is Style.OFF else code.decode(int(token))

    def _meant(self, code: Code, plain: int | str) -> Value | None:
        """The value of the ring that it stands for; a decoy stands for none."""
        if code.decoy is not None:
            return None
        if isinstance(plain, str):
            return value_of(plain, self.ask)
        return coded_value(plain, self.ask.ring, self._code.size - 1)

    def _legal(self, before: Answer) -> tuple[Value, ...]:
        allowed = self.ask.legal(before)
        return tuple(value for value in self.ask.ring if value in allowed)

    def _transcribe(self, heard: Input, meant: Value | None, code: Code) -> None:
        desk, ask = self._desk, self.ask
        now = desk.clock.now()
        desk.transcript.add(now, "heard", "table", ask.key, heard.text)
        word = desk.text("void") if code.decoy is not None else desk.text.word("?" if meant is None else meant)
        desk.transcript.add(now, "heard", "judge", ask.key, word, {"by": "voice", "sure": heard.sure})
        desk.show(heard=word, sure=heard.confidence)

    # --- keys ---

    def _keyed(self, got: Input | Missed | None, place: int, before: Answer) -> Taken | None:
        """The value that was typed, when it can stand; else the judge is told, silently."""
        desk, ask = self._desk, self.ask
        if isinstance(got, Missed) and got.by is By.KEY:
            desk.show(message=desk.text("message.not_understood", text=got.text))
            desk.rekey()
        if not isinstance(got, Input) or got.by is not By.KEY or got.command:
            return None
        value = value_of(got.tokens[0], ask)
        if value is None:
            desk.show(message=desk.text("message.not_understood", text=got.text))
            desk.rekey()
            return None
        if not self._decoy and value not in ask.extras and value not in self._legal(before):
            desk.show(message=desk.text("message.not_allowed", value=desk.text.word(value)))
            desk.rekey()
            return None
        word = desk.text("void") if self._decoy else desk.text.word(value)
        desk.transcript.add(desk.clock.now(), "heard", "judge", ask.key, word, {"by": "key"})
        desk.show(heard=word, sure=1.0, message="")
        return Taken(value, By.KEY)

    def _until(self, until: float, place: int, before: Answer) -> Taken | None:
        """Wait with the keys alone."""
        while self._desk.clock.now() < until:
            key = self._keyed(self._wait(until), place, before)
            if key is not None:
                return key
        return None

    def _by_keys(self, place: int, before: Answer) -> Taken:
        """This place on the keys alone."""
        desk = self._desk
        desk.open(self._prompts.night(self.ask, self._coded), None)
        while True:
            legal = self._legal(before)
            desk.show(legal=legal, decoy=self._decoy)
            if self._decoy:
                desk.show(code=CodeView(Style.OFF.value, place=place + 1, places=self.ask.places))
            got = self._wait(math.inf, lambda legal=legal: self._legal(before) != legal)  # type: ignore[misc]
            key = self._keyed(got, place, before)
            if key is not None:
                return key

    def _put_right(self, taken: list[Taken]) -> Answer:
        """The whole answer; places that could not stand are entered again by key, in silence."""
        values: list[Value] = []
        for place, one in enumerate(taken):
            value, before = one.value, tuple(values)
            if value is None or not (self._decoy or value in self._legal(before)):
                desk = self._desk
                desk.show(
                    legal=self._legal(before),
                    entered=before,
                    message=desk.text("message.put_right", place=place + 1),
                )
                value = self._by_keys(place, before).value
                assert value is not None
            values.append(value)
        return tuple(values)

    # --- time ---

    def _wait(self, until: float, over: Callable[[], bool] = lambda: False) -> Input | Missed | None:
        """The next input that is no command; None when it is `until`, or `over` after a command. At the limit the
        judge is reminded, at the end `_TimeUp`: but time does not decide for a judge whose microphone is gone."""
        desk = self._desk
        while True:
            moment = min(until, self._limit.moment)
            if isinstance(desk.voice, Ailing):
                moment = min(moment, desk.clock.now() + LISTEN)
            got = desk.wait(moment)
            if isinstance(got, Input) and got.command:
                desk.command(got)
                if over():
                    return None
                continue
            if got is not None:
                return got
            now = desk.clock.now()
            self._limit.look(now, desk.deaf)
            if self._limit.over(now):
                raise _TimeUp
            if self._limit.reminds(now):
                desk.show(message=desk.tell("judge.remind"))
            if now >= until:
                return None


class _TimeUp(Exception):
    """The limit has passed and the rule decides."""
