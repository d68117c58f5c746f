"""How long a question of the night may take: a reminder, and then the rule decides (option `on_timeout`)."""

from __future__ import annotations

import math

LISTEN = 0.5
"""Seconds between two looks at whether the microphone is there."""
GRACE = 20.0
"""Seconds after the reminder at a step's limit until the rule decides."""


class Limit:
    """Times are the clock's seconds. Time stands still while the microphone is gone: the judge is not heard then, and
    what he did not say decides nothing. When it is back there is at least `GRACE` left."""

    def __init__(self, remind: float, gentle: bool) -> None:
        """`remind`: when the judge is reminded, infinite for no limit. `gentle`: the rule decides only later."""
        self.remind = remind
        self._end = remind + (GRACE if gentle else 0.0)
        self._reminded = False
        self._deaf_at: float | None = None  # the last look found no microphone

    @property
    def moment(self) -> float:
        """When something is due next."""
        return min(self._end, math.inf if self._reminded else self.remind)

    def look(self, now: float, deaf: bool) -> None:
        """What is known of the microphone now."""
        if self._deaf_at is not None:
            away = now - self._deaf_at
            self.remind, self._end = self.remind + away, self._end + away
        if deaf:
            self._deaf_at = now
        elif self._deaf_at is not None:
            self._deaf_at = None
            self._end = max(self._end, now + GRACE)

    def over(self, now: float) -> bool:
        """Whether the rule decides."""
        return self._deaf_at is None and now >= self._end

    def reminds(self, now: float) -> bool:
        """Whether the judge is to be reminded; true once."""
        due = self._deaf_at is None and not self._reminded and now >= self.remind
        self._reminded = self._reminded or due
        return due
