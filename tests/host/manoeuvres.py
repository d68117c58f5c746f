"""What can come over a night: a number that is not allowed, an answer taken back, a question that times out, a machine
that is switched off … Each as what the judge does, for every truth; what the table hears of it has to be the same for
all of them, over all keys of the code."""

from __future__ import annotations

import heapq
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from narrator.host.nightcode import Style
from narrator.host.session import begin, take_up
from narrator.host.setup import Settings
from narrator.rules.board import Board
from narrator.rules.game import Game, Header
from narrator.rules.script import NONE, Value
from tests.host import nights
from tests.host.nights import Deed, Do, Stream, Truth, When, digits, say, typing

Deeds = Sequence[Deed]
Night = tuple[Truth, Deeds]
Plan = Callable[[Board, Truth], Iterator[Deeds]]
"""All ways in which the judge can do this, given what is true; none: it cannot be done then."""


@dataclass(frozen=True)
class Part:
    """One part of the proof: what can be true, and what the judge does.

    keys   how many keys each number has that the judge is given (1: the table never hears that number)
    width  how many of the heard numbers are taken together, the others masked; 0: all, which is the whole proof
    like   the part that has to sound the same; else its own nights among themselves
    dies   the judge's machine does, and goes on from its journal
    """

    name: str
    board: str
    keys: tuple[int, ...]
    plan: Plan = field(repr=False)
    truths: Callable[[Board], Iterable[Truth]] = field(repr=False, default=nights.first_nights)
    width: int = 0
    like: str = ""
    dies: bool = False
    style: Style = Style.SHIFT
    share: int = 1  # how many times as much time it is given where there is not enough for all

    def nights(self) -> Iterator[Night]:
        """Everything that can be true, with all ways of doing this."""
        of = nights.board(self.board)
        return ((truth, way) for truth in self.truths(of) for way in self.plan(of, truth))

    def draws(self) -> Iterator[tuple[frozenset[int], tuple[int, ...]]]:
        """All joint keys: which of the heard numbers are taken together, and the keys."""
        heard = [at for at, many in enumerate(self.keys) if many > 1]
        for together in itertools.combinations(range(len(heard)), self.width or len(heard)):
            free = {heard[number] for number in together}
            ranges = (range(many if at in free else 1) for at, many in enumerate(self.keys))
            yield from ((frozenset(together), keys) for keys in itertools.product(*ranges))


def streams(part: Part, night: Night, folder: Path, unheard: int = 5) -> Counter[Stream]:
    """How often each stream is heard over all joint keys."""
    of, (truth, deeds) = nights.board(part.board), night
    heard: Counter[Stream] = Counter()
    for number, (together, keys) in enumerate(part.draws()):
        if part.dies:
            stream = broken_off(of, truth, keys, deeds, folder / str(number), unheard)
        else:
            run = nights.night(of, truth, keys, deeds, part.style, unheard=unheard)
            done(run, truth)
            stream = run.stream
        heard[masked(stream, together) if part.width else stream] += 1
    return heard


class NotDone(Exception):
    """The host did not come to a moment for which the judge had planned something."""


def done(run: nights.Run, truth: Truth) -> None:
    """Everything that was planned has been done. Raises `NotDone`."""
    if run.undone:
        raise NotDone(f"{truth}: the host never came to {run.undone[0]}")


def masked(stream: Stream, together: frozenset[int]) -> Stream:
    """The stream without the numbers that are not of these; which they are is public."""
    count = itertools.count()
    shown = ((when, who, what if who != "judge" or next(count) in together else "…") for when, who, what in stream)
    return ((0, "of", str(sorted(together))), *shown)


def difference(part: Part, some: Iterable[Night], folder: Path, like: Counter[Stream] | None = None) -> str:
    """The first night that does not sound like the first of them (or like `like`) over all keys; empty: none."""
    known = like
    for number, night in enumerate(some):
        try:
            heard = streams(part, night, folder / f"{part.name.replace(' ', '-')}-{number}")
        except NotDone as error:
            return f"{part.name}: {error}"
        if known is None:
            known = heard
        if heard != known:
            odd = next(iter((heard - known) or (known - heard)))
            return f"{part.name}: {night[0]} is heard otherwise, as in {odd}"
    return ""


def some(part: Part, number: int) -> list[Night]:
    """So many of a part's nights, in which as many deals, acts and dead seats as can be meet one another."""
    every = list(part.nights())
    marks = [frozenset(_marks(*night)) for night in every]
    chosen: list[int] = []
    seen: set[object] = set()
    # What a night would bring can only grow less: it is counted anew when its turn has come.
    best = [(-len(some), at) for at, some in enumerate(marks)]
    heapq.heapify(best)
    while best and len(chosen) < number:
        _, at = heapq.heappop(best)
        new = len(marks[at] - seen)
        if new and (not best or (-new, at) <= best[0]):
            chosen.append(at)
            seen |= marks[at]
        elif new:
            heapq.heappush(best, (-new, at))
    return [every[at] for at in chosen]


def _marks(truth: Truth, deeds: Deeds) -> Iterator[object]:
    acts = enumerate(zip(truth.acts, truth.void, strict=True))
    facts = [("deal", truth.deal), ("before", truth.before[1:2]), ("way", deeds[0].what), *acts]
    yield from itertools.combinations(facts, 2)


def broken_off(of: Board, truth: Truth, keys: Sequence[int], deeds: Deeds, folder: Path, unheard: int) -> Stream:
    """A night whose machine dies in it, and which goes on from the journal on the disk."""
    settings = Settings(games=folder, fast=True, seed=nights.SEED)
    start = begin(settings, Header(of, truth.deal, (), nights.SEED), nights.START.isoformat())
    first = nights.night(of, truth, keys, deeds, start=start, unheard=unheard)
    again, _ = take_up(replace(settings, resume=str(start.journal.path)))
    second = nights.night(of, truth, keys[first.numbers :], first.undone, start=again, unheard=unheard)
    done(second, truth)
    second.journal.discard()
    return (*first.stream, *second.stream)


# --- what the judge does ---


def others(of: Board, truth: Truth, at: int) -> list[Value]:
    """The values that could have been entered at this question instead; where nobody can act, any."""
    entries = (*truth.before, *((value,) for value in truth.acts[:at]))
    ask = nights.asked(of, truth.deal, entries)
    assert ask is not None
    return [value for value in (ask.legal(()) or ask.ring) if value != truth.acts[at]]


def barred(of: Board, truth: Truth, at: int) -> list[Value]:
    """The values that are not allowed at this question; none where nobody can act."""
    entries = (*truth.before, *((value,) for value in truth.acts[:at]))
    ask = nights.asked(of, truth.deal, entries)
    assert ask is not None
    return [value for value in ask.ring if value not in ask.legal(())] if not truth.void[at] else []


def plain(of: Board, truth: Truth) -> Iterator[Deeds]:
    """The night as it should be."""
    yield [say(value) for value in truth.acts]


def each(*ways: Iterable[Deeds]) -> Iterator[Deeds]:
    """One way at each question, in every combination."""
    for chosen in itertools.product(*ways):
        yield list(itertools.chain.from_iterable(chosen))


def refused(of: Board, truth: Truth) -> Iterator[Deeds]:
    """At every question a number that is not allowed is spoken, and the answer then put right by key."""

    def ways(at: int, value: Value) -> Iterator[Deeds]:
        wrong = barred(of, truth, at)
        yield from ([say(one), typing(digits(value))] for one in wrong)
        if truth.void[at]:
            yield [say(value)]

    return each(*(ways(at, value) for at, value in enumerate(truth.acts)))


def taken_back(when: When) -> Plan:
    """Every answer is wrong, taken back after it was given, and entered anew by key."""

    def plan(of: Board, truth: Truth) -> Iterator[Deeds]:
        undo = Deed(when, Do.PRESS, "undo")
        return each(
            *(
                [[say(wrong), undo, typing(digits(value))] for wrong in others(of, truth, at)]
                for at, value in enumerate(truth.acts)
            )
        )

    return plan


def taken_back_later(of: Board, truth: Truth) -> Iterator[Deeds]:
    """The first answer is wrong, and taken back when the next question is open: one step back."""
    first, *rest = truth.acts
    undo = Deed(When.CALL, Do.PRESS, "undo")
    for wrong in others(of, truth, 0):
        yield [say(wrong), undo, typing(digits(first)), *map(say, rest)]


def taken_back_between(of: Board, truth: Truth) -> Iterator[Deeds]:
    """The first answer is wrong, and taken back while the next step's opening line is spoken."""
    first, *rest = truth.acts
    nothing = Deed(When.LINE, Do.KEEP_STILL)  # that is the closing line of its own step
    undo = Deed(When.LINE, Do.PRESS, "undo")
    for wrong in others(of, truth, 0):
        yield [say(wrong), nothing, undo, typing(digits(first)), *map(say, rest)]


def amended(called_again: bool) -> Plan:
    """The first answer is wrong and amended at the last question. Where somebody has been shown something else by it,
    the whole night is called again; both kinds sound different, and the judge decides which it is."""

    def plan(of: Board, truth: Truth) -> Iterator[Deeds]:
        first, last = truth.acts[0], truth.acts[-1]
        number = len(truth.before) + 1
        change = [Deed(When.CALL, Do.PRESS, "amend"), typing(str(number)), typing(digits(first))]
        for wrong in others(of, truth, 0):
            acts: list[Value] = [wrong, *truth.acts[1:-1]]
            game = game_with(of, truth, acts)
            if game is None:
                continue
            changes = game.preview(number - 1, (first,))
            again = bool(changes.illegal is not None or changes.shown)
            if again is called_again:
                after = [typing("y"), *map(say, truth.acts)] if again else [say(last)]
                yield [*map(say, acts), *change, *after]

    return plan


def game_with(of: Board, truth: Truth, acts: Sequence[Value]) -> Game | None:
    """The game after these acts of the night; None where one of them is not allowed."""
    game = Game(Header(of, truth.deal, (), nights.SEED), truth.before)
    for value in acts:
        asked = game.cue
        assert asked is not None
        if asked.legal(()) and value not in asked.legal(()):
            return None
        game.answer((value,))
    return game


def timed_out(at: int) -> Plan:
    """Nobody says anything at this question until its time is over."""

    def plan(of: Board, truth: Truth) -> Iterator[Deeds]:
        if truth.acts[at] == NONE:  # that is what the rules take then
            deeds = [say(value) for value in truth.acts]
            deeds[at] = Deed(When.CALL, Do.KEEP_STILL)
            yield deeds

    return plan


def mumbled(of: Board, truth: Truth) -> Iterator[Deeds]:
    """At every question the judge is not understood at first, and asked again."""
    return each(*([[Deed(When.CALL, Do.MUMBLE), say(value)]] for value in truth.acts))


def doubted(at: int) -> Plan:
    """At this question a number is heard with doubt, and counts when it comes a second time."""

    def plan(of: Board, truth: Truth) -> Iterator[Deeds]:
        yield from each(
            *(
                [[Deed(When.CALL, Do.DOUBT, value), say(value)] if question == at else [say(value)]]
                for question, value in enumerate(truth.acts)
            )
        )

    return plan


def sent_out_and_back(of: Board, truth: Truth) -> Iterator[Deeds]:
    """At the last question somebody is given a penalty, and it is taken back: the step begins again."""
    *acts, last = truth.acts
    back = Deed(When.CALL, Do.PRESS, "undo")
    for seat in range(1, of.players + 1):
        penalty = Deed(When.CALL, Do.PRESS, f"penalty:{seat}")
        yield [*map(say, acts), penalty, typing("y"), back, say(last)]


def dies_before_saying(at: int) -> Plan:
    """The machine is switched off when the number of this question stands on the screen."""

    def plan(of: Board, truth: Truth) -> Iterator[Deeds]:
        before, after = truth.acts[:at], truth.acts[at:]
        yield [*map(say, before), Deed(When.CALL, Do.DIE), *map(say, after)]

    return plan


def dies_in_the_floor(at: int) -> Plan:
    """The machine is switched off when the answer to this question is on the disk."""

    def plan(of: Board, truth: Truth) -> Iterator[Deeds]:
        before, after = truth.acts[: at + 1], truth.acts[at + 1 :]
        yield [*map(say, before), Deed(When.FLOOR, Do.DIE), *map(say, after)]

    return plan


def dies_holding(at: int) -> Plan:
    """The machine is switched off when the number has been spoken, and is not on the disk yet: it is said again."""

    def plan(of: Board, truth: Truth) -> Iterator[Deeds]:
        before, value, after = truth.acts[:at], truth.acts[at], truth.acts[at + 1 :]
        yield [*map(say, before), Deed(When.CALL, Do.SAY_LAST, value), say(value), *map(say, after)]

    return plan


PARTS = [
    Part("plain", "five", (6, 6), plain),
    Part("dead", "five", (6, 6), plain, nights.every_second_night),
    Part("blocked", "five-blocked", (6, 6, 6), plain, share=4),
    Part("refused", "five-barred", (6, 6), refused, like="plain"),
    Part("taken back in the floor", "five", (6, 6), taken_back(When.FLOOR), like="plain"),
    Part("taken back after the floor", "five", (6, 6), taken_back(When.LINE), like="plain"),
    Part("taken back at the next question", "five", (6, 6), taken_back_later),
    Part("taken back between the steps", "five", (6, 6), taken_back_between),
    Part("amended at the next question", "five", (6, 6), amended(False)),
    Part("amended two steps later", "five-blocked", (6, 6, 6), amended(False)),
    Part("amended and called again", "five-blocked", (6, 6, 1, 6, 6, 6), amended(True), width=2),
    Part("the knife timed out", "five", (1, 6), timed_out(0)),
    Part("the last timed out", "five", (6, 1), timed_out(-1)),
    Part("the dead timed out", "five", (6, 1), timed_out(-1), nights.every_second_night),
    Part("the blocked timed out", "five-blocked", (6, 6, 1), timed_out(-1)),
    Part("not understood", "five", (1, 6, 1, 6), mumbled),
    Part("doubted at first", "five", (6, 6, 6), doubted(0)),
    Part("doubted at last", "five", (6, 6, 6), doubted(1), nights.every_second_night),
    Part("a penalty taken back", "five", (6, 1, 6), sent_out_and_back),
    Part("resumed at the first step", "five", (1, 6, 6), dies_before_saying(0), dies=True),
    Part("resumed at the last step", "five", (6, 1, 6), dies_before_saying(1), nights.every_second_night, dies=True),
    Part("resumed after an answer", "five", (6, 6), dies_in_the_floor(0), dies=True),
    Part("resumed after a number", "five", (6, 6, 6), dies_holding(1), nights.every_second_night, dies=True),
    Part("by card", "five", (720, 720), plain, width=1, truths=nights.every_second_night, style=Style.CARD),
]
