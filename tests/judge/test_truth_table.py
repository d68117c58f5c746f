"""R 4.3: one seat, every combination of knife, guard, antidote, poison and dream, under both rulings.

Seats: 1 hunter (the seat that is hit), 2 dreamer, 3 guard, 4 witch, 5 seer, 6-7 villagers, 8-9 werewolves.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from narrator.judge.load import load_cases
from narrator.judge.report import PASSED
from narrator.judge.run import run

SEATS = "[hunter, dreamer, guard, witch, seer, villager, villager, werewolf, werewolf]"
HIT, ELSEWHERE = 1, 6


def combinations() -> Iterator[tuple[bool, bool, bool, bool, bool, str]]:
    """Knife, guard, antidote, poison, dream, ruling; the antidote only works on the knifed seat."""
    for knife, guard, antidote, poison, dream in product((False, True), repeat=5):
        if antidote and not knife:
            continue
        for conflict in ("dies", "saved"):
            yield knife, guard, antidote, poison, dream, conflict


def expected(knife: bool, guard: bool, antidote: bool, poison: bool, dream: bool, conflict: str) -> tuple[bool, str]:
    """Is the seat out, and the sign that the hunter on it is shown."""
    if dream:
        return False, "down" if poison else "up"
    both = guard and antidote
    knifed = knife and ((both and conflict == "dies") or not (guard or antidote))
    return knifed or poison, "down" if poison else "up"


def case(knife: bool, guard: bool, antidote: bool, poison: bool, dream: bool, conflict: str) -> str:
    """The case of one combination."""
    out, sign = expected(knife, guard, antidote, poison, dream, conflict)
    acts = [f"dreamer: {HIT if dream else 7}", f"guard: {HIT if guard else ELSEWHERE}"]
    acts.append(f"werewolf: {HIT if knife else 'none'}")
    potions = [*(["save: true"] if antidote else []), *([f"poison: {HIT}"] if poison else [])]
    acts.append("witch: {" + ", ".join(potions) + "}" if potions else "witch: none")
    shown = "" if dream and poison else f", show: {{hunter: {sign}}}"
    shot = f"- day: [{{may: {{shoot: [{HIT}]}}}}, {{shoot: {{{HIT}: none}}}}]\n" if out and sign == "up" else ""
    return (
        f"case: a seat\nseats: {SEATS}\nsheriff: none\n"
        f"rules: {{guard_save_conflict: {conflict}, witch_potions_per_night: 2}}\n"
        f"play:\n- night: {{{', '.join(acts)}{shown}}}\n- dawn: {{dead: [{HIT if out else ''}]}}\n"
        f"{shot}- winner: none\n"
    )


@pytest.mark.parametrize("row", list(combinations()), ids=lambda row: "-".join(str(item) for item in row))
def test_a_seat_lives_or_not(tmp_path: Path, row: tuple[bool, bool, bool, bool, bool, str]) -> None:
    file = tmp_path / "row.yaml"
    file.write_text(case(*row), encoding="utf-8")
    (loaded,) = load_cases(file)
    _, result = run(loaded)
    assert result.outcome == PASSED, str(result)
