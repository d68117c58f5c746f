"""Mouths with sound: real devices, or a rehearsal's recording without any."""

from __future__ import annotations

from pathlib import Path

from narrator.host.clock import Clock
from narrator.host.mouths import SilentMouth, TimedMouth
from narrator.host.setup import Settings, UsageError
from narrator.speaking.mixdown import RATE, CannotWrite, Moment, MusicTurned, Said, Sounded, mixdown
from narrator.speaking.mouth import Audience, Mouth
from narrator.speaking.music import Bed
from narrator.speaking.opening import MouthOptions, Opened, open_mouth, open_reader
from narrator.speaking.reader import Reader
from narrator.speaking.renderer import RenderError


def mouth_options(settings: Settings, language: str) -> MouthOptions:
    """The speaking part of the settings."""
    return MouthOptions(
        mouth=settings.mouth,
        speaker=settings.speaker,
        earpiece=settings.earpiece,
        music=settings.music,
        volume=settings.volume,
        music_volume=settings.music_volume,
        rate=settings.rate,
        lang=language,
    )


def open_devices(settings: Settings, language: str) -> Opened:
    """The mouth of the evening; `--mouth none` is silent and waits for nothing. Raises `AudioError`."""
    if settings.mouth == "none":
        return Opened(SilentMouth(), (), None, None)
    return open_mouth(mouth_options(settings, language))


def live_mouth(settings: Settings, language: str = "zh") -> Mouth:
    """A mouth on this machine's devices."""
    return open_devices(settings, language).mouth


def recording_mouth(settings: Settings, clock: Clock, language: str = "zh") -> Mouth:
    """A mouth that takes the time of the real lines and writes what the table hears into a file."""
    assert settings.sound is not None
    reader = open_reader(mouth_options(settings, language))
    return RecordingMouth(clock, reader, settings.sound, settings.music != "none")


class RecordingMouth(TimedMouth):
    """Keeps what the table hears and when; `stop` mixes it into a WAV file."""

    def __init__(self, clock: Clock, reader: Reader, path: Path, music: bool = True) -> None:
        """`music`: is the night's music, when it is turned on, to be heard in the file?"""
        super().__init__(clock)
        self._bed = music
        self._time = clock
        self._reader = reader
        self._path = path
        self._moments: list[Moment] = []

    def duration(self, text: str) -> float:
        try:
            return len(self._reader.line(text, RATE)) / RATE
        except RenderError:
            return super().duration(text)

    def _begin(self, audience: Audience) -> float:
        return max(self._until[audience], self._time.now())

    def say(self, text: str, audience: Audience, done: object) -> None:
        if audience is Audience.TABLE:
            self._moments.append(Said(self._begin(audience), text))
            super().say(text, audience, done)  # type: ignore[arg-type]
        else:
            assert callable(done)
            done(False)

    def sound(self, name: str, audience: Audience, done: object = None) -> None:
        if audience is Audience.TABLE:
            self._moments.append(Sounded(self._begin(audience), name))
        super().sound(name, audience, done)  # type: ignore[arg-type]

    def music(self, on: bool) -> None:
        self._moments.append(MusicTurned(self._time.now(), on))

    def stop(self) -> None:
        try:
            music = Bed(RATE, at_once=True) if self._bed else None
            mixdown(self._moments, self._reader, self._path, music)
        except CannotWrite as error:
            raise UsageError(f"--sound {error}") from None
        finally:
            self._reader.close()
