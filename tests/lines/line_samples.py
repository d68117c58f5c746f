"""A plausible value for every slot, to render any line with."""

from __future__ import annotations

from narrator.lines.phrase import KINDS, Kind, SlotValue

_BY_KIND: dict[Kind, SlotValue] = {
    Kind.SEAT: 12,
    Kind.ROLE: "wolf_little_brother",
    Kind.CAMP: "cursed_fox",
    Kind.REASON: "starved",
    Kind.CAUSE: ("knife", "poison"),
    Kind.COUNT: 4.5,
    Kind.NUMBER: 12,
    Kind.DURATION: 120,
}
_LISTS: dict[str, SlotValue] = {
    "seats": (3, 5, 7),
    "candidates": (4, 8, 12),
    "voters": (1, 2, 3),
    "roles": ("werewolf",) * 4 + ("villager",) * 4 + ("seer", "witch", "hunter", "idiot"),
}
SAMPLES: dict[str, SlotValue] = {name: _LISTS.get(name, _BY_KIND[kind]) for name, kind in KINDS.items()}
