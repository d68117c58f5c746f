"""`--ears`: which recogniser is taken, what is said about those that are missing, and whose thresholds
count."""

from pathlib import Path
from typing import Any

import pytest

from narrator.audio import NoSuchDevice
from narrator.hearing import calibration, choose, recognisers
from narrator.hearing.calibration import Calibration
from narrator.hearing.choose import open_ears
from narrator.hearing.live import LiveEars
from narrator.hearing.notes import HearingError, Note
from narrator.hearing.packdata import NoModel
from narrator.hearing.pair import BothRecognisers
from narrator.hearing.recogniser import Kind
from narrator.hearing.recognisers import load_recogniser, unheard
from narrator.hearing.together import Together
from narrator.hearing.typed import KeyEars
from narrator.hearing.vosk import VoskRecogniser
from tests.hearing.conftest import KOREAN
from tests.hearing.fakes import Saying
from tests.hearing.test_live import Hand


class Own(Saying):
    name = "builtin"


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, Any]:
    """A machine whose models and microphone the test chooses."""
    has: dict[str, Any] = {"vosk": None, "own": None, "mic": True}
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))

    def vosk(language: str) -> tuple[Any, tuple[Note, ...]]:
        return has["vosk"], () if has["vosk"] else (Note("no_vosk_model"),)

    def find() -> None:
        if has["own"] is None:
            raise NoModel("no ears.onnx")

    def microphone(name: str | None, **options: Any) -> Hand:
        if not has["mic"]:
            raise NoSuchDevice("no input device")
        return Hand()

    monkeypatch.setattr(recognisers, "load_vosk", vosk)
    monkeypatch.setattr(recognisers, "find", find)
    monkeypatch.setattr(recognisers, "_own", lambda voice: has["own"])
    monkeypatch.setattr(choose, "Microphone", microphone)
    return has


@pytest.mark.parametrize(
    ("option", "vosk", "own", "taken", "notes"),
    [
        ("auto", True, True, "script", []),
        ("auto", False, True, "builtin", []),
        ("auto", False, False, None, ["no_vosk_model", "no_builtin"]),
        ("vosk", False, True, None, ["no_vosk_model"]),
        ("builtin", True, False, None, ["no_builtin"]),
        ("builtin", True, True, "builtin", []),
        ("both", True, True, "both", []),
        ("both", False, True, "builtin", ["no_vosk_model"]),
        ("both", True, False, "script", ["no_builtin"]),
    ],
)
def test_which_recogniser_is_taken(machine, option, vosk, own, taken, notes) -> None:
    machine.update(vosk=Saying([]) if vosk else None, own=Own([]) if own else None)
    recogniser, told = load_recogniser(option)
    assert (recogniser.name if recogniser else None, [note.key for note in told]) == (taken, notes)


def test_english_has_vosk_or_the_keys(machine: dict[str, Any]) -> None:
    machine["own"] = Own([])
    recogniser, notes = recognisers.load_builtin("en")
    assert recogniser is None and notes == (Note("no_english"),)


def test_without_a_recogniser_or_a_microphone_the_keys_are_left(machine: dict[str, Any]) -> None:
    keys = KeyEars()
    chosen = open_ears("auto", keys=keys)
    assert chosen.ears is keys and not chosen.voice
    assert [note.key for note in chosen.notes] == ["no_vosk_model", "no_builtin", "no_voice"]
    machine.update(own=Own([]), mic=False)
    chosen = open_ears("auto", keys=keys)
    assert chosen.ears is keys and chosen.notes == (Note("no_microphone", "no input device"),)


def test_the_keys_are_heard_beside_a_voice(machine: dict[str, Any]) -> None:
    machine["own"] = Own([])
    chosen = open_ears("auto", keys=KeyEars())
    assert isinstance(chosen.ears, Together) and chosen.voice
    chosen.ears.stop()
    alone = open_ears("auto")
    assert isinstance(alone.ears, LiveEars) and alone.voice and alone.notes == ()
    alone.ears.stop()


def test_a_judges_own_thresholds_are_used(machine: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    machine["own"] = Own([])
    seen: list[Any] = []
    monkeypatch.setattr(choose, "LiveEars", lambda *args, sure, **options: seen.append(sure))
    open_ears("auto")
    calibration.save(Calibration("judge", "builtin", {Kind.SEAT: 0.61}))
    open_ears("auto")
    open_ears("auto", judge="someone else")
    path = calibration.path_of("judge", "builtin")
    path.write_text("{", encoding="utf-8")
    broken = open_ears("auto")
    assert seen[0] is None and seen[2] is None and seen[3] is None
    assert seen[1](Kind.SEAT) == 0.61 and seen[1](Kind.WAKE) == 0.8
    assert [note.key for note in broken.notes] == ["calibration_broken"]


def test_what_a_model_cannot_hear_is_told(machine: dict[str, Any], korean: VoskRecogniser) -> None:
    assert unheard(Own([]), ["旁白旁白", "narrator"]) == ["narrator"]
    assert unheard(korean, ["旁白旁白", "확인"]) == ["旁白旁白"]
    assert unheard(BothRecognisers(korean, Own([])), ["旁白旁白", "확인"]) == ["旁白旁白", "확인"]
    machine["own"] = Own([])
    chosen = open_ears("auto")
    assert chosen.missing(["旁白旁白"]) is None
    assert chosen.missing(["wake up"]) == Note("words_missing", "wake up")
    chosen.ears.stop()
    assert open_ears("keys", keys=KeyEars()).missing(["anything"]) is None


def test_sound_files_need_a_recogniser_and_a_file(machine: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(HearingError, match="cannot read the sound file"):
        machine["own"] = Own([])
        open_ears(f"wav:{tmp_path / 'none.wav'}")
    machine["own"] = None
    (tmp_path / "a.wav").write_bytes(b"")
    with pytest.raises(HearingError, match="no speech recogniser"):
        open_ears(f"wav:{tmp_path / 'a.wav'}")


def test_a_model_is_found_in_the_models_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NARRATOR_MODELS", str(tmp_path))
    (tmp_path / "vosk-model-small-cn-0.22").symlink_to(KOREAN)
    recogniser, notes = load_recogniser("vosk")
    assert isinstance(recogniser, VoskRecogniser) and notes == ()
    recogniser.stop()
