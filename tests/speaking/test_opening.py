"""Opening a mouth: what is missing is a note, what is wrong is one clear line; and what the doctor asks."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from narrator.speaking.mouth import Audience
from narrator.speaking.notes import Note
from narrator.speaking.opening import MouthOptions, open_mouth
from tests.pulse import PulseServer, pulse_server
from tests.speaking.mouth_process import MouthProcess

NOTES = Path(__file__).resolve().parent.parent.parent / "narrator" / "speaking" / "notes.yaml"


@pytest.fixture(scope="module")
def server() -> Iterator[PulseServer]:
    with pulse_server() as running:
        yield running


def test_no_mouth_is_silent_and_says_so() -> None:
    opened = open_mouth(MouthOptions(mouth="none"))
    assert [note.key for note in opened.notes] == ["silent"]
    assert opened.speaker is None and not opened.mouth.busy(Audience.TABLE)
    opened.mouth.stop()


def test_an_unknown_mouth_is_refused_with_what_there_is() -> None:
    with pytest.raises(ValueError, match="auto, pyttsx3"):
        open_mouth(MouthOptions(mouth="loud"))


@pytest.mark.parametrize("key", sorted(yaml.safe_load(NOTES.read_text("utf-8"))))
def test_every_note_is_one_line_in_both_languages(key: str) -> None:
    for lang in ("zh", "en"):
        text = Note(key, "DETAIL").text(lang)
        assert text and "\n" not in text and "{" not in text


def test_a_machine_without_a_loudspeaker_goes_on_in_silence(server: PulseServer, tmp_path: Path) -> None:
    # No sound server, no card: PortAudio has no device at all.
    (tmp_path / ".asoundrc").write_text("")
    env = {**server.env, "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    bare = PulseServer(tmp_path, env)
    with MouthProcess(bare, tmp_path, speaker=None) as mouth:
        assert mouth.first["speaker"] is None
        assert "no loudspeaker" in mouth.first["notes"][0]
        mouth.say("天黑请闭眼")
        assert not mouth.done("天黑请闭眼")["ok"]


def test_a_named_loudspeaker_that_is_not_there_is_refused_with_what_is(server: PulseServer, tmp_path: Path) -> None:
    with MouthProcess(server, tmp_path, speaker="no such") as mouth:
        assert mouth.first["event"] == "refused" and "table_speaker" in mouth.first["why"]


def test_a_sink_that_portaudio_does_not_list_can_be_the_loudspeaker(server: PulseServer, tmp_path: Path) -> None:
    server.plug_sink("kitchen")
    table = server.record("kitchen")
    with MouthProcess(server, tmp_path, speaker="kitchen") as mouth:
        mouth.say("天黑闭眼")
        assert mouth.done("天黑闭眼")["ok"]
    assert abs(table.stop()).max() > 0.1
    server.unplug_sink("kitchen")


def test_without_any_voice_lines_go_to_the_screen_and_earcons_still_sound(server: PulseServer, tmp_path: Path) -> None:
    fake = Path(__file__).parent / "fake_pyttsx3"
    python_only = tmp_path / "bin"
    python_only.mkdir()
    env = {
        **server.env,
        "FAULT": "no-start",
        "PYTHONPATH": os.pathsep.join([server.env["PYTHONPATH"], str(fake)]),
        "PATH": str(python_only),
    }
    with MouthProcess(PulseServer(tmp_path, env), tmp_path) as mouth:
        (note,) = mouth.first["notes"]
        assert "no voice" in note and "libespeak-ng" in note
        mouth.say("天黑请闭眼")
        mouth.do("sound", text="heard", tag="heard")
        assert not mouth.done("天黑请闭眼")["ok"]
        assert mouth.done("heard")["ok"]
        assert mouth.state()["trouble"] == "host.trouble.render"


def test_a_music_folder_without_music_is_a_note(server: PulseServer, tmp_path: Path) -> None:
    with MouthProcess(server, tmp_path, music=str(tmp_path / "nothing")) as mouth:
        assert "no night music" in mouth.first["notes"][0]


CHECKUP = """
import json
from narrator.audio import AudioError
from narrator.speaking.checkup import check_voices, list_outputs, play_test_line
voices = [(check.renderer, check.works) for check in check_voices("zh", "天黑请闭眼")]
outputs = [(device.label, device.is_default, device.for_earpiece) for device in list_outputs()]
play_test_line("table_speaker", "能听到吗")
play_test_line("judge_ear", "能听到吗", earpiece=True)
refused = []
for device, earpiece in (("table_speaker", True), (None, True), ("no such", False)):
    try: play_test_line(device, "能听到吗", earpiece=earpiece)
    except AudioError as error: refused.append(str(error))
print(json.dumps([voices, outputs, refused]))
"""


def test_the_doctor_learns_voices_and_devices_and_plays_a_line_on_each(server: PulseServer) -> None:
    table, ear = server.record("table_speaker"), server.record("judge_ear")
    voices, outputs, refused = json.loads(server.python(CHECKUP).stdout)
    assert voices == [["pyttsx3", True], ["command", True]]
    assert ["table_speaker, PulseAudio", True, True] in outputs
    assert ["judge_ear, PulseAudio", False, True] in outputs
    assert not any(own for label, _, own in outputs if label.startswith(("default", "pulse")))
    assert len(refused) == 3
    assert abs(table.stop()).max() > 0.1 and abs(ear.stop()).max() > 0.1


DIVERT = """
import os, sys
from pathlib import Path
from narrator.audio import divert_native_errors
divert_native_errors(Path(sys.argv[1]))
os.write(2, b"from a library\\n")
print("from python", file=sys.stderr)
sys.__stderr__.write("from a screen\\n")
"""


def test_native_noise_is_kept_off_the_screen_and_pythons_own_is_not(server: PulseServer, tmp_path: Path) -> None:
    run = server.python(DIVERT, str(tmp_path / "log"))
    assert run.stderr == "from python\nfrom a screen\n"
    assert (tmp_path / "log").read_text() == "from a library\n"
