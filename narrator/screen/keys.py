"""Function keys and the commands they give."""

from __future__ import annotations

KEYS = (
    ("f1", "help"),
    ("f2", "repeat"),
    ("f3", "pause"),
    ("f4", "undo"),
    ("f5", "amend"),
    ("f6", "skip"),
    ("f7", "more_time"),
    ("f8", "status"),
    ("f9", "why"),
    ("f10", "end_game"),
    ("f11", "phone"),
    ("f12", "music"),
)
