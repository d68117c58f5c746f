"""The full screen in a terminal: draws the face of the moment, sends what is pressed. It keeps nothing of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Protocol

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal
from textual.events import Click, Paste, Resize
from textual.events import Key as KeyEvent
from textual.message import Message
from textual.widgets import Static

from narrator.host.view import Commands, Mode
from narrator.screen.bar import CommandBar
from narrator.screen.cover import Cover
from narrator.screen.drawing import Drawing
from narrator.screen.entry import Line, Send
from narrator.screen.face import Face
from narrator.screen.feed import Feed
from narrator.screen.keys import KEYS
from narrator.screen.project import face_of
from narrator.screen.widgets import CellBox, Key, Pad, Popup, SeatBox
from narrator.screen.words import ScreenWords

SEATS = 20
"""Seats that a table has at most (R 0)."""
TICK = 0.25
"""Seconds between two drawings of a running time."""
PAD_KEYS = {"+": "more_time", "-": "undo", "*": "repeat", "/": "pause"}
"""Keys of a number pad that are commands while nothing is typed."""


class Phone(Protocol):
    """The server for the judge's phone, as far as the screen needs it."""

    @property
    def taken(self) -> bool:
        """Is a phone connected?"""

    def invite(self) -> tuple[str, str]:
        """A fresh address and its picture."""


class Changed(Message):
    """The host has shown something new. One drawing is enough for several."""

    def can_replace(self, message: Message) -> bool:
        return isinstance(message, Changed)


class Finished(Message):
    """The evening is over."""


class JudgeScreen(App[str]):
    """The judge's screen. Its result is "over" when the evening has ended, "leave" when the judge left it."""

    CSS_PATH = "screen.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"order('{token}')", show=False, priority=True) for key, token in KEYS),
        Binding("ctrl+q", "order('leave')", show=False, priority=True),
        Binding("ctrl+c", "order('leave')", show=False, priority=True),
        Binding("ctrl+z", "rest", show=False, priority=True),
    ]

    def __init__(
        self,
        feed: Feed,
        commands: Commands,
        words: ScreenWords,
        now: Callable[[], float],
        phone: Phone | None = None,
    ) -> None:
        """`now`: seconds on the host's clock."""
        super().__init__()
        self._feed = feed
        self._commands = commands
        self._words = words
        self._now = now
        self._phone = phone
        self._cover = Cover()
        self._typed = Line()
        self._asked: object = None
        self._hidden_notes: tuple[str, ...] = ()
        self._unwatch: Callable[[], None] = lambda: None
        self._invitation: Popup | None = None
        self._resting = False
        self.face = Face()
        self.failure: Exception | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="head", markup=False)
        yield Static(id="line", markup=False)
        with Container(id="table"):
            for number in range(1, SEATS + 1):
                yield SeatBox(number)
            with Container(id="middle"):
                yield Static(id="question", markup=False)
                yield Static(id="facts", markup=False)
                yield Static(id="caption", markup=False)
                with Horizontal(id="play"):
                    yield Static(id="figures", markup=False)
                    yield Pad(id="pad")
            yield Static(id="notes", markup=False)
        yield Static(id="heard", markup=False)
        yield Static(id="message", markup=False)
        yield Static(id="log", markup=False)
        yield Static(id="input", markup=False)
        yield CommandBar(self._words, self._phone is not None)

    def on_mount(self) -> None:
        self._drawing = Drawing(self.screen_stack[0], self._words)
        self._unwatch = self._feed.watch(self._wake)
        self.set_interval(TICK, self._tick)
        self.call_after_refresh(self._draw)
        if self._phone is not None:  # whoever asks for the phone wants its picture first
            self.call_after_refresh(self._show_phone)

    def on_unmount(self) -> None:
        self._unwatch()

    def _wake(self) -> None:
        """On the host's thread: posting waits for nobody, and drops the message when the screen is closing."""
        self.post_message(Changed())

    def finish(self) -> None:
        """The evening is over. From any thread."""
        self.post_message(Finished())

    def on_finished(self) -> None:
        self.exit("over")

    def on_changed(self) -> None:
        self._draw()

    def on_resize(self, event: Resize) -> None:
        self.screen_stack[0].set_class(event.size.height >= 28, "-tall")
        self.screen_stack[0].set_class(event.size.width >= 140, "-wide")
        self.call_after_refresh(self._draw)

    # --- what is pressed ---

    def on_key(self, event: KeyEvent) -> None:
        if len(self.screen_stack) > 1:
            return
        key, char = event.key, event.character
        event.stop()
        if key == "enter":
            self._send(self._typed.enter(self.face))
        elif key == "backspace":
            self._typed.erase()
        elif key == "escape":
            self._typed.clear()
            self._hidden_notes = self._feed.moment.view.help
        elif char is None or not char.isprintable():
            return
        elif not self._typed.text and char in (" ", "."):
            self.action_order("cover")
        elif not self._typed.text and char in PAD_KEYS:
            self.action_order(PAD_KEYS[char])
        else:
            self._send(self._typed.char(char, self.face))
        self._draw()

    def on_paste(self, event: Paste) -> None:
        self._typed.text += " ".join(event.text.split())
        self._draw()

    def on_cell_box_touched(self, event: CellBox.Touched) -> None:
        self._send(self._typed.touch(event.cell, self.face))
        self._draw()

    def on_seat_box_touched(self, event: SeatBox.Touched) -> None:
        words, number = self._words, event.number
        kinds = ("why", "self_destruct", "duel", "withdraw", "penalty", "leave")
        choices = [(f"{kind}:{number}", words(f"menu.{kind}")) for kind in kinds]
        title = words("menu.title", n=number)
        self.push_screen(Popup(title, (), [*choices, ("", words("menu.close"))]), self._press)

    def on_key_touched(self, event: Key.Touched) -> None:
        self.action_order(event.token)

    def on_click(self, event: Click) -> None:
        if event.widget is not None and event.widget.id == "notes":
            self._hidden_notes = self._feed.moment.view.help
            self._draw()

    def action_order(self, token: str) -> None:
        """A command by its key or by touch."""
        view = self._feed.moment.view
        if token == "cover":
            self._cover = self._cover.toggled()
            self._draw()
        elif token == "leave":
            self._ask_to_leave()
        elif token == "phone":
            self._show_phone()
        elif token == "send":
            self._send(self._typed.enter(self.face))
            self._draw()
        elif token == "pause" and view.mode is Mode.PAUSED:
            self._commands.press("resume")
        else:
            self._hidden_notes = ()
            self._commands.press(token)

    async def action_rest(self) -> None:
        """Put the program to sleep (Ctrl-Z). The game is paused first, so that no time runs out meanwhile."""
        if self._feed.moment.view.mode not in (Mode.PAUSED, Mode.OVER):
            self._resting = True
            self._commands.press("pause")
        else:
            self.action_suspend_process()

    def _press(self, token: str | None) -> None:
        if token:
            self._hidden_notes = ()
            self._commands.press(token)

    def _send(self, send: Send | None) -> None:
        if send is None:
            return
        stale = send.how == "answer" and self._feed.moment.view.prompt_number != self.face.prompt
        if not stale:  # the question has changed under the finger
            send.to(self._commands)

    def _ask_to_leave(self) -> None:
        if len(self.screen_stack) > 1:
            return
        words = self._words
        choices = [("leave", words("leave.yes")), ("", words("leave.no"))]
        self.push_screen(Popup(words("leave.ask"), (), choices), lambda got: self.exit("leave") if got else None)

    def _show_phone(self) -> None:
        """The picture for the judge's phone; with one connected, first whether it is to be put out."""
        words, phone = self._words, self._phone
        if len(self.screen_stack) > 1:
            return
        if phone is None:
            self.push_screen(Popup(words("phone.off"), (), [("", words("phone.close"))]))
        elif phone.taken:
            choices = [("new", words("phone.new")), ("", words("phone.close"))]
            self.push_screen(Popup(words("phone.connected"), (), choices), lambda got: self._invite() if got else None)
        else:
            self._invite()

    def _invite(self) -> None:
        words = self._words
        if self._phone is not None:
            address, picture = self._phone.invite()
            code = Text(picture, style="#000000 on #ffffff", no_wrap=True)
            lines: list[Text | str] = [code, address, words("phone.scan"), words("phone.plain")]
            self._invitation = Popup(words("phone.title"), lines, [("", words("phone.close"))])
            self.push_screen(self._invitation)

    # --- drawing ---

    def _tick(self) -> None:
        invitation, phone = self._invitation, self._phone
        if invitation is not None and phone is not None and phone.taken:  # the picture has done its work
            self._invitation = None
            if invitation.is_current:
                invitation.dismiss("")
        timer = self.face.timer
        if timer is not None and timer.left is None:
            self._drawing.times(self.face, self._now())

    def _draw(self) -> None:
        moment = self._feed.moment
        view = moment.view
        self._cover = self._cover.after(moment.phase)
        self.face = face = face_of(view, moment.phase, self._words, self._cover.on)
        if self._resting and view.mode is Mode.PAUSED:
            self._resting = False
            self.action_suspend_process()
        place = len(view.entered) if face.keypad else 0
        asked = (view.asked, view.step, view.seat, view.confirm, place, view.mode is Mode.OVER)
        if asked != self._asked and view.mode in (Mode.LISTENING, Mode.CONFIRMING, Mode.OVER):
            # Digits begun for one question must not become the answer to the next.
            self._asked = asked
            self._typed.clear()
        self._drawing.draw(face, self._typed.text, self._hidden_notes, self._now())

    # --- faults ---

    def _fatal_error(self) -> None:
        """Textual would print a traceback with every local variable, secrets among them. The game goes on instead."""
        self._close_messages_no_wait()

    def _handle_exception(self, error: Exception) -> None:
        if self.failure is None:
            self.failure = error
        super()._handle_exception(error)
