"""Which recogniser is used: vosk when its model is there, else the built-in ears, or both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from narrator.hearing.background import Background
from narrator.hearing.notes import HearingError, Note
from narrator.hearing.packdata import NoModel, find
from narrator.hearing.phrasebook import load
from narrator.hearing.recogniser import Recogniser, RecogniserError
from narrator.hearing.vosk import VoskRecogniser, find_model

if TYPE_CHECKING:
    from narrator.hearing.adaptation import Adaptation
    from narrator.hearing.own import OwnEars

Found = tuple["Recogniser | None", tuple[Note, ...]]


def load_recogniser(option: str, language: str = "zh", voice: Adaptation | None = None) -> Found:
    """The recogniser for `auto|vosk|builtin|both`, and notes on what is missing; None when there is none.

    Models load in the background. `voice`: what the built-in ears learnt of the judge.
    """
    if option == "builtin":
        return load_builtin(language, voice)
    vosk, notes = load_vosk(language)
    if option == "vosk" or (option == "auto" and vosk is not None):
        return vosk, notes
    own, more = load_builtin(language, voice)
    if option == "auto":
        # Without vosk the built-in ears are what this is meant for: no complaint, unless they fail too.
        return own, () if own is not None else (*notes, *more)
    if vosk is None or own is None:
        return vosk or own, (*notes, *more)
    from narrator.hearing.pair import BothRecognisers

    return BothRecognisers(vosk, own), ()


def load_vosk(language: str) -> Found:
    """Vosk with the model of this language, loading in the background."""
    model = find_model(language)
    if model is None:
        return None, (Note("no_vosk_model" if language == "zh" else "no_english"),)
    try:
        return VoskRecogniser(model, load(language).stand_ins), ()
    except HearingError as error:
        return None, (error.note,)


def load_builtin(language: str, voice: Adaptation | None = None) -> tuple[Background[OwnEars] | None, tuple[Note, ...]]:
    """The built-in Mandarin ears, loading in the background."""
    if language != "zh":
        return None, (Note("no_english"),)
    try:
        find()
    except NoModel as error:
        return None, (Note("no_builtin", str(error)),)
    return Background("builtin", lambda: _own(voice)), ()


def _own(voice: Adaptation | None) -> OwnEars:
    from narrator.hearing.own import OwnEars  # brings onnxruntime: half a second

    ears = OwnEars()
    ears.inner.adaptation = voice
    return ears


def unheard(recogniser: Recogniser, phrases: Sequence[str]) -> list[str]:
    """Phrases that this recogniser cannot listen for, such as a wake word that its model lacks. Waits for
    a model that is still loading; one that does not load can hear nothing."""
    from narrator.hearing.own import can_speak
    from narrator.hearing.pair import BothRecognisers

    if isinstance(recogniser, VoskRecogniser):
        try:
            return list(recogniser.grammar(phrases).missing)
        except RecogniserError:
            return list(phrases)
    if isinstance(recogniser, BothRecognisers):
        return [p for p in phrases if any(unheard(part, [p]) for part in recogniser.parts)]
    return [phrase for phrase in phrases if not can_speak(phrase)]
