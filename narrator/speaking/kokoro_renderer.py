"""A better voice than the system's: the Kokoro-82M model on the CPU, offline, through onnxruntime."""

from __future__ import annotations

import os
import threading
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from narrator.speaking.kokoro_model import MANDARIN, KokoroModel, NoModel, find_model
from narrator.speaking.mandarin import Unreadable, phonemes
from narrator.speaking.renderer import NoVoice, RenderError, checked
from narrator.speaking.sound import Sound

RATE = 24_000

LONGEST = 510
"""Tokens that the model takes at once; a line of the book has under a hundred."""

PACE = 0.9
"""Its speed at our rate 1: a judge reads slower than a chatting voice."""

TOKENS = {
    ";": 1, ":": 2, ",": 3, ".": 4, "!": 5, "?": 6, " ": 16, "ʦ": 20, "ʨ": 21, "ꭧ": 23, "a": 43, "e": 47,
    "f": 48, "i": 51, "j": 52, "k": 53, "l": 54, "m": 55, "n": 56, "o": 57, "p": 58, "s": 61, "t": 62,
    "u": 63, "w": 65, "x": 66, "y": 67, "ɔ": 76, "ɕ": 77, "ə": 83, "ɚ": 85, "ɛ": 86, "ɥ": 99, "ɨ": 101,
    "ŋ": 112, "ɻ": 126, "ʂ": 130, "ʊ": 135, "ɤ": 140, "ʰ": 162, "↓": 169, "→": 171, "↗": 172, "↘": 173,
}  # fmt: skip
"""The model's numbers of the phonemes that Mandarin needs."""


class KokoroRenderer:
    """Reads Chinese. Loads the model when the first line has to be rendered, and lets go of it on `close`."""

    name = "kokoro"

    def __init__(self, lang: str, rate: float = 1.0, accent: bool = False) -> None:
        """`accent`: where there is no Mandarin speaker, another one will do."""
        self.lang = lang
        self.rate = rate
        self._accent = accent
        self._lock = threading.Lock()
        self._model: KokoroModel | None = None
        self._session: Any = None
        self._style: NDArray[np.float32] = np.zeros((0, 256), np.float32)

    def identity(self) -> str:
        return f"kokoro v1.0 int8/{self._choose()[1]}/{self.rate}"

    def render(self, text: str) -> Sound:
        model, speaker = self._choose()
        try:
            tokens = [TOKENS[character] for character in phonemes(text)]
        except Unreadable as error:
            raise RenderError(str(error)) from None
        if len(tokens) > LONGEST - 2:
            raise RenderError("the text is too long for one breath")
        with self._lock:
            if self._session is None:
                self._load(model, speaker)
            style = self._style[min(len(tokens), len(self._style)) - 1]
            inputs = {
                "tokens": np.array([[0, *tokens, 0]], np.int64),
                "style": style.reshape(1, 256),
                "speed": np.array([self.rate * PACE], np.float32),
            }
            try:
                samples = np.asarray(self._session.run(None, inputs)[0], np.float32).ravel()
            except Exception as error:  # onnxruntime has no common class for its errors
                raise RenderError(f"the model failed: {error}") from None
        return checked(Sound(np.nan_to_num(samples), RATE), text, self.rate)

    def close(self) -> None:
        with self._lock:
            self._session = None

    def _choose(self) -> tuple[KokoroModel, str]:
        if self.lang != "zh":
            raise NoVoice("this voice reads Chinese only")
        if self._model is None:
            try:
                self._model = find_model()
            except NoModel as error:
                raise NoVoice(str(error)) from None
        for speaker in (*MANDARIN, *(self._model.speakers if self._accent else ())):
            if speaker in self._model.speakers:
                return self._model, speaker
        raise NoVoice(f"no Mandarin speaker in {self._model.voices.name} (narrator fetch --voice gets one)")

    def _load(self, model: KokoroModel, speaker: str) -> None:
        options = onnxruntime.SessionOptions()
        # Half of the machine: the ears and the loudspeaker go on meanwhile.
        options.intra_op_num_threads = max(1, (os.cpu_count() or 2) // 2)
        try:
            self._style = model.style(speaker)
            self._session = onnxruntime.InferenceSession(model.weights(), options, providers=["CPUExecutionProvider"])
        except NoModel as error:
            raise RenderError(str(error)) from None
        except Exception as error:  # onnxruntime has no common class for its errors
            raise RenderError(f"the model does not load: {error}") from None
