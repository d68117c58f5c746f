"""One device kept playing: reports what was heard, notices when the device dies, brings it back."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from narrator.audio import AudioError
from narrator.speaking.mixer import Item, Mixer, Music
from narrator.speaking.output import Fill, Output
from narrator.speaking.sound import Samples

LOOK_SECONDS = 0.1
"""How often a device is looked at."""

RETRY_SECONDS = 2.0
"""How often a lost device is looked for."""

GRACE_SECONDS = 3.0
"""A line waits so long for a lost loudspeaker; then it is shown instead."""

_log = logging.getLogger(__name__)

MakeOutput = Callable[[Fill, Callable[[], bool]], Output]
"""Makes a closed output from what fills it and what tells whether it is in use. Raises AudioError."""


class Player:
    """Plays items on one device. `grace` is how long they wait for it when it is lost."""

    def __init__(
        self,
        make: MakeOutput,
        volume: float = 1.0,
        music: Callable[[int], Music | None] = lambda rate: None,
        grace: float = GRACE_SECONDS,
        keep_awake: bool = True,
    ) -> None:
        """Opens the device. Raises AudioError."""
        self._output = make(self._fill, self.busy)
        self.rate = self._output.rate
        self._music = music(self.rate)
        self._mixer = Mixer(self.rate, volume, self._music, keep_awake)
        self._grace = grace
        self._stopped = threading.Event()
        self._broken = threading.Event()
        self._lost_at: float | None = None
        try:
            self._output.open()
        except AudioError:
            if self._music is not None:
                self._music.close()
            raise
        self._threads = [
            threading.Thread(target=work, name=name, daemon=True)
            for work, name in ((self._report, "played"), (self._watch, "watch"), (self._mend, "mend"))
        ]
        for thread in self._threads:
            thread.start()

    @property
    def lost(self) -> bool:
        """True while the device is gone."""
        return self._lost_at is not None

    def describe(self) -> str:
        """The device's name for people."""
        return self._output.describe()

    def play(self, item: Item) -> None:
        """Queue an item."""
        self._mixer.play(item)
        if self._hopeless():
            self._mixer.give_up()

    def cut(self) -> None:
        """Fade what plays and drop what waits."""
        self._mixer.cut()
        if self.lost:
            self._mixer.give_up()

    def music(self, on: bool, seconds: float | None = None) -> None:
        """Fade the music in or out."""
        self._mixer.music(on, seconds)

    def busy(self) -> bool:
        """True while an item can still be heard."""
        return self._mixer.busy()

    def close(self) -> None:
        """Fade out, give the device back, report what was not heard. The player cannot be used again."""
        self._mixer.music(False, 0.02)
        self._mixer.cut()
        deadline = time.monotonic() + 0.5
        while self._mixer.busy() and not self.lost and time.monotonic() < deadline:
            time.sleep(0.01)
        self._stopped.set()
        self._mixer.wake.set()
        self._broken.set()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(1)
        # A driver can hang with its device; the program ends all the same.
        leaving = threading.Thread(target=self._output.leave, name="leave", daemon=True)
        leaving.start()
        leaving.join(3)
        if self._music is not None:
            self._music.close()
        self._mixer.give_up()
        self._deliver()

    def _fill(self, out: Samples, now: float, delay: float) -> None:
        if self.lost:  # a last call of a stream that was given up
            out[:] = 0
        else:
            self._mixer.fill(out, now, delay)

    def _report(self) -> None:
        while not self._stopped.is_set():
            self._mixer.wake.wait()
            self._deliver()

    def _deliver(self) -> None:
        for item, heard in self._mixer.over():
            try:
                item.done(heard)
            except Exception:
                _log.exception("a listener to played lines failed")

    def _watch(self) -> None:
        """Notice that the device died, and that lines have waited long enough. Never calls the device."""
        strikes = 0  # a stall of the whole process stops callbacks too: look twice
        while not self._stopped.wait(LOOK_SECONDS):
            if self.lost:
                strikes = 0
                if self._hopeless():
                    self._mixer.give_up()
                continue
            strikes = 0 if self._output.alive() else strikes + 1
            if strikes >= 2:
                self._lost_at = time.monotonic()
                self._mixer.rewind()
                self._broken.set()

    def _mend(self) -> None:
        """Close the dead device and bring it back. Each of its calls may take as long as its driver likes."""
        while True:
            self._broken.wait()
            self._output.close()
            while not self._stopped.is_set():
                try:
                    self._output.find()
                except AudioError as error:
                    _log.info("%s", error)
                    self._stopped.wait(RETRY_SECONDS)
                else:
                    break
            if self._stopped.is_set():
                return
            self._broken.clear()
            self._lost_at = None

    def _hopeless(self) -> bool:
        return self._lost_at is not None and time.monotonic() - self._lost_at >= self._grace
