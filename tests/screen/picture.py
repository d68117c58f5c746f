"""Pictures of the screen as SVG with every character at its own column: rich counts wide ones as one."""

from __future__ import annotations

import html
import re

from rich.cells import cell_len
from textual.app import App

COLUMN = 12.2
"""Width of a column in rich's SVG."""
TEXT = re.compile(r'<text ([^>]*?)x="([0-9.]+)"([^>]*?)textLength="[^"]*"([^>]*)>([^<]*)</text>')


def picture_of(app: App[str]) -> str:
    """The screen as it stands, without anything that differs from run to run."""
    svg = TEXT.sub(_placed, app.export_screenshot(title="narrator"))
    svg = re.sub(r"terminal-\d+", "t", svg)
    svg = re.sub(r"@font-face \{[^}]*\}", "", svg)
    svg = svg.replace("Fira Code", "Noto Sans Mono CJK SC")
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


def _placed(found: re.Match[str]) -> str:
    before, x, between, after, text = found.groups()
    plain = html.unescape(text).replace("\u00a0", " ").rstrip()
    at, places = float(x), []
    for char in plain:
        places.append(f"{at:.1f}".removesuffix(".0"))
        at += cell_len(char) * COLUMN
    shown = html.escape(plain.replace(" ", "\u00a0"), quote=False)
    return f'<text {before}x="{" ".join(places)}"{between}{after}>{shown}</text>' if plain else ""
