"""The pieces of the screen that are touched: seats, values, keys of the bar, pop-ups."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.events import Click
from textual.events import Key as KeyEvent
from textual.message import Message
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from narrator.screen.face import Cell, SeatFace
from narrator.screen.paint import cell_text, seat_text
from narrator.screen.places import Box, cells_of, row_of
from narrator.screen.words import ScreenWords

SHORT = 7
"""Columns of a word that stands in a cell like a number's."""


def put(widget: Widget, box: Box) -> None:
    """Set a widget at its place."""
    widget.styles.offset = (box.x, box.y)
    widget.styles.width = box.width
    widget.styles.height = box.height


class SeatBox(Static):
    """One seat; a touch asks what happened to it or what it does."""

    class Touched(Message):
        """This seat was touched."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, number: int) -> None:
        super().__init__("", markup=False)
        self._number = number
        self._shown: object = None

    def show(self, seat: SeatFace, box: Box, words: ScreenWords) -> None:
        """Draw the seat in its box, if anything of it is new."""
        if self._shown == (seat, box):
            return
        self._shown = (seat, box)
        put(self, box)
        self.set_class(not seat.alive, "-out")
        self.set_class(seat.asked, "-asked")
        self.set_class(box.y == box.height == 2, "-lower")  # of two rows that touch
        self.update(seat_text(seat, box.width, box.height, words))

    def on_click(self, event: Click) -> None:
        event.stop()
        self.post_message(self.Touched(self._number))


class CellBox(Static):
    """One value; a touch gives it."""

    class Touched(Message):
        """This value was touched, as it stood on the screen at that moment."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self) -> None:
        super().__init__("", markup=False)
        self.cell: Cell | None = None
        self._shown: object = None

    def show(self, cell: Cell | None, box: Box | None, longest: str) -> None:
        """Draw the value in its box, its figures as large as `longest` allows; without a box the cell is gone."""
        if self._shown == (cell, box, longest):
            return
        self._shown = (cell, box, longest)
        self.cell = cell if box is not None else None
        self.set_class(self.cell is not None, "-shown")
        if cell is None or box is None:
            return
        put(self, box)
        self.set_class(not cell.allowed, "-barred")
        self.update(cell_text(cell, box.width, box.height, longest))

    def on_click(self, event: Click) -> None:
        event.stop()
        if self.cell is not None:
            self.post_message(self.Touched(self.cell))


class Pad(Container):
    """All values that can be given now, in cells as large as there is room for."""

    MOST = 42

    def compose(self) -> ComposeResult:
        for _ in range(self.MOST):
            yield CellBox()

    def show(self, cells: Sequence[Cell], extras: Sequence[Cell], columns: int, rows: int) -> None:
        """Draw these values; `extras` are words and share the last row."""
        if any(cell.label.isdigit() for cell in cells):  # words do not fit into the cells of numbers
            long = [cell for cell in cells if not cell.label.isdigit() and cell_len(cell.label) > SHORT]
            cells, extras = [cell for cell in cells if cell not in long], [*long, *extras]
        lowest = rows - 1
        if extras and lowest > 0:
            rows = lowest - 1 if lowest > 3 else lowest
        else:
            extras = ()
        words = row_of(len(extras), columns, lowest)
        longest = "12" if any(len(cell.say or cell.label) > 1 for cell in cells) else "8"
        coded = any(cell.say for cell in cells)
        boxes = cells_of(len(cells), columns, rows, longest, 1 if coded else 0)
        shown = [*zip(cells, boxes, strict=False), *zip(extras, words, strict=True)]
        for at, box in enumerate(self.query(CellBox)):
            cell, place = shown[at] if at < len(shown) else (None, None)
            box.show(cell, place, longest)


class Key(Static):
    """One key of the bar at the bottom, for the mouse."""

    class Touched(Message):
        """The key's command is meant."""

        def __init__(self, token: str) -> None:
            super().__init__()
            self.token = token

    def __init__(self, key: str, label: str, token: str) -> None:
        super().__init__(Text.assemble((key, "bold #0b0f12 on #9fc3e0"), (label, "#e8eef2")), markup=False)
        self.token = token

    def on_click(self, event: Click) -> None:
        event.stop()
        self.post_message(self.Touched(self.token))


class Choice(Static):
    """One line of a pop-up."""

    def __init__(self, token: str, label: str) -> None:
        super().__init__(label, markup=False, classes="choice")
        self.token = token

    def on_click(self, event: Click) -> None:
        event.stop()
        screen = self.screen
        if isinstance(screen, Popup):
            screen.dismiss(self.token)


class Popup(ModalScreen[str]):
    """A few lines and choices by their number; Escape closes it and gives ""."""

    def __init__(self, title: str, lines: Sequence[Text | str], choices: Sequence[tuple[str, str]]) -> None:
        """`choices`: token and label."""
        super().__init__()
        self._title = title
        self._lines = lines
        self._choices = list(choices)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Text(self._title, style="bold"))
            for line in self._lines:
                # The picture of the phone's code needs its own colours.
                yield Static(line, markup=False, id="qr" if isinstance(line, Text) else None)
            for number, (token, label) in enumerate(self._choices, start=1):
                yield Choice(token, f"{number % 10}  {label}")

    def on_key(self, event: KeyEvent) -> None:
        event.stop()
        if not self.is_current:  # typed on while it closes
            return
        if event.key in ("escape", "enter", "space"):
            self.dismiss("")
        elif event.character is not None and event.character.isdigit():
            number = int(event.character) or 10
            if number <= len(self._choices):
                self.dismiss(self._choices[number - 1][0])
