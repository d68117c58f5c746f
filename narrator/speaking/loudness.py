"""Loudness after ITU-R BS.1770-4, so that no line is louder than the next."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from narrator.speaking.sound import Samples, Sound

TARGET_LUFS = -20.0
"""Of every line: as loud as speech can be made without touching its peaks, leaving room for music."""

CEILING = 0.89
"""Highest peak of a line (-1 dBFS)."""

_BLOCK = 0.4  # seconds; blocks overlap by three quarters
_SILENCE = -70.0  # LUFS, absolute gate
_RELATIVE = -10.0  # LU, relative gate


def loudness(sound: Sound) -> float:
    """Integrated loudness in LUFS of a mono sound; -inf for silence. Shorter than a block: ungated."""
    weighted = _k_weighted(sound)
    block = round(_BLOCK * sound.rate)
    if len(weighted) <= block:
        powers = np.array([float(np.mean(weighted**2)) if len(weighted) else 0.0])
    else:
        step = block // 4
        sums = np.concatenate([[0.0], np.cumsum(weighted**2)])
        starts = np.arange(0, len(weighted) - block + 1, step)
        powers = (sums[starts + block] - sums[starts]) / block
    powers = powers[powers > _power(_SILENCE)]
    if not len(powers):
        return -math.inf
    powers = powers[powers > float(np.mean(powers)) * 10 ** (_RELATIVE / 10)]
    return _lufs(float(np.mean(powers)))


def level(sound: Sound, target: float = TARGET_LUFS) -> Sound:
    """The sound at the target loudness. Peaks over the ceiling are rounded off, which keeps the loudness."""
    now = loudness(sound)
    if now == -math.inf:
        return sound
    samples = sound.samples
    for _ in range(4):  # rounding peaks costs a little loudness: make it up, round again
        samples = round_peaks(sound.samples * np.float32(10 ** ((target - now) / 20)), CEILING)
        missing = target - loudness(Sound(samples, sound.rate))
        if abs(missing) < 0.1:
            break
        now -= missing
    return Sound(samples, sound.rate)


def round_peaks(samples: Samples, ceiling: float) -> Samples:
    """Leave what is under 0.7 of the ceiling, bend the rest so that it never passes the ceiling."""
    knee = np.float32(ceiling * 0.7)
    room = np.float32(ceiling) - knee
    size = np.abs(samples)
    over = np.maximum(size - knee, 0)
    bent = knee + room * np.tanh(over / room)
    return np.asarray(np.where(size > knee, np.sign(samples) * bent, samples), np.float32)


def _lufs(power: float) -> float:
    return -0.691 + 10 * math.log10(power)


def _power(lufs: float) -> float:
    return float(10 ** ((lufs + 0.691) / 10))


def _k_weighted(sound: Sound) -> NDArray[np.float64]:
    """Both filters of the standard, by overlapping blocks of the spectrum."""
    response = _response(sound.rate)
    size = 2 * (len(response) - 1)
    step = size - sound.rate // 4  # the filters' tails are shorter than a quarter second
    weighted = np.zeros(len(sound.samples) + size)
    for start in range(0, len(sound.samples), step):
        block = np.fft.rfft(sound.samples[start : start + step], size) * response
        weighted[start : start + size] += np.fft.irfft(block, size)
    return weighted[: len(sound.samples)]


@lru_cache(maxsize=4)
def _response(rate: int) -> NDArray[np.complex128]:
    size = 1 << rate.bit_length()
    z = np.exp(-1j * math.tau * np.arange(size // 2 + 1) / size)
    return _shelf(rate, z) * _high_pass(rate, z)


def _shelf(rate: int, z: NDArray[np.complex128]) -> NDArray[np.complex128]:
    """The head's high shelf: +4 dB above 1.5 kHz, from its analogue prototype for any rate."""
    k = math.tan(math.pi * 1681.974450955533 / rate)
    q = 0.7071752369554196
    high = 10 ** (3.999843853973347 / 20)
    band = high**0.4996667741545416
    over = 1 + k / q + k * k
    b = (high + band * k / q + k * k, 2 * (k * k - high), high - band * k / q + k * k)
    a = (over, 2 * (k * k - 1), 1 - k / q + k * k)
    return np.asarray((b[0] + b[1] * z + b[2] * z**2) / (a[0] + a[1] * z + a[2] * z**2))


def _high_pass(rate: int, z: NDArray[np.complex128]) -> NDArray[np.complex128]:
    """The RLB curve: a high pass at 38 Hz."""
    k = math.tan(math.pi * 38.13547087602444 / rate)
    q = 0.5003270373238773
    over = 1 + k / q + k * k
    a = (1.0, 2 * (k * k - 1) / over, (1 - k / q + k * k) / over)
    return np.asarray((1 - 2 * z + z**2) / (a[0] + a[1] * z + a[2] * z**2))
