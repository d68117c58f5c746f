"""What `narrator doctor` asks: which voices and devices work here, and a line played on each."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from narrator.audio import AudioError, PortAudio, portaudio
from narrator.speaking import pulse
from narrator.speaking.earpiece import GENERIC, Refused, earpiece_output, speaker_output
from narrator.speaking.mixer import Item
from narrator.speaking.opening import MouthOptions, open_reader, open_renderers
from narrator.speaking.player import Player
from narrator.speaking.renderer import RenderError

PLAY_SECONDS = 10.0
"""For a test line to be over; a device that takes longer does not work."""


@dataclass(frozen=True, slots=True)
class VoiceCheck:
    """Whether a renderer can read a line; `detail` is its voice, or why not."""

    renderer: str
    works: bool
    detail: str


@dataclass(frozen=True, slots=True)
class OutputDevice:
    """A device that can play; `label` is what `--speaker` and `--earpiece` take."""

    label: str
    is_default: bool
    for_earpiece: bool


def check_voices(lang: str, text: str) -> list[VoiceCheck]:
    """Every renderer, in the order in which they are used, tried with a line of this language."""
    checks = []
    for renderer in open_renderers(MouthOptions(lang=lang)):
        try:
            renderer.render(text)
            checks.append(VoiceCheck(renderer.name, True, renderer.identity()))
        except RenderError as error:
            checks.append(VoiceCheck(renderer.name, False, str(error)))
        finally:
            renderer.close()
    return checks


def list_outputs(audio: PortAudio | None = None) -> list[OutputDevice]:
    """All output devices, those of the sound server first. Raises NoPortAudio."""
    audio = audio or portaudio()
    sinks = pulse.sinks()
    default_sink = pulse.default_sink() if sinks else ""
    listed = [OutputDevice(sink.label, sink.name == default_sink, True) for sink in sinks]
    try:
        default = audio.find_output().label
    except AudioError:
        default = ""
    names = {sink.name for sink in sinks}
    for device in audio.outputs():
        if device.name in names:
            continue  # the same device by way of ALSA
        own = device.name.casefold() not in GENERIC and (device.host != "ALSA" or "(hw:" in device.name)
        listed.append(OutputDevice(device.label, device.label == default, own))
    return listed


def play_test_line(
    device: str | None, text: str, lang: str = "zh", earpiece: bool = False, speaker: str | None = None
) -> None:
    """Say a line on this device (None: the default) and return when it was heard.

    An earpiece is refused if it is `speaker`, or could become it.
    Raises AudioError or RenderError, one line for people, when it was not.
    """
    audio = portaudio()
    if earpiece and device is None:
        raise Refused("the earpiece must be named")
    make = earpiece_output(audio, device, speaker) if earpiece and device else speaker_output(audio, device)
    reader = open_reader(MouthOptions(lang=lang))
    player = Player(make)
    over = threading.Event()
    results: list[bool] = []

    def done(heard: bool) -> None:
        results.append(heard)
        over.set()

    try:
        player.play(Item(reader.line(text, player.rate), done))
        over.wait(PLAY_SECONDS)
    finally:
        player.close()
        reader.close()
    if results[:1] != [True]:
        raise AudioError(f"{player.describe()}: opened, but the line was not played")
