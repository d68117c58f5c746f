"""The live loop: perform the script's cues one by one, ask, write down, go on.

One turn: speak the cue, open the ears for exactly the ring of the question and the commands, understand,
confirm by
risk, enter, on disk, next cue. The loop is the same on a real and on a virtual clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from narrator.hearing.phrases import Phrases
from narrator.host.acts import Acts
from narrator.host.ahead import Ahead
from narrator.host.commands import Orders
from narrator.host.confirm import Confirm
from narrator.host.daytime import LONG, DayQuestion
from narrator.host.desk import Desk, Input, InputOver
from narrator.host.flow import Acted, Answered, Ended, Restart
from narrator.host.night import NightQuestion
from narrator.host.nightcode import NightCode
from narrator.host.pacing import Pace, Pacing
from narrator.host.prompts import Prompts
from narrator.host.sitting import CLOCK, Sitting, eyes_shut
from narrator.host.view import Mode
from narrator.rules.script import DONE, Answer, Ask, Event, Illegal, Say, Show, Window

NIGHT_FALLS = "night."
"""First word of the lines that open a night."""
DAY_BREAKS = "dawn."
DAY_PAUSE = 20.0
"""Seconds of a pause by day that nothing is asked in (退水时间)."""
PRIVATE = frozenset({"awake", "private", "cannot", "gesture", "remind", "deal"})


class Ending(Enum):
    """How an evening's game came to its end."""

    WON = "won"
    STOPPED = "stopped"  # by the judge
    INPUT_OVER = "input over"
    AGAIN = "again"


@dataclass(frozen=True, slots=True)
class Manner:
    """How the host conducts: `pace` scales pauses and speeches (rehearsals); `asks_again`: offer another
    game."""

    pace: float = 1.0
    asks_again: bool = False


@dataclass(frozen=True, slots=True)
class Resumed:
    """What the journal knows of the moment at which the game broke off: seconds that a speech has `left`,
    and the
    openings (indices of cues) that the table has heard since the last entry."""

    left: float | None = None
    opened: frozenset[int] = frozenset()


class Host:
    """Hosts one game to its end."""

    def __init__(
        self,
        sitting: Sitting,
        phrases: Phrases,
        code: NightCode,
        pacing: Pacing,
        manner: Manner | None = None,
        resumed: Resumed | None = None,
    ) -> None:
        self.sitting = sitting
        self.desk: Desk = sitting.desk
        self._text = self.desk.text
        self.code = code
        self._pacing = pacing
        self._manner = manner or Manner()
        self._prompts = Prompts(phrases, self._text, sitting.game.table.players)
        self._confirm = Confirm(self.desk, self._prompts)
        self._acts = Acts(sitting, self._prompts, self._confirm)
        self._orders = Orders(sitting, self._prompts, self._confirm, self._acts)
        self._left = None if resumed is None else resumed.left
        self._opened = frozenset() if resumed is None else resumed.opened
        self._resumed = resumed is not None
        self.desk.between = self._prompts.between()
        self.desk.interrupt = self._orders.handle
        self.pace = Pace((), 0.0, 0.0)  # of the question that is open
        self.ahead: Ahead | None = None  # renders what may be said next

    def run(self) -> Ending:
        """Play until somebody has won or the judge ends it. Raises `DiskError` when nothing can be saved."""
        desk = self.desk
        try:
            if self._resumed:
                self._say("host.game.resume")
                self.sitting.performed = self._step_start()
            while True:
                try:
                    if self._perform():
                        break
                except Restart as restart:
                    start = self._step_start() if restart.start is None else restart.start
                    self.sitting.performed = start
                except Acted:
                    pass
            return self._over()
        except Ended:
            desk.say("host.game.end", repeatable=False)
            desk.show(mode=Mode.OVER)
            return Ending.STOPPED
        except InputOver:
            desk.show(mode=Mode.OVER, message=desk.wording.screen.line("host.game.saved"))
            return Ending.INPUT_OVER
        finally:
            desk.close()
            desk.mouth.music(False)

    # --- the script ---

    def _perform(self) -> bool:
        """Perform what comes next, up to and with one question; True when the game is over."""
        game, sitting = self.sitting.game, self.sitting
        self._orders.asking = False
        while sitting.performed < len(game.cues):
            cue = game.cues[sitting.performed]
            if isinstance(cue, Ask):
                if sitting.performed == len(game.cues) - 1 and not game.over:
                    self._question(cue)
                    return False
                sitting.performed += 1  # answered before a restart
                continue
            self._cue(cue)
            sitting.performed += 1
        return game.over

    def _cue(self, cue: Say | Show | Event) -> None:
        desk = self.desk
        if isinstance(cue, Say):
            self._moment()
            if cue.key.startswith(NIGHT_FALLS):
                desk.mouth.music(self._orders.music and self.sitting.game.header.board.options.bgm)
            if cue.key.startswith(DAY_BREAKS):
                desk.mouth.music(False)
                desk.show(facts=())
            self._answered()
            if cue.key.endswith(".open"):
                called = cue.key.partition(".")[0]
                desk.show(facts=(), step=called if desk.wording.book.has(f"role.{called}") else "")
                self.sitting.note("step", cue=self.sitting.performed)
            self._say(cue.key, cue.slots)
        elif isinstance(cue, Show):
            self.sitting.tell_judge(cue)
        else:
            desk.transcript.add(desk.clock.now(), "event", "judge", cue.kind, "", cue.data)
            if cue.kind == "offer":
                self._offer(cue)

    def _offer(self, cue: Event) -> None:
        camp, reason = str(cue.data.get("camp", "")), str(cue.data.get("reason", ""))
        if camp == "draw":
            text = self.desk.tell("judge.offer.draw", {"reason": reason})
        else:
            text = self.desk.tell("judge.offer", {"camp": camp, "reason": reason})
        self.desk.show(help=(text, self._text("help.declare")))
        self.desk.log(text)

    def _say(self, key: str, slots: object = None) -> None:
        self.desk.say(key, slots)  # type: ignore[arg-type]

    # --- a question ---

    def _question(self, ask: Ask) -> None:
        desk, sitting = self.desk, self.sitting
        self._moment()
        desk.forgive()
        if self._acts.offer():
            raise Acted
        desk.transcript.add(
            desk.clock.now(),
            "ask",
            "judge",
            ask.key,
            "",
            {
                "role": ask.role,
                "ring": ask.ring if len(ask.ring) <= LONG else (),
                "places": ask.places,
                "seat": ask.seat,
            },
        )
        night = eyes_shut(ask)
        self._answered()
        if self.ahead is not None:
            self.ahead.answers(sitting.game.header, sitting.game.entries)
        speech, self._left = self._left, None
        if speech is not None and ask.seat:
            self._say("host.resume_speech", {"seat": ask.seat, "seconds": max(1, round(speech))})
        else:
            self._say(ask.key, ask.slots)
        started = desk.clock.now()
        self._orders.asking = True
        sitting.performed = len(sitting.game.cues)
        floor = started
        self.pace = pace = self._pacing.of(ask, sitting.game.table.round, self._turn())
        try:
            if night and ask.informs:
                desk.rest(started + pace.floor)
                answer, by = DONE, CLOCK
            elif night:
                asked = NightQuestion(sitting, self._prompts, self.code, pace)
                try:
                    answer, by = asked.run()
                finally:
                    floor = asked.floor
            else:
                pause = DAY_PAUSE * self._manner.pace if ask.key == "withdraw_time" else self._pacing.scaled(3.0)
                question = DayQuestion(sitting, self._prompts, self._confirm, pause, self._manner.pace, speech)
                answer, by = question.run()
            entry: Answer | object = answer
        except Answered as answered:
            entry, by = answered.entry, answered.by
        except Restart:
            if ask.informs and ask.seat:
                self._left = self._speech_left()
            raise
        finally:
            self._orders.asking = False
        since = len(sitting.game.cues)
        try:
            sitting.enter(entry, by)  # type: ignore[arg-type]
        except Illegal as refused:
            desk.show(message=desk.tell(f"why.{refused.why}"))
            sitting.performed = len(sitting.game.cues) - 1
            return
        if self.ahead is not None:
            self.ahead.cues(sitting.game, since)
        if night:
            sitting.reveal()
            desk.rest(max(floor, desk.clock.now() + pace.dwell))

    def _answered(self) -> None:
        """What was answered is history now: it must not look as if it were still asked."""
        view = self.desk.view
        if view.asked or view.question or view.entered or view.heard:
            self.desk.show(asked="", question="", entered=(), heard="")

    def _turn(self) -> int:
        """How many questions this night has asked before: public, the same whatever was answered."""
        count = 0
        for cue in reversed(self.sitting.game.cues[:-1]):
            if isinstance(cue, Ask):
                if cue.window is not Window.NIGHT:
                    break
                count += 1
            elif isinstance(cue, Say) and cue.key.startswith(NIGHT_FALLS):
                break
        return count

    def _moment(self) -> None:
        table = self.sitting.game.table
        self.desk.wording.moment = (table.round, table.by_day)

    def _speech_left(self) -> float | None:
        timer = self.desk.view.timer
        if timer is None or timer.what != "speech":
            return None
        return max(0.0, timer.ends - self.desk.clock.now()) / self._manner.pace

    # --- where a step begins ---

    def _step_start(self) -> int:
        """Index of the opening line of the current step: a night's step at its `open`, else what came after
        the
        last answer."""
        game = self.sitting.game
        fresh = game.marks[-1] if game.marks else 0
        ask = game.cue
        if ask is None or not ask.role or ask.window is not Window.NIGHT:
            return fresh
        for index in range(len(game.cues) - 1, -1, -1):
            cue = game.cues[index]
            if isinstance(cue, Ask) and cue.role != ask.role:
                break
            if isinstance(cue, Say) and cue.key.endswith(".open"):
                # If the table has not heard it yet, what stands before it has to be said too.
                heard = index < fresh or index < self.sitting.performed or index in self._opened
                return index if heard else fresh
        return fresh

    # --- the end ---

    def _over(self) -> Ending:
        desk, outcome = self.desk, self.sitting.game.table.outcome
        if outcome is not None:
            desk.show(winner=outcome.winner, reason=outcome.reason)
        desk.show(mode=Mode.OVER, asked="", question="", code=None, facts=())
        if not self._manner.asks_again:
            return Ending.WON
        prompt = self._prompts.after()
        desk.show(message=self._text("message.again"))
        desk.open(prompt, None, Mode.OVER)
        while not desk.keys_gone:
            got = desk.wait(desk.clock.now() + 1.0)
            if isinstance(got, Input):
                if got.tokens == ("again",):
                    return Ending.AGAIN
                if not got.command or got.tokens == ("end_game",):
                    return Ending.WON
                desk.show(message=desk.tell("why.over"))
            if got is not None:
                desk.open(prompt, None, Mode.OVER)
        return Ending.WON
