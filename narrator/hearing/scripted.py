"""Ears that hear what a script says: a simulated judge's phrases, or the lines of a file (`script:FILE`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Thread

from narrator.hearing.decide import typed, understand
from narrator.hearing.ears import Event, Heard, Prompt, Silence, Trouble, Unclear
from narrator.hearing.notes import HearingError
from narrator.hearing.opening import Opening
from narrator.hearing.phrasebook import fold
from narrator.hearing.recogniser import Guess, Kind

KEY = "key "
"""A script line that begins so is typed, not spoken."""


def perfect(kind: Kind) -> float:
    """The threshold of ears that never mishear."""
    return 0.5


def hear_phrase(prompt: Prompt, text: str) -> Heard | Unclear:
    """What a recogniser that never errs makes of a spoken phrase: it goes through the same understanding."""
    return understand(prompt, [Guess(fold(text), 1.0)] if text else [], perfect)


def hear_line(prompt: Prompt, line: str) -> Event:
    """The event for one line of a script: a phrase, `key 05`, `silence`, or `unclear`."""
    if line == "silence":
        return Silence()
    if line == "unclear":
        return Unclear()
    if line.startswith(KEY):
        return typed(prompt, line[len(KEY) :])
    return hear_phrase(prompt, line)


class ScriptedEars:
    """Ears for simulated judges: `say` and `key` deliver at once, on the caller's thread.

    With `script`, a thread of its own gives the next line of it at every `open`; at its end, `Trouble`.
    """

    def __init__(self, script: Iterable[str] | None = None) -> None:
        self._opening = Opening()
        self._thread: Thread | None = None
        if script is not None:
            lines = [line.strip() for line in script]
            self._lines = [line for line in lines if line and not line.startswith("#")]
            self._thread = Thread(target=self._recite, name="script-ears", daemon=True)
            self._thread.start()

    @property
    def prompt(self) -> Prompt | None:
        """What is heard for now; None when closed."""
        opened = self._opening.now()
        return None if opened is None else opened.prompt

    def say(self, text: str) -> Event | None:
        """Speak a phrase into the ears; gives the event that it made, None when they were closed."""
        return self._give(text, hear_phrase)

    def key(self, text: str) -> Event | None:
        """Type a line."""
        return self._give(text, typed)

    def open(self, prompt: Prompt, heard: Callable[[Event], None]) -> None:
        self._opening.open(prompt, heard)

    def close(self) -> None:
        self._opening.close()

    def stop(self) -> None:
        self._opening.stop()

    def _give(self, text: str, how: Callable[[Prompt, str], Heard | Unclear]) -> Event | None:
        opened = self._opening.now()
        if opened is None:
            return None
        event = how(opened.prompt, text)
        return event if self._opening.deliver(event, opened) else None

    def _recite(self) -> None:
        last = 0
        for line in self._lines:
            while True:
                opened = self._opening.wait(last)
                if opened is None:
                    return
                last = opened.number
                if self._opening.deliver(hear_line(opened.prompt, line), opened):
                    break
        opened = self._opening.wait(last)
        if opened is not None:
            self._opening.deliver(Trouble("script_over"), opened)


def read_script(path: Path) -> ScriptedEars:
    """Ears for `script:FILE`: one utterance a line, `#` comments. Raises `HearingError`."""
    try:
        return ScriptedEars(path.read_text(encoding="utf-8").splitlines())
    except (OSError, UnicodeDecodeError) as error:
        raise HearingError("script_unreadable", f"{path}: {error}") from None
