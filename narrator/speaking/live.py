"""The mouth that is heard: lines through the reader onto the loudspeaker and the earpiece."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable

from narrator.speaking.earcons import EARCONS, earcon
from narrator.speaking.mixer import CUT_SECONDS, Done, Item
from narrator.speaking.mouth import Audience
from narrator.speaking.player import Player
from narrator.speaking.reader import Reader
from narrator.speaking.renderer import RenderError

SPEAKER_LOST = "host.trouble.speaker"
EARPIECE_LOST = "host.trouble.earpiece"
VOICE_LOST = "host.trouble.render"
"""What `trouble` can say."""


def _nobody(heard: bool) -> None:
    """Who does not ask is not told."""


class Channel:
    """One audience: sentences in, in order, onto its player. Rendering happens on its own thread."""

    def __init__(self, reader: Reader, player: Player) -> None:
        self.player = player
        self._reader = reader
        self._earcons = {name: earcon(name, player.rate) for name in EARCONS}
        self._lock = threading.Lock()
        self._orders: queue.Queue[tuple[int, str, bool, Done] | None] = queue.Queue()
        self._unread = 0  # orders not yet with the player
        self._era = 0  # grows with every pause: what was ordered before is dropped
        self._thread = threading.Thread(target=self._work, name="lines", daemon=True)
        self._thread.start()

    def order(self, text: str, is_line: bool, done: Done) -> None:
        """Queue a line, or an earcon by name."""
        with self._lock:
            self._unread += 1
            self._orders.put((self._era, text, is_line, done))

    def cut(self) -> None:
        """Fade what plays, drop everything ordered so far."""
        with self._lock:
            self._era += 1
            self.player.cut()

    def busy(self) -> bool:
        """True while something ordered is not over yet."""
        with self._lock:
            return self._unread > 0 or self.player.busy()

    def close(self) -> None:
        """Fade out and give the device back."""
        self.cut()
        self._orders.put(None)
        self._thread.join(5)
        self.player.close()

    def _work(self) -> None:
        while (order := self._orders.get()) is not None:
            era, text, is_line, done = order
            samples = None
            if era == self._era:
                try:
                    samples = self._reader.line(text, self.player.rate) if is_line else self._earcons[text]
                except RenderError:
                    samples = None  # the reader remembers why; the host shows the line
            with self._lock:
                playable = samples is not None and era == self._era
                if samples is not None and playable:
                    self.player.play(Item(samples, done, is_line))
                self._unread -= 1
            if not playable:
                done(False)


class LiveMouth:
    """`Mouth` on real devices. Without an earpiece the judge's lines are `done(False)` at once."""

    def __init__(self, reader: Reader, table: Player, ear: Player | None) -> None:
        self._reader = reader
        self._channels = {Audience.TABLE: Channel(reader, table)}
        if ear is not None:
            self._channels[Audience.JUDGE] = Channel(reader, ear)
        self._music_on = False
        self._paused = False

    def prepare(self, texts: Iterable[str], progress: Callable[[int, int], None] | None = None) -> None:
        self._reader.prepare(texts, progress)

    def say(self, text: str, audience: Audience, done: Done) -> None:
        self._order(text, True, audience, done)

    def sound(self, name: str, audience: Audience, done: Done | None = None) -> None:
        if name not in EARCONS:
            raise KeyError(f"no earcon is called {name}; there are {', '.join(EARCONS)}")
        self._order(name, False, audience, done or _nobody)

    def _order(self, text: str, is_line: bool, audience: Audience, done: Done) -> None:
        channel = self._channels.get(audience)
        if channel is None:
            # On a thread of its own as always: hosts may hold a lock around `say`.
            threading.Thread(target=done, args=(False,), daemon=True).start()
        else:
            channel.order(text, is_line, done)

    def duration(self, text: str) -> float:
        return self._reader.duration(text)

    def music(self, on: bool) -> None:
        self._music_on = on
        if not self._paused:
            self._table.music(on)

    def pause(self) -> None:
        self._paused = True
        self._table.music(False, CUT_SECONDS)
        for channel in self._channels.values():
            channel.cut()

    def resume(self) -> None:
        self._paused = False
        self._table.music(self._music_on)

    def busy(self, audience: Audience) -> bool:
        channel = self._channels.get(audience)
        return channel is not None and channel.busy()

    def trouble(self) -> str | None:
        if self._table.lost:
            return SPEAKER_LOST
        if self._reader.problem is not None:
            return VOICE_LOST
        ear = self._channels.get(Audience.JUDGE)
        return EARPIECE_LOST if ear is not None and ear.player.lost else None

    def stop(self) -> None:
        for channel in self._channels.values():
            channel.close()
        self._reader.close()

    @property
    def _table(self) -> Player:
        return self._channels[Audience.TABLE].player
