"""How seats go out, and how a game ends: small values that everybody shares."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Death:
    """How a seat went out. `causes` are ids of R 1.6 and 4; `by` the seats that caused it.

    `night` is true for a death that counts as one of the night, whenever it is announced (R 5.7); `round` is its
    night's or day's number.
    """

    seat: int
    causes: frozenset[str]
    by: tuple[int, ...] = ()
    round: int = 0
    night: bool = False

    def joined(self, other: Death) -> Death:
        """The same death with the causes of both."""
        return Death(
            self.seat,
            self.causes | other.causes,
            tuple(dict.fromkeys(self.by + other.by)),
            self.round,
            self.night,
        )


@dataclass(frozen=True)
class Outcome:
    """Who won, why (a reason of R 6.1), which seats personally, and the deaths that decided it."""

    winner: str
    reason: str
    seats: tuple[int, ...]
    deaths: tuple[Death, ...] = ()


@dataclass(frozen=True)
class Late:
    """Somebody who goes out at a later stage: after the `speeches`, after the exile `vote`, at `dawn`, of that day."""

    stage: str
    day: int
    death: Death
