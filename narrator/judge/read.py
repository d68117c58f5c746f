"""Reading single values of a case: seats, lists of seats, words; each mistake a `BadFile` with its line."""

from __future__ import annotations

from collections.abc import Iterable

from narrator.yamlfile import BadFile, Map, Seq, spelled

Key = str | int


class Reader:
    """Reads values of one case whose table has `players` seats."""

    def __init__(self, players: int) -> None:
        self.players = players

    @property
    def any_seat(self) -> str:
        return f"a seat from 1 to {self.players}"

    def is_seat(self, value: object) -> bool:
        return type(value) is int and 1 <= value <= self.players

    def seat(self, source: Map, key: Key) -> int:
        """The value of `key`, a seat."""
        value = source.get(key)
        if not self.is_seat(value):
            raise source.bad(key, self.any_seat)
        assert isinstance(value, int)
        return value

    def seat_key(self, source: Map, key: Key) -> int:
        """A key that must be a seat."""
        if not self.is_seat(key):
            raise BadFile(source.path, source.lines[key], f"{key}: expected {self.any_seat}")
        assert isinstance(key, int)
        return key

    def seat_or(self, source: Map, key: Key, words: Iterable[str]) -> int | str:
        """The value of `key`, a seat or one of the words."""
        value = source.get(key)
        allowed = tuple(words)
        if isinstance(value, str) and value in allowed:
            return value
        if not self.is_seat(value):
            raise source.bad(key, " or ".join((self.any_seat, *allowed)))
        assert isinstance(value, int)
        return value

    def seats(self, source: Map, key: Key) -> tuple[int, ...]:
        """The value of `key`, a list of seats; a seat named twice is for the game to refuse."""
        value = source.get(key)
        if not isinstance(value, Seq):
            raise source.bad(key, "a list of seats")
        for index, item in enumerate(value):
            if not self.is_seat(item):
                raise value.bad(index, self.any_seat)
        return tuple(item for item in value if isinstance(item, int))

    def one_seat(self, source: Map, key: Key) -> Map:
        """The value of `key`, a mapping with one seat as its key."""
        value = source.get(key)
        if not isinstance(value, Map) or len(value) != 1:
            raise source.bad(key, "{seat: …} with one seat")
        self.seat_key(value, next(iter(value)))
        return value

    def votes(self, source: Map, key: Key) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The value of `key`, who is voted for by whom; nobody votes twice."""
        value = source.get(key)
        if not isinstance(value, Map):
            raise source.bad(key, "{candidate: [voters], …}")
        votes: list[tuple[int, tuple[int, ...]]] = []
        seen: set[int] = set()
        for candidate in value:
            voters = self.seats(value, candidate)
            twice = seen.intersection(voters)
            if twice:
                raise value.bad(candidate, f"every voter once, {min(twice)} votes twice")
            seen.update(voters)
            votes.append((self.seat_key(value, candidate), voters))
        return tuple(votes)

    def tally(self, source: Map, key: Key) -> dict[int, float]:
        """The value of `key`, how many votes each has."""
        value = source.get(key)
        if not isinstance(value, Map):
            raise source.bad(key, "{candidate: votes, …}")
        for candidate, number in value.items():
            if isinstance(number, bool) or not isinstance(number, (int, float)):
                raise value.bad(candidate, "a number of votes")
        return {self.seat_key(value, c): float(n) for c, n in value.items() if isinstance(n, (int, float))}


def word(source: Map, key: Key, words: Iterable[str]) -> str:
    """The value of `key`, one of the words."""
    value = source.get(key)
    allowed = tuple(words)
    if not isinstance(value, str) or value not in allowed:
        raise source.bad(key, "one of " + ", ".join(allowed))
    return value


def texts(source: Map, key: Key) -> tuple[str, ...]:
    """The value of `key`, a list of texts."""
    value = source.get(key)
    if not isinstance(value, Seq):
        raise source.bad(key, "a list of texts")
    for index, item in enumerate(value):
        if not isinstance(item, str) or not item:
            raise value.bad(index, "a text")
    return tuple(item for item in value if isinstance(item, str))


def mapping(source: Map, key: Key, expected: str) -> Map:
    """The value of `key`, a mapping."""
    value = source.get(key)
    if not isinstance(value, Map):
        raise source.bad(key, expected)
    return value


def single(source: Seq, index: int, what: str) -> tuple[Map, str]:
    """Item `index` of a list, a mapping with one key."""
    item = source[index]
    if not isinstance(item, Map) or len(item) != 1:
        raise source.bad(index, what)
    key = next(iter(item))
    if not isinstance(key, str):
        raise BadFile(item.path, item.line, f"{spelled(key)}: expected {what}")
    return item, key
