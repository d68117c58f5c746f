"""What an evening speaks and hears with; whatever is missing is told in one line, and the rest goes on."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from narrator.hearing.ears import Ears
from narrator.host.desk import Desk
from narrator.host.mouths import SilentMouth
from narrator.host.screentext import ScreenText
from narrator.host.setup import Settings
from narrator.speaking.mouth import Mouth

Tell = Callable[[str], None]

JUDGE = "judge"
"""Whose thresholds and voice `narrator doctor --listen` has kept."""


@dataclass
class Devices:
    """Mouth, ears and keys. `keys` is None where a screen has the keyboard. Ears may still be loading: what becomes
    of that is told to the desk that is connected."""

    mouth: Mouth
    voice: Ears | None
    keys: Ears | None
    live_microphone: bool
    earpiece: bool
    _desk: Desk | None = None
    _notes: list[str] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def connect(self, desk: Desk) -> None:
        """From now on this desk is told."""
        with self._lock:
            self._desk = desk
            notes, self._notes = self._notes, []
            if self.voice is None:
                desk.voice = None
        for note in notes:
            desk.trouble(note)

    def note(self, text: str) -> None:
        """Something is missing. From any thread."""
        with self._lock:
            desk = self._desk
            if desk is None:
                self._notes.append(text)
        if desk is not None:
            desk.later(lambda: desk.trouble(text))

    def deaf(self) -> None:
        """There will be no voice: the keys are what is left. From any thread."""
        with self._lock:
            self.voice = None
            desk = self._desk
        if desk is not None:
            desk.voice = None

    def stop(self) -> None:
        """Give everything back."""
        self.mouth.stop()
        for ears in (self.keys, self.voice):
            if ears is not None:
                ears.stop()


def open_all(settings: Settings, language: str, text: ScreenText, tell: Tell, own_keys: bool = True) -> Devices:
    """Open devices. The microphone and its recogniser go on loading behind the first lines.

    Raises `AudioError`, `HearingError` for what was asked for and cannot be right.
    """
    keys: Ears | None = None
    if own_keys:
        from narrator.hearing.typed import stdin_ears

        keys = stdin_ears()
    mouth, earpiece = _mouth(settings, language, text, tell)
    devices = Devices(mouth, None, keys, False, earpiece)
    kind = settings.ears.partition(":")[0]
    if kind in ("script", "wav"):
        from narrator.hearing.choose import open_ears

        chosen = open_ears(settings.ears, language=language)
        for note in chosen.notes:
            tell(note.text(text.language))
        devices.voice = chosen.ears
    elif kind != "keys":
        if settings.mic is not None:  # asked for by name: said at once when it is not there
            from narrator.audio import portaudio

            portaudio().find_input(settings.mic)
        devices.live_microphone = True
        devices.voice = _late(settings, language, text, devices)
    return devices


def _mouth(settings: Settings, language: str, text: ScreenText, tell: Tell) -> tuple[Mouth, bool]:
    if settings.mouth == "none":
        return SilentMouth(), False
    from narrator.host.sounding import open_devices

    opened = open_devices(settings, language)
    for note in opened.notes:
        tell(note.text(text.language))
    return opened.mouth, opened.earpiece is not None


def _late(settings: Settings, language: str, text: ScreenText, devices: Devices) -> Ears:
    from narrator.host.late import LateEars

    def load() -> Ears | None:
        from narrator.hearing.choose import open_ears
        from narrator.hearing.notes import HearingError
        from narrator.hearing.typed import KeyEars

        keys = KeyEars()
        try:
            chosen = open_ears(settings.ears, language=language, microphone=settings.mic, judge=JUDGE, keys=keys)
        except HearingError as error:
            devices.note(str(error))
            return None
        for note in chosen.notes:
            devices.note(note.text(text.language))
        return None if chosen.ears is keys else chosen.ears

    return LateEars(load, devices.deaf)
