"""Several ears as one: the voice and the keys beside it; the first valid answer wins, which the host sees
to."""

from __future__ import annotations

from collections.abc import Callable

from narrator.hearing.ears import Ears, Event, Prompt


class Together:
    """Opens, closes and stops all of them; every event of each is passed on."""

    def __init__(self, *ears: Ears) -> None:
        self._ears = ears

    def open(self, prompt: Prompt, heard: Callable[[Event], None]) -> None:
        for ears in self._ears:
            ears.open(prompt, heard)

    def close(self) -> None:
        for ears in self._ears:
            ears.close()

    def stop(self) -> None:
        for ears in self._ears:
            ears.stop()
