"""The built-in ears: a small Mandarin network and exact scores for every allowed phrase."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime as ort

from narrator.hearing.adaptation import LEAST, TEMPI, Adaptation, BadAdaptation, Heard, fit, hurried
from narrator.hearing.ctc import NEVER, blur_tones, pooled
from narrator.hearing.evidence import features
from narrator.hearing.logmel import HOP, Floats, log_mel
from narrator.hearing.normalise import level_gain, padded
from narrator.hearing.packdata import (
    CALIBRATION,
    MODEL,
    Calibration,
    NoModel,
    Settings,
    find,
    fingerprint,
    load_settings,
)
from narrator.hearing.pronounce import Units, lexicon, stem
from narrator.hearing.recogniser import RATE, Guess, Kind, Listening, Pcm
from narrator.hearing.tract import views
from narrator.hearing.units import BLANK
from narrator.hearing.wordlist import decode

GUESSES = 5
"""How many guesses an utterance gives at most."""
_SHORTEST = RATE // 10
"""Less sound than this is no utterance."""
SPEEDS = (1.15, 1.45)
"""How many times as fast each utterance is heard: slow, clear speech is told apart better when it is hurried."""
_STEP = 4
"""Frames of 10 ms for one step of the network."""


class Acoustics:
    """The network: sound in, units out. Safe to share between threads."""

    def __init__(self, path: Path) -> None:
        options = ort.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        self.fingerprint = fingerprint(path)
        """What an adaptation to a voice must have been made with."""
        try:
            self._net = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except Exception as e:  # onnxruntime's own error classes differ between versions
            raise NoModel(f"cannot load {path}: {e}") from e

    def hear(self, pcm: Pcm) -> Heard:
        """What one whole utterance sounds like to each network at each tempo of SPEEDS, a step every 40 ms,
        averaged over three vocal tracts.

        The average is sure only where all three agree: fewer wrong answers pass than with one.
        """
        return self.hear_mel(log_mel(pcm.astype(np.float32) / 32768.0))

    def hear_mel(self, mel: Floats) -> Heard:
        """The same from log-mel features."""
        mel = level_gain(mel)
        return side_by_side([self._run(hurried(mel, speed)) for speed in SPEEDS])

    def _run(self, mel: Floats) -> Heard:
        mel = padded(mel, -len(mel) % _STEP)
        log_probs, hidden = self._net.run(["log_probs", "hidden"], {"mel": views(mel)})
        return Heard(log_probs.mean(axis=1), hidden.mean(axis=1))


def side_by_side(heard: Sequence[Heard]) -> Heard:
    """Hearings of different lengths as one: silence follows the shorter ones."""
    steps = max(h.log_probs.shape[1] for h in heard)
    log_probs, hidden = [], []
    for h in heard:
        missing = ((0, 0), (0, steps - h.log_probs.shape[1]), (0, 0))
        silent = np.pad(h.log_probs, missing, constant_values=float(NEVER))
        silent[:, h.log_probs.shape[1] :, BLANK] = 0.0
        log_probs.append(silent)
        hidden.append(np.pad(h.hidden, missing))
    return Heard(np.concatenate(log_probs), np.concatenate(hidden))


def confidence(calibration: Calibration, evidence: Floats) -> float:
    """The calibrated probability that accepting is right."""
    z = float(np.dot(evidence, np.array(calibration.weights, np.float32))) + calibration.bias
    return float(1.0 / (1.0 + np.exp(-np.clip(z, -30, 30))))


def learn(acoustics: Acoustics, recordings: Sequence[tuple[Pcm, str]]) -> Adaptation:
    """Fit an adaptation to recordings of known texts. Raises adaptation.BadAdaptation, pronounce.Unspeakable."""
    if len(recordings) < LEAST:
        raise BadAdaptation(f"{len(recordings)} recordings are too few: {LEAST} or more are needed")
    spoken = []
    for pcm, text in recordings:
        mel = log_mel(pcm.astype(np.float32) / 32768.0)
        spoken += [(acoustics.hear_mel(hurried(mel, tempo)), text) for tempo in TEMPI]
    return fit(spoken, acoustics.fingerprint)


class _Utterance(ABC):
    """Collects the sound; everything is computed at the end, which takes a few milliseconds a second."""

    def __init__(self, ears: BuiltinRecogniser, kind: Kind) -> None:
        self._ears, self._kind = ears, kind
        self._blocks: list[Pcm] = []

    def feed(self, block: Pcm) -> None:
        self._blocks.append(np.array(block, np.int16))

    def finish(self) -> Sequence[Guess]:
        pcm = np.concatenate(self._blocks) if self._blocks else np.zeros(0, np.int16)
        if len(pcm) < max(_SHORTEST, 3 * HOP):
            return ()
        return self._guesses(self._ears.emissions(pcm))

    @abstractmethod
    def _guesses(self, emissions: Floats) -> Sequence[Guess]:
        """What was said, from the network's emissions."""


class _Phrase(_Utterance):
    """One of a closed list of phrases."""

    def __init__(self, ears: BuiltinRecogniser, kind: Kind, phrases: Sequence[str]) -> None:
        super().__init__(ears, kind)
        self._phrases = list(dict.fromkeys(phrases))
        self._stems = [stem(p) for p in self._phrases]
        self._lexicon = lexicon(self._phrases)

    def _guesses(self, emissions: Floats) -> Sequence[Guess]:
        ways: list[Units] = list(self._lexicon)
        scores = pooled(emissions, ways) + np.array([p for _, p in self._lexicon.values()], np.float32)
        owners = np.array([i for i, _ in self._lexicon.values()])
        total = np.full(len(self._phrases), -np.inf, np.float32)
        np.logaddexp.at(total, owners, scores)
        order = np.argsort(-total)[:GUESSES]
        best = int(order[0])
        way = max((k for k in range(len(ways)) if owners[k] == best), key=lambda k: scores[k])
        rivals = [i for i, stem_ in enumerate(self._stems) if stem_ != self._stems[best]]
        rest = total[rivals]
        others = float(np.logaddexp.reduce(rest)) if len(rest) else -np.inf
        first = self._ears.judge(self._kind, emissions, ways[way], float(total[best]), others)
        # A runner-up cannot be likelier than its share of what the best leaves over.
        share = np.exp(np.minimum(0.0, total[order] - total[best]))
        left = min(first, 1.0 - first)
        return [
            Guess(self._phrases[i], first if n == 0 else float(left * share[n]))
            for n, i in enumerate(order)
            if np.isfinite(total[i])
        ]


class _WordList(_Utterance):
    """Several words of a closed set in one breath."""

    def __init__(
        self, ears: BuiltinRecogniser, kind: Kind, words: Sequence[str], counts: range, distinct: bool
    ) -> None:
        super().__init__(ears, kind)
        self._words, self._counts, self._distinct = list(dict.fromkeys(words)), counts, distinct
        self._lexicon = lexicon(self._words)

    def _guesses(self, emissions: Floats) -> Sequence[Guess]:
        found = decode(emissions, self._lexicon, self._counts, self._distinct)
        if not found:
            return ()
        best = found[0]
        others = float(np.logaddexp.reduce([f.score for f in found[1:]])) if len(found) > 1 else -np.inf
        first = self._ears.judge(self._kind, emissions, best.units, best.score, others)
        left = min(first, 1.0 - first)
        return [
            Guess(
                "".join(self._words[w] for w in f.words),
                first if n == 0 else float(left * np.exp(min(0.0, f.score - best.score))),
            )
            for n, f in enumerate(found[:GUESSES])
        ]


class BuiltinRecogniser:
    """Hears any list of Chinese phrases, with the model that ships with narrator.

    `model` is the folder of ears.onnx and ears.json; without it the folders of `packdata.folders` are
    searched. `adaptation` fits them to one judge's voice. Raises packdata.NoModel. `start` raises
    pronounce.Unspeakable for a phrase that is not Chinese characters."""

    name = "builtin"

    def __init__(self, model: Path | None = None, adaptation: Adaptation | None = None) -> None:
        path = model / MODEL if model else find()
        self._acoustics = Acoustics(path)
        self._settings: Settings = load_settings(path.with_name(CALIBRATION))
        self.adaptation = adaptation

    def adapt(self, recordings: Sequence[tuple[Pcm, str]]) -> Adaptation:
        """Learn one voice from recordings and what each of them says (every number and command once or
        twice).

        Each recording is heard at several tempi: nobody speaks at a table as slowly as into a list. Takes
        seconds. The result is returned, not used: set `adaptation`, or pass it to a new recogniser.
        Raises adaptation.BadAdaptation, pronounce.Unspeakable.
        """
        return learn(self._acoustics, recordings)

    def start(self, phrases: Sequence[str], kind: Kind) -> Listening:
        """Open for one utterance that is one of `phrases`. Hundreds of phrases cost a few milliseconds."""
        return _Phrase(self, kind, phrases)

    def start_list(
        self,
        words: Sequence[str],
        kind: Kind = Kind.LIST,
        counts: range = range(1, 20),
        distinct: bool = True,
    ) -> Listening:
        """Open for several of `words` in one breath, in any order, as many as `counts` allows.

        The guesses' text is the words joined as they were said; `distinct`: no word twice.
        """
        return _WordList(self, kind, words, counts, distinct)

    def sure(self, kind: Kind) -> float:
        """The least confidence at which a guess may be accepted; measured on the development speakers."""
        return self._settings.kinds[kind].sure

    def emissions(self, pcm: Pcm) -> Floats:
        """Log-probabilities (networks, steps, units) for one utterance, with wrong tones partly forgiven."""
        heard = self._acoustics.hear(pcm)
        log_probs = self.adaptation.apply(heard) if self.adaptation else heard.log_probs
        return blur_tones(log_probs, self._settings.tone_share)

    def judge(self, kind: Kind, emissions: Floats, units: Units, score: float, others: float) -> float:
        """Calibrated confidence that the phrase with these units was said."""
        return confidence(self._settings.kinds[kind], features(emissions, units, score, others))
