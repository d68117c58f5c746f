"""R 4.3: one ordinary seat under every combination of knife, guard, antidote, poison and dream."""

from __future__ import annotations

from itertools import product

import pytest

from narrator.rules.script import Answer, Illegal
from tests.rules.tables import game, night, shown

CARDS = ("hunter", "guard", "witch", "dreamer", "seer", "villager", "villager", "werewolf", "werewolf")
X = 1  # the hunter: his sign is the column "gun"


def expected(
    knife: bool, guard: bool, antidote: bool, poison: bool, dream: bool, conflict: str
) -> tuple[set[str], str]:
    """Causes and sign, written out from the table's own rules."""
    if dream:
        return set(), "up"
    causes: set[str] = set()
    if knife and guard and antidote:
        causes |= {"double_save"} if conflict == "dies" else set()
    elif knife and not guard and not antidote:
        causes |= {"knife"}
    if poison:
        causes |= {"poison"}
    return causes, "down" if poison else "up"


def acts(columns: tuple[bool, ...]) -> dict[str, Answer]:
    knife, guard, antidote, poison, dream = columns
    return {
        "werewolf.knife": (X,) if knife else ("none",),
        "guard.ask": (X,) if guard else ("none",),
        "witch.save": ("yes",) if antidote else ("no",),
        "witch.poison": (X,) if poison else ("none",),
        "dreamer.ask": (X,) if dream else (6,),
    }


ROWS = list(product([False, True], repeat=5))


@pytest.mark.parametrize("conflict", ["dies", "saved"])
@pytest.mark.parametrize("columns", [row for row in ROWS if row[0] or not row[2]])
def test_every_row_of_the_truth_table(columns: tuple[bool, ...], conflict: str) -> None:
    causes, sign = expected(*columns, conflict)
    play = game(CARDS, guard_save_conflict=conflict, witch_potions_per_night=2)
    dead = night(play, acts(columns))
    assert dead == ([X] if causes else [])
    assert set(play.why(X)) == causes
    assert shown(play, "hunter") == [sign]


@pytest.mark.parametrize("columns", [row for row in ROWS if row[2] and not row[0]])
def test_the_antidote_works_on_tonights_victim_alone(columns: tuple[bool, ...]) -> None:
    play = game(CARDS, witch_potions_per_night=2)
    with pytest.raises(Illegal):
        night(play, acts(columns))
