"""Ears: what the host opens for one prompt, and what can come out of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol, TypeAlias, runtime_checkable

from narrator.hearing.recogniser import Kind


class By(str, Enum):
    """How an answer came (the journal's `by`)."""

    VOICE = "voice"
    KEY = "key"


@dataclass(frozen=True, slots=True)
class Prompt:
    """What can be heard now. Built by `phrases.Phrases`, which checks it.

    `phrases` maps every spoken form (Chinese without spaces) to the token it stands for; two forms may share a token,
    one form never stands for two. Tokens of seats are their numbers ("12"); the others are the keys of
    `phrases.zh.yaml`. `decoys` are forms that must be recognised and not taken. For `Kind.LIST` the phrases are the
    words of the list, and `counts` how many of them may come (None: open). `keys` and `key_commands` are forms that
    only typing can give; keyed values are plain, never in the night's code. `keypad`: a question of the night, where
    two digits are an answer without Enter and what is said while the table talks counts when it is said twice.
    `strict`: an act that cannot be taken back, so half of the doubt that is allowed otherwise. `ballot`: the list is a
    candidate and those who vote for him, he himself among them perhaps. `rejected`: answers that the judge has just
    said no to; they count half and are never sure (the skip list)."""

    phrases: Mapping[str, str]
    kind: Kind
    decoys: Sequence[str] = ()
    counts: range | None = None
    commands: Mapping[str, str] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    key_commands: Mapping[str, str] = field(default_factory=dict)
    keypad: bool = False
    strict: bool = False
    ballot: bool = False
    rejected: frozenset[tuple[str, ...]] = frozenset()


@dataclass(frozen=True, slots=True)
class Heard:
    """An utterance understood: tokens in the order spoken (one, unless the prompt is a list)."""

    tokens: tuple[str, ...]
    text: str
    confidence: float
    sure: bool  # above the recogniser's threshold for this kind; otherwise ask again or confirm
    command: bool = False
    runners_up: tuple[str, ...] = ()  # other tokens by falling confidence, for "三号还是八号"
    by: By = By.VOICE


@dataclass(frozen=True, slots=True)
class Unclear:
    """Somebody spoke, and it was none of the phrases. `text` is the decoy that was recognised, if one was."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Silence:
    """Nobody spoke until the ears' own no-input time had passed."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """The microphone or the recogniser failed or came back; `problem` is a key of `hearing/notes.yaml`."""

    problem: str
    detail: str = ""


Event: TypeAlias = Heard | Unclear | Silence | Trouble


class Ears(Protocol):
    """Hears for one prompt at a time. Events come on another thread, through the callback given to `open`.

    `Heard`, `Unclear` and `Silence` answer the prompt: after each the host closes, or opens again for the
    next one. A live microphone and a terminal go on hearing until then; files, pipes and scripts hold
    their next utterance back, so that it meets the prompt it is meant for. `Trouble` answers nothing."""

    def open(self, prompt: Prompt, heard: Callable[[Event], None]) -> None:
        """Start hearing; every utterance gives one event until `close`. Opening again replaces the prompt."""

    def close(self) -> None:
        """Stop hearing at once; nothing is delivered after this returns."""

    def stop(self) -> None:
        """Give devices and processes back; the ears cannot be opened again."""


@runtime_checkable
class Ailing(Protocol):
    """Ears that can say at any time what does not work now."""

    def trouble(self) -> Trouble | None:
        """What was told last and is not over; open or not."""
