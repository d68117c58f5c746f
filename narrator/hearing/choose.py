"""`--ears`: from the option to ears that work here, and notes on what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from narrator.audio import AudioError
from narrator.hearing import calibration
from narrator.hearing.calibration import DEFAULT_JUDGE, CalibrationError
from narrator.hearing.decide import Sure
from narrator.hearing.ears import Ears
from narrator.hearing.live import LiveEars
from narrator.hearing.microphone import Microphone
from narrator.hearing.notes import HearingError, Note
from narrator.hearing.packdata import NoModel, find, fingerprint
from narrator.hearing.recogniser import Recogniser, stop_recogniser
from narrator.hearing.recognisers import load_recogniser, unheard
from narrator.hearing.scripted import read_script
from narrator.hearing.session import Timing
from narrator.hearing.together import Together
from narrator.hearing.typed import KeyEars, stdin_ears
from narrator.hearing.vad import SileroVad
from narrator.hearing.wav import WavEars, wav_files

if TYPE_CHECKING:
    from narrator.hearing.adaptation import Adaptation

VOICES = ("auto", "vosk", "builtin", "both")


@dataclass(frozen=True, slots=True)
class Chosen:
    """Ears, and what the judge is told about them (one line each). `voice`: there is a live microphone, so
    that at night the table hears what is said to it."""

    ears: Ears
    notes: tuple[Note, ...] = ()
    voice: bool = False
    recogniser: Recogniser | None = None

    def missing(self, phrases: Sequence[str]) -> Note | None:
        """A note on those of `phrases` (the wake word, say) that the recogniser cannot hear. Waits for a
        model that is still loading."""
        gone = [] if self.recogniser is None else unheard(self.recogniser, phrases)
        return Note("words_missing", " ".join(gone)) if gone else None


def open_ears(
    option: str = "auto",
    *,
    language: str = "zh",
    microphone: str | None = None,
    judge: str | None = DEFAULT_JUDGE,
    keys: KeyEars | None = None,
    timing: Timing | None = None,
) -> Chosen:
    """Ears for `auto|vosk|builtin|both|keys|wav:FILE|script:FILE`.

    Where no recogniser or no microphone works, the ears are the keys and a note says why. `keys`: the
    keyboard, heard beside a voice; without it a voice is heard alone, and this process's input is what is
    fallen back on. `judge`: whose thresholds are used where `narrator doctor --listen` found some. Raises
    `HearingError` for an unknown option or a file that cannot be read."""
    kind, _, target = option.partition(":")
    if kind == "keys" and not target:
        return Chosen(keys or stdin_ears())
    if kind == "script" and target:
        return Chosen(read_script(Path(target)))
    if kind == "wav" and target:
        files = wav_files(Path(target))
        recogniser, notes = load_recogniser("auto", language)
        if recogniser is None:
            raise HearingError("no_voice")
        return Chosen(WavEars(files, recogniser, SileroVad(), timing=timing), notes)
    if option not in VOICES:
        raise HearingError("ears_unknown", option)
    return _voice(option, language, microphone, judge, keys, timing)


def _voice(
    option: str,
    language: str,
    microphone: str | None,
    judge: str | None,
    keys: KeyEars | None,
    timing: Timing | None,
) -> Chosen:
    learnt, told = _voice_of(judge)
    recogniser, notes = load_recogniser(option, language, learnt)
    if recogniser is None:
        return Chosen(keys or stdin_ears(), (*notes, Note("no_voice")))
    sure, more = _known(judge, recogniser)
    try:
        live = LiveEars(
            recogniser,
            lambda tell, busy: Microphone(microphone, tell=tell, busy=busy),
            SileroVad(),
            sure=sure,
            timing=timing,
        )
    except AudioError as error:
        stop_recogniser(recogniser)
        return Chosen(keys or stdin_ears(), (*notes, Note("no_microphone", str(error))))
    return Chosen(live if keys is None else Together(live, keys), (*notes, *told, *more), True, recogniser)


def _known(judge: str | None, recogniser: Recogniser) -> tuple[Sure | None, tuple[Note, ...]]:
    """This judge's thresholds."""
    if judge is None:
        return None, ()
    try:
        known = calibration.load(judge, recogniser.name)
    except CalibrationError as error:
        return None, (Note("calibration_broken", str(error)),)
    return (None if known is None else known.thresholds(recogniser)), ()


def _voice_of(judge: str | None) -> tuple[Adaptation | None, tuple[Note, ...]]:
    """What the built-in ears learnt of this judge."""
    if judge is None or not calibration.voice_path(judge).is_file():
        return None, ()
    from narrator.hearing.adaptation import Adaptation, BadAdaptation  # brings the pronouncing dictionary

    try:
        return Adaptation.load(calibration.voice_path(judge), fingerprint(find())), ()
    except NoModel:
        return None, ()  # without a model there is nothing to adapt; `load_recogniser` says so
    except BadAdaptation as error:
        return None, (Note("calibration_broken", str(error)),)
