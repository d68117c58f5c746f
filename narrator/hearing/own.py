"""The built-in ears as live hearing needs them: lists, half-heard words, one judge's voice."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.hearing.adaptation import Adaptation, BadAdaptation
from narrator.hearing.builtin import BuiltinRecogniser
from narrator.hearing.pronounce import Unspeakable, readings
from narrator.hearing.recogniser import Guess, Kind, Listening, Pcm, RecogniserError

LEAST_PARTIAL = 0.3
"""A half-heard word less sure than this is no word."""


class OwnListening:
    """An utterance of the built-in ears, which compute at the end and can be asked in between."""

    def __init__(self, inner: Listening) -> None:
        self._inner = inner

    def feed(self, block: Pcm) -> None:
        self._inner.feed(block)

    def partial(self) -> str:
        guesses = self.finish()
        return guesses[0].text if guesses and guesses[0].confidence >= LEAST_PARTIAL else ""

    def finish(self) -> Sequence[Guess]:
        try:
            return self._inner.finish()
        except Exception as error:  # onnxruntime's own classes differ between versions
            raise RecogniserError(str(error)) from None


class OwnEars:
    """`Recogniser` on the built-in ears. Phrases that they cannot pronounce are left out. Raises
    `NoModel`."""

    name = "builtin"

    def __init__(self, inner: BuiltinRecogniser | None = None) -> None:
        self.inner = inner or BuiltinRecogniser()

    def start(self, phrases: Sequence[str], kind: Kind) -> Listening:
        """Open for one utterance; with `Kind.LIST`, of any number of the phrases."""
        if kind is Kind.LIST:
            return self.start_list(phrases, kind, range(1, 20), True)
        return OwnListening(self.inner.start(speakable(phrases), kind))

    def start_list(self, words: Sequence[str], kind: Kind, counts: range, distinct: bool) -> Listening:
        """Open for several of `words` in one breath."""
        return OwnListening(self.inner.start_list(speakable(words), kind, counts, distinct))

    def sure(self, kind: Kind) -> float:
        """The least confidence at which a guess may be accepted."""
        return self.inner.sure(kind)

    def adapt(self, recordings: Sequence[tuple[Pcm, str]]) -> Adaptation:
        """Learn one voice from recordings and what each says, and use it from now on. Raises
        `BadAdaptation`."""
        try:
            self.inner.adaptation = self.inner.adapt(recordings)
        except Unspeakable as error:
            raise BadAdaptation(str(error)) from None
        return self.inner.adaptation


def speakable(phrases: Sequence[str]) -> list[str]:
    """Those that are Chinese characters."""
    return [phrase for phrase in phrases if can_speak(phrase)]


def can_speak(phrase: str) -> bool:
    """Whether the built-in ears can listen for this phrase."""
    try:
        return bool(readings(phrase))
    except Unspeakable:
        return False
