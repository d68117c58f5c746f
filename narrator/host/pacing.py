"""Pacing: how long each question of the night takes at least, whatever happens in it (design: floors and
dwell).

Everything here depends on public data and a stream of its own: key of the question, night, how often it was
asked,
board options, tempo. Never on who holds a role, whether he lives, or what was answered.
"""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass
from enum import Enum

from narrator.rules.script import Ask, Window


class Tempo(str, Enum):
    """How brisk the table wants it."""

    BRISK = "brisk"
    NORMAL = "normal"
    SLOW = "slow"


_SCALE = {Tempo.BRISK: 0.75, Tempo.NORMAL: 1.0, Tempo.SLOW: 1.4}

LEAST, MOST = 8.0, 14.0
"""Floor of one question in seconds, at normal tempo and the default `dead_pause` of 40 to 100 percent."""
FIRST_NIGHT = 1.0
"""Seconds more a question on the first night, when everybody is new to it."""
NEXT_PLACE = 5.0
"""Seconds more for each further place of a question."""
DWELL = 2.0
"""Seconds between an answer and the closing line: what the judge has to show is shown in them."""
LOOK = 3.0
"""Seconds in which something is shown and nothing is decided."""
SPEAK_FROM = 1.6
"""The earliest moment of a question's floor at which the judge is given the number to say."""
REPAIR = 6.0
"""Seconds of the floor kept after that moment: to speak, to correct by key, to dwell."""
AGAIN = 0.8
"""Seconds after a spoken "again" until the next number is given."""
RECOGNISED = 1.0
"""Seconds after each role of a recognition round."""
REFERENCE = (40, 100)


def draw(seed: int, *purpose: object) -> random.Random:
    """A random stream for one purpose: the same on every machine, and independent of every other."""
    text = "|".join(str(part) for part in (seed, *purpose))
    return random.Random(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big"))


@dataclass(frozen=True, slots=True)
class Pace:
    """The times of one question, in seconds from the end of its line. `speak`: for each place, when the judge is
    given its number to say; `floor`: when the closing line may come; `dwell`: after the answer. `again`: after the
    table has heard "again", when the next number is given, and `repair`: by then the least time to the close."""

    speak: tuple[float, ...]
    floor: float
    dwell: float
    again: float = 0.0
    repair: float = 0.0


class Pacing:
    """Draws the pace of each question from the pacing stream of the game."""

    def __init__(
        self,
        seed: int,
        tempo: Tempo = Tempo.NORMAL,
        dead_pause: tuple[int, int] = REFERENCE,
        pace: float = 1.0,
    ) -> None:
        """`dead_pause`: the option, percent; `pace` scales all pauses (rehearsals)."""
        self._seed = seed
        self._scale = _SCALE[tempo] * pace
        low, high = dead_pause
        self._least = LEAST * low / REFERENCE[0]
        self._most = max(self._least, MOST * high / REFERENCE[1])
        self._none = high == 0  # a host who wants no pauses at all

    def of(self, ask: Ask, night: int, turn: int) -> Pace:
        """The pace of a question of the night; `turn` counts this night's questions (public)."""
        chance = draw(self._seed, "pacing", night, turn, ask.key)
        scale = 0.0 if self._none else self._scale
        dwell = DWELL * scale
        if ask.informs:
            return Pace((), LOOK * scale, 0.0)
        places = max(1, ask.places)
        if ask.window is Window.SETUP:
            # Everybody holds a card here: nothing has to be hidden but the numbers.
            return Pace((0.0,) * places, RECOGNISED * scale, RECOGNISED * scale)
        floor = chance.uniform(self._least, self._most) + (FIRST_NIGHT if night <= 1 else 0.0)
        last = max(SPEAK_FROM, floor - REPAIR)
        first = chance.uniform(SPEAK_FROM, last)
        speak = tuple((first + NEXT_PLACE * place) * scale for place in range(places))
        return Pace(speak, (floor + NEXT_PLACE * (places - 1)) * scale, dwell, AGAIN * scale, (AGAIN + REPAIR) * scale)

    def scaled(self, seconds: float) -> float:
        """A fixed pause at this tempo."""
        return 0.0 if self._none else seconds * self._scale

    def expected(self, questions: int, places: int, looks: int, first: bool) -> float:
        """Seconds that a night's floors take on average: `places` counts all places of its questions."""
        mean = (self._least + self._most) / 2 + (FIRST_NIGHT if first else 0.0)
        more = NEXT_PLACE * (places - questions)
        return 0.0 if self._none else (questions * mean + more + looks * LOOK) * self._scale
