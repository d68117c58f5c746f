"""The built-in ears as live hearing needs them: lists, half-heard words, one judge's voice."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from narrator.hearing.adaptation import Adaptation, BadAdaptation
from narrator.hearing.builtin import BuiltinRecogniser
from narrator.hearing.logmel import Floats
from narrator.hearing.pronounce import Unspeakable, readings
from narrator.hearing.recogniser import Guess, Kind, Listening, Pcm, RecogniserError

MOST_WORDS = 16
_USUAL = str.maketrans({"幺": "一", "两": "二", "拐": "七", "勾": "九"})


class OwnListening:
    """An utterance of the built-in ears, which compute everything at once: at its end, or in a pause that may be it."""

    def __init__(self, inner: Listening) -> None:
        self._inner = inner

    def feed(self, block: Pcm) -> None:
        self._inner.feed(block)

    def finish(self) -> Sequence[Guess]:
        try:
            return self._inner.finish()
        except Exception as error:  # onnxruntime's own classes differ between versions
            raise RecogniserError(str(error)) from None

    def finish_so_far(self) -> Sequence[Guess]:
        return self.finish()


class Remembering(BuiltinRecogniser):
    """Does not compute the same sound twice: a list is searched in several styles."""

    _last: tuple[Pcm, Adaptation | None, Floats] | None = None

    def emissions(self, pcm: Pcm) -> Floats:
        last = self._last
        if last is not None and last[1] is self.adaptation and np.array_equal(last[0], pcm):
            return last[2]
        found = super().emissions(pcm)
        self._last = pcm, self.adaptation, found
        return found


class OwnEars:
    """`Recogniser` on the built-in ears. Phrases that they cannot pronounce are left out. Raises
    `NoModel`."""

    name = "builtin"

    def __init__(self, inner: BuiltinRecogniser | None = None) -> None:
        self.inner = inner or Remembering()

    def start(self, phrases: Sequence[str], kind: Kind) -> Listening:
        """Open for one utterance; with `Kind.LIST`, of any number of the phrases."""
        if kind is Kind.LIST:
            return self.start_list(phrases, kind, range(1, 20), True)
        return OwnListening(self.inner.start(speakable(phrases), kind))

    def start_list(self, words: Sequence[str], kind: Kind, counts: range, distinct: bool) -> Listening:
        """Open for several of `words` in one breath, at most `MOST_WORDS`."""
        least, most = counts[0], min(counts[-1], MOST_WORDS)
        inner = self.inner.start_list(plain(speakable(words)), kind, range(least, most + 1), distinct)
        return OwnListening(inner)

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


def plain(words: Sequence[str]) -> list[str]:
    """Without other ways to say a word of the list, which the ears know by themselves (幺号 for 一号) or
    which nobody says in a list (三号玩家): they only make the search longer."""
    there = set(words)

    def usual(word: str) -> str:
        return word.removesuffix("玩家").translate(_USUAL)

    return [word for word in words if usual(word) == word or usual(word) not in there]


def speakable(phrases: Sequence[str]) -> list[str]:
    """Those that are Chinese characters."""
    return [phrase for phrase in phrases if can_speak(phrase)]


def can_speak(phrase: str) -> bool:
    """Whether the built-in ears can listen for this phrase."""
    try:
        return bool(readings(phrase))
    except Unspeakable:
        return False
