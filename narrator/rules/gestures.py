"""The judge's hand signs for what a role is shown (R 8.5)."""

from __future__ import annotations

from narrator.rules.options import Options
from narrator.rules.roles import ROLES
from narrator.rules.script import Show

_PLAIN = {"up", "down", "good", "nobody"}


def gesture_for(show: Show, options: Options) -> str:
    """The key of the `gesture.*` line that goes with a private fact; "" when there is none to make."""
    value = show.value
    if show.key == "cannot":
        return "gesture.cannot"
    if show.key == "status":
        return f"gesture.{value}"
    if show.key == "awake":
        return "" if value else "gesture.empty"
    if show.key != "private":
        return ""
    if value == "wolf":
        return f"gesture.wolf.{options.seer_gesture}"
    if value == "untold":
        return "gesture.victim.untold"
    if value in _PLAIN:
        return f"gesture.{value}"
    if isinstance(value, int):
        return "gesture.victim"
    if isinstance(value, tuple):
        return "gesture.cards" if all(card in ROLES for card in value) else "gesture.seat"
    return "gesture.role" if value in ROLES else "gesture.skill"
