"""Two recognisers that must agree before an answer counts."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.hearing.pronounce import stem
from narrator.hearing.recogniser import Guess, Kind, Listening, Pcm, Recogniser

_DOUBT = 0.5
"""What remains of a guess's confidence, at most, when the other recogniser heard something else."""


class _BothListening:
    """Feeds both; merges their guesses at the end."""

    def __init__(self, first: Listening, second: Listening, sure: float) -> None:
        self._first, self._second, self._sure = first, second, sure

    def feed(self, block: Pcm) -> None:
        self._first.feed(block)
        self._second.feed(block)

    def finish(self) -> Sequence[Guess]:
        return agreed(self._first.finish(), self._second.finish(), self._sure)


def agreed(first: Sequence[Guess], second: Sequence[Guess], sure: float) -> Sequence[Guess]:
    """Guesses of both, best first. The best one keeps a confidence of at least `sure` only when both
    recognisers put it first (三 and 三号 are the same answer); silence on either side is disagreement."""
    if not first and not second:
        return ()
    merged: dict[str, float] = {}
    for guess in (*first, *second):
        merged[guess.text] = max(merged.get(guess.text, 0.0), guess.confidence)
    if first and second and stem(first[0].text) == stem(second[0].text):
        # Independent evidence: both must be wrong for the answer to be wrong.
        doubt = (1.0 - first[0].confidence) * (1.0 - second[0].confidence)
        merged[first[0].text] = 1.0 - doubt
        if second[0].text != first[0].text:
            merged.pop(second[0].text)
    else:
        merged = {text: min(value, sure * _DOUBT) for text, value in merged.items()}
    ranked = sorted(merged.items(), key=lambda item: -item[1])
    return [Guess(text, value) for text, value in ranked]


class AgreeingRecogniser:
    """Accepts what `first` and `second` both hear. Listens with both at once, so it is as slow as the
    slower."""

    name = "both"

    def __init__(self, first: Recogniser, second: Recogniser) -> None:
        self._first, self._second = first, second

    def start(self, phrases: Sequence[str], kind: Kind) -> Listening:
        """Open both for one utterance."""
        return _BothListening(self._first.start(phrases, kind), self._second.start(phrases, kind), self.sure(kind))

    def sure(self, kind: Kind) -> float:
        """Agreement is worth much: the lower of the two thresholds will do."""
        return min(self._first.sure(kind), self._second.sure(kind))
