"""What every renderer offers: one sentence in, its sound out; and how its sound is checked."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from narrator.speaking.sound import Sound, trim

HAN_SECONDS = 0.08
"""No voice says a Chinese character faster than this at normal rate."""

WORD_SECONDS = 0.1
"""Nor a word of another language."""

LEAST_SECONDS = 0.3
"""A file shorter than this holds no speech: a broken espeak voice gives 0.28 s of nothing and says done."""

FLOOR = 0.002
"""Root mean square of the audible part under which a file is silence (-54 dBFS)."""


class RenderError(Exception):
    """A sentence could not be rendered; the message says by what and why, and never the sentence."""


class NoVoice(RenderError):
    """The machine has no voice for this language."""


class Renderer(Protocol):
    """Turns sentences into sound. May be called from any thread; a call takes as long as it takes."""

    name: str

    def identity(self) -> str:
        """All that the sound depends on but the text (engine, version, voice, rate). Raises RenderError."""

    def render(self, text: str) -> Sound:
        """The spoken sentence, checked. Raises RenderError after its own retries; never hangs."""

    def close(self) -> None:
        """End the processes that belong to it; it can be used again."""


def least_seconds(text: str, rate: float = 1.0) -> float:
    """The shortest time in which a voice can have said this at `rate` times normal speed."""
    characters = sum(_is_han(character) for character in text)
    words = len("".join(" " if _is_han(c) or not c.isalnum() else c for c in text).split())
    return (characters * HAN_SECONDS + words * WORD_SECONDS) / rate


def checked(sound: Sound, text: str, rate: float = 1.0) -> Sound:
    """The sound, if it can be the text at `rate` times normal speed. Raises RenderError.

    A renderer's "finished" means nothing: engines finish happily with an empty, cut or silent file.
    """
    audible = trim(sound, before=0, after=0)
    power = float(np.sqrt(np.mean(audible.samples**2))) if len(audible.samples) else 0.0
    if power < FLOOR:
        raise RenderError("the voice gave silence")
    least = least_seconds(text, rate)
    if sound.seconds < LEAST_SECONDS / rate or audible.seconds < least:
        raise RenderError(f"the voice gave {audible.seconds:.2f} s of sound where {least:.2f} s is the least")
    return sound


def _is_han(character: str) -> bool:
    return "\u3400" <= character <= "\u9fff"
