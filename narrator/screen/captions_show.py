"""`narrator captions`: the public lines in a terminal, or in very large type in a browser's window."""

from __future__ import annotations

import asyncio
import webbrowser
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from rich.align import Align
from rich.console import Console, RenderableType
from rich.live import Live
from rich.text import Text

from narrator.screen.captions import POLL, Caption, Follower, follow, follower_of
from narrator.screen.words import ScreenWords

if TYPE_CHECKING:
    from aiohttp import web


def captions(
    game: str = "", games: Path | None = None, lang: str = "zh", browser: bool = False, where: str = ""
) -> None:
    """Follow a game's public lines until interrupted.

    `browser`: open a window of the browser, in type as large as the window allows; with `where` ("ADDR[:PORT]" of the
    local network) a tablet on the table can show it too. Raises `JournalError`, `ServeError`.
    """
    words, follower = ScreenWords(lang), follower_of(game, games)
    if browser or where:
        asyncio.run(_serve(follower, words, where))
        return
    console = Console()
    if not console.is_terminal:
        for caption in follow(follower):
            _print(console, caption, words)
        return
    with Live(console=console, screen=True, auto_refresh=False) as live:
        for caption in follow(follower):
            live.update(drawn(caption, words, console.size.height), refresh=True)


def drawn(caption: Caption, words: ScreenWords, rows: int) -> RenderableType:
    """The caption in the middle of the terminal, the line before it above."""
    text = Text(justify="center")
    if caption.before:
        text.append(caption.before + "\n\n", style="#71828d")
    text.append(caption.text or words("captions.waiting"), style="bold #ffe066")
    if caption.over:
        text.append("\n\n" + words("captions.over"), style="bold #8fd0a0")
    return Align.center(text, vertical="middle", height=rows - 1)


def _print(console: Console, caption: Caption, words: ScreenWords) -> None:
    line = words("captions.over") if caption.over else caption.text or words("captions.waiting")
    console.print(Text(line), soft_wrap=True)


async def _serve(follower: Follower, words: ScreenWords, where: str) -> None:
    from aiohttp import web

    from narrator.screen.serve import ServeError, address_of

    address, port = address_of(where or "127.0.0.1", words)
    app = caption_app(follower, words)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, address, port).start()
        except OSError as error:
            raise ServeError(words("phone.port", address=f"{address}:{port}", reason=error.strerror)) from None
        shown = f"http://{address}:{runner.addresses[0][1]}/"
        Console().print(shown)
        if not where:
            webbrowser.open(shown)
        while True:
            follower.look()
            await asyncio.sleep(POLL)
    finally:
        await runner.cleanup()


def caption_app(follower: Follower, words: ScreenWords) -> web.Application:
    """The page of captions: public lines only, read again and again by the browser."""
    from aiohttp import web

    async def page(_: web.Request) -> web.Response:
        text = (files("narrator.screen") / "page" / "captions.html").read_text(encoding="utf-8")
        for key in ("captions.title", "captions.waiting", "captions.over"):
            text = text.replace("{{" + key + "}}", words(key))
        return web.Response(text=text.replace("{{language}}", words.language), content_type="text/html")

    async def script(_: web.Request) -> web.Response:
        text = (files("narrator.screen") / "page" / "captions.js").read_text(encoding="utf-8")
        return web.Response(text=text, content_type="text/javascript")

    async def line(_: web.Request) -> web.Response:
        caption = follower.caption
        return web.json_response(
            {"number": caption.number, "text": caption.text, "before": caption.before, "over": caption.over},
            headers={"Cache-Control": "no-store"},
        )

    app = web.Application()
    app.router.add_get("/", page)
    app.router.add_get("/captions.js", script)
    app.router.add_get("/line", line)
    return app
