"""Asking one question after the other in a terminal. What can be answered is given as data; the first that is
understood counts, anything else is asked again in the same words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.markup import escape

from narrator.wizard.texts import WizardTexts

Check = Callable[[str], str]
"""Turns what was typed into the value. Raises `ValueError` with one line for people."""


class Quit(Exception):
    """The host does not want to go on (q, Ctrl-D): nothing has been changed."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be chosen: the `value`, and a line on it."""

    value: str
    says: str


class Dialogue:
    """Speaks with whoever sits at the keyboard."""

    def __init__(self, texts: WizardTexts, console: Console | None = None) -> None:
        self.texts = texts
        self.console = console or Console(highlight=False)

    def tell(self, line: str) -> None:
        """Show a line."""
        self.console.print(escape(line))

    def ask(self, question: str, default: str = "") -> str:
        """A line of text; the default for an empty one. Raises `Quit`."""
        shown = self.texts("prompt.default", question=question, default=default) if default else question
        try:
            typed = self.console.input(self.texts("prompt.mark", question=escape(shown))).strip()
        except EOFError:
            raise Quit from None
        if typed.lower() == "q":
            raise Quit
        return typed or default

    def checked(self, question: str, check: Check, default: str = "") -> str:
        """A line of text that `check` takes; asked again until it does. Raises `Quit`."""
        while True:
            try:
                return check(self.ask(question, default))
            except ValueError as error:
                self.tell(str(error))

    def choose(self, question: str, choices: Sequence[Choice], default: str, other: Check | None = None) -> str:
        """One of the choices, by number or by value; with `other` anything that it takes. Raises `Quit`."""
        for number, choice in enumerate(choices, start=1):
            mark = "*" if choice.value == default else " "
            self.tell(self.texts("prompt.row", mark=mark, number=f"{number:>2}", says=choice.says))

        def check(typed: str) -> str:
            if typed.isascii() and typed.isdigit() and 1 <= int(typed[:4]) <= len(choices):
                return choices[int(typed) - 1].value
            if any(choice.value == typed for choice in choices):
                return typed
            near = [choice.value for choice in choices if typed and typed.casefold() in choice.value.casefold()]
            if len(near) == 1:
                return near[0]  # a part of a device's name will do
            if other is None:
                raise ValueError(self.texts("prompt.which", most=len(choices)))
            return other(typed)

        chosen = next((choice.value for choice in choices if choice.value == default), default)
        place = next((str(n) for n, choice in enumerate(choices, start=1) if choice.value == chosen), chosen)
        return self.checked(question, check, place)

    def yes(self, question: str, default: bool = True) -> bool:
        """Yes or no."""
        words = {"y": True, "yes": True, "n": False, "no": False}
        words.update({word: True for word in self.texts("prompt.yes").split()})
        words.update({word: False for word in self.texts("prompt.no").split()})

        def check(typed: str) -> str:
            if typed.lower() not in words:
                raise ValueError(self.texts("prompt.yes_no"))
            return typed.lower()

        return words[self.checked(question, check, "y" if default else "n")]
