"""Board: which roles are dealt to how many players, and the options they play with (R 7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from narrator.rules.options import DEFAULTS, Options


@dataclass(frozen=True)
class Board:
    """A composition with its options. Public: everybody at the table knows it.

    name     what hosts call it
    roles    (role id, how many) in the order of the board, extra cards included
    players  seats at the table
    extra    the two cards that lie in the middle, where the options do not draw them (thief, R 7.5)
    """

    name: str
    roles: tuple[tuple[str, int], ...]
    players: int
    options: Options = field(default=DEFAULTS)
    extra: tuple[str, ...] = ()

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How many cards of each role are in the deck."""
        return dict(self.roles)

    def count(self, role: str) -> int:
        """How many cards of `role` are in the deck; 0 when the board does not have it."""
        return self.counts.get(role, 0)

    def __contains__(self, role: object) -> bool:
        return role in self.counts

    @property
    def cards(self) -> int:
        """Cards in the deck: the players' and the extra ones."""
        return sum(number for _, number in self.roles)

    @property
    def extras(self) -> int:
        """Cards that no player gets (two with a thief, R 7.5)."""
        return self.cards - self.players

    @property
    def deck(self) -> tuple[str, ...]:
        """Every card once, in the order of the board."""
        return tuple(role for role, number in self.roles for _ in range(number))

    def learnable_in_order(self) -> bool:
        """May a recognition round be merged into night 1? See `recognise.learnable_in_order`."""
        from narrator.rules.recognise import learnable_in_order

        return learnable_in_order(self)

    @classmethod
    def of(
        cls,
        name: str,
        cards: Iterable[str],
        players: int,
        options: Options = DEFAULTS,
        extra: tuple[str, ...] = (),
    ) -> Board:
        """The board of these cards (extra ones included), in the order in which each role first stands."""
        counts: dict[str, int] = {}
        for card in cards:
            counts[card] = counts.get(card, 0) + 1
        return cls(name, tuple(counts.items()), players, options, extra)
