"""One piece of the screen as styled text. Wide characters count as two columns."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from narrator.screen.blocks import draw, largest
from narrator.screen.face import Cell, Face, LogFace, SeatFace, TimerFace
from narrator.screen.words import ScreenWords

MARKS = {"entered": "·", "undone": "✗", "amended": "✎", "note": " "}
MARK_STYLES = {"entered": "#b8c4cc", "undone": "strike #6b7379", "amended": "#e0b050", "note": "#8aa0ac"}


def fit(text: str, columns: int) -> str:
    """The text in exactly so many columns, cut with … where it is longer."""
    columns = max(0, columns)
    if cell_len(text) > columns:
        return set_cell_size(set_cell_size(text, columns - 1).rstrip() + "…", columns) if columns else ""
    return set_cell_size(text, columns)


def centred(text: str, columns: int) -> str:
    """The text in the middle of so many columns."""
    if cell_len(text) >= columns:
        return fit(text, columns)
    return fit(" " * ((columns - cell_len(text)) // 2) + text, columns)


def seat_text(seat: SeatFace, columns: int, rows: int, words: ScreenWords) -> Text:
    """A seat: number and marks, below it the card, below that why it is out."""
    badge = f" {words('badge')}" if seat.badge else ""
    out = "" if seat.alive else f" {words('out')}"
    name = f" {seat.name}" if seat.name else ""
    head = fit(f" {seat.number}{badge}{out}{name}", columns)
    number = "#ffffff" if seat.alive else "#7d858a"
    text = Text(head, style=f"bold {number}")
    if seat.badge:
        text.stylize("#ffd75f", 0, len(head))
    if rows > 1:
        colour = "#ff8a7a" if seat.wolf else "#8fd0a0"
        style = f"{colour}" if seat.alive else "strike #7d858a"
        text.append("\n").append(fit(f" {seat.role}", columns), style=style)
    if rows > 2:
        text.append("\n").append(fit(f" {seat.why}", columns), style="#9a8f7a")
    return text


def cell_text(cell: Cell, columns: int, rows: int, longest: str) -> Text:
    """A value: with a code card its number large and the value small, else the value itself as large as `longest`
    of its neighbours allows."""
    if cell.say or not cell.allowed:
        return _coded(cell, columns, rows, longest)
    scale = largest(longest, columns, rows) if cell.label.isdigit() and rows > 2 else 0
    if scale:
        return _block(cell.label, columns, rows, scale, "bold #ffffff")
    keys = "" if cell.keys in ("", cell.label) else cell.keys
    text = Text("\n" * max(0, (rows - 1) // 2))
    text.append(centred(f"{cell.label} {keys}" if rows == 1 else cell.label, columns), style="bold #ffffff")
    if keys and rows > 1:
        text.append("\n").append(centred(keys, columns), style="#9fb2bd")
    return text


def _coded(cell: Cell, columns: int, rows: int, longest: str) -> Text:
    style = "bold #e8eef2" if cell.allowed else "#59636a"
    scale = largest(longest, columns, rows - 1)
    if rows == 1 or (cell.say and not scale):
        text = Text(fit(f"{cell.label}", columns - len(cell.say) - 1), style=style)
        return text.append(f"{cell.say} " if cell.say else " ", style="bold #ffe066")
    text = Text(fit(f" {cell.label}", columns), style=style)
    if cell.say:
        text.append("\n").append_text(_block(cell.say, columns, rows - 1, scale, "bold #ffe066"))
    return text


def _block(figures: str, columns: int, rows: int, scale: int, style: str) -> Text:
    lines = [centred(line, columns) for line in draw(figures, scale)]
    return Text("\n" * max(0, (rows - len(lines)) // 2) + "\n".join(lines), style=style)


def figures_text(figures: str, columns: int, rows: int, colour: str) -> Text:
    """The large figures, as large as there is room for."""
    scale = largest(figures, columns - 2, rows, most=8)
    if not scale:
        return Text(centred(figures, columns), style=f"bold {colour}")
    return _block(figures, columns, rows, scale, f"bold {colour}")


def head_text(face: Face, now: float, columns: int, words: ScreenWords) -> Text:
    """Night or day, whose step; at the right what the host does, and the clock."""
    right = timer_bar(face.timer, now, 14) if face.timer is not None else ""
    right = " ".join(part for part in (face.mode_label, right) if part)
    left = " · ".join(part for part in (face.title, face.step) if part)
    text = Text(fit(f" {left}", columns - cell_len(right) - 1), style="bold #ffffff")
    return text.append(right + " ", style="bold #ffd75f" if face.mode in ("listening", "confirming") else "#9fb2bd")


def timer_bar(timer: TimerFace, now: float, columns: int) -> str:
    """A bar that empties, and the seconds."""
    left = timer.seconds(now)
    full = round(columns * min(1.0, left / timer.total)) if timer.total > 0 else 0
    return f"{timer.label} {'█' * full}{'░' * (columns - full)} {clock(left)}"


def clock(seconds: float) -> str:
    """Minutes and seconds, rounded up: 0:00 is over."""
    whole = int(-(-seconds // 1))
    return f"{whole // 60}:{whole % 60:02d}"


def log_text(lines: tuple[LogFace, ...], columns: int, rows: int) -> Text:
    """The last lines of the log; what was undone is struck through."""
    text = Text()
    for line in lines[-rows:] if rows > 0 else ():
        if text:
            text.append("\n")
        number = f"{line.number:>3} " if line.number else "    "
        text.append(fit(f"{line.clock} {MARKS[line.mark]}{number}{line.text}", columns), style=MARK_STYLES[line.mark])
    return text
