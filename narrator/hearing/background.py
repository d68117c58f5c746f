"""A recogniser that loads behind the opening lines."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from narrator.hearing.recogniser import Kind, Listening, RecogniserGone


class Lists(Protocol):
    """A recogniser that also decodes lists."""

    name: str

    def start(self, phrases: Sequence[str], kind: Kind) -> Listening: ...

    def start_list(self, words: Sequence[str], kind: Kind, counts: range, distinct: bool) -> Listening: ...

    def sure(self, kind: Kind) -> float: ...


R = TypeVar("R", bound=Lists)


class Background(Generic[R]):
    """`Recogniser` whose `load` runs on a thread of its own from now on; the first use waits for it.

    What `load` raises is kept, and every use raises `RecogniserGone` with its message.
    """

    def __init__(self, name: str, load: Callable[[], R]) -> None:
        self.name = name
        self._load = load
        self._done = threading.Event()
        self._loaded: R | None = None
        self._error = ""
        threading.Thread(target=self._run, name=f"load-{name}", daemon=True).start()

    def inner(self) -> R:
        """The recogniser. Raises `RecogniserGone`."""
        self._done.wait()
        if self._loaded is None:
            raise RecogniserGone(self._error)
        return self._loaded

    def start(self, phrases: Sequence[str], kind: Kind) -> Listening:
        """Open for one utterance."""
        return self.inner().start(phrases, kind)

    def start_list(self, words: Sequence[str], kind: Kind, counts: range, distinct: bool) -> Listening:
        """Open for several words in one breath."""
        return self.inner().start_list(words, kind, counts, distinct)

    def sure(self, kind: Kind) -> float:
        """The least confidence at which a guess may be accepted."""
        return self.inner().sure(kind)

    def _run(self) -> None:
        try:
            self._loaded = self._load()
        except Exception as error:  # told at the first use
            self._error = str(error) or type(error).__name__
        finally:
            self._done.set()
