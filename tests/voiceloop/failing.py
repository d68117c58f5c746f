"""A recogniser that fails when it is told to."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from narrator.hearing.recogniser import Kind, Listening, ListRecogniser, Recogniser, RecogniserError


class Failing:
    """Passes everything on; after `fail` the next utterance raises, as when a recogniser's process dies."""

    def __init__(self, inner: Recogniser) -> None:
        assert isinstance(inner, ListRecogniser)
        self.name = inner.name
        self._inner = inner
        self._due = threading.Event()
        self.failed = 0

    def fail(self) -> None:
        """The next utterance will be lost."""
        self._due.set()

    def start(self, phrases: Sequence[str], kind: Kind) -> Listening:
        self._check()
        return self._inner.start(phrases, kind)

    def start_list(self, words: Sequence[str], kind: Kind, counts: range, distinct: bool) -> Listening:
        assert isinstance(self._inner, ListRecogniser)
        self._check()
        return self._inner.start_list(words, kind, counts, distinct)

    def sure(self, kind: Kind) -> float:
        return self._inner.sure(kind)

    def _check(self) -> None:
        if self._due.is_set():
            self._due.clear()
            self.failed += 1
            raise RecogniserError("killed")
