"""What a judge's trial utterances show: confusions, thresholds, and where 幺 两 拐 勾 help. Pure
functions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from narrator.hearing.calibration import Calibration
from narrator.hearing.ears import Event, Heard
from narrator.hearing.recogniser import Kind, Recogniser

MISSED = ""
"""The column of what was not understood."""
ENOUGH = 0.6
"""Share of right answers below which thresholds would be set by chance."""
LOWEST = 0.75
"""A threshold is never lowered below this share of the recogniser's own."""
MARGIN = 0.05
RADIO = {1: "幺", 2: "两", 7: "拐", 9: "勾"}


@dataclass(frozen=True, slots=True)
class Attempt:
    """One phrase asked for and what came of it. `level` and `peak` in dB below full scale."""

    form: str
    token: str
    kind: Kind
    event: Event
    level: float
    peak: float

    @property
    def right(self) -> bool:
        """The answer that was meant, sure or not."""
        return isinstance(self.event, Heard) and self.event.tokens == (self.token,)

    @property
    def heard(self) -> str:
        """The token heard; `MISSED` when there was none."""
        return self.event.tokens[0] if isinstance(self.event, Heard) else MISSED


@dataclass(frozen=True, slots=True)
class Study:
    """The result over all attempts. `level` of the voice (its median) and of the room, dB below full scale."""

    right: int
    total: int
    confusions: dict[str, Counter[str]]
    radio: tuple[int, ...]
    calibration: Calibration | None
    level: float = 0.0
    noise: float = 0.0


def study(attempts: Sequence[Attempt], recogniser: Recogniser, judge: str, noise: float) -> Study:
    """Sum up; no calibration when too few were heard right."""
    confusions: dict[str, Counter[str]] = defaultdict(Counter)
    for attempt in attempts:
        if not attempt.right:
            confusions[attempt.token][attempt.heard] += 1
    right = sum(attempt.right for attempt in attempts)
    radio = radio_for(attempts)
    calibration = None
    if attempts and right >= ENOUGH * len(attempts):
        kinds = {attempt.kind for attempt in attempts}
        sure = {kind: threshold([a for a in attempts if a.kind is kind], recogniser.sure(kind)) for kind in kinds}
        calibration = Calibration(judge, recogniser.name, sure, radio, round(noise, 1))
    level = median(attempt.level for attempt in attempts) if attempts else 0.0
    return Study(right, len(attempts), dict(confusions), radio, calibration, level, noise)


def threshold(attempts: Sequence[Attempt], usual: float) -> float:
    """The least confidence for one kind: above every wrong guess; where none was wrong, low enough for
    most right ones, but not far below the recogniser's own."""
    wrong = [a.event.confidence for a in attempts if isinstance(a.event, Heard) and not a.right]
    right = sorted(a.event.confidence for a in attempts if isinstance(a.event, Heard) and a.right)
    if wrong:
        return min(0.99, max(usual, max(wrong) + MARGIN))
    if len(right) < 4:
        return usual
    tenth = right[len(right) // 10]
    return min(usual, max(LOWEST * usual, tenth - MARGIN))


def radio_for(attempts: Sequence[Attempt]) -> tuple[int, ...]:
    """Seats whose usual numeral failed and whose radio numeral did not do worse."""
    failed: Counter[tuple[str, bool]] = Counter()
    for attempt in attempts:
        if attempt.kind is Kind.SEAT:
            by_radio = any(attempt.form.startswith(word) for word in RADIO.values())
            sure = isinstance(attempt.event, Heard) and attempt.event.sure
            failed[attempt.token, by_radio] += not (attempt.right and sure)
    return tuple(n for n in RADIO if failed[str(n), False] and failed[str(n), True] <= failed[str(n), False])
