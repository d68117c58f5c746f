"""`--serve`: the same screen on the judge's phone, over the local network and only when asked for.

The token stands in the picture that the terminal shows, behind the # of the address: browsers keep that part to
themselves, so that it reaches no log. The page trades it for a cookie and forgets it. Nothing is logged here."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from dataclasses import replace
from importlib.resources import files

from aiohttp import WSCloseCode, WSMsgType, web

from narrator.host.view import Commands
from narrator.screen.cover import Cover
from narrator.screen.face import Face
from narrator.screen.feed import Feed
from narrator.screen.gate import Gate, Knock, is_local
from narrator.screen.project import face_of
from narrator.screen.qr import picture
from narrator.screen.wire import Touch, from_json, to_json
from narrator.screen.words import ScreenWords

COOKIE = "judge"
PAGE = {
    "/": ("index.html", "text/html"),
    "/phone.js": ("phone.js", "text/javascript"),
    "/phone.css": ("phone.css", "text/css"),
}
STATUS = {Knock.REFUSED: 403, Knock.BUSY: 409, Knock.SLOW: 429}
HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ws://{host}; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
BEAT = 20.0
"""Seconds between two signs of life of a connection."""


class ServeError(Exception):
    """The phone cannot be served; the message says why."""


class PhoneServer:
    """Serves one judge's phone from a thread of its own. Make it with `start`."""

    def __init__(
        self,
        feed: Feed,
        commands: Commands,
        words: ScreenWords,
        now: Callable[[], float],
        address: str,
        port: int,
    ) -> None:
        self._feed = feed
        self._commands = commands
        self._words = words
        self._now = now
        self._address = address
        self._port = port
        self._gate = Gate()
        self._loop = asyncio.new_event_loop()
        self._socket: web.WebSocketResponse | None = None
        self._closing: set[asyncio.Future[bool]] = set()
        self._changed = asyncio.Event()
        self._cover = Cover()
        self._stopping = asyncio.Event()
        self._ready: Future[int] = Future()
        self._thread = threading.Thread(target=self._run, name="phone", daemon=True)

    @classmethod
    def start(
        cls, feed: Feed, commands: Commands, words: ScreenWords, now: Callable[[], float], where: str = ""
    ) -> PhoneServer:
        """Serve at `where`: "", or "ADDR[:PORT]" of a local network. Raises `ServeError`."""
        address, port = address_of(where, words)
        server = cls(feed, commands, words, now, address, port)
        server._thread.start()
        try:
            server._port = server._ready.result()
        except OSError as error:
            reason = error.strerror or str(error)
            raise ServeError(words("phone.port", address=f"{address}:{port}", reason=reason)) from None
        return server

    @property
    def origin(self) -> str:
        """The address without its token."""
        host = f"[{self._address}]" if ":" in self._address else self._address
        return f"http://{host}:{self._port}"

    @property
    def taken(self) -> bool:
        """Has a phone come in with the last token?"""
        return self._gate.taken

    def invite(self) -> tuple[str, str]:
        """A new address with a token that works once, and its picture; a phone that was connected is put out."""
        address = f"{self.origin}/#{self._gate.invite()}"
        self._loop.call_soon_threadsafe(self._put_out)
        return address, picture(address)

    def stop(self) -> None:
        """Stop serving; the phone is told that the evening is over."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stopping.set)
            self._thread.join(5.0)

    # --- the server's own thread ---

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve())
        except Exception as error:  # whatever it is, `start` is waiting for it
            if self._ready.done():
                raise
            self._ready.set_exception(error)
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        app = web.Application(middlewares=[self._guard], client_max_size=4096)
        app.router.add_post("/enter", self._enter)
        app.router.add_get("/live", self._live)
        for path in PAGE:
            app.router.add_get(path, self._page)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        unwatch = self._feed.watch(self._wake)
        try:
            site = web.TCPSite(runner, self._address, self._port)
            await site.start()
            self._ready.set_result(int(runner.addresses[0][1]))
            await self._stopping.wait()
        finally:
            unwatch()
            self._put_out(WSCloseCode.GOING_AWAY)  # the page then knows that the evening is over
            await runner.cleanup()

    def _wake(self) -> None:
        """On the host's thread."""
        self._loop.call_soon_threadsafe(self._changed.set)

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Local callers only, asking for this very address: a page from elsewhere cannot borrow the judge's browser."""
        if not is_local(request.remote or "") or request.host != self.origin.removeprefix("http://"):
            raise web.HTTPForbidden
        if request.headers.get("Origin", self.origin) != self.origin:
            raise web.HTTPForbidden
        response = await handler(request)
        if not response.prepared:
            response.headers.update(HEADERS)
            response.headers["Content-Security-Policy"] = POLICY.format(host=request.host)
        return response

    async def _page(self, request: web.Request) -> web.Response:
        name, kind = PAGE[request.path]
        text = (files("narrator.screen") / "page" / name).read_text(encoding="utf-8")
        if name == "index.html":
            text = self._in_words(text)
        return web.Response(text=text, content_type=kind)

    def _in_words(self, text: str) -> str:
        """The page's words stand as {{key}}: they come from the catalogue."""
        before, *rest = text.split("{{")
        pieces = [piece.split("}}", 1) for piece in rest]
        return before + "".join(
            (self._words.language if key == "language" else self._words(key)) + after for key, after in pieces
        )

    async def _enter(self, request: web.Request) -> web.Response:
        token = (await request.text())[:100]
        knock, session = self._gate.enter(token, self._loop.time(), request.remote or "")
        if knock is not Knock.WELCOME:
            return web.Response(status=STATUS[knock], text=knock.value)
        self._cover = Cover()
        response = web.Response(status=204)
        response.set_cookie(COOKIE, session, httponly=True, samesite="Strict", path="/")
        return response

    async def _live(self, request: web.Request) -> web.StreamResponse:
        if not self._gate.knows(request.cookies.get(COOKIE, "")):
            raise web.HTTPForbidden
        live = web.WebSocketResponse(heartbeat=BEAT, max_msg_size=4096)
        await live.prepare(request)
        self._put_out()  # the same phone again: its older page is out
        self._socket = live
        self._changed.set()
        sending = asyncio.ensure_future(self._send(live))
        try:
            async for message in live:
                touch = from_json(message.data) if message.type is WSMsgType.TEXT else None
                if touch is not None and self._socket is live:
                    self._touched(touch)
        finally:
            sending.cancel()
            if self._socket is live:
                self._socket = None
        return live

    def _put_out(self, code: int = WSCloseCode.OK) -> None:
        live, self._socket = self._socket, None
        if live is not None and not live.closed:
            closing = asyncio.ensure_future(live.close(code=code))
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)

    async def _send(self, live: web.WebSocketResponse) -> None:
        while not live.closed:
            await self._changed.wait()
            self._changed.clear()
            moment = self._feed.moment
            self._cover = self._cover.after(moment.phase)
            face = self._by_touch(face_of(moment.view, moment.phase, self._words, self._cover.on))
            try:
                await live.send_str(to_json(face, self._now()))
            except ConnectionError:
                return  # the phone has gone; it comes again with its cookie

    def _by_touch(self, face: Face) -> Face:
        """The face in the words of a screen without keys."""
        if not face.covered:
            return face
        note = self._words("phone.note") if face.message else ""
        return replace(face, caption=self._words("phone.hidden"), message=note)

    def _touched(self, touch: Touch) -> None:
        if touch.how == "cover":
            self._cover = self._cover.toggled()
            self._changed.set()
        elif touch.how != "answer" or touch.prompt == self._feed.moment.view.prompt_number:
            touch.send.to(self._commands)


def address_of(where: str, words: ScreenWords) -> tuple[str, int]:
    """The address and port to serve at; port 0 is any free one. Raises `ServeError`."""
    address, port = where, 0
    if where.startswith("["):
        address, _, rest = where[1:].partition("]")
        port = _port(rest.removeprefix(":"), where, words)
    elif where.count(":") == 1:
        address, _, rest = where.partition(":")
        port = _port(rest, where, words)
    if not address:
        address = own_address()
        if not address:
            raise ServeError(words("phone.no_address"))
    if not is_local(address):
        raise ServeError(words("phone.not_local", address=address))
    return address, port


def _port(text: str, where: str, words: ScreenWords) -> int:
    if not text:
        return 0
    if not (text.isdecimal() and int(text) < 65536):
        raise ServeError(words("phone.port", address=where, reason=text))
    return int(text)


def own_address() -> str:
    """This machine's address in its local network; "" when it is in none. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket only looks up the route; 10.255.255.255 need not exist.
            probe.connect(("10.255.255.255", 1))
        except OSError:
            return ""
        address = str(probe.getsockname()[0])
    return address if is_local(address) else ""
