"""The doctor: every finding has its words and its one thing to do; each check sees what is wrong."""

import io
import json
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest
import yaml
from rich.console import Console

from narrator.audio import AudioError, Device, NoPortAudio, NoSuchDevice
from narrator.doctor import checks
from narrator.doctor import run as doctoring
from narrator.doctor.run import doctor
from narrator.doctor.text import Finding, Level, amber, green, red
from narrator.hearing.microphone import Block
from narrator.hearing.notes import Note
from narrator.hearing.recogniser import RATE
from narrator.speaking import checkup
from narrator.speaking.checkup import VoiceCheck
from tests.hearing.conftest import KOREAN

TABLE = yaml.safe_load((Path(doctoring.__file__).parent / "doctor.yaml").read_text(encoding="utf-8"))


def keys(findings: Any) -> list[tuple[str, Level]]:
    return [(finding.key, finding.level) for finding in findings]


def screen(*findings: Finding, language: str = "en", **options: Any) -> tuple[int, str]:
    out = io.StringIO()
    code = doctor(findings=findings, console=Console(file=out, width=300), language=language, **options)
    return code, out.getvalue()


def test_every_text_has_both_languages_and_everything_wrong_has_a_remedy() -> None:
    for key, entry in TABLE["checks"].items():
        assert {"zh", "en"} <= set(entry), key
        assert key.endswith("_ok") or set(entry["todo"]) == {"zh", "en"}, key
    for section in ("listen", "outputs"):
        for key, entry in TABLE[section].items():
            assert set(entry) == {"zh", "en"}, key


def test_what_is_wrong_is_shown_with_what_to_do() -> None:
    code, shown = screen(green("python_ok", "3.11"), amber("input_none"), red("disk_broken", "/games"))
    assert code == 1
    assert "✓ Python 3.11" in shown and "✗ the games folder" in shown
    assert "→ choose another folder with --games" in shown and "→ connect one" in shown
    assert "put right first" in shown


@pytest.mark.parametrize(
    ("findings", "code", "last"),
    [([green("python_ok")], 0, "all is well"), ([green("python_ok"), amber("vosk_none")], 0, "playable")],
)
def test_missing_things_are_no_failure(findings: list[Finding], code: int, last: str) -> None:
    assert screen(*findings)[0] == code
    assert last in screen(*findings)[1]


def test_it_speaks_chinese() -> None:
    assert "运行 narrator fetch" in screen(amber("vosk_none"), language="zh")[1]


def test_the_report_names_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctoring, "_user", lambda: "wang")
    monkeypatch.setattr(Path, "home", lambda: Path("/home/wang"))
    target = tmp_path / "report.json"
    code, _ = screen(green("disk_ok", "/home/wang/games"), amber("input_broken", "wang's mic"), report=target)
    data = json.loads(target.read_text(encoding="utf-8"))
    assert code == 0
    assert "wang" not in target.read_text(encoding="utf-8")
    assert data["findings"][0]["text"] == "games folder: ~/games"
    assert set(data["packages"]) == set(TABLE["packages"]) and data["packages"]["yaml"] != "not found"


def test_a_report_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    code, shown = screen(green("python_ok"), report=tmp_path / "none" / "report.json")
    assert code == 3 and "cannot be written" in shown


def test_python_and_packages_and_terminal() -> None:
    assert keys(checks.check_python((3, 9, 1))) == [("python_old", Level.RED)]
    assert keys(checks.check_python()) == [("python_ok", Level.GREEN)]
    assert keys(checks.check_packages()) == [("packages_ok", Level.GREEN)]
    (missing,) = checks.check_packages(("yaml", "no_such_module"))
    assert (missing.key, missing.detail) == ("packages_missing", "no_such_module")
    assert keys(checks.check_terminal("cp1252")) == [("terminal_narrow", Level.AMBER)]
    assert keys(checks.check_terminal("utf-8")) == [("terminal_ok", Level.GREEN)]


def test_the_games_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    (found,) = checks.check_disk()
    assert found.key == "disk_ok" and str(tmp_path / "games") in found.detail
    assert list((tmp_path / "games").iterdir()) == []
    (tmp_path / "file").write_text("in the way")
    assert keys(checks.check_disk(tmp_path / "file" / "games")) == [("disk_broken", Level.RED)]
    full = namedtuple("full", "total used free")(1, 1, 1000)
    monkeypatch.setattr(checks.shutil, "disk_usage", lambda folder: full)
    assert keys(checks.check_disk(tmp_path)) == [("disk_full", Level.AMBER)]


class Devices:
    """PortAudio with these devices."""

    def __init__(self, outputs: list[Device] | None = None, error: Exception | None = None) -> None:
        self.found = outputs or []
        self.error = error

    def module(self) -> None:
        if isinstance(self.error, NoPortAudio):
            raise self.error

    def outputs(self) -> list[Device]:
        self.module()
        return self.found

    def find_output(self) -> Device:
        """The last one is the system's."""
        if not self.found:
            raise NoSuchDevice("no device")
        return self.found[-1]


@pytest.mark.parametrize(
    ("devices", "key"),
    [
        (Devices([Device(0, "USB", "ALSA", 0, 2, 48000)]), "output_ok"),
        (Devices(), "output_none"),
        (Devices(error=NoPortAudio("no library")), "portaudio_missing"),
    ],
)
def test_loudspeakers(monkeypatch: pytest.MonkeyPatch, devices: Devices, key: str) -> None:
    monkeypatch.setattr(checks, "portaudio", lambda: devices)
    monkeypatch.setattr(checkup.pulse, "sinks", lambda: [])
    assert [finding.key for finding in checks.check_outputs()] == [key]


def test_the_loudspeaker_that_is_used_unless_another_is_named_comes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = [Device(0, "HDMI", "ALSA", 0, 2, 48000), Device(1, "USB", "ALSA", 0, 2, 48000)]
    monkeypatch.setattr(checks, "portaudio", lambda: Devices(found))
    monkeypatch.setattr(checkup.pulse, "sinks", lambda: [])
    assert [finding.detail for finding in checks.check_outputs()] == ["USB, ALSA; HDMI, ALSA"]


class Mic:
    """A microphone that gives this level, or nothing (None)."""

    label = "USB Mic, ALSA"

    def __init__(self, level: int | None) -> None:
        self.level = level
        self.stopped = False

    def read(self, timeout: float) -> Block | None:
        import numpy as np

        return None if self.level is None else Block(np.full(RATE // 50, self.level, np.int16), 0.0)

    def stop(self) -> None:
        self.stopped = True


@pytest.mark.parametrize(
    ("level", "key"), [(500, "input_ok"), (1, "input_zeros"), (0, "input_zeros"), (None, "input_silent")]
)
def test_a_microphone_is_listened_to(monkeypatch: pytest.MonkeyPatch, level: int | None, key: str) -> None:
    mic = Mic(level)
    monkeypatch.setattr(checks, "portaudio", lambda: Devices())
    monkeypatch.setattr(checks, "Microphone", lambda wanted: mic)
    monkeypatch.setattr(checks, "LISTEN_SECONDS", 0.05)
    assert [finding.key for finding in checks.check_microphone()] == [key]
    assert mic.stopped


@pytest.mark.parametrize(
    ("error", "wanted", "expected"),
    [
        (NoSuchDevice("none"), None, ["input_none"]),
        (NoSuchDevice("no such"), "USB", ["input_broken"]),
        (AudioError("busy"), None, ["input_broken"]),
        (NoPortAudio("no library"), None, []),
    ],
)
def test_a_microphone_that_does_not_open(monkeypatch, error: Exception, wanted, expected: list[str]) -> None:
    def fail(name: str | None) -> Mic:
        raise error

    monkeypatch.setattr(checks, "portaudio", lambda: Devices(error=error))
    monkeypatch.setattr(checks, "Microphone", fail)
    assert [finding.key for finding in checks.check_microphone(wanted)] == expected


@pytest.mark.parametrize(
    ("works", "expected"),
    [
        ((False, True), [("voice_ok", "command voice")]),
        ((True, True), [("voice_ok", "pyttsx3 voice"), ("voice_ok", "command voice")]),
        ((False, False), [("voice_none", "pyttsx3: pyttsx3 voice; command: command voice")]),
    ],
)
def test_every_voice_has_to_say_a_line(
    monkeypatch: pytest.MonkeyPatch, works: tuple[bool, bool], expected: list[tuple[str, str]]
) -> None:
    tried: list[tuple[str, str]] = []

    def checked(language: str, text: str) -> list[VoiceCheck]:
        tried.append((language, text))
        names = ("pyttsx3", "command")
        return [VoiceCheck(name, ok, f"{name} voice") for name, ok in zip(names, works, strict=True)]

    monkeypatch.setattr(checks, "check_voices", checked)
    assert [(finding.key, finding.detail) for finding in checks.check_voice("zh")] == expected
    assert tried == [("zh", TABLE["outputs"]["line"]["zh"])]


def test_this_machine_has_a_mandarin_voice() -> None:
    assert set(keys(checks.check_voice("zh"))) == {("voice_ok", Level.GREEN)}


def test_a_model_is_loaded_and_its_words_are_looked_up(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("NARRATOR_MODELS", str(tmp_path))
    (tmp_path / "vosk-model-small-cn-0.22").symlink_to(KOREAN)  # knows no Chinese
    found = {finding.key: finding for finding in checks.check_models("zh")}
    assert found["vosk_ok"].level is Level.GREEN
    assert {"三号", "确认", "撤销"} <= set(found["vosk_words"].detail.split())


def test_a_broken_model_is_amber(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NARRATOR_MODELS", str(tmp_path))
    for name in ("am/final.mdl", "graph/HCLr.fst", "graph/Gr.fst"):
        path = tmp_path / "vosk-model-small-cn-0.22" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"broken")
    assert "vosk_broken" in [finding.key for finding in checks.check_models("zh")]


def test_without_any_recogniser_the_keys_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "find_model", lambda language: None)
    monkeypatch.setattr(checks, "load_builtin", lambda language: (None, (Note("no_builtin", "broken"),)))
    found = [finding.key for finding in checks.check_models("zh")]
    assert found == ["vosk_none", "builtin_none", "ears_none"]
