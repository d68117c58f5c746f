"""A phrase book whose game begins almost at once: the opening is a minute of lines before the first night."""

from __future__ import annotations

from narrator.lines import load_book

WORD = "好。"
"""What every line of the opening but the first is."""
FIRST = "opening.welcome"


def short_opening() -> str:
    """The book, as the text of a file for `--lines`."""
    keys = [key for key in load_book("zh").keys if key.startswith("opening.") and key != FIRST]
    return "language: zh\nlines:\n" + "".join(f"  {key}: {WORD}\n" for key in sorted(keys))
