"""Commands: repeat, pause, undo, amend, skip, status, help, why, ending; and acts. By voice at night only
three."""

from __future__ import annotations

from collections.abc import Callable

from narrator.hearing.ears import By
from narrator.host.acts import KINDS, Acts
from narrator.host.amend import Amending
from narrator.host.confirm import Confirm
from narrator.host.desk import Input
from narrator.host.flow import Answered, Ended, Restart
from narrator.host.prompts import NIGHT_VOICE, Prompts, seats_of, words_of
from narrator.host.sitting import Sitting
from narrator.host.view import Mode
from narrator.recap.explain import explain
from narrator.rules.script import DONE, TIMEOUT, Illegal


class Orders:
    """Handles every command; what changes the course of the game is raised (see `flow`)."""

    def __init__(self, sitting: Sitting, prompts: Prompts, confirm: Confirm, acts: Acts) -> None:
        self._sitting = sitting
        self._desk = sitting.desk
        self._prompts = prompts
        self._confirm = confirm
        self._acts = acts
        self._amending = Amending(sitting, prompts, confirm)
        self._music = True
        self.asking = False  # is a question open to the table?
        self._busy = False  # a command's own dialogue is running
        self._do: dict[str, Callable[[str, By], None]] = {
            "repeat": self._repeat,
            "pause": self._pause,
            "undo": lambda _, by: self._amending.undo(by, self.asking),
            "amend": lambda _, by: self._amending.amend(by, self.asking),
            "skip": self._skip,
            "status": lambda *_: self._inform(self._status()),
            "help": lambda *_: self._inform(self._help()),
            "why": self._why,
            "end_game": self._end,
            "music": self._turn_music,
        }

    def handle(self, got: Input) -> None:
        """Carry a command out. Raises `Restart`, `Acted`, `Answered` or `Ended`."""
        name, _, seat = got.tokens[0].partition(":")
        if self._busy or (got.by is By.VOICE and self._sitting.at_night and name not in NIGHT_VOICE):
            return
        if got.by is By.VOICE and self._sitting.at_night:
            now = self._desk.clock.now()
            self._desk.transcript.add(now, "heard", "table", name, got.text)
            self._desk.transcript.add(now, "heard", "judge", name, got.text, {"by": "voice"})
        self._busy = True
        try:
            if name in KINDS:
                self._acts.order(name, int(seat or 0), got.by, self.asking)
            elif name in self._do:
                self._do[name](seat, got.by)
            else:
                self._desk.show(message=self._desk.tell("judge.refused"))
        finally:
            self._busy = False

    # --- the course of the evening ---

    def _repeat(self, _: str, by: By) -> None:
        key, text = self._desk.last_line
        if self.asking and text:
            self._desk.say_text(key, text)

    def _pause(self, _: str, by: By) -> None:
        desk = self._desk
        desk.mouth.pause()
        self._sitting.note("pause")
        desk.transcript.add(desk.clock.now(), "sound", "table", "pause")
        prompt = self._prompts.phrases.commands(("resume",), by_key=("resume",))
        desk.open(prompt, prompt if desk.voice is not None else None, Mode.PAUSED)
        while True:
            got = desk.wait(float("inf"))
            if isinstance(got, Input) and got.tokens[0] == "resume":
                break
            if got is not None:
                desk.open(prompt, prompt if desk.voice is not None else None, Mode.PAUSED)
        desk.close()
        desk.mouth.resume()
        self._sitting.note("resume")
        raise Restart

    def _skip(self, _: str, by: By) -> None:
        ask = self._sitting.game.cue
        if not self.asking or ask is None:
            return
        entry = DONE if ask.informs else TIMEOUT
        try:
            self._sitting.game.check(entry)
        except Illegal:
            self._desk.show(message=self._desk.tell("judge.refused"))
            return
        raise Answered(entry, by.value)

    def _end(self, _: str, by: By) -> None:
        if self._confirm.ask("end", {}, by):
            self._sitting.note("ended")
            raise Ended

    def _turn_music(self, _: str, by: By) -> None:
        self._music = not self._music
        self._desk.mouth.music(self._music and self._sitting.at_night)
        self._desk.show(message=self._desk.text("message.music_on" if self._music else "message.music_off"))

    @property
    def music(self) -> bool:
        """Is night music wanted?"""
        return self._music

    # --- for the judge alone ---

    def _inform(self, lines: tuple[str, ...]) -> None:
        self._desk.show(help=lines)

    def _status(self) -> tuple[str, ...]:
        desk, table = self._desk, self._sitting.game.table
        living = [seat.number for seat in table.seats[1:] if seat.alive]
        lines = [desk.tell("judge.status.round", {"night": max(1, table.round), "count": len(living)}, aloud=False)]
        if table.sheriff:
            lines.append(desk.tell("judge.status.sheriff", {"seat": table.sheriff}, aloud=False))
        for seat in table.seats[1:]:
            role = desk.wording.screen.line(f"role.{seat.role.id}") if seat.role is not None else "?"
            state = "" if seat.alive else desk.text("out_by", causes=self._causes(seat.number))
            lines.append(f"{desk.text.word(seat.number)} {role} {state}".rstrip())
        return tuple(line for line in lines if line)

    def _causes(self, seat: int) -> str:
        line = self._desk.wording.screen.line
        return self._desk.text("list_mark").join(line(f"cause.{c}") or c for c in self._sitting.game.why(seat))

    def _why(self, seat: str, by: By) -> None:
        desk, table = self._desk, self._sitting.game.table
        number = int(seat) if seat else next((d.seat for d in reversed(table.exits)), 0)
        if not 1 <= number <= table.players or table.seats[number].alive:
            desk.show(help=(desk.tell("judge.why.alive", {"seat": number}),))
            return
        causes = self._sitting.game.why(number)
        # The earpiece says it as lines are spoken; the screen in the words of the recap, with the rules.
        desk.tell("judge.why", {"seat": number, "causes": causes})
        death = table.seats[number].death
        caused = () if death is None else death.by
        desk.show(help=(explain(number, causes, caused, desk.text.language),))

    def _help(self) -> tuple[str, ...]:
        """What can be entered now, in the judge's words."""
        desk, ask = self._desk, self._sitting.game.cue
        if ask is None:
            return ()
        line = desk.wording.screen.line
        if ask.askers:
            keys = ["what.ballot"]
        elif ask.informs:
            keys = ["what.speech" if ask.seat else "what.done"]
        elif ask.places != 1:
            keys = ["what.list"]
        elif seats_of(ask.ring):
            keys = ["what.seat"]
        else:
            keys = ["what.yesno" if set(ask.ring) <= {"yes", "no"} else "what.choice"]
        lines = [line(key) for key in keys]
        words = words_of(ask.ring)
        if words and not ask.informs:
            lines.append(desk.text.word(tuple(words)))
        if self._sitting.at_night:
            lines.append(line("judge.keys.night"))
        if ask.extras:
            lines.append(desk.text("help.extras", words=", ".join(desk.text.word(word) for word in ask.extras)))
        acts = sorted({act.kind for act in self._sitting.game.acts()})
        if acts:
            lines.append(desk.text("help.acts", acts=", ".join(desk.text(f"act.{kind}") for kind in acts)))
        lines.append(desk.text("help.commands"))
        return tuple(text for text in lines if text)
