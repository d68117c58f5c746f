"""Pictures of the screen in its main moments. `PICTURES=write pytest tests/screen/test_pictures.py` draws them anew;
look at them before they are checked in."""

from __future__ import annotations

import asyncio
import html
import os
import re
from pathlib import Path

import pytest

from narrator.host.clock import VirtualClock
from narrator.host.view import Commands, View
from narrator.screen.app import JudgeScreen
from narrator.screen.feed import Feed
from narrator.screen.words import ScreenWords
from tests.screen import moments
from tests.screen.picture import picture_of

FOLDER = Path(__file__).parent / "pictures"
HELP = tuple(f"{seat.number} {seat.role}" for seat in moments.SEATS)
CASES: dict[str, tuple[str, tuple[int, int], View, tuple[str, ...]]] = {
    "card-zh-80": ("zh", (80, 24), moments.card(), ()),
    "card-en-100": ("en", (100, 30), moments.card((1, 3, 5, "none")), ()),
    "card-zh-160": ("zh", (160, 50), moments.card(), ()),
    "shift-zh-80": ("zh", (80, 24), moments.shift(), ()),
    "decoy-zh-100": ("zh", (100, 30), moments.decoy(), ()),
    "keys-zh-80": ("zh", (80, 24), moments.night(legal=(1, 3, "none")), ()),
    "covered-speech-zh-80": ("zh", (80, 24), moments.speech(), ()),
    "speech-en-160": ("en", (160, 50), moments.speech(), ("space",)),
    "covered-night-en-80": ("en", (80, 24), moments.card(), ("space",)),
    "ballot-zh-80": ("zh", (80, 24), moments.ballot(), ("space",)),
    "confirm-zh-100": ("zh", (100, 30), moments.confirming(), ("space",)),
    "over-en-80": ("en", (80, 24), moments.over(), ("space",)),
}


async def drawn(lang: str, size: tuple[int, int], view: View, keys: tuple[str, ...]) -> str:
    clock, feed = VirtualClock(), Feed()
    feed.show(view)
    app = JudgeScreen(feed, Commands(clock), ScreenWords(lang), clock.now)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        return picture_of(app)


def grid(svg: str) -> list[tuple[str, str, str]]:
    """Where which characters stand; colours may differ between versions of the libraries."""
    found = re.findall(r'<text [^>]*?x="([^"]*)" y="([^"]*)"[^>]*>([^<]*)</text>', svg)
    places = []
    for xs, y, text in found:
        clean, columns = html.unescape(text), xs.split()
        if len(columns) == len(clean):  # the title of the window is placed as a whole
            places += [(y, x, char) for x, char in zip(columns, clean, strict=True) if char != "\u00a0"]
    return sorted(set(places))


@pytest.mark.parametrize("name", CASES)
def test_the_screen_looks_as_it_was_looked_at(name: str) -> None:
    picture = asyncio.run(drawn(*CASES[name]))
    path = FOLDER / f"{name}.svg"
    if os.environ.get("PICTURES") == "write":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(picture, encoding="utf-8")
    assert grid(picture) == grid(path.read_text(encoding="utf-8"))


def test_wide_characters_stand_in_two_columns() -> None:
    """Nothing overlaps: in every line the characters follow each other without sharing a column."""
    from rich.cells import cell_len

    svg = (FOLDER / "card-zh-80.svg").read_text(encoding="utf-8")
    ends: dict[str, float] = {}
    for y, x, char in sorted(grid(svg), key=lambda place: (place[0], float(place[1]))):
        assert float(x) >= ends.get(y, 0.0) - 0.2, (y, x, char)
        ends[y] = float(x) + 12.2 * cell_len(char)
