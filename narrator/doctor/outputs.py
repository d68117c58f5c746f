"""A line played on every loudspeaker and earpiece, for the person who sits there to hear which one it is."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from narrator.audio import AudioError, NoPortAudio
from narrator.doctor.text import say
from narrator.speaking.checkup import OutputDevice, list_outputs, play_test_line
from narrator.speaking.renderer import RenderError


def worth_hearing(devices: list[OutputDevice]) -> list[OutputDevice]:
    """The default, and every device that is one of its own: not the plugs that lead to one of these."""
    return [device for device in devices if device.is_default or device.for_earpiece]


def play_on_each(console: Console, language: str) -> int:
    """Say on each device which one it should be heard on; how many played it."""

    def tell(key: str, detail: str = "") -> None:
        console.print(Text(say(key, detail, language, "outputs")), soft_wrap=True)

    try:
        devices = worth_hearing(list_outputs())
    except NoPortAudio as error:
        tell("none", str(error))
        return 0
    if not devices:
        tell("none", "-")
        return 0
    played = 0
    for device in devices:
        tell("listen", device.label)
        try:
            play_test_line(device.label, say("line", "", language, "outputs"), language)
        except (AudioError, RenderError) as error:
            tell("failed", str(error))
        else:
            tell("played", device.label)
            played += 1
    return played
