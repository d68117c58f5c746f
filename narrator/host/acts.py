"""Acts: what the judge enters unasked. Confirmed at once, entered at the next question whose window allows
it."""

from __future__ import annotations

from dataclasses import dataclass

from narrator.hearing.ears import By
from narrator.host.confirm import Confirm
from narrator.host.desk import Input, Missed, Slots
from narrator.host.flow import Acted
from narrator.host.prompts import Prompts
from narrator.host.sitting import Sitting
from narrator.host.view import Mode
from narrator.rules.script import Act, Illegal, Say, Value, Window

KINDS = {
    "self_destruct": "explode",
    "duel": "duel",
    "withdraw": "withdraw",
    "penalty": "penalty",
    "shoot": "penalty",
    "leave": "leave",
    "declare": "declare",
}
"""From the token of a command to the kind of act (点杀 is the penalty, R 8.2)."""
ANY_TIME = ("penalty", "leave")


@dataclass(frozen=True, slots=True)
class Waiting:
    """A confirmed act that waits for its moment."""

    act: Act
    by: By


class Acts:
    """Understands, confirms, enters and queues acts."""

    def __init__(self, sitting: Sitting, prompts: Prompts, confirm: Confirm) -> None:
        self._sitting = sitting
        self._desk = sitting.desk
        self._prompts = prompts
        self._confirm = confirm
        self._queue: list[Waiting] = []

    def order(self, name: str, seat: int, by: By, asking: bool) -> None:
        """A command for an act. Raises `Acted` when it has been entered and the script goes on
        differently."""
        kind = KINDS[name]
        act = self._chosen(kind, seat)
        if act is None:
            return
        why = self._why_not(act)
        if why and why != "window":
            self._refuse(why)
            return
        if not self._confirm.ask(*self._wording(act), by):
            if by is By.VOICE:
                self._desk.reject((f"{name}:{seat}",) if seat else (name,))
            self._desk.show(message=self._desk.text("message.cancelled"))
            return
        if why or not asking:
            self._queue.append(Waiting(act, by))
            self._desk.show(queued=tuple(self._text(one.act) for one in self._queue))
            self._desk.show(message=self._desk.tell("judge.queued"))
            return
        self._enter(act, by)

    def offer(self) -> bool:
        """At a question: enter what waited for it, in the order of confirmation; True when something was."""
        ask = self._sitting.game.cue
        if not self._queue or ask is None:
            return False
        if ask.window is Window.NIGHT:
            kept = [one for one in self._queue if one.act.kind in ANY_TIME]
            if len(kept) < len(self._queue):
                self._desk.log(self._desk.tell("judge.discarded"))
            self._queue = kept
        for waiting in list(self._queue):
            why = self._why_not(waiting.act)
            if why == "window":
                continue
            self._queue.remove(waiting)
            self._desk.show(queued=tuple(self._text(one.act) for one in self._queue))
            if why:
                self._refuse(why)
                continue
            self._sitting.enter(waiting.act, waiting.by.value)
            return True
        return False

    def _enter(self, act: Act, by: By) -> None:
        sitting = self._sitting
        asked = sitting.game.cue
        before = len(sitting.game.cues)
        try:
            sitting.enter(act, by.value)
        except Illegal as refused:
            self._refuse(refused.why)
            return
        now = sitting.game.cue
        heard = any(isinstance(cue, Say) for cue in sitting.game.cues[before:])
        if (
            asked is None
            or now is None
            or heard
            or (now.key, now.role, now.seat) != (asked.key, asked.role, asked.seat)
        ):
            raise Acted
        # The same question goes on, with nothing said: a penalty at night.
        sitting.performed = len(sitting.game.cues)

    def _chosen(self, kind: str, seat: int) -> Act | None:
        """The act that is meant, its target asked for where it needs one."""
        legal = [act for act in self._sitting.game.acts() if act.kind == kind]
        if kind == "duel":
            named = [act for act in legal if act.target == seat]
            return named[0] if named else Act("duel", self._holder(legal), seat)
        if kind == "declare":
            return self._camp(legal)
        named = [act for act in legal if act.seat == seat]
        targets = [act.target for act in named if act.target is not None]
        if not targets:
            return named[0] if named else Act(kind, seat)
        target = self._target([seat for seat in targets if isinstance(seat, int)])
        return next((act for act in named if act.target == target), None)

    def _holder(self, legal: list[Act]) -> int:
        return legal[0].seat if legal else 0

    def _target(self, seats: list[int]) -> int | None:
        """Whom the self-destructing wolf takes along."""
        desk = self._desk
        desk.show(message=desk.text("message.target"), ring=(*seats, "none"))
        prompt = self._prompts.phrases.seats(seats, answers=("none",))
        desk.open(prompt, prompt if desk.voice is not None else None, Mode.CONFIRMING)
        while True:
            got = desk.wait(float("inf"))
            if isinstance(got, Input) and not got.command:
                return int(got.tokens[0]) if got.tokens[0].isdigit() else None
            if isinstance(got, Missed):
                desk.show(message=desk.text("message.not_understood", text=got.text))
                desk.open(prompt, prompt if desk.voice is not None else None, Mode.CONFIRMING)

    def _camp(self, legal: list[Act]) -> Act | None:
        if not legal:
            self._refuse("window")
            return None
        return legal[0]

    def _why_not(self, act: Act) -> str:
        try:
            self._sitting.game.check(act)
        except Illegal as refused:
            return refused.why
        return ""

    def _refuse(self, why: str) -> None:
        """Refusals are private; aloud there is only the neutral sound, and only by day."""
        desk = self._desk
        key = f"why.{why}"
        text = desk.tell(key if desk.wording.book.has(key) else "judge.refused")
        desk.show(message=text)
        if not self._sitting.at_night:
            desk.earcon("again")

    def _wording(self, act: Act) -> tuple[str, Slots]:
        slots: dict[str, Value | tuple[Value, ...] | float] = {"seat": act.seat}
        if act.kind == "declare":
            return "declare", {"camp": str(act.target)}
        if act.target is not None:
            slots["target"] = act.target
            return ("explode_takes" if act.kind == "explode" else act.kind), slots
        return act.kind, slots

    def _text(self, act: Act) -> str:
        return self._desk.wording.screen.line(f"host.confirm.{self._wording(act)[0]}", self._wording(act)[1])
