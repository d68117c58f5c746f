"""Which recogniser is used: vosk when its model is there, else the built-in ears, or both."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from narrator.hearing.notes import HearingError, Note
from narrator.hearing.phrasebook import load
from narrator.hearing.recogniser import Recogniser
from narrator.hearing.vosk import VoskRecogniser, find_model

Found = tuple["Recogniser | None", tuple[Note, ...]]


def load_recogniser(option: str, language: str = "zh") -> Found:
    """The recogniser for `auto|vosk|builtin|both`, and notes on what is missing; None when there is none."""
    if option == "builtin":
        return load_builtin(language)
    vosk, notes = load_vosk(language)
    if option == "vosk" or (option == "auto" and vosk is not None):
        return vosk, notes
    own, more = load_builtin(language)
    if option == "auto":
        # Without vosk the built-in ears are what this is meant for: no complaint, unless they fail too.
        return own, () if own is not None else (*notes, *more)
    if vosk is None or own is None:
        return vosk or own, (*notes, *more)
    both: Recogniser = import_module("narrator.hearing.both").BothRecogniser(vosk, own)
    return both, ()


def load_vosk(language: str) -> Found:
    """Vosk with the model of this language, loading in the background."""
    model = find_model(language)
    if model is None:
        return None, (Note("no_vosk_model" if language == "zh" else "no_english"),)
    try:
        return VoskRecogniser(model, load(language).stand_ins), ()
    except HearingError as error:
        return None, (error.note,)


def load_builtin(language: str) -> Found:
    """The built-in Mandarin ears."""
    if language != "zh":
        return None, (Note("no_english"),)
    if find_spec("narrator.hearing.builtin") is None:
        return None, (Note("no_builtin", "narrator.hearing.builtin"),)
    return None, ()


def stop_recogniser(recogniser: Recogniser) -> None:
    """Give a recogniser's process back, if it has one."""
    end = getattr(recogniser, "stop", None)
    if end is not None:
        end()
