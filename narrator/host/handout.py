"""Before the first word of a game: the cards go out, and nothing begins until everybody has the own one."""

from __future__ import annotations

from narrator.host.desk import Desk, Input
from narrator.host.session import Start, phrases_of
from narrator.host.setup import Settings
from narrator.host.view import Fact, Mode, SeatView
from narrator.wizard.handing import LIST, ROUND

ASKED = "host.cards"


def wait_for_cards(desk: Desk, start: Start, settings: Settings) -> None:
    """Show the judge's list (on an uncovered screen) and wait until the judge says that the cards are out.

    Nothing happens where no cards are dealt, or the game has begun before.
    """
    header = start.game.header
    if start.game.entries or not header.deal:
        return
    names = settings.names
    seats = tuple(
        SeatView(seat, role, True, name=names[seat - 1] if seat <= len(names) else "")
        for seat, role in enumerate(header.deal, start=1)
    )
    told = _told(desk, settings.hand_out)
    desk.show(at_night=False, night=0, seats=seats, facts=_middle(desk, header.extra), asked=ASKED, question=told)
    desk.open(phrases_of(desk, len(seats)).answers(("done",), by_key=()), None, Mode.LISTENING)
    while True:
        got = desk.wait(desk.clock.now() + 60.0)
        if isinstance(got, Input) and not got.command:
            break
        if got is not None:
            desk.rekey()
    desk.close()
    # No question is open any more: a screen that took this for the night would lie uncovered among open eyes.
    desk.show(mode=Mode.STARTING, asked="", question="", facts=(), prompt=None)


def _told(desk: Desk, way: str) -> str:
    slips = way not in (LIST, ROUND)
    return desk.text("cards.slips", path=way) if slips else desk.text("cards.list")


def _middle(desk: Desk, extra: tuple[str, ...]) -> tuple[Fact, ...]:
    """The cards that nobody holds, where there are any."""
    if not extra:
        return ()
    roles = desk.text("list_mark").join(desk.wording.screen.line(f"role.{role}") for role in extra)
    return (Fact("deal", "", extra, desk.text("cards.middle", roles=roles)),)
