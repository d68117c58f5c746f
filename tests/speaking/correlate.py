"""Finding rendered lines in what a sink was recorded to play."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Recording = NDArray[np.float32]


def likeness(recording: Recording, line: Recording) -> NDArray[np.float64]:
    """For every sample of the recording, how much what begins there is the line: 1 is exactly."""
    if len(recording) < len(line):
        return np.zeros(1)
    size = 1 << (len(recording) + len(line)).bit_length()
    product = np.fft.rfft(recording, size) * np.conj(np.fft.rfft(line, size))
    match = np.fft.irfft(product, size)[: len(recording) - len(line) + 1]
    power = np.concatenate([[0.0], np.cumsum(recording.astype(np.float64) ** 2)])
    energy = power[len(line) :] - power[: -len(line)]
    # Floor: what is far quieter than the line is not the line, whatever its shape.
    own = float(np.sum(line.astype(np.float64) ** 2))
    return match / np.sqrt(np.maximum(energy, own * 1e-4) * own)


def starts(recording: Recording, line: Recording, rate: int, least: float = 0.9) -> list[float]:
    """Seconds at which the whole line begins in the recording."""
    alike = likeness(recording, line)
    found: list[float] = []
    while len(alike):
        best = int(alike.argmax())
        if alike[best] < least:
            break
        found.append(best / rate)
        alike[max(0, best - len(line) // 2) : best + len(line) // 2] = 0
    return sorted(found)


def hearings(recording: Recording, line: Recording, rate: int, least: float = 0.8) -> list[float]:
    """Seconds at which the line begins, also where a busy machine tore a gap into it: a third is enough."""
    for parts in (1, 2, 3):
        size = len(line) // parts
        found: list[float] = []
        for offset in range(0, parts * size, size):
            for start in starts(recording, line[offset : offset + size], rate, least):
                begin = start - offset / rate
                if all(abs(begin - other) > 0.7 * len(line) / rate for other in found):
                    found.append(begin)
        if found:
            return sorted(found)
    return []


PIECE = 0.4
"""Seconds of a line that are looked for at once, every half of it anew."""
VOICED = 25.0
"""A piece that is so many dB below the loudest of its line is a pause, which is nowhere and everywhere."""
BACK, GAP = 0.03, 1.0
"""Seconds that a piece may begin too early after the one before it (clocks differ), and too late (a gap)."""
MOVED = 0.001
"""Seconds by which a gap moves what comes after it at least; a few are lost now and then, too."""


def voiced(line: Recording, rate: int, piece: float = PIECE) -> list[int]:
    """Where the pieces of the line begin in which something is said; the last one ends with the line."""
    size = min(len(line), round(piece * rate))
    begins = [*range(0, len(line) - size, max(1, size // 2)), len(line) - size]
    loud = {first: power_db(line[first : first + size]) for first in begins}
    return [first for first in begins if loud[first] > max(loud.values()) - VOICED]


def whole(recording: Recording, line: Recording, rate: int, least: float = 0.75) -> tuple[float, float] | None:
    """Seconds from which and to which the whole line is heard, piece after piece; None when a part of it is not.

    A busy machine stops now and then in what it plays: a gap moves what comes after it, and the piece into which it
    falls counts when what comes after has been moved. What is left out, or is something else, moves nothing, and does
    not count (but for the last 0.2 s of a line)."""
    size = min(len(line), round(PIECE * rate))
    first = voiced(line, rate)[0]
    for at, long in _cuts(first, size):
        for start in starts(recording, line[at : at + long], rate, least):
            end = _followed(recording, line, rate, least, round(start * rate) - at)
            if end is not None:
                return start - at / rate, end
    return None


def _cuts(first: int, size: int) -> list[tuple[int, int]]:
    """A piece, and its halves."""
    return [(first, size), (first, size // 2), (first + size // 2, size - size // 2)]


def _followed(recording: Recording, line: Recording, rate: int, least: float, moved: int) -> float | None:
    """The line's end in the recording, when every piece follows the one before it; `moved`: where it begins."""
    size = min(len(line), round(PIECE * rate))
    last = voiced(line, rate)[-1]
    torn = False  # not all of a piece was found: the next one has to be moved
    for first in voiced(line, rate):
        cuts = _cuts(first, size)
        places = [_near(recording, line[at : at + long], rate, least, moved + at, at) for at, long in cuts[:1]]
        if places == [None]:
            places = [_near(recording, line[at : at + long], rate, least, moved + at, at) for at, long in cuts[1:]]
        found = [place for place in places if place is not None]
        shifted = any(abs(place - moved) >= MOVED * rate for place in found)
        if (torn and not shifted) or (first == last and not found):
            return None
        torn = len(places) > 1 and not shifted
        moved = found[-1] if found else moved
    return (moved + len(line)) / rate


def _near(recording: Recording, piece: Recording, rate: int, least: float, expected: int, at: int) -> int | None:
    """How far the line is moved by where this piece of it (which begins there) is heard; None: it is not."""
    begin = max(0, expected - round(BACK * rate))
    window = recording[begin : expected + round(GAP * rate) + len(piece)]
    if len(window) < len(piece):
        return None
    alike = likeness(window, piece)
    best = int(alike.argmax())
    return begin + best - at if alike[best] >= least else None


def power_db(samples: Recording) -> float:
    """Root mean square in dBFS."""
    return float(10 * np.log10(np.mean(samples.astype(np.float64) ** 2) + 1e-12)) if len(samples) else -120.0
