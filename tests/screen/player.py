"""A judge at the keyboard of the screen: waits until he is asked, then presses what the rules allow."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

from textual import events
from textual.pilot import Pilot

from narrator.host.view import Mode, View
from narrator.screen.app import JudgeScreen
from narrator.screen.face import Entry
from narrator.screen.words import ScreenWords
from tests.screen.hosted import Table

PATIENCE = 4000
"""Turns of the event loop after which a test is stuck."""


def screen_of(table: Table, lang: str = "zh") -> JudgeScreen:
    """The screen of this table."""
    return JudgeScreen(table.feed, table.commands, ScreenWords(lang), table.clock.now)


class Judge:
    """Plays through `pilot`. `look` is called at every question, before it is answered."""

    def __init__(self, pilot: Pilot[str], table: Table, seed: int = 0) -> None:
        self.pilot = pilot
        self.table = table
        self.random = random.Random(seed)
        self.look: Callable[[View], None] = lambda _: None

    @property
    def app(self) -> JudgeScreen:
        app = self.pilot.app
        assert isinstance(app, JudgeScreen)
        return app

    async def asked(self) -> View:
        """Wait until the host waits and the screen has drawn it; gives the view."""
        for _ in range(PATIENCE):
            await asyncio.sleep(0.001)
            if self.table.errors:
                raise self.table.errors[0]
            ended = self.table.thread is not None and not self.table.thread.is_alive()
            view, face = self.table.view, self.app.face
            drawn = face.prompt == view.prompt_number and (bool(face.over) or view.mode is not Mode.OVER)
            if (self.table.clock.idle or ended) and drawn:
                return view
        raise AssertionError(f"the host is stuck at {self.table.view}")

    async def press(self, *keys: str) -> None:
        """Press keys by name, and let the screen draw."""
        await self.pilot.press(*keys)

    async def keys(self, text: str, sends: int = 1) -> None:
        """Press these keys one by one, a newline is Enter, and wait until so many answers have been sent."""
        before = self.table.clock.sent
        for char in text:
            name = {"\n": "enter", " ": "space"}.get(char, char)
            self.app.post_message(events.Key(name, "\r" if char == "\n" else char))
        await self.sent(before + sends)

    async def sent(self, number: int) -> None:
        """Wait until the screen has sent so much since the game began."""
        for _ in range(PATIENCE):
            if self.table.clock.sent >= number:
                return
            await asyncio.sleep(0.001)
        raise AssertionError(f"nothing was sent at {self.table.view}")

    def choice(self, view: View) -> str:
        """Keys that answer this question."""
        if view.mode is Mode.CONFIRMING:
            return "91"
        if view.mode is Mode.PAUSED:
            return "\n"
        face = self.app.face
        cells = [cell for cell in face.cells if cell.allowed] or list(face.cells)
        if face.entry is Entry.LIST:
            return self._list(view)
        cell = self.random.choice(cells)
        if face.keypad:
            return cell.keys
        if len(face.cells) == 1:
            return "\n"
        return f"{cell.token}\n"

    def _list(self, view: View) -> str:
        ask = self.table.host.sitting.game.cue
        assert ask is not None
        if not ask.askers:
            some = self.random.sample(sorted(v for v in view.legal if isinstance(v, int)), 2)
            return " ".join(map(str, some)) + "\n"
        votes: list[object] = []
        for _ in ask.askers:
            allowed = sorted((v for v in ask.legal(tuple(votes)) if isinstance(v, int)), reverse=True)  # type: ignore[arg-type]
            votes.append(allowed[0] if allowed else "none")
        reports = {vote: [s for s, v in zip(ask.askers, votes, strict=True) if v == vote] for vote in votes}
        said = [f"{to} {' '.join(map(str, who))}\n" for to, who in reports.items() if isinstance(to, int)]
        return "".join(said) + "done\n"

    async def answer(self) -> View:
        """Answer one question; gives the view it was asked with."""
        view = await self.asked()
        self.look(view)
        text = self.choice(view)
        await self.keys(text, max(1, text.count("\n")))
        return view

    async def to_the_end(self, most: int = 500) -> None:
        """Answer until the game is over."""
        for _ in range(most):
            if (await self.asked()).mode is Mode.OVER:
                return
            await self.answer()
        raise AssertionError("the game does not end")

    async def until(self, reached: Callable[[View], bool], most: int = 300) -> View:
        """Answer until a question like this is asked, and leave it open."""
        for _ in range(most):
            view = await self.asked()
            if reached(view):
                return view
            assert view.mode is not Mode.OVER, "the game is over before that"
            await self.answer()
        raise AssertionError("no such question came")
