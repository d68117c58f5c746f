"""What the lines of a journal have to hold, whoever reads it: hosts to resume, recaps to tell. Wrong or missing fields
are refused with file, line and what was expected; whether the rules agree is another question."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from narrator.host.record import Line

KINDS = ("note", "undo", "amend", "answer", "act")
"""A line is one of these; an amendment holds an answer or an act as well."""
NOTES: dict[str, tuple[str, ...]] = {"step": ("cue",), "speech": ("seat", "entries")}
"""Whole numbers that notes of a kind hold."""


def check_head(head: Line) -> None:
    """The header. Raises `JournalError`."""
    head.number_in("rules_version")
    board = head.part("board")
    board.text_in("name")
    board.number_in("players")
    board.mapping_in("options")
    roles = board.fields.get("roles")
    if not isinstance(roles, list) or not all(_pair(one) for one in roles):
        raise board.error("roles: expected pairs of role and number")
    head.words_in("deal")
    head.words_in("extra")
    head.number_in("seed")
    before = head.part("before")
    before.number_in("knifed")
    before.number_in("exiled")
    if head.fields.get("sheriff", 0) is not None:
        head.number_in("sheriff")
    if "about" in head.fields:
        head.mapping_in("about")


def _pair(one: object) -> bool:
    return isinstance(one, list) and len(one) == 2 and isinstance(one[0], str) and type(one[1]) is int


def check_line(line: Line) -> None:
    """Any other line. Raises `JournalError`."""
    fields = line.fields
    kinds = [kind for kind in KINDS if kind in fields]
    if kinds[:1] == ["amend"]:
        line.number_in("amend")
        kinds = kinds[1:]
    if len(kinds) != 1:
        raise line.error(f"expected one of {', '.join(KINDS)}")
    if "at" not in fields:
        raise line.error("at: expected seconds")
    line.seconds()
    if kinds == ["note"]:
        kind = line.text_in("note")
        for key in NOTES.get(kind, ()):
            line.number_in(key)
        if kind == "speech":
            line.text_in("ask")
            line.seconds("left")
        return
    line.text_in("by")
    if kinds == ["undo"]:
        line.number_in("undo")
        return
    line.entry()
    if "amend" not in fields:
        line.text_in("cue")
        line.events_in("events")
        return
    stored = fields.get("all_events")
    if not isinstance(stored, list):
        raise line.error("all_events: expected a list of events for each entry")
    for some in stored:
        line.events_of(some, "all_events")
