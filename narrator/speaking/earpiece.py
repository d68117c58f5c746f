"""The judge's own device: what may be one, and that it is not the table's."""

from __future__ import annotations

from collections.abc import Callable

from narrator.audio import AudioError, NoSuchDevice, PortAudio
from narrator.speaking import pulse
from narrator.speaking.guarded import GuardedOutput
from narrator.speaking.output import Fill, Output, PortAudioOutput
from narrator.speaking.player import MakeOutput
from narrator.speaking.pulse_output import PulseOutput

GENERIC = frozenset(
    {
        "default", "sysdefault", "pulse", "pulseaudio", "pipewire", "jack", "dmix", "front", "auto",
        "primary sound driver", "microsoft sound mapper - output",
    }
)  # fmt: skip
"""Names that mean "wherever the system plays": tomorrow that is the loudspeaker."""


class Refused(AudioError):
    """This device must not be the earpiece; the message says why."""


def speaker_output(audio: PortAudio, wanted: str | None) -> MakeOutput:
    """What opens the loudspeaker (None: the system's default): a PortAudio device or a sink of the server.

    Calling it raises AudioError."""

    def make(fill: Fill, in_use: Callable[[], bool]) -> Output:
        if wanted is None:
            return PortAudioOutput(audio, wanted, fill, in_use)
        known = pulse.sinks()
        try:
            output = PortAudioOutput(audio, wanted, fill, in_use)
        except NoSuchDevice:
            if not known:
                raise
            return PulseOutput(pulse.choose_sink(known, wanted), fill)
        name = audio.find_output(wanted).name
        sink = next((sink for sink in known if sink.name in _named(name, known)), None)
        return output if sink is None else GuardedOutput(output, sink)

    return make


def earpiece_output(audio: PortAudio, wanted: str, speaker: str | None) -> MakeOutput:
    """What opens the earpiece beside this loudspeaker (None: the system's default).

    Raises Refused for a device that is, or could become, the loudspeaker; NoSuchDevice, AmbiguousDevice."""
    _not_generic(wanted, wanted)
    known = pulse.sinks()
    if known:
        try:
            sink = pulse.choose_sink(known, wanted)
        except NoSuchDevice:
            return _hardware(audio, wanted, speaker, behind_server=True)
        if sink.name in _sinks_of_speaker(audio, speaker, known):
            raise Refused(f'"{wanted}" is the loudspeaker on the table: the judge needs a device of his own')
        return lambda fill, in_use: PulseOutput(sink, fill)
    return _hardware(audio, wanted, speaker, behind_server=False)


def _hardware(audio: PortAudio, wanted: str, speaker: str | None, behind_server: bool) -> MakeOutput:
    device = audio.find_output(wanted)
    _not_generic(device.name, wanted)
    if device.host == "ALSA" and "(hw:" not in device.name:
        where = "the sound server" if behind_server else "ALSA"
        raise Refused(f'"{wanted}" can be moved to another device by {where}: name the device itself')
    table = audio.find_output(speaker)
    shorter = min(len(table.name), len(device.name), 31)  # MME cuts names at 31 characters
    if table.name[:shorter].casefold() == device.name[:shorter].casefold():
        raise Refused(f'"{wanted}" is the loudspeaker on the table: the judge needs a device of his own')
    return lambda fill, in_use: PortAudioOutput(audio, device.label, fill, in_use)


def _not_generic(name: str, wanted: str) -> None:
    if name.rsplit(", ", 1)[0].strip().casefold() in GENERIC or not name.strip():
        raise Refused(f'"{wanted}" can be any device: the earpiece must be named itself')


def _named(name: str, known: list[pulse.Sink]) -> set[str]:
    """The sinks that are called so."""
    called = name.casefold()
    return {sink.name for sink in known if called in (sink.name.casefold(), sink.description.casefold())}


def _sinks_of_speaker(audio: PortAudio, speaker: str | None, known: list[pulse.Sink]) -> set[str]:
    """Names of the sinks on which the loudspeaker's stream plays, as far as can be known."""
    try:
        name = audio.find_output(speaker).name
    except AudioError:
        if speaker is None:
            return set()
        return {pulse.choose_sink(known, speaker).name}
    named = _named(name, known)
    if named or "(hw:" in name:
        return named
    return {pulse.default_sink()}
