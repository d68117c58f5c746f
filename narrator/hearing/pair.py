"""Vosk and the built-in ears as one recogniser."""

from __future__ import annotations

from narrator.hearing.both import AgreeingRecogniser
from narrator.hearing.recogniser import Recogniser, stop_recogniser


class BothRecognisers(AgreeingRecogniser):
    """Both must agree."""

    def __init__(self, vosk: Recogniser, own: Recogniser) -> None:
        super().__init__(vosk, own)
        self.parts = (vosk, own)

    def stop(self) -> None:
        """Give their processes back."""
        for part in self.parts:
            stop_recogniser(part)
