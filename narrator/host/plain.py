"""The plain terminal view: what the judge needs, printed line by line as it changes. Works on a pipe too."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape

from narrator.host.screentext import ScreenText
from narrator.host.view import CodeView, Mode, View
from narrator.rules.script import Value


class PlainView:
    """Prints every change once. Subscribe its `show` to a desk."""

    def __init__(self, text: ScreenText, console: Console | None = None, names: dict[str, str] | None = None) -> None:
        """`names`: role ids to names."""
        self._text = text
        self._console = console or Console(highlight=False, soft_wrap=True)
        self._names = names or {}
        self._last = View()
        self._asked: tuple[object, ...] = ()

    def show(self, view: View) -> None:
        """Print what is new."""
        last, self._last = self._last, view
        if view.line and (view.line != last.line or view.mode is Mode.SPEAKING is not last.mode):
            self._print("bold", self._text("plain.line", text=view.line))
        if (view.at_night, view.night) != (last.at_night, last.night):
            key = "plain.night" if view.at_night else "plain.day"
            self._print("blue", f"── {self._text(key, n=view.night)} ──")
        for fact in view.facts[len(last.facts) if view.facts[: len(last.facts)] == last.facts else 0 :]:
            self._print("magenta", self._text("plain.fact", text=fact.text))
        asked = (view.asked, view.seat, view.night, view.at_night, len(view.log))
        if view.asked and view.mode in (Mode.LISTENING, Mode.WAITING) and asked != self._asked:
            self._asked = asked
            self._ask(view)
        if view.code is not None and view.code != last.code:
            self._code(view.code, view)
        if view.decoy and not last.decoy and view.code is None:
            self._print("yellow", self._text("plain.decoy_key"))
        if view.legal and view.legal != last.legal:
            self._print("dim", self._text("plain.legal", values=self._values(view.legal)))
        if view.confirm and view.confirm != last.confirm:
            self._print("yellow", self._text("plain.confirm", text=view.confirm))
        if view.heard and view.heard != last.heard:
            unsure = "" if view.sure >= 0.5 else " " + self._text("plain.unsure")
            self._print("green", self._text("plain.heard", text=view.heard) + unsure)
        if view.message and view.message != last.message:
            self._print("yellow", view.message)
        self._rest(view, last)

    def _rest(self, view: View, last: View) -> None:
        if view.help and view.help != last.help:
            for line in view.help:
                self._print("cyan", "  " + line)
        if view.queued != last.queued and view.queued:
            self._print("cyan", self._text("plain.queued", acts=", ".join(view.queued)))
        if view.trouble != last.trouble:
            for line in view.trouble[-1:]:
                self._print("red", self._text("plain.trouble", text=line))
        if view.mode is Mode.PAUSED and last.mode is not Mode.PAUSED:
            self._print("yellow", self._text("plain.paused"))

    def _ask(self, view: View) -> None:
        step = self._names.get(view.step, "")
        seat = self._text.word(view.seat) if view.seat else ""
        what = view.question or (self._text(f"ask.{view.asked}") if self._text.has(f"ask.{view.asked}") else view.asked)
        self._print("cyan", " ".join(part for part in ("?", step, seat, what) if part))

    def _code(self, code: CodeView, view: View) -> None:
        if not code.ready:
            self._print("dim", self._text("plain.code_wait"))
            return
        place = f" {code.place}/{code.places}" if code.places > 1 else ""
        if code.decoy is not None:
            self._print("bold yellow", self._text("plain.code_decoy", n=code.decoy) + place)
        elif code.style == "shift":
            self._print("bold yellow", self._text("plain.code_shift", k=code.shift) + place)
        elif code.cells:
            cells = "  ".join(
                f"{self._text.word(value)}={'··' if number is None else number}" for value, number in code.cells
            )
            self._print("bold yellow", f"{self._text('plain.card')}{place}  {cells}")
        elif view.decoy:
            self._print("yellow", self._text("plain.decoy_key"))

    def _values(self, values: tuple[Value, ...]) -> str:
        return " ".join(str(value) if isinstance(value, int) else self._text.word(value) for value in values)

    def _print(self, style: str, text: str) -> None:
        self._console.print(f"[{style}]{escape(text)}[/]")
