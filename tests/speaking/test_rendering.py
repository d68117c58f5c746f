"""A renderer gives the whole sentence, checked, or one clear error; whatever its engine does."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from narrator.children import module_command, module_environment
from narrator.speaking import pyttsx3_renderer
from narrator.speaking.command_renderer import CommandRenderer
from narrator.speaking.pyttsx3_renderer import Pyttsx3Renderer
from narrator.speaking.renderer import NoVoice, Renderer, RenderError, checked, least_seconds
from narrator.speaking.sound import BadSound, read_sound, sound_bytes, trim
from narrator.speaking.voices import Voice, choose_voices

LINES = ["天黑请闭眼。", "狼人请睁眼，狼人请互相确认身份。", "三号", "你要查验谁？", "十二号玩家出局"]
FAKE = Path(__file__).parent / "fake_pyttsx3"


@pytest.fixture(params=[Pyttsx3Renderer, CommandRenderer])
def renderer(request: pytest.FixtureRequest) -> Renderer:
    made: Renderer = request.param("zh")
    request.addfinalizer(made.close)
    return made


def test_every_sentence_comes_whole_also_the_first_and_also_many_in_a_row(renderer: Renderer) -> None:
    for text in LINES * 2:
        sound = renderer.render(text)
        assert trim(sound).seconds >= least_seconds(text)


def test_the_very_first_text_of_an_engine_is_whole_though_it_is_long() -> None:
    # pyttsx3's first `runAndWait` after `init` returns before the file exists; five sentences then got lost.
    renderer = Pyttsx3Renderer("zh")
    text = "".join(LINES)
    assert trim(renderer.render(text)).seconds > sum(least_seconds(line) for line in LINES) * 2
    renderer.close()


def test_the_same_sentence_sounds_the_same_and_another_one_different(renderer: Renderer) -> None:
    one, again, other = (trim(renderer.render(text)).seconds for text in ("三号", "三号", "十二号玩家出局"))
    assert abs(one - again) < 0.02
    assert other > one + 0.5


def test_its_identity_is_stable_and_names_voice_and_rate(renderer: Renderer) -> None:
    assert renderer.identity() == renderer.identity()
    assert "180" in renderer.identity()
    assert type(renderer)("zh", 1.2).identity() != renderer.identity()  # type: ignore[call-arg]
    assert type(renderer)("en").identity() != renderer.identity()  # type: ignore[call-arg]


def test_a_faster_rate_is_faster() -> None:
    text = LINES[1]
    assert CommandRenderer("zh", 1.5).render(text).seconds < CommandRenderer("zh").render(text).seconds * 0.8


def test_hanzi_are_read_as_mandarin_and_not_as_english_letters() -> None:
    # The plain `cmn` voice of espeak-ng 1.51 says "san-one" for 三: its sentences are longer.
    right = Pyttsx3Renderer("zh")
    assert right.voice().id.endswith("cmn-latn-pinyin")
    version = subprocess.run(["espeak-ng", "--version"], capture_output=True, text=True, check=True).stdout
    if " 1.51" in version:
        wrong = subprocess.run(
            ["espeak-ng", "-v", "cmn", "-s", "180", "--stdout", "三号"], capture_output=True, check=True
        )
        assert trim(read_sound(wrong.stdout)).seconds > trim(right.render("三号")).seconds * 1.2
    right.close()


def test_an_english_book_gets_an_english_voice() -> None:
    english = Pyttsx3Renderer("en")
    assert english.voice().id == "gmw/en-us"
    assert english.render("Night falls. Everyone, close your eyes.").seconds > 2
    english.close()


def fake(monkeypatch: pytest.MonkeyPatch, folder: Path, fault: str, patience: float) -> Pyttsx3Renderer:
    monkeypatch.setenv("PYTHONPATH", str(FAKE))
    monkeypatch.setenv("FAULT", fault)
    monkeypatch.setenv("FAULT_MARKER", str(folder / "marker"))
    return Pyttsx3Renderer("zh", patience=patience)


@pytest.mark.parametrize("fault", ["hang", "crash", "silence", "short", "torn", "no-file"])
def test_a_failure_is_tried_once_more_in_a_fresh_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fault: str
) -> None:
    renderer = fake(monkeypatch, tmp_path, f"{fault} once", 0.4 if fault == "hang" else 3)
    assert renderer.render("天黑请闭眼").seconds == 2
    renderer.close()


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("hang", "no answer"),
        ("no-event", "no answer"),  # a file that may be half written does not count
        ("crash", "process ended"),
        ("silence", "silence"),
        ("short", "is the least"),
        ("torn", "not a sound file"),
        ("no-file", "without a file"),
        ("raise", "voice not found"),
        ("error", "no such voice"),  # told through the event alone
        ("no-start", "libespeak-ng"),
        ("exit", "process ended"),
    ],
)
def test_a_lasting_failure_is_one_clear_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fault: str, reason: str
) -> None:
    renderer = fake(monkeypatch, tmp_path, fault, 0.06 if reason == "no answer" else 3)
    with pytest.raises(RenderError, match=reason) as caught:
        renderer.render("天黑请闭眼")
    assert "天黑" not in str(caught.value)  # what is said may be a secret
    renderer.close()


def test_a_child_killed_between_sentences_is_replaced() -> None:
    renderer = Pyttsx3Renderer("zh")
    renderer.render("三号")
    if renderer._child is not None:  # macOS gives every sentence a child of its own
        os.kill(renderer._child.process.pid, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
    assert renderer.render("四号").seconds > 0.3
    renderer.close()


def test_a_child_that_hangs_without_a_parent_ends_by_itself(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake(monkeypatch, tmp_path, "hang", 1)
    command = module_command("speaking.pyttsx3_child", "", "180", "0.5")
    request = json.dumps({"text": "三号", "path": str(tmp_path / "x.wav")})
    run = subprocess.run(command, input=request, env=module_environment(), capture_output=True, text=True, timeout=60)
    assert run.returncode == 3


def test_children_are_replaced_before_they_grow_old_and_none_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pyttsx3_renderer, "TEXTS_A_CHILD", 2)
    renderer = Pyttsx3Renderer("zh")
    seen = set()
    for text in LINES:
        renderer.render(text)
        if renderer._child is not None:
            seen.add(renderer._child.process)
    renderer.close()
    assert len(seen) == 3
    assert all(process.poll() is not None for process in seen)


def test_no_command_is_no_voice_and_says_which_were_sought() -> None:
    with pytest.raises(NoVoice, match="nosuchspeech"):
        CommandRenderer("zh", programs=["nosuchspeech"]).render("三号")


def test_a_command_that_fails_says_so_and_keeps_the_sentence_off_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "espeak-ng"
    log = 'echo "$@" >> "$0.log"'
    script.write_text(f'#!/bin/sh\n{log}\n[ "$1" = --version ] && echo 9 && exit\necho broken >&2; exit 1\n')
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(RenderError, match="broken"):
        CommandRenderer("zh").render("三号玩家被刀")
    assert "三号" not in (tmp_path / "espeak-ng.log").read_text()


MAC = [
    Voice("com.apple.eloquence.zh-CN.Eddy", "Eddy", ("zh-CN",)),
    Voice("com.apple.voice.compact.zh-HK.Sinji", "Sinji", ("zh-HK",)),
    Voice("com.apple.voice.compact.zh-TW.Meijia", "Meijia", ("zh-TW",)),
    Voice("com.apple.voice.compact.zh-CN.Tingting", "Tingting", ("zh-CN",)),
    Voice("com.apple.voice.premium.zh-CN.Yue", "Yue", ("zh-CN",)),
    Voice("com.apple.voice.enhanced.zh-CN.Lili", "Lili", ("zh-CN",)),
    Voice("com.apple.speech.synthesis.voice.Bells", "Bells", ("en-US",)),
    Voice("com.apple.voice.compact.en-US.Samantha", "Samantha", ("en-US",)),
]
SAPI = "HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Speech\\Voices\\Tokens\\"
WINDOWS = [
    Voice(SAPI + "TTS_MS_EN-US_ZIRA_11.0", "Microsoft Zira Desktop - English (United States)", ("en-US",)),
    Voice(SAPI + "TTS_MS_ZH-HK_TRACY_11.0", "Microsoft Tracy Desktop - Chinese (Traditional, HK)", ()),
    Voice(SAPI + "TTS_MS_ZH-CN_HUIHUI_11.0", "Microsoft Huihui Desktop - Chinese (Simplified)", ()),
]
LINUX = [
    Voice("sit/cmn", "Chinese_(Mandarin,_latin_as_English)", ("cmn",)),
    Voice("sit/cmn-latn-pinyin", "Chinese_(Mandarin,_latin_as_Pinyin)", ("cmn-latn-pinyin",)),
    Voice("sit/yue", "Chinese_(Cantonese)", ("yue",)),
    Voice("mb/mb-cn1", "chinese-mb-cn1", ("zh",)),
    Voice("gmw/en", "English_(Great_Britain)", ("en-gb",)),
    Voice("gmw/en-us", "English_(America)", ("en-us",)),
    Voice("gmw/en-gb-scotland", "English_(Scotland)", ("en-gb-scotland",)),
]


@pytest.mark.parametrize(
    ("voices", "lang", "best_first"),
    [
        (MAC, "zh", ["Yue", "Lili", "Tingting", "Meijia"]),
        (MAC, "en", ["Samantha", "Bells"]),
        (WINDOWS, "zh", ["Microsoft Huihui Desktop - Chinese (Simplified)"]),
        (WINDOWS, "en", ["Microsoft Zira Desktop - English (United States)"]),
        (WINDOWS[:1], "zh", []),
        (LINUX, "zh", ["Chinese_(Mandarin,_latin_as_Pinyin)", "Chinese_(Mandarin,_latin_as_English)"]),
        (LINUX, "en", ["English_(America)", "English_(Great_Britain)"]),
    ],
)
def test_voices_are_chosen_for_each_system(voices: list[Voice], lang: str, best_first: list[str]) -> None:
    assert [voice.name for voice in choose_voices(voices, lang)] == best_first


def test_a_sound_far_too_short_for_its_text_is_refused() -> None:
    sound = CommandRenderer("zh").render("三号")
    with pytest.raises(RenderError, match="least"):
        checked(sound, "昨夜三号玩家和五号玩家以及十二号玩家一起出局请发表遗言")


@pytest.mark.parametrize("content", [b"", b"RIFF", b"not a sound at all", b"FORM\0\0\0\4AIFF"])
def test_a_file_that_is_no_sound_is_one_clear_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.wav"
    path.write_bytes(content)
    with pytest.raises(BadSound, match=r"x\.wav"):
        read_sound(path)


def test_an_aiff_named_wav_is_read_all_the_same() -> None:
    # pyttsx3 on macOS writes AIFF whatever the name.
    sound = CommandRenderer("zh").render("三号")
    assert read_sound(sound_bytes(sound, "AIFF")).seconds == pytest.approx(sound.seconds)
