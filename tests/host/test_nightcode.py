"""The one-time code of the night."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.host.nightcode import NightCode, Style, number_of, ring_size, value_of

SEATS = (1, 2, 3, 4, 5, "none")
WORDS = ("check", "poison", "guard", "none")


class Fixed:
    """Keys in a given order."""

    def __init__(self, *keys: int) -> None:
        self._keys = list(keys)

    def randrange(self, stop: int, /) -> int:
        return self._keys.pop(0) % stop


def test_add_k_is_literally_seat_plus_k_wrapping_after_the_last() -> None:
    code = NightCode(Style.SHIFT, 12, Fixed(5)).fresh()
    assert (code.shift, code.encode(1), code.encode(7), code.encode(8), code.encode(13)) == (5, 6, 12, 13, 5)


def test_plain_numbers_seats_nobody_yes_no_and_choices() -> None:
    assert [number_of(value, SEATS, 5) for value in SEATS] == [1, 2, 3, 4, 5, 6]
    assert [number_of(value, ("yes", "no"), 5) for value in ("yes", "no")] == [1, 2]
    assert [number_of(value, WORDS, 5) for value in WORDS] == [1, 2, 3, 6]


@settings(deadline=None)
@given(st.sampled_from([Style.SHIFT, Style.CARD]), st.integers(2, 18), st.randoms(use_true_random=False))
def test_every_number_is_decoded_to_what_was_meant(style: Style, seats: int, chance: object) -> None:
    code = NightCode(style, seats, chance).fresh()  # type: ignore[arg-type]
    numbers = range(1, ring_size(seats) + 1)
    assert [code.decode(code.encode(number)) for number in numbers] == list(numbers)
    assert sorted(code.spoken) == list(numbers)


def test_over_all_keys_every_number_is_said_equally_often_whatever_it_means() -> None:
    for number in range(1, 7):
        said = Counter(NightCode(Style.SHIFT, 5, Fixed(key)).fresh().encode(number) for key in range(6))
        assert said == Counter(range(1, 7))


def test_each_utterance_has_a_fresh_key_and_no_key_is_printed() -> None:
    code = NightCode(Style.SHIFT, 12, Fixed(3, 9))
    first, second = code.fresh(), code.fresh()
    assert (first.shift, second.shift) == (3, 9)
    assert "3" not in repr(first).replace("size=13", "")


def test_what_is_not_allowed_has_an_empty_cell_on_the_card() -> None:
    code = NightCode(Style.CARD, 5, Fixed(0, 0, 0, 0, 0)).fresh()
    cells = dict(code.card(SEATS, (1, "none"), 5))
    assert [value for value, number in cells.items() if number is not None] == [1, "none"]


@pytest.mark.parametrize("style", [Style.SHIFT, Style.CARD])
def test_a_decoy_is_in_its_code_what_a_meant_value_would_be(style: Style) -> None:
    """What is misheard and asked again then goes as it goes where something is meant; every number is called equally
    often, and every key stands beside it equally often."""
    drawn = [
        NightCode(style, 3, Fixed(*keys, call)).fresh(decoy=True)
        for keys in itertools.product(*(range(n) for n in ((4,) if style is Style.SHIFT else (4, 3, 2))))
        for call in range(4)
    ]
    assert all(code.decoy is not None and code.decode(code.decoy) == 1 for code in drawn)
    seen = Counter((code.decoy, code.spoken) for code in drawn)
    assert len({code.decoy for code in drawn}) == 4
    assert len(set(seen.values())) == 1


def test_numbers_without_a_meaning_in_the_ring_have_no_value() -> None:
    assert value_of(3, ("yes", "no"), 5) is None
    assert value_of(6, SEATS, 5) == "none"
