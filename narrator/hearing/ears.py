"""Ears: what the host opens for one prompt, and what can come out of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from narrator.hearing.recogniser import Kind


@dataclass(frozen=True, slots=True)
class Prompt:
    """What can be heard now.

    `phrases` maps every spoken form (no spaces) to the token it stands for; two forms may share a token, one form
    never stands for two. `decoys` are forms that must be recognised and not taken. For `Kind.LIST` the phrases
    are the words of the list, and `counts` how many of them may come (None: open).
    """

    phrases: Mapping[str, str]
    kind: Kind
    decoys: Sequence[str] = ()
    counts: range | None = None
    commands: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Heard:
    """An utterance understood: tokens in the order spoken (one, unless the prompt is a list)."""

    tokens: tuple[str, ...]
    text: str
    confidence: float
    sure: bool  # above the recogniser's threshold for this kind; otherwise ask again or confirm
    command: bool = False
    runners_up: tuple[str, ...] = ()  # other tokens by falling confidence, for "三号还是八号"


@dataclass(frozen=True, slots=True)
class Unclear:
    """Somebody spoke, and it was none of the phrases."""


@dataclass(frozen=True, slots=True)
class Silence:
    """Nobody spoke until the ears' own no-input time had passed."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """The microphone or the recogniser failed or came back; `problem` names a `host.*` line for the screen."""

    problem: str
    detail: str = ""


Event = Heard | Unclear | Silence | Trouble


class Ears(Protocol):
    """Hears for one prompt at a time. Events come on another thread, through the callback given to `open`."""

    def open(self, prompt: Prompt, heard: Callable[[Event], None]) -> None:
        """Start hearing; every utterance gives one event until `close`. Opening again replaces the prompt."""

    def close(self) -> None:
        """Stop hearing at once; nothing is delivered after this returns."""

    def stop(self) -> None:
        """Give devices and processes back; the ears cannot be opened again."""
