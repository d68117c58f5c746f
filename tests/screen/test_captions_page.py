"""The captions in a real browser: the last line, as large as the window holds it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

from narrator.screen.captions import CaptionFile
from tests.screen.browser import started

ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
from pathlib import Path
from narrator.screen.captions_show import captions
captions("", Path(sys.argv[1]), "zh", where="127.0.0.1")
"""


def test_a_window_shows_the_last_line_in_large_type(tmp_path: Path) -> None:
    captions = CaptionFile(tmp_path / "g.jsonl")
    captions.line("天黑请闭眼。")
    server = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(tmp_path)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    try:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        with started() as browser:
            page = browser.new_page(viewport={"width": 1280, "height": 720})
            page.goto(address)
            line = page.locator("#text")
            expect(line).to_have_text("天黑请闭眼。")
            assert line.evaluate("e => parseFloat(getComputedStyle(e).fontSize)") > 100
            long = "昨夜出局的玩家是三号和十一号，请三号发表遗言，随后请警长决定发言顺序。" * 3
            captions.line(long)
            expect(line).to_have_text(long)
            fits = "() => document.documentElement.scrollHeight <= innerHeight"
            page.wait_for_function(fits)
            page.screenshot(path=str(tmp_path / "captions.png"))
            captions.close()
            expect(page.locator("#over")).to_be_visible()
    finally:
        server.terminate()
        server.wait(30)


def test_nothing_but_the_line_is_served() -> None:
    from narrator.screen.captions import Follower
    from narrator.screen.captions_show import caption_app
    from narrator.screen.words import ScreenWords

    app = caption_app(Follower(Path("nowhere")), ScreenWords("en"))
    assert {route.resource.canonical for route in app.router.routes() if route.resource} == {
        "/",
        "/captions.js",
        "/line",
    }
