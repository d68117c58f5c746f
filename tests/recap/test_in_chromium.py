"""Pages in a real headless browser, without a network: nothing is fetched, nothing sticks out, and they print."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from narrator.boards.deal import random_deal
from narrator.boards.file import board_names, load_board
from narrator.host.rehearse import rehearse
from narrator.host.setup import Settings
from narrator.recap.command import tell
from narrator.recap.page import page
from narrator.rules.game import Header
from narrator.wizard.slips import slips
from tests.recap.journals import random_journal

SIZES = {"desk": (1280, 900), "phone": (390, 844)}
OUTSIDE = """() => {
  const svg = document.querySelector('svg.picture'), box = svg.getBoundingClientRect();
  return [...svg.querySelectorAll('text')].filter(t => {
    const b = t.getBoundingClientRect();
    return b.width && (b.left < box.left - 1 || b.right > box.right + 1 || b.bottom > box.bottom + 1);
  }).map(t => t.textContent);
}"""
"""Words of the picture that stick out of it."""
COVERED = """() => [...document.querySelectorAll('td, th, p, li, h1, h2')].filter(e => e.scrollWidth > e.clientWidth + 2
  && getComputedStyle(e).display !== 'inline').map(e => e.textContent)"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as play:
        started = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()


def opened(browser: Browser, path: Path, size: tuple[int, int]) -> tuple[Page, list[str]]:
    """The page in the browser, and everything else that it asked for."""
    shown = browser.new_page(viewport={"width": size[0], "height": size[1]})
    asked: list[str] = []
    shown.on("request", lambda request: asked.append(request.url))
    shown.goto(path.as_uri())
    return shown, [url for url in asked if url != path.as_uri()]


@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("spoilers", [True, False])
def test_a_recap_shows_whole_and_fetches_nothing(
    browser: Browser, seed: int, spoilers: bool, size: str, tmp_path: Path
) -> None:
    names = ["Ann", "白龙马", "Bartholomew the Third of Somewhere"] * (seed % 2)
    story = tell(random_journal(200 + seed, tmp_path / "g.jsonl", names or None), spoilers)
    target = tmp_path / "g.html"
    target.write_text(page(story, ("zh", "en")[seed % 2]), encoding="utf-8")
    shown, asked = opened(browser, target, SIZES[size])
    assert asked == []
    assert shown.evaluate(OUTSIDE) == []
    assert shown.evaluate(COVERED) == []
    assert shown.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
    assert shown.locator("svg.picture").is_visible()
    assert shown.locator("#seats tr").count() == len(story.players) + 1
    shown.close()


@pytest.mark.parametrize("board", board_names())
def test_the_recap_of_a_rehearsed_game_on_every_board_shows_whole(browser: Browser, board: str, tmp_path: Path) -> None:
    rehearse(Settings(board=board, seed=11, fast=True, games=tmp_path, lang="zh"), lambda view: None)
    (path,) = tmp_path.glob("*.jsonl")
    for spoilers, language in ((True, "zh"), (False, "en")):
        story = tell(path, spoilers)
        target = tmp_path / "g.html"
        target.write_text(page(story, language), encoding="utf-8")
        shown, asked = opened(browser, target, SIZES["desk"])
        assert asked == []
        assert shown.evaluate(OUTSIDE) == []
        assert shown.evaluate(COVERED) == []
        assert shown.locator("#seats tr").count() == len(story.players) + 1
        assert (shown.locator(".deed-mark").count() > 0) == spoilers
        shown.close()


def test_a_recap_prints(browser: Browser, tmp_path: Path) -> None:
    target = tmp_path / "g.html"
    target.write_text(page(tell(random_journal(210, tmp_path / "g.jsonl")), "zh"), encoding="utf-8")
    shown, _ = opened(browser, target, SIZES["desk"])
    printed = shown.pdf(prefer_css_page_size=True)
    assert printed.startswith(b"%PDF")
    shown.emulate_media(media="print")
    assert shown.evaluate(OUTSIDE) == []
    shown.close()


def test_slips_print_on_as_many_pages_as_they_need(browser: Browser, tmp_path: Path) -> None:
    board = load_board("s4-18")
    deal = random_deal(board, random.Random(1))
    target = tmp_path / "cards.html"
    target.write_text(slips(Header(board, deal.seats, deal.extra), ["Ann"] * 18, "zh"), encoding="utf-8")
    shown, asked = opened(browser, target, SIZES["desk"])
    assert asked == []
    assert shown.locator(".slip").count() == 18
    tall = "() => [...document.querySelectorAll('.half')].filter(e => e.scrollHeight > e.clientHeight + 1).length"
    assert shown.evaluate(tall) == 0
    printed = shown.pdf(prefer_css_page_size=True)
    assert printed.count(b"/Type /Page\n") + printed.count(b"/Type/Page/") in range(1, 5)
    shown.close()
