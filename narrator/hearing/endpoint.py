"""Endpointing: when the judge begins and when he has finished, from the audio alone and what is half
heard."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from math import inf
from typing import Protocol

import numpy as np

from narrator.hearing.ears import Prompt
from narrator.hearing.phrasebook import fold
from narrator.hearing.recogniser import RATE, Kind, Pcm
from narrator.hearing.seatlist import is_open, read_list

CHUNK = 512
"""Samples the voice detector looks at: 32 ms."""
PRE_ROLL = 0.4
"""Seconds before the detected start that belong to the utterance: on recorded speech the detector finds it
0.1 s late, one time in twenty 0.3 s."""
ASK = 0.12
ASK_AGAIN = 0.09
"""Seconds of a pause after which it is asked how long it may last, and then again: half-heard words cost
time."""
LEAST_SPEECH = 0.12
"""Seconds of speech below which it was a click or a cough; 一 can be 0.15 s."""
START, STOP = 0.5, 0.15
"""Probabilities of speech at which an utterance begins and a pause begins. With 0.35 a soft 号 in babble
ended the utterance 0.3 s early one time in twenty; 0.15 costs 20 ms."""


class Vad(Protocol):
    """A voice activity detector over chunks of `CHUNK` samples."""

    def probability(self, chunk: Pcm) -> float:
        """How probably the chunk is speech, 0 to 1."""

    def reset(self) -> None:
        """Forget what was heard."""


NOTHING = 2.0
"""No room is so quiet (rms, steps of 16 bits): it is the silence of a device without a microphone."""
ROOM = 4.0
"""How many times louder, and how many steps loud, the room must have been before for that to mean that the microphone
was lost in mid-word and the sound server has put another source in its place."""


@dataclass(frozen=True, slots=True)
class Pauses:
    """Seconds of silence that end an utterance."""

    settled: float = 0.19  # nothing but silence can follow what was heard; a 号 cut off is no loss
    single: float = 0.3
    between: float = 0.7  # inside a list
    unfinished: float = 0.6  # 十… may go on to 十二
    corrected: float = 1.5  # 不对… and the new number is still to come


PAUSES = Pauses()


def end_silence(prompt: Prompt, partial: str, pauses: Pauses = PAUSES) -> float:
    """How long to wait in silence, given what has been half heard (`""`: not known)."""
    heard = fold(partial)
    forms = {fold(form): token for form, token in (*prompt.phrases.items(), *prompt.commands.items())}
    if prompt.kind is Kind.LIST:
        return _list_silence(prompt, heard, forms, pauses)
    if not heard:
        return pauses.single
    here = forms.get(heard)
    further = {token for form, token in forms.items() if form.startswith(heard) and form != heard}
    if here is not None and further <= {here}:
        return pauses.settled
    return pauses.unfinished if further - {here} else pauses.single


def _list_silence(prompt: Prompt, heard: str, forms: Mapping[str, str], pauses: Pauses) -> float:
    if is_open(heard, forms):
        return pauses.corrected
    reading = read_list(heard, forms, prompt.counts, ballot=prompt.ballot) if heard else None
    if reading is None or prompt.counts is None:
        return pauses.between
    full = len(reading.tokens) == prompt.counts[-1]
    # With all its seats named only the last can still grow: 十 to 十二.
    growing = any(form.startswith(heard[-1]) and form != heard[-1] for form in forms)
    return pauses.single if full and not growing else pauses.between


class Mark(Enum):
    """What a piece of audio means."""

    BEGIN = "begin"  # an utterance begins; the audio has its pre-roll
    MORE = "more"
    END = "end"  # the judge has finished
    LONG = "long"  # it never ended: table talk
    NOISE = "noise"  # it was too short for speech


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of an utterance, in order."""

    mark: Mark
    audio: Pcm


class Endpoint:
    """Cuts a stream of audio into utterances. Time is counted in samples, so a file gives what a
    microphone gives.

    `silence` is asked during every pause how long it may last; `longest` is the most an utterance may take
    (seconds).
    """

    def __init__(self, vad: Vad, silence: Callable[[], float], longest: float) -> None:
        self._vad = vad
        self._silence = silence
        self._longest = round(longest * RATE)
        self._rest: Pcm = np.zeros(0, np.int16)
        self._before: deque[Pcm] = deque(maxlen=max(1, round(PRE_ROLL * RATE / CHUNK)))
        self._quiet_levels: list[float] = []  # of the pause that goes on, rms of each chunk
        self._room = 0.0  # the same of the quietest chunk before the utterance
        self._speaking = False
        self._heard = self._speech = self._quiet = 0
        self._asked, self._allowed = ASK * RATE, inf
        self.position = 0
        """Samples taken so far."""
        self.began = 0
        """Sample at which speech was found in the current or last utterance."""
        self.spoke_until = 0
        """Sample at which speech was last found."""

    @property
    def speaking(self) -> bool:
        """True inside an utterance."""
        return self._speaking

    @property
    def fell_silent(self) -> bool:
        """The room is suddenly gone behind the last utterance: what was heard of it may be half a word."""
        after = float(np.median(self._quiet_levels)) if self._quiet_levels else NOTHING
        return after < NOTHING and self._room > ROOM * max(1.0, after)

    def push(self, audio: Pcm) -> Iterator[Piece]:
        """Take audio of any length; gives the pieces of utterances in it."""
        self._rest = np.concatenate((self._rest, audio))
        while len(self._rest) >= CHUNK:
            chunk, self._rest = self._rest[:CHUNK], self._rest[CHUNK:]
            self.position += CHUNK
            piece = self._take(chunk)
            if piece is not None:
                yield piece

    def _take(self, chunk: Pcm) -> Piece | None:
        probability = self._vad.probability(chunk)
        if not self._speaking:
            if probability < START:
                self._before.append(chunk)
                return None
            self._room = min(map(_rms, self._before), default=0.0)
            self._quiet_levels.clear()
            audio = np.concatenate((*self._before, chunk))
            self._before.clear()
            self._speaking = True
            self._heard, self._speech, self._quiet = len(audio), CHUNK, 0
            self._asked, self._allowed = ASK * RATE, inf
            self.began = self.position - CHUNK
            self.spoke_until = self.position
            return Piece(Mark.BEGIN, audio)
        self._heard += CHUNK
        if probability >= STOP:
            self._speech += CHUNK
            self._quiet = 0
            self._quiet_levels.clear()
            self._asked, self._allowed = ASK * RATE, inf
            self.spoke_until = self.position
        else:
            self._quiet += CHUNK
            self._quiet_levels.append(_rms(chunk))
            if self._quiet >= self._asked:
                self._allowed = self._silence() * RATE
                self._asked = self._quiet + ASK_AGAIN * RATE
        if self._heard >= self._longest:
            return self._over(Mark.LONG, chunk)
        if self._quiet >= self._allowed:
            enough = self._speech >= LEAST_SPEECH * RATE
            return self._over(Mark.END if enough else Mark.NOISE, chunk)
        return Piece(Mark.MORE, chunk)

    def _over(self, mark: Mark, chunk: Pcm) -> Piece:
        self._speaking = False
        self._before.clear()
        self._before.append(chunk)
        return Piece(mark, chunk)


def _rms(chunk: Pcm) -> float:
    return float(np.sqrt(np.mean(chunk.astype(np.float64) ** 2)))
