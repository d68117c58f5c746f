"""One night at the real host, over the tiniest boards and as often as it takes: the judge says and types exactly what
is planned, always after the same times, and what the table hears of it is taken down at the mouths."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from pathlib import Path

from narrator.boards.file import load_board
from narrator.hearing.ears import Event, Prompt
from narrator.hearing.ears import Heard as Understood
from narrator.hearing.phrases import Phrases
from narrator.hearing.scripted import hear_phrase
from narrator.host.clock import VirtualClock
from narrator.host.desk import Desk
from narrator.host.host import Host, Manner
from narrator.host.journal import Journal
from narrator.host.mouths import TimedMouth
from narrator.host.night import HOLD
from narrator.host.nightcode import Code, NightCode, Style, number_of
from narrator.host.pacing import Pacing
from narrator.host.prompts import Prompts
from narrator.host.rehearse import START
from narrator.host.screentext import ScreenText
from narrator.host.session import Start
from narrator.host.sitting import CLOCK, Sitting, eyes_shut
from narrator.host.transcript import Line, Transcript
from narrator.host.view import Mode, View
from narrator.host.wording import Wording
from narrator.lines import Book, load_book
from narrator.rules.board import Board
from narrator.rules.game import Game, Header
from narrator.rules.script import DONE, NONE, Ask, Entry, Say, Value
from narrator.speaking.mouth import Audience
from tests.host.rehearsing import Enough
from tests.host.secrecy import quiet

TABLES = Path(__file__).parent / "tables"
SPEAKS = 0.5
"""Seconds from a number's appearing (or a question on the keys) until the judge has said or typed his answer."""
SEED = 3
"""Of the lines and pauses: public, the same in all nights that are compared."""
MUMBLED = "那个"
KEYPAD = {NONE: "00", "yes": "91", "no": "92"}

Heard = tuple[int, str, str]
"""When (ms after the beginning), from whom (narrator, earcon, music or judge), and what."""
Stream = tuple[Heard, ...]


# --- what can be true ---


@lru_cache(maxsize=8)
def board(name: str) -> Board:
    """A board of this folder's tables."""
    return load_board(TABLES / f"{name}.yaml")


def deals(of: Board) -> list[tuple[str, ...]]:
    """All distinct deals."""
    return sorted(set(itertools.permutations(of.deck)))


@dataclass(frozen=True)
class Truth:
    """Everything secret of one night: the deal, what had been entered before, and the value that is entered at each
    question of this night (`none` where nobody can act, with `void` true)."""

    deal: tuple[str, ...]
    before: tuple[Entry, ...]
    acts: tuple[Value, ...]
    void: tuple[bool, ...]


OPENED: tuple[Entry, ...] = (DONE,)
"""What has been entered when the first night falls: that the cards are dealt."""


def truths(of: Board, deal: tuple[str, ...], before: Sequence[Entry] = OPENED) -> Iterator[Truth]:
    """All joint legal acts of the night that comes after `before`."""

    def further(entries: tuple[Entry, ...], acts: tuple[Value, ...], void: tuple[bool, ...]) -> Iterator[Truth]:
        ask = asked(of, deal, entries)
        if ask is None or not eyes_shut(ask):
            yield Truth(deal, tuple(before), acts, void)
            return
        legal = list(ask.legal(()))
        for value in legal or [NONE]:
            yield from further((*entries, (value,)), (*acts, value), (*void, not legal))

    yield from further(tuple(before), (), ())


@lru_cache(maxsize=100_000)
def asked(of: Board, deal: tuple[str, ...], entries: tuple[Entry, ...]) -> Ask | None:
    """The question that is open after these entries."""
    return Game(Header(of, deal, (), SEED), entries).cue


def first_nights(of: Board) -> Iterator[Truth]:
    """All that can be true of a first night."""
    return (truth for deal in deals(of) for truth in truths(of, deal))


def every_second_night(of: Board) -> Iterator[Truth]:
    """All that can be true of a second night after one that put somebody out, and a quiet day."""
    return itertools.chain.from_iterable(second_nights(of, dead) for dead in range(1, of.players + 1))


def second_nights(of: Board, dead: int) -> Iterator[Truth]:
    """All that can be true of a second night after a first one that put only this seat out, and a quiet day."""
    for deal in deals(of):
        before = next((day for first in truths(of, deal) if (day := quiet_day(of, first, dead))), None)
        if before is not None:
            yield from truths(of, deal, before)


def quiet_day(of: Board, first: Truth, dead: int) -> tuple[Entry, ...]:
    """The entries of this first night and of a day on which nobody does anything; empty when another seat is out
    too, or none, or the game is over."""
    game = Game(Header(of, first.deal, (), SEED), (*first.before, *((value,) for value in first.acts)))
    while game.cue is not None and not eyes_shut(game.cue):
        game.answer(("15:25",) if game.cue.key == "clock" else DONE if game.cue.informs else quiet(game.cue))
    out = [seat.number for seat in game.table.seats[1:] if not seat.alive]
    return tuple(game.entries) if game.cue is not None and out == [dead] else ()


# --- keys of the code ---


class Keys:
    """The system's random source, as it may happen to be: for each utterance one key, all draws of it."""

    def __init__(self, keys: Sequence[int]) -> None:
        self._keys = list(keys)
        self._left = 0
        self.used = 0

    def turn(self) -> None:
        """The next utterance; one more than there are keys for takes the last key again."""
        self._left = self._keys[min(self.used, len(self._keys) - 1)]
        self.used += 1

    def randrange(self, stop: int, /) -> int:
        self._left, drawn = divmod(self._left, stop)
        return drawn


class KeyedCode(NightCode):
    """The real code, told when an utterance begins. Where nobody can act the number that is called takes the key;
    a shift or card is drawn there too and never heard: `unheard` is what it happens to be."""

    def __init__(self, style: Style, seats: int, keys: Sequence[int], unheard: int = 0) -> None:
        super().__init__(style, seats, self)
        self.drawn = Keys(keys)
        self._unheard = unheard
        self._skip = 0

    def fresh(self, decoy: bool = False) -> Code:
        self.drawn.turn()
        self._skip = 0 if not decoy else 1 if self.style is Style.SHIFT else self.size - 1
        return super().fresh(decoy)

    def randrange(self, stop: int, /) -> int:
        if self._skip:
            self._skip -= 1
            return self._unheard % stop
        return self.drawn.randrange(stop)


# --- what the table hears ---


class OpenMouth(TimedMouth):
    """Takes down what sounds at the table, when it begins; the earpiece is not of it."""

    def __init__(self, clock: VirtualClock, heard: list[Heard]) -> None:
        super().__init__(clock)
        self._now = clock.now
        self._heard = heard

    def say(self, text: str, audience: Audience, done: Callable[[bool], None]) -> None:
        if audience is Audience.TABLE:
            self._heard.append((self._starts(), "narrator", text))
        super().say(text, audience, done)

    def sound(self, name: str, audience: Audience, done: Callable[[bool], None] | None = None) -> None:
        if audience is Audience.TABLE:
            self._heard.append((self._starts(), "earcon", name))
        super().sound(name, audience, done)

    def music(self, on: bool) -> None:
        self._heard.append((milliseconds(self._now()), "music", str(on)))

    def pause(self) -> None:
        self._heard.append((milliseconds(self._now()), "narrator", "pause"))
        super().pause()

    def _starts(self) -> int:
        return milliseconds(max(self._until[Audience.TABLE], self._now()))


def milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


class OpenEars:
    """Ears that hear what the judge says, and understand it as real ones do when they hear well."""

    def __init__(self) -> None:
        self.open_for: Prompt | None = None
        self._heard: Callable[[Event], None] = lambda _: None

    def open(self, prompt: Prompt, heard: Callable[[Event], None]) -> None:
        self.open_for, self._heard = prompt, heard

    def close(self) -> None:
        self.open_for = None

    def stop(self) -> None:
        self.open_for = None

    def hear(self, text: str, sure: bool) -> None:
        assert self.open_for is not None, "the judge speaks to closed ears"
        event = hear_phrase(self.open_for, text)
        if isinstance(event, Understood) and not sure:
            event = replace(event, sure=False, confidence=0.5)
        self._heard(event)


# --- the judge ---


class When(Enum):
    """At which moment the judge does something."""

    CALL = "a number to say stands on the screen"
    KEYS = "something is asked of the keys alone"
    FLOOR = "an answer has been taken and the step's floor runs"
    ASKED = "a question has been put, its number is still to come"
    LINE = "a line is spoken"


class Do(Enum):
    """What he does then."""

    SAY = "says a value, in the code"
    SAY_LAST = "says a value, and then his machine is switched off"
    DOUBT = "says it so that it is heard with doubt"
    MUMBLE = "says nothing that can be understood"
    KEEP_STILL = "says nothing at all"
    TYPE = "types"
    PRESS = "presses a key of the commands"
    DIE = "his machine is switched off"


@dataclass(frozen=True)
class Deed:
    """One thing that the judge does, and at which moment."""

    when: When
    do: Do
    what: Value = NONE


def say(value: Value) -> Deed:
    return Deed(When.CALL, Do.SAY, value)


def typing(text: str) -> Deed:
    return Deed(When.KEYS, Do.TYPE, text)


def digits(value: Value) -> str:
    """A value in the two digits of the night."""
    return f"{value:02d}" if isinstance(value, int) else KEYPAD[value]


class Judge:
    """Does one deed after the other, each as soon as its moment has come."""

    def __init__(self, desk: Desk, ears: OpenEars, phrases: Phrases, heard: list[Heard], deeds: Sequence[Deed]) -> None:
        self._desk, self._ears, self._phrases = desk, ears, phrases
        self._heard = heard
        self.left = list(deeds)
        self._seen: tuple[object, ...] = ()
        desk.subscribe(self._look)

    def _look(self, view: View) -> None:
        moment = (view.prompt_number, view.mode, view.code is not None and view.code.ready, view.asked, view.line)
        if moment != self._seen:
            self._seen = moment
            if view.mode in (Mode.SPEAKING, Mode.LISTENING, Mode.CONFIRMING, Mode.WAITING):
                clock = self._desk.clock
                clock.at(clock.now() + SPEAKS, lambda: self._act(moment))

    def _now(self, view: View) -> When | None:
        if view.mode is Mode.SPEAKING:
            return When.LINE
        if view.mode is Mode.WAITING:
            return When.FLOOR if view.code is None else When.ASKED
        if self._ears.open_for is None:
            return When.KEYS
        return When.CALL if view.code is not None and view.code.ready else None

    def _act(self, moment: tuple[object, ...]) -> None:
        if moment != self._seen or not self.left:
            return
        view, deed = self._desk.view, self.left[0]
        if self._now(view) is not deed.when:
            return
        del self.left[0]
        if deed.do is Do.DIE:
            switch_off()
        if deed.do is Do.TYPE:
            self._desk.commands.type(str(deed.what))
        elif deed.do is Do.PRESS:
            self._desk.commands.press(str(deed.what))
        elif deed.do is not Do.KEEP_STILL:
            self._speak(view, deed)

    def _speak(self, view: View, deed: Deed) -> None:
        text = MUMBLED if deed.do is Do.MUMBLE else self._phrases.spoken(coded(view, deed.what))
        self._heard.append((milliseconds(self._desk.clock.now()), "judge", text))
        self._ears.hear(text, deed.do is not Do.DOUBT)
        if deed.do is Do.SAY_LAST:
            clock = self._desk.clock
            clock.at(clock.now() + HOLD / 2, switch_off)


def switch_off() -> None:
    """The machine is."""
    raise Enough


def coded(view: View, value: Value) -> int:
    """The number that stands for a value at this moment; also of one that is not allowed, where k is added."""
    assert view.code is not None
    if view.code.decoy is not None:
        return view.code.decoy
    cells = dict(view.code.cells)
    number = cells.get(value)
    if number is not None:
        return number
    assert view.code.style == Style.SHIFT.value, "a card shows nothing for what is not allowed"
    seats = len(view.seats)
    return (number_of(value, view.ring, seats) - 1 + view.code.shift) % (seats + 1) + 1


# --- the night ---


class Kept(Journal):
    """A journal in memory: the same lines, none of them on a disk."""

    def __init__(self) -> None:
        self.path = Path("kept")
        self.lines: list[Mapping[str, object]] = []

    def _write(self, fields: Mapping[str, object], sync: bool = True) -> None:
        self.lines.append(fields)

    def close(self) -> None:
        """There is nothing to close."""


@dataclass
class Run:
    """A night as it was played: what the table heard, the journal's lines, and the game."""

    stream: Stream
    game: Game
    journal: Journal
    undone: list[Deed]
    numbers: int  # that the judge was given to say
    lines: list[Line]  # of the transcript


def night(
    of: Board,
    truth: Truth,
    keys: Sequence[int],
    deeds: Sequence[Deed],
    style: Style = Style.SHIFT,
    start: Start | None = None,
    unheard: int = 0,
) -> Run:
    """Play the night after `truth.before` until day breaks. `start`: a game with a journal of its own, new or taken
    up again; else the journal is kept in memory."""
    kept = start is None
    start = start or Start(Game(Header(of, truth.deal, (), SEED), truth.before), Kept())
    heard: list[Heard] = []
    clock, ears, transcript = VirtualClock(START), OpenEars(), Transcript(keep=True)
    desk = Desk(
        clock, OpenMouth(clock, heard), Wording(book(), SEED), ScreenText("zh"), transcript, ears, voice_live=True
    )
    sitting = Sitting(start.game, start.journal, desk, start.started)
    if not kept and start.resumed is None:
        for entry in truth.before:
            sitting.enter(entry, CLOCK)
    code = KeyedCode(style, of.players, keys, unheard)
    host = Host(
        sitting,
        phrases(of.players),
        code,
        Pacing(SEED, dead_pause=of.options.dead_pause),
        Manner(),
        start.resumed,
    )
    judge = Judge(desk, ears, phrases(of.players), heard, deeds)
    if start.resumed is None:
        sitting.performed = nightfall(start.game)  # the opening was heard before, the same in every game
    until_dawn(desk, heard)
    try:
        host.run()
    except Enough:
        pass
    finally:
        start.journal.close()
    return Run(tuple(heard), start.game, start.journal, judge.left, code.drawn.used, transcript.lines)


def nightfall(game: Game) -> int:
    """Where this night begins."""
    return max(at for at, cue in enumerate(game.cues) if isinstance(cue, Say) and cue.key.startswith("night."))


def until_dawn(desk: Desk, heard: list[Heard]) -> None:
    """Stop when day is about to break, and take down when that is."""
    say_text = desk.say_text

    def spoken(key: str, text: str, slots: object = None, repeatable: bool = True) -> None:
        if key.startswith("dawn."):
            heard.append((milliseconds(desk.clock.now()), "narrator", key))
            raise Enough
        say_text(key, text, slots, repeatable)  # type: ignore[arg-type]

    desk.say_text = spoken  # type: ignore[method-assign]


@lru_cache(maxsize=1)
def book() -> Book:
    return load_book("zh", board("five").options.death_phrase_set)


@lru_cache(maxsize=4)
def phrases(seats: int) -> Phrases:
    return Phrases("zh", seats)


def remembering() -> Callable[[Prompts, tuple[object, ...], Callable[[], Prompt]], Prompt]:
    """What `Prompts` uses to build a list of phrases once for a table: once for all of them."""
    built: dict[object, Prompt] = {}
    once = Prompts._once

    def remembered(self: Prompts, key: tuple[object, ...], build: Callable[[], Prompt]) -> Prompt:
        whole = (self.phrases.language, self._seats, key)
        if whole not in built:
            built[whole] = once(self, key, build)
        return built[whole]

    return remembered
