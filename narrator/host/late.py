"""Ears that are still loading: the recogniser comes behind the opening lines, and hears from then on."""

from __future__ import annotations

import threading
from collections.abc import Callable

from narrator.hearing.ears import Ailing, Ears, Event, Prompt, Trouble

Load = Callable[[], Ears | None]


class LateEars:
    """Loads on a thread of its own. A prompt that is open by then is heard from the moment the ears are there."""

    def __init__(self, load: Load, failed: Callable[[], None]) -> None:
        """`failed` is called on the loading thread when there will be no ears."""
        self._lock = threading.Lock()
        self._ears: Ears | None = None
        self._prompt: tuple[Prompt, Callable[[Event], None]] | None = None
        self._stopped = False
        self._load = load
        self._failed = failed
        self._thread = threading.Thread(target=self._run, name="load ears", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        ears = self._load()
        if ears is None:
            self._failed()
            return
        with self._lock:
            self._ears = ears
            if self._stopped:
                ears.stop()
            elif self._prompt is not None:
                ears.open(*self._prompt)

    def open(self, prompt: Prompt, heard: Callable[[Event], None]) -> None:
        with self._lock:
            self._prompt = (prompt, heard)
            if self._ears is not None:
                self._ears.open(prompt, heard)

    def close(self) -> None:
        with self._lock:
            self._prompt = None
            if self._ears is not None:
                self._ears.close()

    def trouble(self) -> Trouble | None:
        """What does not work now; nothing is known while they load."""
        ears = self._ears
        return ears.trouble() if isinstance(ears, Ailing) else None

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            if self._ears is not None:
                self._ears.stop()
