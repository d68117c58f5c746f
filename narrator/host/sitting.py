"""One game being hosted: the game and its journal, kept in step. Nothing is entered that is not on disk at
once."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.host.desk import Desk
from narrator.host.journal import Journal, cue_hash, outcomes
from narrator.host.view import Mark, SeatView
from narrator.rules.game import Game
from narrator.rules.gestures import gesture_for
from narrator.rules.script import DONE, TIMEOUT, VOID, Act, Ask, Entry, Event, Show, Window

CLOCK = "clock"
"""`by` of entries that time made."""


def eyes_shut(ask: Ask) -> bool:
    """Is this asked while the table's eyes are shut? The night, and the recognition round before it."""
    return ask.places != 0 and ask.window in (Window.NIGHT, Window.SETUP)


class Sitting:
    """The game, its journal and what of its script has been performed."""

    def __init__(
        self,
        game: Game,
        journal: Journal,
        desk: Desk,
        started: float = 0.0,
        names: Sequence[str] = (),
    ) -> None:
        """`started`: seconds that the game had run when this process took it up; `names` of the players."""
        self.game = game
        self.journal = journal
        self.desk = desk
        self.performed = 0  # cues of the script that the table and the judge have been given
        self._started = started - desk.clock.now()
        self._names = tuple(names)
        self.publish()

    @property
    def at(self) -> float:
        """Seconds since the game began."""
        return self.desk.clock.now() + self._started

    # --- entering ---

    def enter(self, entry: Entry, by: str) -> None:
        """Enter an answer or act and write it down. Raises `Illegal`; then nothing has changed."""
        ask = self.game.cue
        before = len(self.game.cues)
        self.game.enter(entry)
        assert ask is not None
        number = len(self.game.entries)
        since = [cue for cue in self.game.cues[0 if number == 1 else before :] if isinstance(cue, Event)]
        taken = self.game.entries[-1]
        self.journal.entry(taken, by, self.at, cue_hash(ask), since)
        self.desk.log(self.describe(ask, taken), number)
        self.publish()

    def undo(self, by: str) -> None:
        """Take the last entry back. Raises `Illegal` when there is none."""
        number = len(self.game.entries)
        self.game.undo()
        self.journal.undo(number - 1, by, self.at)
        self.desk.remark([number], Mark.UNDONE)
        self.publish()

    def amend(self, number: int, entry: Entry, by: str) -> None:
        """Replace entry `number` (0 is the first). Raises `Illegal`; then nothing has changed."""
        ask = self.asked(number)
        self.game.amend(number, entry)
        self.journal.amend(number, self.game.entries[number], by, self.at, self.events())
        self.desk.remark([number + 1], Mark.AMENDED)
        self.desk.log(self.describe(ask, entry), number + 1, Mark.AMENDED)
        self.publish()

    def note(self, what: str, **data: object) -> None:
        """A note of the journal."""
        self.journal.note(what, self.at, **data)

    def reveal(self) -> None:
        """Show the judge the facts that come next in the script, before anything more is said."""
        while self.performed < len(self.game.cues):
            cue = self.game.cues[self.performed]
            if isinstance(cue, Show):
                self.tell_judge(cue)
            elif isinstance(cue, Event):
                self.desk.transcript.add(self.desk.clock.now(), "event", "judge", cue.kind, "", cue.data)
            else:
                return
            self.performed += 1

    def tell_judge(self, cue: Show) -> None:
        """Show the judge a private fact, and the sign that goes with it."""
        sign = gesture_for(cue, self.game.header.board.options)
        self.desk.fact(cue.key, cue.role, cue.value, sign)

    # --- looking back ---

    def asked(self, number: int) -> Ask:
        """The question that entry `number` answered, or during which it was an act."""
        cue = self.game.cues[self.game.marks[number] - 1]
        assert isinstance(cue, Ask)
        return cue

    def events(self) -> list[list[Event]]:
        """The outcome events of each entry of the game as it stands."""
        return outcomes(self.game)

    def chosen(self) -> list[int]:
        """Numbers of the entries that the judge entered (not the clock's), oldest first."""
        return [
            number
            for number, entry in enumerate(self.game.entries)
            if entry not in (DONE, TIMEOUT) and self.asked(number).key != "clock"
        ]

    @property
    def at_night(self) -> bool:
        """Is the pending question asked while eyes are shut?"""
        return self.game.cue is not None and eyes_shut(self.game.cue)

    # --- the screen ---

    def describe(self, ask: Ask, entry: Entry) -> str:
        """One line of the log."""
        text = self.desk.text
        if isinstance(entry, Act):
            parts = [text(f"act.{entry.kind}"), text.word(entry.seat) if entry.seat else ""]
            if entry.target is not None:
                parts.append(text.word(entry.target))
            return " ".join(part for part in parts if part)
        answer = text("void") if entry == VOID else text.word(entry[0] if len(entry) == 1 else entry)
        screen = self.desk.wording.screen
        step = screen.line(f"role.{ask.role}") if ask.role else ""
        what = text(f"ask.{ask.key}") if text.has(f"ask.{ask.key}") else screen.line(ask.key, ask.slots)
        return " · ".join(part for part in (step, what.rstrip("。？.?"), answer) if part)

    def publish(self) -> None:
        """Give the screens the table as it stands."""
        table = self.game.table
        seats = tuple(
            SeatView(
                seat.number,
                seat.role.id if seat.role is not None else "",
                seat.alive,
                seat.number == table.sheriff,
                tuple(self.game.why(seat.number)) if not seat.alive else (),
                self._names[seat.number - 1] if seat.number <= len(self._names) else "",
            )
            for seat in table.seats[1:]
        )
        number = max(1, table.round)
        self.desk.show(seats=seats, night=number, day=0 if not table.by_day else number, at_night=not table.by_day)
