"""Where things stand on the screen: pure geometry, in columns and rows."""

from __future__ import annotations

from dataclasses import dataclass

from narrator.screen.blocks import largest, size

RING_COLUMNS, RING_ROWS = 94, 18
"""From this size on the seats stand in a ring round the middle; below, in two rows above it."""
HIGHEST = 12
"""Rows of a value's cell at most."""
SIDE = 14
"""Columns of a seat at the side of the ring."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the screen."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Places:
    """Boxes of the seats, in their order, and of the middle."""

    seats: tuple[Box, ...]
    middle: Box


def places_of(seats: int, columns: int, rows: int) -> Places:
    """A ring, clockwise from the top left, where there is room; else two rows."""
    if not seats:
        return Places((), Box(0, 0, columns, rows))
    if columns >= RING_COLUMNS and rows >= RING_ROWS and seats > 4:
        return _ring(seats, columns, rows)
    return _two_rows(seats, columns, rows)


def _two_rows(seats: int, columns: int, rows: int) -> Places:
    upper = (seats + 1) // 2
    height = 2 if rows < 20 else 3
    boxes = [
        *_row(upper, 0, columns, 0, height),
        *_row(seats - upper, 0, columns, height, height, slots=upper),
    ]
    return Places(tuple(boxes), Box(0, 2 * height, columns, max(1, rows - 2 * height)))


def _ring(seats: int, columns: int, rows: int) -> Places:
    height = 3 if rows < 34 else 4
    inner = rows - 2 * height
    side = max(1, min(inner // height, seats // 5))
    upper = (seats - 2 * side + 1) // 2
    lower = seats - 2 * side - upper
    width = SIDE if columns < 130 else SIDE + 4
    right = _column(side, columns - width, height, inner, width, height)
    left = _column(side, 0, height, inner, width, height)
    boxes = [
        *_row(upper, 0, columns, 0, height),
        *right,
        *reversed(_row(lower, 0, columns, rows - height, height)),
        *reversed(left),
    ]
    return Places(tuple(boxes), Box(width + 1, height, columns - 2 * width - 2, inner))


def _row(count: int, x: int, columns: int, y: int, height: int, slots: int = 0) -> list[Box]:
    slots = slots or count
    edges = [x + columns * at // slots for at in range(slots + 1)] if slots else []
    return [Box(edges[at], y, edges[at + 1] - edges[at] - 1, height) for at in range(count)]


def _column(count: int, x: int, y: int, rows: int, width: int, height: int) -> list[Box]:
    edges = [y + rows * at // count for at in range(count + 1)]
    return [Box(x, edges[at] + (edges[at + 1] - edges[at] - height) // 2, width, height) for at in range(count)]


def cells_of(count: int, columns: int, rows: int, longest: str = "12", label: int = 0) -> tuple[Box, ...]:
    """Boxes of `count` cells, as large as they can be for figures like `longest` and `label` rows above them, a row
    apart where that costs nothing. What does not fit is left out: fewer boxes than asked for."""
    if count < 1 or columns < 3 or rows < 1:
        return ()
    widest = min(count, columns // 3)
    across = max(range(1, widest + 1), key=lambda some: _merit(some, count, columns, rows, longest, label))
    height = max(1, min(rows // -(-count // across), HIGHEST))
    width = columns // across
    figures = size(longest, largest(longest, width - 1, height - label))[1]
    gap = 1 if height > max(1, figures + label) else 0
    return tuple(
        Box(width * (at % across), height * (at // across), width - 1, height - gap)
        for at in range(count)
        if height * (at // across + 1) <= rows
    )


def row_of(count: int, columns: int, y: int) -> tuple[Box, ...]:
    """Boxes of `count` words beside each other in one row."""
    return tuple(_row(count, 0, columns, y, 1))


def _merit(across: int, count: int, columns: int, rows: int, longest: str, label: int) -> tuple[int, int, int]:
    down = -(-count // across)
    width, height = columns // across, rows // down
    shown = min(count, across * rows)
    return shown, largest(longest, width - 1, height - label), -abs(width - 2 * height)
