"""A face on the widgets of the terminal: what stands where. Keeps what it drew last, and nothing of the game."""

from __future__ import annotations

from rich.text import Text
from textual.screen import Screen
from textual.widgets import Static

from narrator.screen.bar import CommandBar
from narrator.screen.face import Entry, Face, Picture
from narrator.screen.paint import clock, figures_text, fit, head_text, log_text
from narrator.screen.places import Box, places_of
from narrator.screen.widgets import Pad, SeatBox, put
from narrator.screen.words import ScreenWords

LOW = 30.0
"""Seconds from which on a speech's time is drawn in red."""
COLOURS = {Picture.DECOY: "#ffb04d", Picture.SHIFT: "#ffe066", Picture.TIME: "#8fd0a0"}
"""Pictures with large figures, and their colours."""
NOTES = 76
"""Columns of the sheet with answers to help, status and why."""


class Drawing:
    """Draws on the pieces of one screen."""

    def __init__(self, root: Screen[object], words: ScreenWords) -> None:
        self._words = words
        self._pieces = {piece.id or "": piece for piece in root.query(Static)}
        self._seats = list(root.query(SeatBox))
        self._area, self._centre = root.query_one("#table"), root.query_one("#middle")
        self._pad, self._bar = root.query_one(Pad), root.query_one(CommandBar)
        self._middle = Box(0, 0, 0, 0)
        self._figures_rows = 0
        self._written: dict[str, object] = {}

    def draw(self, face: Face, typed: str, hidden_notes: tuple[str, ...], now: float) -> None:
        """All of it. `typed`: the line as it stands; `hidden_notes`: notes that the judge has put away."""
        self._draw_table(face)
        self._draw_middle(face)
        self.times(face, now)
        self._draw_below(face, typed)
        self._draw_notes(face, hidden_notes)

    def times(self, face: Face, now: float) -> None:
        """What changes by itself."""
        figures, colour = face.figures, COLOURS.get(face.picture, "#ffffff")
        self._write("head", head_text(face, now, self._pieces["head"].size.width, self._words))
        if face.picture is Picture.TIME and face.timer is not None:
            left = face.timer.seconds(now)
            figures, colour = clock(left), "#ff8a7a" if left < LOW else colour
        if face.picture in COLOURS:
            self._write("figures", figures_text(figures, self._figures_width(face), self._figures_rows, colour))

    def _write(self, name: str, text: Text) -> None:
        """Set the text of a piece, if it is another: drawing costs more than comparing."""
        if self._written.get(name) != (text, text.style, text.spans):
            self._written[name] = (text, text.style, text.spans)
            self._pieces[name].update(text)

    def _draw_table(self, face: Face) -> None:
        size = self._area.size
        places = places_of(len(face.seats), size.width, size.height)
        for at, box in enumerate(self._seats):
            if box.display != (at < len(face.seats)):
                box.display = at < len(face.seats)
            if at < len(face.seats):
                box.show(face.seats[at], places.seats[at], self._words)
        if self._middle != places.middle:
            self._middle = places.middle
            put(self._centre, places.middle)

    def _draw_middle(self, face: Face) -> None:
        width, height = self._middle.width, self._middle.height
        step = f"{face.step} · " if face.step and face.question else ""
        keys = f" [{self._words('keys_only')}]" if face.keys_only else ""
        self._write("question", Text(fit(f" {step}{face.question}{keys}", width)))
        facts = face.facts[-(4 if height > 14 else 1) :]
        self._write("facts", Text("\n".join(fit(f" ◆ {fact}", width) for fact in facts)))
        self._pieces["facts"].display = bool(facts)
        caption = "  ".join(part for part in (face.caption, face.place, face.entered) if part)
        self._write("caption", Text(fit(f" {caption}", width)))
        shown = face.picture in COLOURS
        self._pieces["figures"].set_class(shown, "-shown")
        rows = height - 2 - len(facts)
        columns = width if not shown else width - self._figures_width(face)
        extras = [cell for cell in face.extras if ":" not in cell.token]
        self._pad.show(face.cells, extras, columns, rows)
        self._figures_rows = rows

    def _figures_width(self, face: Face) -> int:
        return self._middle.width * (2 if face.picture is Picture.SHIFT else 3) // 6

    def _draw_below(self, face: Face, typed: str) -> None:
        words, width = self._words, self._pieces["line"].size.width
        self._write("line", Text(f" ▶ {face.line}" if face.line else ""))
        heard = Text()
        if face.heard:
            unsure = face.sure < 50
            heard.append(f" {face.heard} ", style="bold #8fd0a0" if not unsure else "bold #ffb04d")
            heard.append(words("unsure") if unsure else words("sure", percent=face.sure), style="#9fb2bd")
        if face.queued:
            heard.append("  " + words("queued", acts=" ".join(face.queued)), style="#9fc3e0")
        self._write("heard", heard)
        self._write("message", _message(face, words, width))
        log = self._pieces["log"]
        self._write("log", log_text(face.log, log.size.width, log.size.height))
        hint = "  ".join(part for part in (face.wake, _hint(face, words)) if part and not typed)
        text = Text(f" › {typed}", style="bold #ffffff").append("▏ ", style="#9fc3e0")
        self._write("input", text.append(hint, style="#71828d"))
        self._bar.show(face)

    def _draw_notes(self, face: Face, hidden: tuple[str, ...]) -> None:
        notes = self._pieces["notes"]
        shown = bool(face.notes) and face.notes != hidden
        notes.set_class(shown, "-shown")
        if shown:
            table = self._area.size
            notes.styles.width = min(table.width - 2, NOTES)
            notes.styles.height = min(table.height, len(face.notes) + 2)
            notes.styles.offset = (max(0, (table.width - NOTES) // 2), 0)
            self._write("notes", Text("\n".join(face.notes)))


def _hint(face: Face, words: ScreenWords) -> str:
    """How what is asked now is answered by key."""
    if face.keypad:
        return words("input.keypad")
    if face.entry is Entry.LIST:
        return words("input.ballot" if any(cell.token == "abstain" for cell in face.cells) else "input.list")
    only = face.only
    if only is not None:
        return words("input.only", what=only.label)
    return words("input.line" if face.cells else "input.nothing")


def _message(face: Face, words: ScreenWords, width: int) -> Text:
    if face.over:
        return Text(fit(f" {face.over}  {face.message}", width), style="bold #8fd0a0")
    if face.confirm:
        return Text(fit(f" {face.confirm}  {face.message}", width), style="bold #0b0f12 on #ffd75f")
    if face.message:
        return Text(fit(f" {face.message}", width), style="#ffd75f")
    if face.trouble:
        return Text(fit(" " + words("trouble", text=face.trouble[-1]), width), style="#ff8a7a")
    return Text("")
