"""The process in which vosk runs: it can abort, and must not take the game with it.

`python -m narrator.hearing.vosk_worker MODEL`, spoken to with `frames` on its standard streams.
"""

from __future__ import annotations

import json
import os
import sys
from itertools import islice, product
from typing import IO, Any

from narrator.hearing.frames import Letter, read_frame, write_frame
from narrator.hearing.recogniser import RATE

ALTERNATIVES = 10


class Utterance:
    """One utterance with a recogniser of its own: vosk's grammars are fixed when it is built."""

    def __init__(self, vosk: Any, model: Any, lines: list[str]) -> None:
        # Vosk's JSON parser does not know \\u escapes: they would make every word unknown.
        self._recogniser = vosk.KaldiRecognizer(model, RATE, json.dumps(lines, ensure_ascii=False))
        self._recogniser.SetMaxAlternatives(ALTERNATIVES)
        # Vosk's own endpoint may fire in a pause of a list; what it then gives is kept.
        self._segments: list[list[tuple[str, float]]] = []

    def feed(self, audio: bytes) -> str:
        """Take audio; gives what has been heard so far."""
        if self._recogniser.AcceptWaveform(audio):
            self._segments.append(_alternatives(self._recogniser.Result()))
            partial = ""
        else:
            partial = json.loads(self._recogniser.PartialResult()).get("partial", "")
        return " ".join(s[0][0] for s in self._segments if s) + " " + partial

    def finish(self) -> list[tuple[str, float]]:
        """Hypotheses with their log-likelihoods, best first."""
        self._segments.append(_alternatives(self._recogniser.FinalResult()))
        whole = [segment for segment in self._segments if any(text for text, _ in segment)]
        joined: dict[str, float] = {}
        for parts in islice(product(*whole), 10 * ALTERNATIVES):
            text = " ".join(text for text, _ in parts if text)
            score = sum(score for _, score in parts)
            joined[text] = max(score, joined.get(text, score))
        return sorted(joined.items(), key=lambda item: -item[1])[:ALTERNATIVES] if whole else []


def _alternatives(result: str) -> list[tuple[str, float]]:
    found = json.loads(result).get("alternatives", [])
    return [(str(a.get("text", "")), float(a.get("confidence", 0.0))) for a in found]


def _known(model: Any, word: str) -> bool:
    try:
        return int(model.vosk_model_find_word(word)) >= 0
    except UnicodeEncodeError:
        return False


def serve(vosk: Any, model: Any, source: IO[bytes], sink: IO[bytes]) -> None:
    """Answer messages until the other side closes."""
    utterance: Utterance | None = None
    while (frame := read_frame(source)) is not None:
        letter, body = frame
        if letter is Letter.WORDS:
            known = [word for word in json.loads(body) if _known(model, word)]
            write_frame(sink, letter, json.dumps(known).encode())
        elif letter is Letter.START:
            lines = json.loads(body)
            utterance = Utterance(vosk, model, lines) if lines else None
        elif letter is Letter.AUDIO:
            text = utterance.feed(body) if utterance is not None else ""
            write_frame(sink, Letter.PARTIAL, text.encode())
        elif letter is Letter.FINISH:
            guesses = utterance.finish() if utterance is not None else []
            utterance = None
            write_frame(sink, letter, json.dumps(guesses).encode())
        elif letter is Letter.PING:
            write_frame(sink, letter, body)


def main(model_path: str) -> None:
    """Load the model and serve."""
    # Libraries may print; the pipe must carry messages only.
    sink = os.fdopen(os.dup(1), "wb")
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    try:
        import vosk

        vosk.SetLogLevel(-1)
        model = vosk.Model(model_path=model_path)
    except Exception as error:  # vosk raises plain Exception for a bad model
        write_frame(sink, Letter.FAILED, f"{type(error).__name__}: {error}".encode())
        return
    write_frame(sink, Letter.READY)
    serve(vosk, model, sys.stdin.buffer, sink)


if __name__ == "__main__":
    main(sys.argv[1])
