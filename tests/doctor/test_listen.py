"""The judge's trial: what is asked, what is learnt from it, and that it can be taken back."""

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from narrator.audio import NoSuchDevice
from narrator.doctor import listen as doctor_listen
from narrator.doctor.listen import Trial, decibels, keep, plan, run, show
from narrator.doctor.study import Attempt, radio_for, study, threshold
from narrator.hearing import calibration
from narrator.hearing.calibration import Calibration, CalibrationError
from narrator.hearing.ears import Event, Heard, Unclear
from narrator.hearing.microphone import Block
from narrator.hearing.notes import Note
from narrator.hearing.phrases import Phrases
from narrator.hearing.recogniser import RATE, Kind, Pcm
from narrator.hearing.vad import SileroVad
from tests.hearing.conftest import Say, say, silence  # noqa: F401
from tests.hearing.fakes import Saying

SOUND = "cmn-latn-pinyin"


def attempt(form: str, token: str, heard: str | None, confidence: float = 0.9, kind: Kind = Kind.SEAT) -> Attempt:
    event: Event = Unclear() if heard is None else Heard((heard,), heard, confidence, confidence >= 0.8)
    return Attempt(form, token, kind, event, -20, -3)


class Tape:
    """A microphone: the room first, then the next of these sounds for every question."""

    def __init__(self, sounds: Sequence[Pcm]) -> None:
        self.sounds = [*sounds]
        self.rest = silence(5)

    def read(self, timeout: float) -> Block | None:
        if timeout == 0:
            self.rest = np.concatenate((silence(0.5), self.sounds.pop(0), silence(8)))
            return None
        block, self.rest = self.rest[:800], self.rest[800:]
        return Block(block, 0.0) if len(block) else None

    def trouble(self) -> None:
        return None

    def stop(self) -> None:
        """Nothing to give back."""


def test_the_list_has_every_seat_both_ways_and_the_commands() -> None:
    forms = [wanted.form for wanted in plan(Phrases("zh"))]
    assert forms[:12] == [Phrases("zh").spoken(n) for n in range(1, 13)]
    assert {"幺号", "两号", "拐号", "勾号", "确认", "不对", "撤销", "旁白旁白"} <= set(forms)
    assert all(w.prompt.phrases.get(w.form, w.prompt.commands.get(w.form)) == w.token for w in plan(Phrases("zh")))
    assert "seat three" in [wanted.form for wanted in plan(Phrases("en"))]


def test_confusions_are_counted_by_what_was_said() -> None:
    result = study(
        [attempt("三号", "3", "8"), attempt("三号", "3", "3"), attempt("四号", "4", None), attempt("五号", "5", "5"),
         attempt("六号", "6", "6")],
        Saying([]), "wang", -61.26,
    )  # fmt: skip
    assert (result.right, result.total) == (3, 5)
    assert result.confusions == {"3": {"8": 1}, "4": {"": 1}}
    assert result.calibration is not None and result.calibration.noise == -61.3


def test_when_too_little_was_heard_right_nothing_is_set() -> None:
    assert study([attempt("三号", "3", "8"), attempt("四号", "4", "4")], Saying([]), "wang", -60).calibration is None
    assert study([], Saying([]), "wang", -60).calibration is None


def test_a_threshold_lies_above_every_wrong_answer() -> None:
    wrong = [attempt("三号", "3", "8", 0.88), attempt("四号", "4", "4", 0.95)]
    assert threshold(wrong, 0.8) == pytest.approx(0.93)
    assert threshold([attempt("三号", "3", "8", 0.3)], 0.8) == 0.8


def test_a_threshold_is_lowered_a_little_where_nothing_was_wrong() -> None:
    right = [attempt("三号", "3", "3", c) for c in (0.72, 0.75, 0.8, 0.9, 0.9)]
    assert threshold(right, 0.8) == pytest.approx(0.67)
    timid = [attempt("三号", "3", "3", 0.2)] * 5
    assert threshold(timid, 0.8) == pytest.approx(0.6)
    assert threshold(right[:3], 0.8) == 0.8  # too few to say


def test_radio_numerals_are_advised_where_the_usual_ones_fail() -> None:
    attempts = [
        attempt("一号", "1", "7"), attempt("幺号", "1", "1"),
        attempt("七号", "7", "7", 0.5), attempt("拐号", "7", "7"),
        attempt("九号", "9", "9"), attempt("勾号", "9", None),
        attempt("三号", "3", "8"),
    ]  # fmt: skip
    assert radio_for(attempts) == (1, 7)


def trial_of(sounds: Sequence[Pcm], texts: Sequence[str]) -> tuple[Trial, Saying, io.StringIO]:
    out = io.StringIO()
    recogniser = Saying(texts)
    console = Console(file=out, width=200)
    return Trial(Tape(sounds), recogniser, SileroVad(), console, "en"), recogniser, out


def test_a_judge_speaks_the_list_and_gets_thresholds(say: Say) -> None:  # noqa: F811
    wanted = plan(Phrases("zh"), range(1, 5))[:4]
    sounds = [say(w.form, SOUND) for w in wanted]
    trial, recogniser, out = trial_of(sounds, ["一号", "二号", "八号", "四号"])
    result = run(trial, recogniser, wanted, "wang", rounds=1)
    shown = out.getvalue()
    assert (result.right, result.total) == (3, 4)
    assert "say: 三号" in shown and "heard right: 四号" in shown and "not understood" in shown
    assert [text for _, text in trial.recordings] == ["一号", "二号", "三号", "四号"]
    assert all(0.3 * RATE < len(sound) < 1.6 * RATE for sound, _ in trial.recordings)
    show(result, Console(file=out, width=200), "en")
    assert keep(result, recogniser, "wang", Console(file=out, width=200), "en") == 0
    assert f"your voice / the room, dB: {result.level:.0f} / {result.noise:.0f}" in out.getvalue()
    assert result.noise < result.level < -6
    assert "heard right: 3/4" in out.getvalue() and "missed" in out.getvalue()
    known = calibration.load("wang", recogniser.name)
    assert known is not None and known.thresholds(recogniser)(Kind.SEAT) <= 0.95
    assert known.thresholds(recogniser)(Kind.WAKE) == recogniser.sure(Kind.WAKE)


def test_silence_and_too_quiet_and_too_loud_voices_are_told(say: Say) -> None:  # noqa: F811
    wanted = plan(Phrases("zh"), [3])[:1] * 3
    voice = say("三号", SOUND).astype(float)
    quiet = (voice * 0.02).astype(np.int16)
    loud = np.clip(voice * 30, -32768, 32767).astype(np.int16)
    trial, recogniser, out = trial_of([silence(0.1), quiet, loud], ["三号", "三号", "三号"])
    result = run(trial, recogniser, wanted, "wang", rounds=1)
    shown = out.getvalue()
    assert "nothing was heard" in shown and "distorted" in shown
    assert "too quiet" in shown or result.total == 1  # the detector may not find it at all
    assert decibels(loud) > decibels(voice.astype(np.int16)) > decibels(quiet)


def test_thresholds_are_kept_for_each_judge_and_can_be_removed() -> None:
    for judge in ("王老师", "a/b"):
        path = calibration.save(Calibration(judge, "vosk", {Kind.SEAT: 0.7}, (1, 7), -50.0))
        assert path.parent == calibration.folder()
        found = calibration.load(judge, "vosk")
        assert found is not None and (found.judge, found.sure, found.radio) == (
            judge,
            {Kind.SEAT: 0.7},
            (1, 7),
        )
        assert calibration.load(judge, "builtin") is None
        calibration.voice_path(judge).write_bytes(b"x")
    assert doctor_listen.forget("王老师", "en", Console(file=io.StringIO())) == 0
    assert calibration.load("王老师", "vosk") is None and not calibration.voice_path("王老师").exists()
    assert calibration.load("a/b", "vosk") is not None


@pytest.mark.parametrize("text", ["{", "[]", '{"version": 9}', '{"version": 1, "sure": {"seat": 7}}', ""])
def test_a_damaged_file_is_one_clear_line(text: str) -> None:
    path = calibration.path_of("wang", "vosk")
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CalibrationError, match="delete it") as caught:
        calibration.load("wang", "vosk")
    assert "\n" not in str(caught.value)


def test_without_ears_or_microphone_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    none = (None, (Note("no_vosk_model"),))
    monkeypatch.setattr(doctor_listen, "load_recogniser", lambda option, language: none)
    assert doctor_listen.doctor_listen(console=Console(file=out), language="en") == 3
    monkeypatch.setattr(doctor_listen, "load_recogniser", lambda option, language: (Saying([]), ()))

    def no_microphone(name: str | None) -> None:
        raise NoSuchDevice("no input device")

    monkeypatch.setattr(doctor_listen, "Microphone", no_microphone)
    assert doctor_listen.doctor_listen(console=Console(file=out, width=200), language="en") == 3
    assert "cannot listen: no Chinese vosk model" in out.getvalue() and "no input device" in out.getvalue()


def test_a_folder_that_cannot_be_written_is_one_clear_line(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "file"))
    result = study([attempt("三号", "3", "3")], Saying([]), "wang", -60)
    out = io.StringIO()
    assert keep(result, Saying([]), "wang", Console(file=out, width=200), "en") == 3
    assert "cannot be written" in out.getvalue()
