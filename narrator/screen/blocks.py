"""Figures that are read from two metres: digits drawn with block characters, at any scale."""

from __future__ import annotations

GLYPHS = {
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": (" # ", "## ", " # ", " # ", "###"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", "###", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", "  #", "  #", "  #"),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
    "+": ("   ", " # ", "###", " # ", "   "),
    ":": (" ", "#", " ", "#", " "),
}
"""Five rows of pixels; a pixel is about square: one column wide and half a row high."""
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def size(text: str, scale: int) -> tuple[int, int]:
    """Columns and rows that the figures take."""
    widths = [len(GLYPHS[char][0]) for char in text]
    return (sum(widths) + len(text) - 1) * scale, (5 * scale + 1) // 2


def largest(text: str, columns: int, rows: int, most: int = 6) -> int:
    """The largest scale at which the figures fit; 0 when they fit at none."""
    fitting = (scale for scale in range(most, 0, -1) if _fits(size(text, scale), columns, rows))
    return next(fitting, 0) if text else 0


def draw(text: str, scale: int) -> list[str]:
    """Rows of block characters. Raises `KeyError` for a character that has no figure."""
    rows = [" ".join(GLYPHS[char][row] for char in text) for row in range(5)]
    pixels = ["".join(pixel * scale for pixel in row) for row in rows for _ in range(scale)]
    if len(pixels) % 2:
        pixels.append(" " * len(pixels[0]))
    return [
        "".join(HALVES[upper == "#", lower == "#"] for upper, lower in zip(pixels[at], pixels[at + 1], strict=True))
        for at in range(0, len(pixels), 2)
    ]


def _fits(wanted: tuple[int, int], columns: int, rows: int) -> bool:
    return wanted[0] <= columns and wanted[1] <= rows
