"""What the judge types or touches, gathered into what is sent. Pure; the same for the terminal and the phone."""

from __future__ import annotations

from dataclasses import dataclass

from narrator.host.view import Commands
from narrator.screen.face import Cell, Entry, Face


@dataclass(frozen=True, slots=True)
class Send:
    """What goes to the host: `how` is answer, press or type."""

    how: str
    text: str

    def to(self, commands: Commands) -> None:
        """Send it."""
        getattr(commands, self.how)(self.text)


BETWEEN = "+-*/."
"""Keys of a number pad that stand between the numbers of a list."""


class Line:
    """The line being typed. Keys build it; two digits at night, Enter by day, or a touch send it."""

    def __init__(self) -> None:
        self.text = ""

    def char(self, char: str, face: Face) -> Send | None:
        """One printable character."""
        self.text += char
        if len(self.text) == 2 and self.text.isdigit() and self.text.isascii():
            for cell in face.extras:
                if cell.keys == self.text:
                    self.text = ""
                    return Send("answer", cell.token)
            if face.keypad:
                return self._typed()
            # 91 and 92 are yes and no wherever yes and no are asked: the number pad has no letters.
            for cell in face.cells:
                if cell.keys == self.text and cell.token in ("yes", "no"):
                    self.text = ""
                    return Send("answer", cell.token)
        return None

    def erase(self) -> None:
        """The last character away."""
        self.text = self.text[:-1]

    def clear(self) -> None:
        """All of it away."""
        self.text = ""

    def enter(self, face: Face) -> Send | None:
        """Enter: the line, or, with nothing typed, the one thing that can be answered."""
        typed = self.text.strip()
        coded = next((cell for cell in (*face.cells, *face.extras) if typed and cell.keys == typed), None)
        if coded is not None and not coded.token.isdigit():  # 00, 91, 99 … by day too: a number pad has no letters
            self.text = ""
            return _touched(coded, face)
        if typed:
            if face.entry is Entry.LIST:  # a number pad has no space either: 5+1+2
                self.text = "".join(" " if char in BETWEEN else char for char in self.text)
            return self._typed()
        self.text = ""
        return None if face.only is None else _touched(face.only, face)

    def touch(self, cell: Cell, face: Face) -> Send | None:
        """A cell was touched: an answer, or one more of a list."""
        if cell.command:
            return Send("press", cell.token)
        if face.entry is not Entry.LIST:
            self.text = ""
            return Send("answer", cell.token)
        if cell.token in ("done", "none") and not self.text.strip():
            return Send("type", cell.token)
        self.text = f"{self.text.strip()} {cell.token}".strip()
        return self._typed() if cell.token == "done" else None

    def _typed(self) -> Send:
        text, self.text = self.text, ""
        return Send("type", text.strip())


def _touched(cell: Cell, face: Face) -> Send:
    """What a value sends that is given as a whole."""
    if cell.command:
        return Send("press", cell.token)
    return Send("type" if face.entry is Entry.LIST else "answer", cell.token)
