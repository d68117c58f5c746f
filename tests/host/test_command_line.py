"""The command line: every mistake is one clear line and the right exit code, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.host.typing_games import ROOT


def narrator(*arguments: str, home: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "narrator", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NARRATOR_HOME": str(home), "PYTHONIOENCODING": "utf-8"},
        timeout=120,
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("play", "--board", "nosuch"), "nosuch"),
        (("play", "--code", "rot13"), "--code rot13: expected one of"),
        (("play", "--ears", "nose"), "--ears nose: expected"),
        (("play", "--tempo", "x"), "--tempo x: expected one of"),
        (("play", "--players", "twelve"), "--players"),
        (("play", "--mouth", "loud"), "--mouth loud: expected one of auto, pyttsx3, kokoro, none"),
        (("play", "--volume", "1.5"), "--volume 1.5: expected a number from 0 to 1"),
        (("rehearse", "--fast", "--volume", "nan"), "--volume nan: expected a number from 0 to 1"),
        (("rehearse", "--fast", "--volume", "loud"), "--volume"),
        (("rehearse", "--fast", "--rate", "0"), "--rate 0: expected a number from 0.5 to 2"),
        (("rehearse", "--fast", "--board", "s4-6", "--names", "a,b,c,d,e,f,g"), "7 names, but 6 seats"),
        (("play", "--board", "s4-6", "--names", "a,b"), "2 names, but 6 seats: expected one for each"),
        (("play", "--board", "s4-6", "--names", "a,b,c,d,e,a"), "--names: a twice"),
        (("play", "--players", "7", "--board", "std12"), "--players 7: std12 has 12 seats"),
        (("play", "--serve", "foo", "--lang", "en"), "foo is not an address of a local network"),
        (("rehearse", "--fast", "--serve", "127.0.0.1:99999", "--lang", "en"), "127.0.0.1:99999"),
        (("rehearse", "--fast", "--hand-out", "bus"), "--hand-out bus: expected list, round or FILE.html"),
        (("judge", "nosuch.yaml"), "nosuch.yaml: cannot be read"),
        (("play", "--lines", "nosuch.yaml"), "nosuch.yaml"),
        (("play", "--deal", "nosuch.yaml", "--ears", "keys", "--mouth", "none"), "nosuch.yaml"),
        (("play", "--resume", "nosuch", "--ears", "keys", "--mouth", "none"), "nosuch: no such game"),
        (("play", "--resume"), "no game in"),
        (
            (
                "play",
                "--flag-that-is-none",
            ),
            "flag-that-is-none",
        ),
        (("rehearse", "--fast", "--pace", "0"), "--pace"),
        (("rehearse", "--fast", "--transcript", "/nonexistent/dir/t.jsonl"), "--transcript"),
        (("recap", "nosuch"), "nosuch"),
        (("boards", "nosuch"), "nosuch"),
        (("roles", "nosuch"), "nosuch"),
        (("fly",), "fly"),
    ],
)
def test_bad_usage_is_one_line_and_exit_code_two(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    done = narrator(*arguments, home=tmp_path)
    assert done.returncode == 2, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr + done.stdout
    assert len([line for line in done.stderr.splitlines() if line.strip()]) <= 2


def test_a_folder_that_cannot_be_written_is_a_disk_error(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder", encoding="utf-8")
    done = narrator("play", "--ears", "keys", "--mouth", "none", "--games", str(blocked / "games"), home=tmp_path)
    assert done.returncode == 3, done.stderr
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_where_the_folder_of_games_should_be_is_named_as_one(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    done = narrator("play", "--ears", "keys", "--mouth", "none", "--games", str(file), home=tmp_path)
    assert (done.returncode, done.stderr) == (3, f"narrator: {file}: not a directory\n")


def test_a_microphone_that_is_not_there_is_named_like_a_loudspeaker(tmp_path: Path) -> None:
    for flag, device in (("--mic", "input"), ("--speaker", "output")):
        done = narrator("play", flag, "NOSUCH", home=tmp_path)
        assert done.returncode == 3, done.stderr
        assert f'no {device} device is called "NOSUCH"' in done.stderr


def test_without_a_word_the_help_is_shown_and_nothing_else(tmp_path: Path) -> None:
    done = narrator(home=tmp_path)
    assert "rehearse" in done.stdout
    assert done.stderr == ""


def test_whoever_reads_a_list_may_have_seen_enough(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "narrator", "boards"],
            stdout=writer,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "NARRATOR_HOME": str(tmp_path)},
            timeout=120,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_rehearsal_takes_every_flag_of_an_evening(tmp_path: Path) -> None:
    cards = tmp_path / "cards.html"
    done = narrator(
        "rehearse", "--fast", "--seed", "1", "--board", "s4-6", "--lang", "en", "--hand-out", str(cards),
        "--serve", "127.0.0.1", "--transcript", str(tmp_path / "t.jsonl"), home=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "http://127.0.0.1:" in done.stderr
    assert cards.stat().st_size > 1000


def test_the_judges_screen_speaks_its_own_language_whatever_the_table_hears(tmp_path: Path) -> None:
    flags = ["--board", "s4-6", "--ears", "keys", "--mouth", "none", "--lang", "en"]
    done = subprocess.run(
        [sys.executable, "-m", "narrator", "play", *flags],
        input="01\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NARRATOR_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
        timeout=120,
    )
    assert "> 狼人请击杀一名玩家。" in done.stdout
    own = [line for line in done.stdout.splitlines() if not line.startswith("> ")]
    assert any("werewolf" in line.lower() for line in own)
    assert [line for line in own if any("\u4e00" <= char <= "\u9fff" for char in line)] == []


def test_a_rehearsal_ends_with_a_winner_and_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    written = []
    for name in ("one", "two"):
        path = tmp_path / f"{name}.jsonl"
        done = narrator("rehearse", "--fast", "--seed", "7", "--transcript", str(path), home=tmp_path / name)
        assert done.returncode == 0, done.stderr
        written.append(path.read_bytes())
    assert written[0] == written[1]
    assert b'"key": "won"' in written[0]
    assert not (tmp_path / "one").exists() or not list((tmp_path / "one").rglob("*.jsonl"))


def test_boards_roles_and_games_are_listed(tmp_path: Path) -> None:
    for arguments, said in ((("boards",), "std12"), (("roles", "seer"), "seer"), (("games",), "")):
        done = narrator(*arguments, home=tmp_path)
        assert done.returncode == 0, done.stderr
        assert said in done.stdout


def test_a_judge_is_forgotten_and_nobody_else(tmp_path: Path) -> None:
    judges = tmp_path / "judges"
    judges.mkdir()
    for name in ("wang", "li"):
        (judges / f"{name}.vosk.json").write_text("{}", encoding="utf-8")
    done = narrator("doctor", "--forget", "wang", "--lang", "en", home=tmp_path)
    assert (done.returncode, done.stdout) == (0, "removed: wang (1)\n")
    assert [path.name for path in judges.iterdir()] == ["li.vosk.json"]
