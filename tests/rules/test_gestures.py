"""The sign that goes with a private fact, and that both line books know it."""

from __future__ import annotations

import pytest

from narrator.lines import load_book
from narrator.rules.gestures import gesture_for
from narrator.rules.options import Options
from narrator.rules.script import Show, Value

STANDARD = Options.preset("std12")
FACTS: list[tuple[str, Value | tuple[Value, ...], str]] = [
    ("private", "good", "gesture.good"),
    ("private", "wolf", "gesture.wolf.claw"),
    ("private", "up", "gesture.up"),
    ("private", "down", "gesture.down"),
    ("private", 7, "gesture.victim"),
    ("private", "nobody", "gesture.nobody"),
    ("private", "untold", "gesture.victim.untold"),
    ("private", "witch", "gesture.role"),
    ("private", "check", "gesture.skill"),
    ("private", ("seer", "villager"), "gesture.cards"),
    ("private", (7, 8), "gesture.seat"),
    ("cannot", "cannot", "gesture.cannot"),
    ("status", "joins", "gesture.joins"),
    ("status", "asleep", "gesture.asleep"),
    ("awake", (), "gesture.empty"),
    ("awake", (3,), ""),
    ("deal", 3, ""),
]


@pytest.mark.parametrize(("key", "value", "gesture"), FACTS)
def test_every_private_fact_has_its_sign(key: str, value: Value | tuple[Value, ...], gesture: str) -> None:
    assert gesture_for(Show(key, "seer", value), STANDARD) == gesture
    for book in ("zh", "en"):
        assert not gesture or load_book(book).has(gesture)


@pytest.mark.parametrize("sign", ["claw", "thumb_down", "s0r"])
def test_the_sign_for_wolf_is_the_tables_choice(sign: str) -> None:
    key = gesture_for(Show("private", "seer", "wolf"), Options.preset("std12", {"seer_gesture": sign}))
    assert key == f"gesture.wolf.{sign}"
    assert load_book("zh").has(key)
