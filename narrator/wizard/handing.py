"""How the players get to know their cards when narrator has dealt them: from the judge's list, from the device that
goes round the table, or from slips of paper."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.game import Header
from narrator.wizard.texts import WizardError

LIST, ROUND = "list", "round"


def check(value: str) -> str:
    """`list`, `round` or a file to print. Raises `WizardError`."""
    if value in (LIST, ROUND) or value.endswith((".html", ".htm")):
        return value
    raise WizardError(f"--hand-out {value}: expected list, round or FILE.html")


def hand_out(way: str, header: Header, names: Sequence[str], language: str) -> None:
    """Bring every player to know the own card, and nobody else's; `list` leaves it to the judge.

    Raises `WizardError` without a terminal to go round, `DiskError` where the slips cannot be written.
    """
    if check(way) == LIST or not header.deal:
        return
    if way == ROUND:
        from narrator.wizard.passing import go_round

        go_round(header, names, language)
        return
    from narrator.wizard.slips import write_slips

    write_slips(way, header, names, language)
