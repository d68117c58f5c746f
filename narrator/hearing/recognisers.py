"""Which recogniser is used: vosk when its model is there, else the built-in ears, or both."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.hearing.both import AgreeingRecogniser
from narrator.hearing.notes import HearingError, Note
from narrator.hearing.own import OwnEars, can_speak
from narrator.hearing.packdata import NoModel
from narrator.hearing.phrasebook import load
from narrator.hearing.recogniser import Recogniser, RecogniserError
from narrator.hearing.vosk import VoskRecogniser, find_model

Found = tuple["Recogniser | None", tuple[Note, ...]]


class BothRecognisers(AgreeingRecogniser):
    """Vosk and the built-in ears; must agree."""

    def __init__(self, vosk: Recogniser, own: Recogniser) -> None:
        super().__init__(vosk, own)
        self.parts = (vosk, own)

    def stop(self) -> None:
        """Give their processes back."""
        for part in self.parts:
            stop_recogniser(part)


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


def load_builtin(language: str) -> Found:
    """The built-in Mandarin ears."""
    if language != "zh":
        return None, (Note("no_english"),)
    try:
        return OwnEars(), ()
    except NoModel as error:
        return None, (Note("no_builtin", str(error)),)


def stop_recogniser(recogniser: Recogniser) -> None:
    """Give a recogniser's process back, if it has one."""
    end = getattr(recogniser, "stop", None)
    if end is not None:
        end()


def unheard(recogniser: Recogniser, phrases: Sequence[str]) -> list[str]:
    """Phrases that this recogniser cannot listen for, such as a wake word that its model lacks. Waits for
    a model that is still loading; one that does not load can hear nothing."""
    if isinstance(recogniser, VoskRecogniser):
        try:
            return list(recogniser.grammar(phrases).missing)
        except RecogniserError:
            return list(phrases)
    if isinstance(recogniser, BothRecognisers):
        return [p for p in phrases if any(unheard(part, [p]) for part in recogniser.parts)]
    return [phrase for phrase in phrases if not can_speak(phrase)]
