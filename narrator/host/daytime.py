"""A question of the day: plain words, after the wake word or by key; public facts are read back when in
doubt."""

from __future__ import annotations

import math

from narrator.hearing.ears import By
from narrator.host.acts import KINDS
from narrator.host.ballot import NEED_VOTERS, Ballot, BallotError
from narrator.host.confirm import Confirm
from narrator.host.daycommands import BALLOT, WAKE, Listening
from narrator.host.desk import Input, Missed, Slots
from narrator.host.prompts import DAY_VOICE, Prompts, value_of
from narrator.host.sitting import CLOCK, Sitting
from narrator.host.speeches import Speech, is_speech
from narrator.rules.script import DONE, NONE, Answer, Ask, Illegal, NotUnderstood, Value

STRIKES = 3
LONG = 60
"""A ring longer than this is no list to show (times of day)."""
FINAL = ("out.skill", "badge.pass", "decide")
"""Questions whose spoken answer is confirmed: it cannot be taken back once it is announced."""
TABLE_PAUSES = ("withdraw_time",)
"""Pauses in which players may do something; the others only keep announcements apart."""
MEANS = {"badge": "badge.pass", "shoot": "out.skill"}
"""Commands with a seat that answer the question of this key."""
COMMANDS = {"explode": "self_destruct", "duel": "duel", "withdraw": "withdraw"}
"""From the kind of an act to its spoken command."""


class DayQuestion:
    """Asks one question of the day."""

    def __init__(
        self,
        sitting: Sitting,
        prompts: Prompts,
        confirm: Confirm,
        pause: float,
        pace: float,
        left: float | None,
    ) -> None:
        """`pause`: seconds that a question without an answer takes; `pace` scales speeches; `left`: of a
        speech."""
        self._sitting = sitting
        self._desk = sitting.desk
        self._prompts = prompts
        self._confirm = confirm
        self._pause = pause
        self._pace = pace
        self._left = left
        self._listening = Listening(self._desk, prompts)

    def run(self) -> tuple[Answer, str]:
        """The answer and who gave it: `voice`, `key` or `clock`."""
        ask, desk = self._ask, self._desk
        desk.show(
            step=ask.role,
            asked=ask.key,
            question=desk.wording.screen.line(ask.key, ask.slots),
            ring=ask.ring if len(ask.ring) <= LONG else (),
            legal=() if ask.informs or len(ask.ring) > LONG else self._legal(()),
            places=ask.places,
            extras=ask.extras,
            entered=(),
            seat=ask.seat,
            code=None,
            decoy=False,
            keys_only=False,
            heard="",
            message="",
            help=(),
        )
        try:
            if ask.key == "clock":
                return (f"{desk.clock.wall():%H:%M}",), CLOCK
            if is_speech(ask):
                return self._speech()
            if ask.informs:
                return self._pass()
            return self._asked()
        finally:
            self._listening.sleep()
            desk.close()
            desk.show(legal=(), timer=None)

    @property
    def _ask(self) -> Ask:
        asked = self._sitting.game.cue
        assert asked is not None
        return asked

    def _legal(self, before: Answer) -> tuple[Value, ...]:
        allowed = self._ask.legal(before)
        return tuple(value for value in self._ask.ring if value in allowed)

    def _commands(self) -> list[str]:
        """What the voice may order now: general commands, and acts that somebody could do."""
        kinds = {act.kind for act in self._sitting.game.acts()}
        names = [COMMANDS[kind] for kind in COMMANDS if kind in kinds]
        ring = self._ask.ring
        if "tear" in ring:
            names.append("tear")
        if "flip" in ring:
            names.append(f"flip:{self._ask.seat}")
        if "penalty" in kinds:
            names += ["penalty", "shoot"]
        return [*DAY_VOICE, *names]

    # --- speeches and pauses ---

    def _speech(self) -> tuple[Answer, str]:
        options = self._sitting.game.header.board.options
        speech = Speech(self._sitting, self._listening, options.speech_seconds, self._left, self._pace)
        return speech.run(self._ask, self._commands(), options.speech_warning)

    def _pass(self) -> tuple[Answer, str]:
        """Nothing to decide: the clock goes on, and at a pause for the table the judge may go on sooner."""
        until = self._desk.clock.now() + self._pause
        if self._ask.key not in TABLE_PAUSES:
            self._desk.rest(until)
            return DONE, CLOCK
        self._listening.start(self._ask, self._commands())
        while True:
            got = self._listening.next(until)
            if isinstance(got, Input):
                if not got.command:
                    return DONE, got.by.value
                self._desk.command(got)
            elif isinstance(got, Missed):
                self._unclear(got)
            if self._desk.clock.now() >= until:
                return DONE, CLOCK

    # --- questions ---

    def _asked(self) -> tuple[Answer, str]:
        desk, ask = self._desk, self._ask
        ballot = Ballot(ask) if ask.askers else None
        if ballot is not None:
            ballot.leave_out(self._sitting.game.table.sheriff)
        self._listening.start(ask, self._commands(), ask.key in FINAL, BALLOT if ballot else WAKE)
        rejected: set[tuple[str, ...]] = set()
        strikes = 0
        while True:
            got = self._listening.next(math.inf)
            if got is None:
                continue
            if isinstance(got, Missed):
                strikes += got.by is By.VOICE
                self._unclear(got)
                continue
            tokens = self._tokens(got)
            if tokens is None:
                desk.command(got)
                continue
            if got.by is By.VOICE:
                tokens = self._confirmed(got, tokens, rejected)
                if tokens is None:
                    strikes += 1
                    if strikes >= STRIKES:
                        self._listening.deafen()
                        desk.show(keys_only=True, message=desk.tell("judge.keys.after"))
                    continue
            answer = self._ballot(ballot, tokens) if ballot is not None else self._values(tokens)
            if answer is None:
                continue
            if self._allowed(answer, ballot):
                return answer, got.by.value

    def _tokens(self, got: Input) -> tuple[str, ...] | None:
        """The tokens of an answer; a command that means an answer here becomes one; None for other
        commands."""
        if not got.command:
            return got.tokens
        name, _, seat = got.tokens[0].partition(":")
        ask = self._ask
        if name == "tear" and "tear" in ask.ring:
            return ("tear",)
        if name == "flip" and (not seat or int(seat) == ask.seat):
            return ("flip",) if "flip" in ask.ring else ("yes",) if "yes" in ask.ring else None
        if seat and (MEANS.get(name) == ask.key or (name in ("shoot", "badge") and name in ask.key)):
            return (seat,)
        if name == "skip" and name not in KINDS and NONE in ask.ring and ask.places == 1 and not ask.askers:
            return (NONE,)
        return None

    def _confirmed(self, got: Input, tokens: tuple[str, ...], rejected: set[tuple[str, ...]]) -> tuple[str, ...] | None:
        """By voice: what is doubtful or final is read back, best guess first; what was just rejected is never
        offered again. The tokens that stand, or None."""
        desk = self._desk
        if got.sure and self._ask.key not in FINAL:
            return tokens
        offers = [tokens, *((other,) for other in got.runners_up if len(tokens) == 1)]
        offer = next((one for one in offers if one not in rejected), None)
        if offer is None:
            self._unclear(Missed(By.VOICE))
            return None
        if self._confirm.ask(*self._read_back(offer), By.VOICE):
            return offer
        rejected.add(offer)
        desk.reject(offer)
        self._listening.again()
        return None

    def _read_back(self, tokens: tuple[str, ...]) -> tuple[str, Slots]:
        seats = tuple(int(token) for token in tokens if token.isdigit())
        if self._ask.key == "badge.pass" and seats:
            return "badge", {"seat": seats[0]}
        if tokens == ("tear",):
            return "tear", {}
        if self._ask.key == "out.skill":
            return ("shot", {"target": seats[0]}) if seats else ("no_shot", {})
        if len(seats) == 1:
            return "seat", {"seat": seats[0]}
        return ("seats", {"seats": seats}) if seats else ("yes", {})

    def _values(self, tokens: tuple[str, ...]) -> Answer | None:
        """The answer of one or several values; None (and the judge is told) when a token is none of them."""
        ask = self._ask
        values: list[Value] = []
        for token in tokens:
            if token == "done":
                continue
            value = value_of(token, ask)
            if token == NONE and not ask.places:
                continue
            if value is None:
                self._told("message.not_understood", text=token)
                return None
            values.append(value)
        return tuple(values)

    def _ballot(self, ballot: Ballot, tokens: tuple[str, ...]) -> Answer | None:
        if tokens[0] in ("out", "tie"):
            board = self._sitting.game.header.board
            needs = [role for role, _ in board.roles if role in NEED_VOTERS]
            if needs:
                self._told("message.voters_needed", role=self._desk.wording.screen.line(f"role.{needs[0]}"))
                return None
        try:
            over = ballot.report(tokens)
        except BallotError as wrong:
            self._told(wrong.why, seat=wrong.seat)
            return None
        votes = ", ".join(f"{voter}→{seat}" for voter, seat in sorted(ballot.votes.items()))
        self._desk.show(entered=ballot.answer(), message=self._desk.text("message.votes", votes=votes))
        if not over:
            self._listening.again()
            return None
        return ballot.answer()

    def _allowed(self, answer: Answer, ballot: Ballot | None) -> bool:
        try:
            self._sitting.game.check(answer)
        except NotUnderstood:
            self._told("message.not_understood", text=self._desk.text.word(answer))
        except Illegal:
            if ballot is not None:
                self._told("message.vote_refused", seat=ballot.refused())
                ballot.votes.pop(ballot.refused(), None)
            else:
                self._told("message.not_allowed", value=self._desk.text.word(answer))
        else:
            return True
        return False

    # --- what was no answer ---

    def _told(self, key: str, **slots: object) -> None:
        """A refusal is private; aloud there is only the neutral sound."""
        self._desk.show(message=self._desk.text(key, **slots))
        self._desk.earcon("again")
        self._listening.again()

    def _unclear(self, got: Missed) -> None:
        if got.by is By.KEY:
            self._desk.show(message=self._desk.text("message.not_understood", text=got.text))
        else:
            self._desk.earcon("again")
            self._desk.show(message=self._desk.text("message.unclear"))
        self._listening.again()
