"""`narrator play` in a real terminal: the full screen, hung up, suspended, and after a fault of the screen."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from narrator.host.journal import Journal

if sys.platform == "win32":
    pytest.skip("platform: pseudo-terminals are POSIX", allow_module_level=True)

from tests.screen.terminal import Terminal

PLAY = [
    *("play", "--board", "minimum", "--deal", "random", "--ears", "keys", "--mouth", "none"),
    *("--lang", "zh", "--lines", "zh", "--tempo", "brisk"),
]
FAULT = """
import sys
from narrator.screen import drawing
from narrator.cli import main
draw = drawing.head_text
def broken(face, *rest):
    if face.mode == "listening":
        raise ZeroDivisionError("the secret is 42")
    return draw(face, *rest)
drawing.head_text = broken
main(sys.argv[1:])
"""

Open = Callable[..., Terminal]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    terminals: list[Terminal] = []

    def start(*program: str, flags: tuple[str, ...] = ()) -> Terminal:
        arguments = list(program) or ["-m", "narrator.cli"]
        terminal = Terminal([*arguments, *PLAY, "--games", str(tmp_path), *flags], {"NARRATOR_HOME": str(tmp_path)})
        terminals.append(terminal)
        return terminal

    yield start
    for terminal in terminals:
        terminal.close()


def entries(folder: Path) -> list[object]:
    """Answers on disk."""
    answers = []
    for path in folder.glob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            answers += [json.loads(line)["answer"]] if '"answer"' in line else []
    return answers


def knife(terminal: Terminal) -> None:
    """Hand the cards out, and wait until the wolves are asked."""
    terminal.until(lambda: terminal.shows("请发牌"))
    terminal.type(b"\r")
    terminal.until(lambda: terminal.shows("狼人请击杀一名玩家") and terminal.shows("请答"))


def test_the_full_screen_takes_two_digits_and_a_hang_up_loses_nothing(opened: Open, tmp_path: Path) -> None:
    terminal = opened()
    knife(terminal)
    terminal.type(b"07")
    terminal.until(lambda: [7] in entries(tmp_path))
    terminal.hang_up()
    terminal.process.wait(60)
    journal, record = Journal.reopen(next(tmp_path.glob("*.jsonl")))
    journal.close()
    assert (7,) in record.replay().entries


def test_suspended_the_game_is_paused_and_goes_on(opened: Open, tmp_path: Path) -> None:
    terminal = opened()
    knife(terminal)
    terminal.type(b"\x1a")
    stopped = []

    def asleep() -> bool:
        pid, status = os.waitpid(terminal.process.pid, os.WNOHANG | os.WUNTRACED)
        if pid and os.WIFSTOPPED(status):
            stopped.append(pid)
        return bool(stopped)

    terminal.until(asleep)
    terminal.printed = b""
    os.kill(terminal.process.pid, signal.SIGCONT)
    terminal.until(lambda: terminal.shows("暂停"))
    terminal.type(b"/")  # the number pad's pause, and go on
    terminal.printed = b""
    terminal.until(lambda: terminal.shows("请答"))
    terminal.type(b"07")
    terminal.until(lambda: [7] in entries(tmp_path))


def test_after_a_fault_of_the_screen_the_game_goes_on_plainly(opened: Open, tmp_path: Path) -> None:
    terminal = opened("-c", FAULT)
    terminal.until(lambda: terminal.shows("改用纯文本"))
    terminal.type("完毕\r".encode())  # the cards are out
    terminal.until(lambda: terminal.shows("狼人请击杀一名玩家"))
    terminal.type(b"07")
    terminal.until(lambda: [7] in entries(tmp_path))
    assert terminal.shows("ZeroDivisionError")
    assert not terminal.shows("the secret is 42")  # a traceback would show what the game holds


def test_the_phone_comes_in_by_the_picture_of_the_terminal(opened: Open, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    from tests.screen.browser import started

    terminal = opened(flags=("--serve", "127.0.0.1"))
    found: list[str] = []

    def shown() -> bool:
        found.extend(re.findall(r"http://127\.0\.0\.1:\d+/#[\w-]{22}", terminal.printed.decode("utf-8", "replace")))
        return bool(found)

    terminal.until(shown)  # by itself, since the phone was asked for
    terminal.printed = b""
    with started() as browser:
        page = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
        page.goto(found[-1])
        knife(terminal)  # the picture went away by itself when the phone came in
        page.locator("#cells button[data-token='7']").tap()
        terminal.until(lambda: [7] in entries(tmp_path))
        expect(page.locator("#screen")).to_be_visible()
    # What the program keeps on disk knows nothing of the token.
    token = found[-1].partition("#")[2]
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and token.encode() in path.read_bytes()]


def test_captions_of_the_running_game_in_a_second_terminal(opened: Open, tmp_path: Path) -> None:
    terminal = opened()
    knife(terminal)
    beside = Terminal(["-m", "narrator.cli", "captions", "--games", str(tmp_path), "--lang", "zh"], {})
    try:
        beside.until(lambda: beside.shows("狼人请击杀一名玩家"))
        terminal.type(b"07")
        terminal.until(lambda: [7] in entries(tmp_path))
        beside.until(lambda: beside.shows("狼人请闭眼"))
        written = next(tmp_path.glob("*.captions")).read_text(encoding="utf-8")
        assert "睁眼的是" not in written  # told to the judge alone
    finally:
        beside.close()
