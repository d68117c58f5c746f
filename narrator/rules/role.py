"""Role: what the flow has to know of a card. Roles declare, the flow asks; nobody but its own file knows a role."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from narrator.rules.death import Death
from narrator.rules.script import Act, Cue, Entry, Script, Value

if TYPE_CHECKING:
    from narrator.rules.nightwork import Night
    from narrator.rules.table import Table
    from narrator.rules.vote import Vote

GOOD = "good"
WOLF = "wolf"
LOVERS = "lovers"
DRAW = "draw"


class Side(str, Enum):
    """What a card counts as for 屠边 (R 6.2)."""

    GOD = "god"
    VILLAGER = "villager"
    WOLF = "wolf"
    NONE = "none"


class Pack(str, Enum):
    """How a wolf stands to the pack (R 2.2, table under no 38)."""

    NO = "no"
    MEMBER = "member"  # wakes at N-30 from night 1
    OUTSIDER = "outsider"  # sleeps until every member is out, then has the knife


class Harm(str, Enum):
    """Ways in which a seat can be hit, as far as some card meets them in its own way (R 4.4)."""

    KNIFE = "knife"
    POISON = "poison"
    SHOT = "shot"  # by day
    NIGHT_SHOT = "night_shot"  # at dawn, by somebody who went out at night
    HUNT = "hunt"
    PURGE = "purge"  # a deadly look
    CHARM = "charm"


class Fate(Enum):
    """What becomes of a seat that is hit."""

    OUT = "out"
    NOTHING = "nothing"
    LATER = "later"  # goes out at the end of the next speeches


class When(str, Enum):
    """On which nights a step is called (R 3.3)."""

    FIRST = "first"
    EVERY = "every"
    LATER = "later"  # from night 2


@dataclass(frozen=True)
class Step:
    """One step of the night.

    code   of R 3.3
    place  in the canonical order; `presets` holds other places by order preset (R 3.1)
    limit  seconds (R 3.3); `sourced` when a source states it
    wanted  is this step part of a board with these options? (None: always)
    needs   what of other seats must be known to the judge while it runs: nothing, who the `wolves` are, or all `cards`
    """

    code: str
    place: float
    when: When
    run: Callable[[Night], Script]
    limit: float = 15
    sourced: bool = False
    presets: Mapping[str, float] = field(default_factory=dict)
    wanted: Callable[[Table], bool] | None = None
    needs: str = ""


@dataclass(frozen=True)
class Spare:
    """How a seat that is exiled may stay (R 5.6)."""

    take: Callable[[Table, int], Script]
    automatic: bool = False


Asked = Generator[Cue, Entry, bool]
"""A flow that comes to a yes or no."""


@dataclass(frozen=True)
class Role:
    """One card. Everything left out means: like a plain villager.

    camp, side   whose card it is and what it counts as; `counts` where an option decides that
    pack         for wolves; `joins` says whether one who is no member wakes with the pack tonight
    skilled      a good role whose skill the elder's death and a sealed night take away
    seen, card   what a seer and an exact check are shown
    meets        what becomes of the holder who is hit; `lives`: how many knives he needs
    shoots       may the holder who goes out by this death shoot?
    explodes     may he self-destruct? `takes`: with a victim
    knifable     may his own pack knife him?
    night_deaths, drags, on_out, night_over   deaths of R 4.2 E, F; reactions to an exit; end of a night
    spared, with_exile, after_exile, after_tally, on_tie, extra_votes   reactions to the vote (R 5.6)
    explained    the line with which the judge explains him before the game (R 8.1 D-2), "" when there is none
    at_dawn, holds_news, before_news   the morning
    act_kind, act_targets, act   an act of the day
    claims       his own victory, before every other; `instead`: takes the victory of wolves or good
    follows      the seat whose victory he shares; `allegiance` the camp, where that is not the card's
    special      for wolves: more than a plain one (thief, R 2.1 no 8)
    always       the steps are called on every board
    outside      may this outsider take the knife at all (None: yes)
    guardable    does a guard help him at all (None: yes)?
    absorbs      whose harms his body absorbs (R 4.2 no 13)
    lends        what is copied or stolen from him (R 2.2 no 51, 52); `lends_gun`: does somebody hold a gun through him?
    costs_skills does this death take the gods' skills (R 2.1 no 10)?
    may_stay, stays   put out in another way than by exile he may turn his card and stay (R 2.1 no 28)
    """

    id: str
    camp: str = GOOD
    side: Side = Side.NONE
    steps: tuple[Step, ...] = ()
    counts: Callable[[Table, int], Side] | None = None
    pack: Pack = Pack.NO
    joins: Callable[[Table, int], bool] | None = None
    skilled: bool = True
    seen: Callable[[Table, int], str] | None = None
    card: Callable[[Table, int], str] | None = None
    meets: Callable[[Table, int, Harm], Fate] | None = None
    lives: Callable[[Table], int] | None = None
    shoots: Callable[[Table, int, Death], bool] | None = None
    explodes: bool = True
    takes: bool = False
    on_explode: Callable[[Table, int], None] | None = None
    knifable: bool = True
    night_deaths: Callable[[Table, Night], Iterable[Death]] | None = None
    drags: Callable[[Table, Mapping[int, Death]], Iterable[Death]] | None = None
    on_out: Callable[[Table, Death], Iterable[Cue]] | None = None
    night_over: Callable[[Table, Night, Mapping[int, Death]], None] | None = None
    spared: Callable[[Table, int], Spare | None] | None = None
    with_exile: Callable[[Table, int, Vote], Iterable[Death]] | None = None
    after_exile: Callable[[Table, Vote], Generator[Cue, Entry, list[Death]]] | None = None
    after_tally: Callable[[Table, Vote], Asked] | None = None
    on_tie: Callable[[Table, bool], Asked] | None = None
    extra_votes: Callable[[Table, Vote], Mapping[int, float]] | None = None
    explained: Callable[[Table], str] | None = None
    at_dawn: Callable[[Table], Script] | None = None
    holds_news: Callable[[Table], bool] | None = None
    before_news: Callable[[Table], Script] | None = None
    act_kind: str = ""
    act_targets: Callable[[Table, int], Iterable[Value | None]] | None = None
    act: Callable[[Table, Act], Script] | None = None
    claims: Callable[[Table, frozenset[int]], str] | None = None
    instead: Callable[[Table, frozenset[int]], str] | None = None
    follows: Callable[[Table, int], int] | None = None
    allegiance: Callable[[Table, int], str] | None = None
    special: bool = True
    always: bool = False
    outside: Callable[[Table], bool] | None = None
    guardable: Callable[[Table], bool] | None = None
    absorbs: Callable[[Table, Night], list[tuple[int, int]]] | None = None
    lends: str = ""
    lends_gun: Callable[[Table, int, Death], bool] | None = None
    costs_skills: Callable[[Table, Death], bool] | None = None
    may_stay: Callable[[Table, Death], bool] | None = None
    stays: Callable[[Table, Death], Script] | None = None
