"""Vosk behind the recogniser interface: a fresh grammar for every utterance, in a process of its own."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from math import exp
from pathlib import Path

from narrator.children import module_command
from narrator.hearing.child import LOAD_SECONDS, Child, Life
from narrator.hearing.frames import Letter
from narrator.hearing.grammar import UNKNOWN, Grammar, build, read_back, words_to_check
from narrator.hearing.notes import HearingError
from narrator.hearing.paths import ascii_path, model_folders
from narrator.hearing.phrasebook import fold
from narrator.hearing.recogniser import Guess, Kind, Pcm, RecogniserError

TEMPERATURE = 2.0
"""Log-likelihood differences are divided by this before they become probabilities: within a closed grammar
vosk is too sure of itself."""
SURE = {Kind.SEAT: 0.8, Kind.LIST: 0.75, Kind.YESNO: 0.85, Kind.COMMAND: 0.85, Kind.WAKE: 0.9}
_NAMES = {"zh": "cn", "en": "en"}


class VoskRecogniser:
    """`Recogniser` over one model. Loads in the background; the first utterance waits for it if it must.

    `stand_ins`: for characters that a model may lack, others of the same sound. Raises `HearingError` when
    vosk or the model cannot be used at all."""

    name = "vosk"

    def __init__(self, model: Path, stand_ins: Mapping[str, str] | None = None) -> None:
        check_model(model)
        self._stand_ins = dict(stand_ins or {})
        self._known: dict[str, bool] = {}
        self._child = Child(module_command("hearing.vosk_worker", ascii_path(model)))

    def wait_ready(self) -> None:
        """Wait until the model is loaded. Raises `RecogniserError`."""
        life = self._child.life()
        if not life.ready.wait(LOAD_SECONDS) or life.over.is_set():
            raise RecogniserError(life.why or "the model does not load")

    def grammar(self, phrases: Sequence[str]) -> Grammar:
        """The phrases in words of this model; `missing` are those it has no words for."""
        wanted = words_to_check(phrases, self._stand_ins) - self._known.keys()
        if wanted:
            found = self._look_up(sorted(wanted))
            self._known.update({word: word in found for word in wanted})
        return build(phrases, lambda word: self._known.get(word, False), self._stand_ins)

    def knows(self, word: str) -> bool:
        """Whether the model has this very word (also its own symbols, such as `[unk]`)."""
        if word not in self._known:
            self._known[word] = bool(self._look_up([word]))
        return self._known[word]

    def _look_up(self, words: Sequence[str]) -> set[str]:
        """Those that the model knows. A process that died unnoticed is replaced: nothing was said to it
        yet."""
        body = json.dumps(words).encode()
        try:
            return set(json.loads(self._child.life().ask(Letter.WORDS, body)))
        except RecogniserError:
            return set(json.loads(self._child.life().ask(Letter.WORDS, body)))

    def start(self, phrases: Sequence[str], kind: Kind) -> VoskListening:
        """Open for one utterance; raises `RecogniserError`."""
        lines = list(self.grammar(phrases).lines)
        if lines and self.knows(UNKNOWN):
            lines.append(UNKNOWN)
        return VoskListening(self._child, lines, {fold(p): p for p in phrases}, self._stand_ins)

    def sure(self, kind: Kind) -> float:
        return SURE[kind]

    @property
    def restarts(self) -> int:
        """How often the process had to be replaced."""
        return self._child.restarts

    @property
    def process_id(self) -> int:
        """The process that holds the model now."""
        return self._child.life().process.pid

    def stop(self) -> None:
        """End the process."""
        self._child.stop()


class VoskListening:
    """One utterance. With no phrase that the model knows, nothing can be heard (an empty grammar would
    crash)."""

    def __init__(self, child: Child, lines: list[str], forms: Mapping[str, str], stand_ins: Mapping[str, str]) -> None:
        self._forms = forms
        self._stand_ins = stand_ins
        self._life: Life = child.life()  # a dead one is replaced before the first word
        self._life.partial = ""
        self._life.send(Letter.START, json.dumps(lines).encode())

    def feed(self, block: Pcm) -> None:
        if self._life.over.is_set():
            raise RecogniserError(self._life.why)
        self._life.send(Letter.AUDIO, block.astype("<i2").tobytes())

    def partial(self) -> str:
        return read_back(self._life.partial, self._forms, self._stand_ins)

    def finish(self) -> Sequence[Guess]:
        found = json.loads(self._life.ask(Letter.FINISH))
        texts = [(read_back(text, self._forms, self._stand_ins), score) for text, score in found]
        return posterior(texts)


def posterior(found: Sequence[tuple[str, float]]) -> list[Guess]:
    """Guesses with probabilities out of log-likelihoods; the same text in several cuts counts once, as the
    best.

    The empty text (nothing was said) takes its share and is left out.
    """
    best: dict[str, float] = {}
    for text, score in found:
        best[text] = max(score, best.get(text, score))
    if not best:
        return []
    top = max(best.values())
    weights = {text: exp((score - top) / TEMPERATURE) for text, score in best.items()}
    total = sum(weights.values())
    guesses = [Guess(text, weight / total) for text, weight in weights.items() if text]
    return sorted(guesses, key=lambda guess: -guess.confidence)


def check_model(model: Path) -> None:
    """Refuse a folder that vosk could not use for lists of phrases. Raises `HearingError`."""
    if find_spec("vosk") is None:
        raise HearingError("no_vosk", "pip install vosk")
    if not (model / "am" / "final.mdl").is_file():
        raise HearingError("no_vosk", f"{model}: no vosk model in this folder")
    if not (model / "graph" / "HCLr.fst").is_file() or not (model / "graph" / "Gr.fst").is_file():
        # With a static graph vosk ignores the phrases and hears everything.
        raise HearingError("no_vosk", f"{model}: a large model cannot be given phrases; take a small one")


def find_model(language: str) -> Path | None:
    """The vosk model of this language in the model folders."""
    for folder in model_folders():
        for path in sorted(folder.glob(f"vosk-model*{_NAMES.get(language, language)}*")):
            if (path / "graph" / "HCLr.fst").is_file():
                return path
    return None
