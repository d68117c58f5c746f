"""From the host's thread to screens: the latest view and what the table knows, without ever making the host wait."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from narrator.host.view import View
from narrator.screen.phase import Phase

Wake = Callable[[], None]
"""Called on the host's thread after a change; has to return at once."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A view and the phase it belongs to."""

    view: View = field(default_factory=View)
    phase: Phase = field(default_factory=Phase)


class Feed:
    """Subscribe `show` to every desk of the evening. Screens `watch` and read `moment`: they may miss views in
    between, never the last one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._moment = Moment()
        self._wakes: list[Wake] = []

    @property
    def moment(self) -> Moment:
        """What is so now. From any thread."""
        with self._lock:
            return self._moment

    def show(self, view: View) -> None:
        """A new view, on the host's thread. A new desk begins its count anew: then the phase does too."""
        with self._lock:
            last = self._moment
            phase = Phase() if view.serial < last.view.serial else last.phase
            self._moment = Moment(view, phase.after(view))
            wakes = list(self._wakes)
        for wake in wakes:
            try:
                wake()
            except RuntimeError:  # the event loop of a screen that is closing: the game does not end with it
                self._forget(wake)

    def watch(self, wake: Wake) -> Callable[[], None]:
        """Be woken by every change; gives what ends it."""
        with self._lock:
            self._wakes.append(wake)

        return lambda: self._forget(wake)

    def _forget(self, wake: Wake) -> None:
        with self._lock:
            if wake in self._wakes:
                self._wakes.remove(wake)
