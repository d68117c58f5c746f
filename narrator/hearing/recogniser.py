"""What every recogniser offers: score a closed list of phrases against one utterance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

RATE = 16_000
"""Samples a second of everything that a recogniser is fed: mono, int16."""

Pcm = NDArray[np.int16]


class Kind(str, Enum):
    """Kinds of prompt; thresholds are calibrated for each."""

    SEAT = "seat"  # one number
    LIST = "list"  # several numbers in one breath
    YESNO = "yesno"
    COMMAND = "command"
    WAKE = "wake"


@dataclass(frozen=True, slots=True)
class Guess:
    """One phrase that may have been said.

    `confidence` (0 to 1) is the calibrated probability that accepting `text` is right; it already
    accounts for the runner-up and for speech that is none of the phrases.
    """

    text: str
    confidence: float


class Listening(Protocol):
    """One utterance being heard."""

    def feed(self, block: Pcm) -> None:
        """Take the next block of at most 100 ms."""

    def finish(self) -> Sequence[Guess]:
        """The utterance is over: guesses, best first; empty when it was none of the phrases."""


@runtime_checkable
class Partial(Protocol):
    """A listening that can say what it has heard so far. Used to end an utterance early or late, never as
    an answer."""

    def partial(self) -> str:
        """The best guess at the words so far; empty when there is none yet."""


@runtime_checkable
class Repeatable(Protocol):
    """A listening whose guesses can be had before its end, at some cost."""

    def finish_so_far(self) -> Sequence[Guess]:
        """What `finish` would give now; more may be fed afterwards."""


@runtime_checkable
class ListRecogniser(Protocol):
    """A recogniser with a decoder of its own for several words in one breath."""

    def start_list(self, words: Sequence[str], kind: Kind, counts: range, distinct: bool) -> Listening:
        """Open for several of `words` in any order, as many as `counts` allows, none twice if `distinct`. The
        guesses' text is the words joined as they were said."""


class RecogniserError(Exception):
    """The recogniser failed in mid-utterance (its process died, for instance); the next `start` finds it
    restarted."""


class RecogniserGone(RecogniserError):
    """It fails again and again and is not started any more."""


class Recogniser(Protocol):
    """A recogniser with its model loaded; `start` is called once for every utterance."""

    name: str

    def start(self, phrases: Sequence[str], kind: Kind) -> Listening:
        """Open for one utterance. `phrases`: every spoken form (Chinese characters, no spaces) that can be
        heard now, decoys included."""

    def sure(self, kind: Kind) -> float:
        """The least confidence at which a guess may be accepted for this kind of prompt."""


def stop_recogniser(recogniser: Recogniser) -> None:
    """Give a recogniser's process back, if it has one."""
    end = getattr(recogniser, "stop", None)
    if end is not None:
        end()
