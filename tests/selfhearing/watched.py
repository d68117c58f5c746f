"""Real ears beside the simulated judge's script: everything that they hear in the room is noted."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from time import monotonic

from narrator.hearing.ears import Ears, Event, Heard, Prompt, Silence, Trouble
from narrator.hearing.recogniser import Kind


@dataclass(frozen=True, slots=True)
class Taken:
    """One event: `line` is the key of the line that was spoken last, `accepted` says whether the host would have
    taken it without asking again."""

    at: float
    prompt: str
    line: str
    event: str
    text: str = ""
    confidence: float = 0.0
    accepted: bool = False


class Watch:
    """One pair of ears that is watched. `closes`: as the host says; else never, as if nothing guarded them."""

    def __init__(self, ears: Ears, closes: bool, line: Callable[[], str]) -> None:
        self.ears = ears
        self.closes = closes
        self._line = line
        self._lock = threading.Lock()
        self._began = monotonic()
        self._since: float | None = None
        self._kind = ""
        self.taken: list[Taken] = []
        self.seconds: dict[str, float] = {}
        self.silences = 0

    def open(self, prompt: Prompt) -> None:
        """Hear for this prompt."""
        name = "night" if prompt.keypad else "wake" if prompt.kind is Kind.WAKE else "day"
        self._count(name)
        self.ears.open(prompt, lambda event: self._note(name, prompt, event))

    def close(self) -> None:
        """The host says: close."""
        if self.closes:
            self._count(None)
            self.ears.close()

    def stop(self) -> None:
        """For good."""
        self._count(None)
        self.ears.stop()

    def _count(self, name: str | None) -> None:
        now = monotonic()
        if self._since is not None:
            self.seconds[self._kind] = self.seconds.get(self._kind, 0.0) + now - self._since
        self._since, self._kind = (None, "") if name is None else (now, name)

    def _note(self, name: str, prompt: Prompt, event: Event) -> None:
        at, line, kind = round(monotonic() - self._began, 2), self._line(), type(event).__name__.lower()
        with self._lock:
            if isinstance(event, Silence):
                self.silences += 1
            elif isinstance(event, Heard):
                accepted = event.sure or prompt.kind is Kind.WAKE
                sure = round(event.confidence, 3)
                self.taken.append(Taken(at, name, line, kind, event.text, sure, accepted))
            elif isinstance(event, Trouble):
                self.taken.append(Taken(at, name, line, kind, f"{event.problem} {event.detail}"))
            else:
                self.taken.append(Taken(at, name, line, kind, event.text))

    def report(self) -> dict[str, object]:
        """Seconds of open ear by kind of prompt, and all that was heard."""
        return {
            "seconds": {name: round(seconds, 1) for name, seconds in self.seconds.items()},
            "silences": self.silences,
            "taken": [asdict(one) for one in self.taken],
        }


class WatchedEars:
    """The judge answers by script; the watched ears hear for the same prompts."""

    def __init__(self, script: Ears, watches: tuple[Watch, ...]) -> None:
        self._script = script
        self._watches = watches

    def open(self, prompt: Prompt, heard: Callable[[Event], None]) -> None:
        self._script.open(prompt, heard)
        for watch in self._watches:
            watch.open(prompt)

    def close(self) -> None:
        self._script.close()
        for watch in self._watches:
            watch.close()

    def stop(self) -> None:
        self._script.stop()
        for watch in self._watches:
            watch.stop()
