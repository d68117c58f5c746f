"""What the table knows, folded from one view to the next.

The engine runs ahead of what has been said: a death is in the view before the morning line is spoken. Whatever a
covered screen shows has to wait until the table has heard it."""

from __future__ import annotations

from dataclasses import dataclass, field

from narrator.host.view import Fact, Mode, SeatView, View

DEAL = "deal"
CARDS = "host.cards"
"""What is asked while the cards go out."""


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """What everybody sees of one seat."""

    number: int
    alive: bool = True
    badge: bool = False


@dataclass(frozen=True, slots=True)
class Phase:
    """`eyes_shut`: the table sleeps, the judge alone looks. `asked_by_day`: a question of the day is open, so that what
    was heard is public. `seats`: as last announced."""

    eyes_shut: bool = False
    asked_by_day: bool = False
    seats: tuple[PublicSeat, ...] = ()
    by_night: bool = False
    handing: bool = False  # the cards go out
    stale: tuple[Fact, ...] = field(default=(), repr=False)  # facts left over from the day when night fell

    def after(self, view: View) -> Phase:
        """The phase once this view is shown."""
        stale = view.facts if view.at_night and not self.by_night else self.stale
        shut = self._shut(view, stale)
        listening = view.mode is Mode.LISTENING and not view.at_night and not shut
        asked = listening or (self.asked_by_day and not view.at_night and not shut and view.mode is not Mode.SPEAKING)
        seats = self.seats
        if len(seats) != len(view.seats):
            # The first view of a game: before a night all that happened is known; by day the morning may be untold.
            known = view.at_night
            seats = tuple(_public(seat) if known else PublicSeat(seat.number) for seat in view.seats)
        if listening or view.mode is Mode.OVER:
            seats = tuple(_public(seat) for seat in view.seats)
        return Phase(shut, asked, seats, view.at_night, view.asked == CARDS, stale)

    def _shut(self, view: View, stale: tuple[Fact, ...]) -> bool:
        if view.mode is Mode.OVER:
            return False
        if view.at_night:
            # A step's facts come once its eyes have opened; the deal is shown while everybody still looks.
            told = view.facts != stale and any(fact.key != DEAL for fact in view.facts)
            return self.eyes_shut or told or view.code is not None or view.mode is Mode.LISTENING
        # The host clears the facts of the last step just before the morning's first line.
        dawn = view.mode is Mode.LISTENING or (view.mode is Mode.SPEAKING and not view.facts)
        return self.eyes_shut and not dawn


def _public(seat: SeatView) -> PublicSeat:
    return PublicSeat(seat.number, seat.alive, seat.badge)
