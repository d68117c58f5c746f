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


def power_db(samples: Recording) -> float:
    """Root mean square in dBFS."""
    return float(10 * np.log10(np.mean(samples.astype(np.float64) ** 2) + 1e-12)) if len(samples) else -120.0
