"""`narrator doctor --listen` with a real microphone and a recorded judge: level, noise, what was right, thresholds."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.pulse import ROOT, pulse_server, urgent

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="platform: PulseAudio is the sound server of Linux")


def test_a_judge_says_what_he_is_asked_and_his_thresholds_are_kept_used_and_forgotten() -> None:
    with pulse_server() as server:
        run = subprocess.run(
            urgent([sys.executable, "-m", "tests.doctor.listening"]),
            env={**server.env, "PYTHONIOENCODING": "utf-8"}, cwd=ROOT, capture_output=True, text=True, timeout=150,
        )  # fmt: skip
    assert run.returncode == 0, run.stderr
    *shown, last = run.stdout.strip().splitlines()
    report = json.loads(last)
    text = "\n".join(shown)
    assert report["right"] >= 0.8 * len(report["asked"]) and report["total"] == len(report["asked"])
    assert all(f"say: {form}" in text for form in report["asked"])
    assert text.count("heard right") >= report["right"]
    assert report["noise"] < -60 < report["level"] < -10
    assert f"the room, dB: {report['level']:.0f} / {report['noise']:.0f}" in text
    assert report["kept"] == 0 and report["known"] and report["forgotten"] and report["notes"] == []
