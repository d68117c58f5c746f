"""An address as a picture that a phone's camera reads, in half blocks for a terminal."""

from __future__ import annotations

import segno

QUIET = 2
"""Empty modules round the picture; phones read it with two."""


def picture(text: str) -> str:
    """Two rows of modules a line; spaces are white, blocks black."""
    rows = [list(row) for row in segno.make(text, error="l", micro=False).matrix_iter(border=QUIET)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    halves = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
    return "\n".join(
        "".join(halves[int(bool(upper)), int(bool(lower))] for upper, lower in zip(rows[at], rows[at + 1], strict=True))
        for at in range(0, len(rows), 2)
    )
