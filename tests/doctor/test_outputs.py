"""A person listens to each loudspeaker: a line is really played on every one, and on nothing twice."""

from __future__ import annotations

import io
from collections.abc import Iterator

import numpy as np
import pytest
from rich.console import Console

from narrator.audio import NoPortAudio
from narrator.doctor import outputs
from narrator.doctor.outputs import play_on_each, worth_hearing
from narrator.speaking.checkup import OutputDevice
from tests.pulse import PulseServer, pulse_server

PLAY = """
from rich.console import Console
from narrator.doctor.outputs import play_on_each
print("played", play_on_each(Console(width=300), "zh"))
"""


@pytest.fixture(scope="module")
def server() -> Iterator[PulseServer]:
    with pulse_server() as running:
        yield running


def test_a_line_is_heard_on_each_device(server: PulseServer) -> None:
    table, ear = server.record("table_speaker"), server.record("judge_ear")
    shown = server.python(PLAY).stdout
    assert "请听：table_speaker, PulseAudio" in shown and "请听：judge_ear, PulseAudio" in shown
    assert "播放不了" not in shown
    assert shown.splitlines()[-1] == f"played {shown.count('请听')}"
    for recording in (table, ear):
        assert np.abs(recording.stop()).max() > 0.05


def test_plugs_that_lead_to_another_device_are_left_out() -> None:
    usb, plug, default = (
        OutputDevice("USB, ALSA", False, True),
        OutputDevice("dmix, ALSA", False, False),
        OutputDevice("default, ALSA", True, False),
    )
    assert worth_hearing([usb, plug, default]) == [usb, default]


def test_a_machine_without_loudspeakers_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> list[OutputDevice]:
        raise NoPortAudio("no library")

    for found, told in ((missing, "no loudspeaker to try: no library"), (list, "no loudspeaker to try: -")):
        monkeypatch.setattr(outputs, "list_outputs", found)
        out = io.StringIO()
        assert play_on_each(Console(file=out, width=200), "en") == 0
        assert told in out.getvalue()
