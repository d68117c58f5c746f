"""Playing one night of a case: what each role does, what is refused, who opens the eyes, what is shown."""

from __future__ import annotations

from dataclasses import dataclass, field

from narrator.judge.case import Night, Wish
from narrator.judge.play import MOST_QUESTIONS, Play, Stuck, at_night, fill
from narrator.judge.report import Report
from narrator.rules.script import NONE, TIMEOUT, VOID, Act, Answer, Ask, Illegal, Say, Show, Value
from narrator.yamlfile import BadFile

Shown = Value | tuple[Value, ...]

TOGETHER = {"wolf_big_brother": "brothers", "wolf_little_brother": "brothers"}
"""Roles that open their eyes in a step of their own two (R 3.3 N-06)."""


class Broken(Exception):
    """The case cannot be played on: the difference is already in the report."""


def play_night(play: Play, night: Night, report: Report, path: str) -> None:
    """Play a whole night on from its first question. Raises `Broken`, `BadFile`."""
    _Night(play, night, report, path).run()


@dataclass
class _Night:
    play: Play
    night: Night
    report: Report
    path: str
    done: set[int] = field(default_factory=set)  # indexes of acts that were entered
    tried: set[int] = field(default_factory=set)  # indexes of refusals that were tried

    def run(self) -> None:
        play = self.play
        start = nightfall(play)
        for kind, seat in self.night.gone:
            self.enter_act(Act(kind, seat))
        number = play.game.table.round
        for _ in range(MOST_QUESTIONS):
            ask = play.ask
            if ask is None or play.game.table.round != number or not (at_night(ask) or self.serpent(ask)):
                break
            if self.serpent(ask):
                play.serpent_asked = True
                play.game.answer(("yes" if play.serpent == "yes" and "yes" in ask.legal(()) else "no",))
                continue
            self.refuse(ask)
            self.answer(ask)
        else:
            raise Stuck("the night does not end")
        self.unused()
        self.look(start, len(play.cues))

    def serpent(self, ask: Ask) -> bool:
        """Without the reversed day the serpent is a question of the night; a case answers it before the
        news.
        """
        return ask.key == "alchemist.serpent" and not self.play.game.table.by_day

    def enter_act(self, act: Act) -> None:
        try:
            self.play.game.act(act)
        except Illegal as error:
            self.report.differs(self.night.line, f"{act.kind}: {act.seat}", "accepted", f"refused ({error.why})")
            raise Broken from None

    # --- acts ---

    def awake_alone(self, wish: Wish) -> bool:
        """A seat that opens its eyes at a step without its card: the lucky one, who has joined the pack."""
        holders = self.play.game.table.holders(wish.role)
        shows = (cue for cue in reversed(self.play.cues) if isinstance(cue, Show) and cue.key == "awake")
        awake = _seats(next(shows).value)
        return wish.seat in awake and (wish.seat not in holders or wish.role == "werewolf")

    def holder(self, role: str) -> int:
        """The seat that the pending question asks; several holders are asked in seat order."""
        ask = self.play.ask
        assert ask is not None
        holders = self.play.game.table.holders(role)
        number = 0
        for cue in reversed(self.play.cues[:-1]):
            if isinstance(cue, Show) and cue.key == "awake" and cue.role == ask.role:
                break
            number += isinstance(cue, Ask) and cue.key == ask.key
        return holders[number] if number < len(holders) else 0

    def meant(self, wish: Wish, ask: Ask) -> bool:
        """Is this the question that the act answers?"""
        role, part = place_of(ask)
        if wish.role != role or (part not in wish.parts and "*" not in wish.parts):
            return False
        return not wish.seat or self.holder(wish.role) == wish.seat or self.awake_alone(wish)

    def refuse(self, ask: Ask) -> None:
        """Try what must be refused here, on a copy."""
        for number, wish in enumerate(self.night.refuse):
            first = next(iter(wish.parts))
            if number in self.tried or not self.meant(wish, ask) or place_of(ask)[1] not in (first, "*"):
                continue
            self.tried.add(number)
            if self.accepts(wish):
                self.report.differs(wish.line, f"refuse: {wish.text}", "refused", "accepted")

    def accepts(self, wish: Wish) -> bool:
        """Can the whole act be entered, from the pending question on?"""
        ahead = self.play.copy()
        left = dict(wish.parts)
        while left:
            ask = ahead.ask
            if ask is None or place_of(ask)[0] != wish.role:
                return False
            part = place_of(ask)[1]
            if part not in left and (ask.informs or not ask.legal(())):
                ahead.step()
                continue
            wanted = self.spelled(ask, left.pop(part, ()))
            if not ask.legal(()):
                return False
            answer = fill(ask, wanted)
            if answer is None:
                return False
            try:
                ahead.game.answer(answer)
            except Illegal:
                return False
        return True

    def answer(self, ask: Ask) -> None:
        for number, wish in enumerate(self.night.acts):
            if self.meant(wish, ask) and not (number in self.done and not _goes_on(wish, ask)):
                self.done.add(number)
                self.give(wish, ask)
                return
        self.pass_over(ask)

    def give(self, wish: Wish, ask: Ask) -> None:
        """Enter the named act at its question."""
        part = place_of(ask)[1]
        wanted = self.spelled(ask, wish.parts.get(part, wish.parts.get("*", ())))
        if not ask.legal(()) and wanted != TIMEOUT:
            if set(wanted) <= {NONE, "no"}:
                self.play.game.answer(VOID)
                return
            self.report.differs(wish.line, wish.text, "accepted", "refused (nobody can act here)")
            raise Broken
        answer = wanted if wanted == TIMEOUT or _whole(ask, wanted) else fill(ask, wanted)
        if answer is None:
            self.report.differs(wish.line, wish.text, "accepted", "refused (too few)")
            raise Broken
        try:
            self.play.game.answer(answer)
        except Illegal as error:
            self.report.differs(wish.line, wish.text, "accepted", f"refused ({error.why})")
            raise Broken from None

    def spelled(self, ask: Ask, wanted: Answer) -> Answer:
        """As it is entered: the thief's cards are called by their place."""
        extra = self.play.game.header.extra
        if not extra or not wanted or wanted[0] not in extra or wanted[0] in ask.ring:
            return wanted
        cards = [f"card{place}" for place, card in enumerate(extra, start=1) if card == wanted[0]]
        legal = ask.legal(())
        return (next((card for card in cards if card in legal), cards[0]),)

    def pass_over(self, ask: Ask) -> None:
        """A role that is not named does nothing; one that must act has to be named."""
        try:
            self.play.step()
        except Stuck:
            role = place_of(ask)[0]
            raise BadFile(
                self.path, self.night.line, f"{role}: must act and is not named: expected {role}: …"
            ) from None

    def unused(self) -> None:
        for number, wish in enumerate(self.night.acts):
            if number not in self.done and not self.harmless(wish):
                self.report.differs(wish.line, wish.text, "asked", "the role is not asked this night")
                raise Broken

    def harmless(self, wish: Wish) -> bool:
        """Acts that mean nothing where nobody asks for them."""
        if all(set(answer) <= {NONE, "no"} for answer in wish.parts.values()):
            return True
        # With `join` the exploded wolf points along and the pack decides: there is nothing to enter.
        return wish.role == "exploder" and self.play.game.table.options.exploder_knife == "join"

    # --- what was seen ---

    def look(self, start: int, end: int) -> None:
        """Compare who opened the eyes and what was shown."""
        shows = [cue for cue in self.play.cues[start:end] if isinstance(cue, Show)]
        for key, expected in self.night.awake.items():
            got = _awake(shows, *_role_and_seat(key))
            self.report.compare(self.night.lines[f"awake.{key}"], f"awake {key}", expected, got)
        for key, value in self.night.show.items():
            role, seat = _role_and_seat(key)
            holders = self.play.game.table.holders(role)
            several = seat in holders and len(holders) > 1
            shown = _shown(shows, role, holders.index(seat) if several else 0, len(holders) if several else 1)
            if not fits(role, value, shown):
                self.report.differs(self.night.lines[f"show.{key}"], f"show {key}", value, _readable(shown))


def nightfall(play: Play) -> int:
    """The cue with which the present night began."""
    places = [n for n, cue in enumerate(play.cues) if isinstance(cue, Say) and cue.key in ("night.first", "night.fall")]
    return places[-1] if places else 0


def place_of(ask: Ask) -> tuple[str, str]:
    """The role and the place that a question asks for, as cases call them."""
    role, _, part = ask.key.partition(".")
    return ("exploder", "exploder") if part == "exploder" else (role, part)


def fits(role: str, expected: Shown, shown: list[Shown]) -> bool:
    """Is what was shown what the case says? The phantom is shown one wolf out of a list.

    The lucky one is shown his skill, and skill and result once he has checked: either may be meant.
    """
    if role == "scent_phantom" and isinstance(expected, tuple):
        return len(shown) == 1 and shown[0] in expected
    if role == "lucky_one":
        return expected in shown or expected == tuple(shown)
    return shown == [expected]


def _goes_on(wish: Wish, ask: Ask) -> bool:
    """An act of several places goes on at the later ones."""
    part = place_of(ask)[1]
    return "*" in wish.parts or part != next(iter(wish.parts))


def _whole(ask: Ask, wanted: Answer) -> bool:
    return len(wanted) == 1 and wanted[0] in ask.extras


def _role_and_seat(key: str) -> tuple[str, int]:
    role, _, seat = key.partition("@")
    return role, int(seat) if seat.isdecimal() else 0


def _seats(value: Value | tuple[Value, ...]) -> tuple[int, ...]:
    values = value if isinstance(value, tuple) else (value,)
    return tuple(seat for seat in values if isinstance(seat, int))


def _awake(shows: list[Show], role: str, seat: int) -> tuple[int, ...]:
    """Who opened the eyes at the step of a role (of the holder `seat`)."""
    names = (role, TOGETHER.get(role, role))
    for show in shows:
        if show.key == "awake" and show.role in names and (not seat or seat in _seats(show.value)):
            return _seats(show.value)
    return ()


def _shown(shows: list[Show], role: str, number: int, of: int) -> list[Shown]:
    """What was shown to a role, in order; with several holders what holder `number` was shown."""
    mine = (show.value for show in shows if show.role == role and show.key in ("private", "cannot"))
    shown = list(mine)
    if len(shown) > 1 and of <= 1 and set(shown) == {"cannot"}:
        shown = shown[:1]  # a role with two steps tonight, blocked in both
    return [shown[number]] if of > 1 and len(shown) == of else shown


def _readable(shown: list[Shown]) -> object:
    return "nothing" if not shown else shown[0] if len(shown) == 1 else shown
