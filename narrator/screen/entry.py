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


class Line:
    """The line being typed. Keys build it; two digits at night, Enter by day, or a touch send it."""

    def __init__(self) -> None:
        self.text = ""

    def char(self, char: str, face: Face) -> Send | None:
        """One printable character."""
        self.text += char
        if len(self.text) == 2 and self.text.isdigit() and self.text.isascii():
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
        if self.text.strip():
            return self._typed()
        self.text = ""
        return _only(face)

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


def _only(face: Face) -> Send | None:
    cells = [cell for cell in face.cells if cell.token in ("done", "pass", "next", "resume")]
    if len(face.cells) == 1 and cells:
        return Send("press" if cells[0].command else "answer", cells[0].token)
    return None
