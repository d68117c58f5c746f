"""Everything that one device plays, mixed: one line or earcon at a time, music under it.

Pure arithmetic on blocks, no device and no thread of its own: an output calls `fill` in its audio callback.
Times are monotonic seconds. What has been mixed is not yet heard: an item is done when a block is asked for
at or after the time at which its last sample came out of the device.
"""

from __future__ import annotations

import random
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from narrator.speaking.loudness import round_peaks
from narrator.speaking.sound import Samples

Done = Callable[[bool], None]

CUT_SECONDS = 0.02
"""Fade when speech is stopped."""

PREROLL_SECONDS = 0.3
"""Before the first line after a while: speakers and Bluetooth links asleep swallow a line's start."""

IDLE_SECONDS = 10.0
"""After this long without sound a speaker may sleep."""

GAP_SECONDS = 0.15
"""Between two lines that are queued together."""

DUCK_DB = -10.0
DUCK_DOWN_SECONDS = 0.15
DUCK_HOLD_SECONDS = 0.2
DUCK_UP_SECONDS = 0.5
"""Music goes down before the first syllable, stays down over short pauses, comes back slowly."""

MUSIC_IN_SECONDS = 2.0
MUSIC_OUT_SECONDS = 0.5

KEEP_AWAKE = 4.5e-5
"""Noise of one and a half steps of 16 bits: unhearable, and enough that no device falls asleep."""

CEILING = 0.98


class Music(Protocol):
    """Endless music. `read` is called in the audio callback: it must return at once."""

    def read(self, frames: int) -> Samples:
        """The next samples, fewer or none when they are not there in time."""

    def close(self) -> None:
        """No more is wanted."""


@dataclass(slots=True, eq=False)
class Item:
    """Something to be played: a line, or an earcon (`speech` False: no pre-roll)."""

    samples: Samples
    done: Done
    speech: bool = True


class Mixer:
    """The sound of one device. `fill` belongs to the audio thread, all else to anybody."""

    def __init__(self, rate: int, volume: float = 1.0, music: Music | None = None, keep_awake: bool = True) -> None:
        self.rate = rate
        self.volume = volume
        self._music = music
        self._lock = threading.Lock()
        self._waiting: deque[Item] = deque()
        self._current: Item | None = None
        self._at = 0  # next sample of the current item
        self._lead = 0  # silent frames still to come before it
        self._cut_at: int | None = None  # frames of the fade that stops it already played
        self._in_flight: deque[tuple[float, Item]] = deque()  # mixed, heard to its end at that time
        self._over: deque[tuple[Item, bool]] = deque()  # to be reported
        self.wake = threading.Event()  # set when there is something to report
        self._idle = IDLE_SECONDS * rate  # frames since the last sound; a new device is asleep
        self._waking: int | None = 0  # frames of noise that a new device has had; None once there was a sound
        self._level, self._level_target, self._level_step = 0.0, 0.0, 0.0
        self._duck, self._held = 0.0, 0.0  # dB; frames since the last speech
        # Python's own random numbers: numpy's cost 6 MB.
        coins = np.frombuffer(random.Random(0).randbytes(rate), np.uint8) & 1
        noise = (2 * coins.astype(np.float32) - 1) * np.float32(KEEP_AWAKE)
        self._noise = noise if keep_awake else np.zeros(rate, np.float32)

    def play(self, item: Item) -> None:
        """Queue an item behind those that wait."""
        with self._lock:
            self._waiting.append(item)

    def cut(self) -> None:
        """Fade what plays, drop what waits; each is reported as not played."""
        with self._lock:
            self._over.extend((item, False) for item in self._waiting)
            self._waiting.clear()
            if self._current is not None and self._cut_at is None:
                self._cut_at = 0
            self.wake.set()

    def music(self, on: bool, seconds: float | None = None) -> None:
        """Fade the music in or out, in this time or the usual one."""
        with self._lock:
            self._level_target = 1.0 if on else 0.0
            usual = MUSIC_IN_SECONDS if on else MUSIC_OUT_SECONDS
            self._level_step = 1 / (self.rate * (usual if seconds is None else seconds))

    def busy(self) -> bool:
        """True while an item waits, plays or is on its way to the ear."""
        with self._lock:
            return bool(self._waiting or self._current or self._in_flight)

    def rewind(self) -> None:
        """The device is gone: what was not heard to its end will be played again from its start."""
        with self._lock:
            if self._current is not None:
                if self._cut_at is None:
                    self._waiting.appendleft(self._current)
                else:
                    self._over.append((self._current, False))
            self._waiting.extendleft(item for _, item in reversed(self._in_flight))
            self._in_flight.clear()
            self._current, self._cut_at = None, None
            self._idle, self._waking = IDLE_SECONDS * self.rate, 0
            self.wake.set()

    def give_up(self) -> None:
        """Nothing can be played: report all that waits as not played."""
        self.rewind()
        with self._lock:
            self._over.extend((item, False) for item in self._waiting)
            self._waiting.clear()
            self.wake.set()

    def over(self) -> list[tuple[Item, bool]]:
        """Items to be reported, with whether they were heard; each is returned once."""
        with self._lock:
            self.wake.clear()
            items = list(self._over)
            self._over.clear()
            return items

    def fill(self, out: Samples, now: float, delay: float) -> None:
        """Write the next block; its first sample will be heard `delay` seconds after `now`."""
        with self._lock:
            while self._in_flight and now >= self._in_flight[0][0]:
                self._over.append((self._in_flight.popleft()[1], True))
            out[:] = 0
            talking = self._speak(out, now + delay)
            self._idle = 0 if talking or self._level else self._idle + len(out)
            self._waking = None if self._waking is None or not self._idle else self._waking + len(out)
            self._underlay(out, talking)
            if self.volume != 1.0:
                out *= np.float32(self.volume)
            if float(np.abs(out).max(initial=0)) > CEILING * 0.7:
                out[:] = round_peaks(out, CEILING)
            out += self._noise[: len(out)] if len(out) <= self.rate else np.resize(self._noise, len(out))
            if self._over:
                self.wake.set()

    def _speak(self, out: Samples, heard_from: float) -> bool:
        """Write lines and earcons; whether there were any."""
        frame, talking = 0, False
        while frame < len(out):
            if self._current is None:
                if not self._waiting:
                    break
                self._current = self._waiting.popleft()
                self._at, self._cut_at = 0, None
                self._lead = self._lead_of(self._current, talking)
            talking = True
            pause = min(self._lead, len(out) - frame)
            self._lead -= pause
            frame += pause
            item = self._current
            count = min(len(item.samples) - self._at, len(out) - frame)
            if self._cut_at is not None:
                frame += self._fade(out[frame : frame + count])
                if self._current is None:
                    continue
            else:
                out[frame : frame + count] = item.samples[self._at : self._at + count]
                self._at += count
                frame += count
            if self._lead == 0 and self._at >= len(item.samples):
                self._in_flight.append((heard_from + frame / self.rate, item))
                self._current = None
        return talking

    def _lead_of(self, item: Item, joined: bool) -> int:
        if not item.speech:
            return 0
        seconds = DUCK_DOWN_SECONDS if self._level and self._duck == 0 else 0.0
        if joined or self._idle < GAP_SECONDS * self.rate:
            seconds = max(seconds, GAP_SECONDS)
        if self._idle >= IDLE_SECONDS * self.rate:
            # The noise wakes a device just opened as well as a pause before the line: what it has had counts.
            fresh = self._waking is not None and self._waking < IDLE_SECONDS * self.rate and self._noise.any()
            had = (self._waking or 0) / self.rate if fresh else 0.0
            seconds = max(seconds, PREROLL_SECONDS - had)
        return round(seconds * self.rate)

    def _fade(self, out: Samples) -> int:
        """Write the rest of a line that was cut; frames written. Drops the line at the end of the fade."""
        assert self._current is not None and self._cut_at is not None
        length = round(CUT_SECONDS * self.rate)
        count = min(len(out), length - self._cut_at) if self._lead == 0 and self._at else 0
        gains = 1 - (self._cut_at + np.arange(count, dtype=np.float32)) / np.float32(length)
        out[:count] = self._current.samples[self._at : self._at + count] * gains
        self._at += count
        self._cut_at += count
        if not count or self._cut_at >= length or self._at >= len(self._current.samples):
            self._over.append((self._current, False))
            self._current, self._cut_at, self._lead = None, None, 0
        return count

    def _underlay(self, out: Samples, talking: bool) -> None:
        """Add the music, ducked while somebody talks and a little after."""
        frames = len(out)
        steps = np.arange(1, frames + 1, dtype=np.float32)
        self._held = 0 if talking else self._held + frames
        down = talking or self._held < DUCK_HOLD_SECONDS * self.rate
        slope = DUCK_DB / ((DUCK_DOWN_SECONDS if down else -DUCK_UP_SECONDS) * self.rate)
        ducked = np.clip(np.float32(self._duck) + steps * np.float32(slope), DUCK_DB, 0)
        self._duck = float(ducked[-1]) if frames else self._duck
        if self._music is None or (not self._level and not self._level_target):
            return
        step = self._level_step if self._level_target > self._level else -self._level_step
        low, high = sorted((self._level, self._level_target))
        levels = np.clip(np.float32(self._level) + steps * np.float32(step), low, high)
        self._level = float(levels[-1])
        music = self._music.read(frames)
        out[: len(music)] += music * (levels * 10 ** (ducked / 20))[: len(music)]
