"""Mix training utterances from a bank: phrases joined at any tempo, rooms, babble, music, microphones.

Everything happens on mel magnitudes, which makes an utterance cost a millisecond: powers of independent sounds
add, a room smears power along time, a microphone is a curve over bands, tempo is interpolation between frames.
"""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from phrases import Phrase, commands, number, sandhi, seat
from scipy.signal import lfilter

from narrator.hearing.logmel import BANDS, FLOOR, LOW_BANDS
from narrator.hearing.normalise import level_gain
from narrator.hearing.tract import warp
from narrator.hearing.units import UnknownSyllable, syllable

HUMANS = (0, 1, 2)
WAKE = ("pang2", "bai2", "pang2", "bai2")
WORDS, KOKORO, ESPEAK, MUSIC = 1, 3, 4, 5


@dataclass(frozen=True, slots=True)
class Example:
    """One utterance: log-mel (frames, 48), its units, and where speech starts and ends (frames)."""

    mel: np.ndarray
    units: tuple[int, ...]
    start: int
    end: int
    phrase: Phrase


class Bank:
    """Clips of one or more banks, found by source and label."""

    def __init__(self, paths: list[Path]) -> None:
        self._mels: list[np.ndarray] = []
        self.clips: list[tuple[int, int, int, str, int]] = []  # file, begin, end, label, source
        self.by: dict[tuple[int, str], list[int]] = defaultdict(list)
        self.of: dict[int, list[int]] = defaultdict(list)
        for path in paths:
            self.add(path)

    def add(self, path: Path) -> None:
        """Take in one more bank."""
        data = np.load(path)
        self._mels.append(data["mel"])
        offsets, labels, sources = data["offsets"], data["labels"], data["sources"]
        for i, label in enumerate(labels.tolist()):
            index, source = len(self.clips), int(sources[i])
            self.clips.append((len(self._mels) - 1, int(offsets[i]), int(offsets[i + 1]), label, source))
            self.by[(source, label)].append(index)
            self.of[source].append(index)

    def magnitude(self, index: int) -> np.ndarray:
        """Mel magnitudes of a clip, without the floor."""
        file, begin, end, _, _ = self.clips[index]
        return np.maximum(np.exp(self._mels[file][begin:end].astype(np.float32)) - FLOOR, 1e-5)


def stretch(mag: np.ndarray, frames: int, rng: np.random.Generator) -> np.ndarray:
    """Resample along time to `frames`, a little faster here and slower there."""
    n = len(mag)
    bend = rng.uniform(-0.25, 0.25)
    x = np.linspace(0, 1, max(2, frames))
    x = (x + bend * x * (1 - x)) * (n - 1)
    low = np.minimum(x.astype(int), n - 2) if n > 1 else np.zeros(len(x), int)
    part = (x - low)[:, None].astype(np.float32)
    return mag[low] * (1 - part) + mag[np.minimum(low + 1, n - 1)] * part


class Mixer:
    """An endless source of training utterances."""

    def __init__(self, bank: Bank, seed: int, natural_only: bool = False) -> None:
        self.bank, self.rng, self.np = bank, random.Random(seed), np.random.default_rng(seed)
        self.orders = commands()
        self.syllables = {s: [lab for (src, lab) in bank.by if src == s and " " not in lab] for s in HUMANS}
        self._waves = np.sqrt(np.concatenate([np.linspace(1, 3, LOW_BANDS), np.full(BANDS - LOW_BANDS, 3)]))
        self.babble = [self._babble(self.rng.choice([1, 2, 3, 4, 6, 8])) for _ in range(150)]
        # A single voice with no label would teach the network to ignore speech: crowds only.
        self.crowds = [self._babble(self.rng.choice([5, 6, 8])) for _ in range(30)]

    def _babble(self, people: int) -> np.ndarray:
        """Five seconds of several people talking at once, as power."""
        out = np.zeros((500, BANDS), np.float32)
        for _ in range(people):
            at, gain = 0, 10 ** self.np.uniform(-0.8, 0)
            source = self.rng.choice([0, 1, 1, 1, 2] + ([KOKORO] * 3 if self.bank.of[KOKORO] else []))
            while at < 500:
                mag = self.bank.magnitude(self.rng.choice(self.bank.of[source]))
                mag = stretch(mag, int(len(mag) * self.np.uniform(0.45, 0.9)), self.np)
                mag = mag[: 500 - at]
                out[at : at + len(mag)] += gain * mag**2
                at += len(mag) + self.rng.randint(-3, 8)
                at = max(at, 1)
        return out

    def phrase(self) -> Phrase:
        """Something to say, mostly what judges say."""
        r, roll = self.rng, self.rng.random()
        if roll < 0.04:
            return WAKE
        if roll < 0.40:
            return seat(r.randint(1, 19), r)
        if roll < 0.55:
            return number(r.randint(1, 19))
        if roll < 0.75:
            return r.choice(self.orders[:32] if r.random() < 0.6 else self.orders)
        if roll < 0.85:
            tail = ("hao4",) if r.random() < 0.5 else ()
            many = [number(r.randint(1, 19)) + tail for _ in range(r.randint(2, 4))]
            return sum(many, ())
        pool = self.syllables[r.choice(HUMANS)]
        return tuple(r.choice(pool) for _ in range(r.randint(1, 4)))

    def _joined(self) -> tuple[np.ndarray, Phrase] | None:
        """A phrase from single recorded syllables of one speaker."""
        phrase, source = sandhi(self.phrase()), self.rng.choice(HUMANS)
        pitch = self.rng.randrange(7)
        pace = float(np.clip(self.np.lognormal(np.log(21), 0.35), 10, 45))  # frames a syllable
        parts: list[np.ndarray] = []
        for i, s in enumerate(phrase):
            found = self.bank.by.get((source, s))
            if not found:
                return None
            mag = self.bank.magnitude(found[pitch % len(found)])
            length = pace * self.np.uniform(0.75, 1.3)
            if s == "hao4" and i == len(phrase) - 1 and self.rng.random() < 0.3:
                length *= self.np.uniform(0.5, 0.9)  # 号 swallowed
                mag = mag * 10 ** self.np.uniform(-0.5, 0)
            elif i and s in ("er4", "yi1", "wu3") and self.rng.random() < 0.25:
                length *= self.np.uniform(0.6, 1.0)  # the weak second half of 十二
                mag = mag * 10 ** self.np.uniform(-0.4, 0)
            # Citation forms are long: the faster the speech, the more of it is cut, not squeezed.
            keep = min(len(mag), max(int(length * self.np.uniform(1.0, 2.2)), 8))
            if keep < len(mag) and self.rng.random() < 0.5:
                mag = mag[:keep]
            mag = stretch(mag, max(6, int(min(length, len(mag) * 1.5))), self.np)
            parts.append(mag * 10 ** self.np.normal(0, 0.08))
        out = parts[0]
        for part in parts[1:]:
            # Neighbouring syllables run into each other, or a breath stands between them.
            over = self.rng.choice([-6, -2, 0, 1, 2, 3, 4, 5]) if self.rng.random() < 0.8 else -self.rng.randint(2, 15)
            if over <= 0:
                gap = np.full((-over, BANDS), 1e-4, np.float32)
                out = np.concatenate([out, gap, part])
            else:
                over = min(over, len(part) - 1, len(out) - 1)
                fade = np.linspace(1, 0, over, dtype=np.float32)[:, None]
                mixed = out[-over:] * fade + part[:over] * (1 - fade)
                out = np.concatenate([out[:-over], mixed, part[over:]])
        return out, phrase

    def _natural(self) -> tuple[np.ndarray, Phrase]:
        """A phrase spoken in one piece: a word of Yue Tan, Kokoro or espeak; now and then two or three."""
        out: list[np.ndarray] = []
        phrase: Phrase = ()
        for _ in range(1 if self.rng.random() < 0.75 else self.rng.randint(2, 3)):
            roll = self.rng.random()
            source = WORDS
            if roll < 0.62 and self.bank.of[KOKORO]:
                source = KOKORO
            elif roll < 0.70 and self.bank.of[ESPEAK]:
                source = ESPEAK
            index = self.rng.choice(self.bank.of[source])
            label = tuple(self.bank.clips[index][3].split())
            mag = self.bank.magnitude(index)
            per = len(mag) / len(label)
            pace = float(np.clip(self.np.lognormal(np.log(21), 0.3), 11, 45))
            speed = 0.5 * per + 0.5 * pace if self.rng.random() < 0.8 else per
            mag = stretch(mag, max(6, int(len(label) * min(speed, per * 1.4))), self.np)
            if out:
                out.append(np.full((self.rng.randint(0, 15), BANDS), 1e-4, np.float32))
            out.append(mag)
            phrase += label
        return np.concatenate(out), phrase

    def _room(self, power: np.ndarray) -> np.ndarray:
        """Reverberation: an exponential tail of random colour behind the direct sound."""
        seconds, ratio = self.np.uniform(0.12, 0.9), 10 ** (-self.np.uniform(-3, 14) / 10)
        decay = 10 ** (-6 * 0.01 / seconds)
        late = lfilter([1 - decay], [1, -decay], power, axis=0)
        delay = self.rng.randint(1, 4)
        late = np.concatenate([np.zeros((delay, BANDS)), late[:-delay]])
        colour = 10 ** self._curve(0.25) * np.exp(self.np.normal(0, 0.4, late.shape))
        return self._together(power, (ratio * late * colour).astype(np.float32))

    def _together(self, power: np.ndarray, other: np.ndarray) -> np.ndarray:
        """Both sounds at once: powers add, and waves that meet in a band help or cancel each other.

        A band of the mel scale holds one to three independent waves, whose phases hold for about two frames.
        """
        phase = self.np.normal(0, 1, (len(power) + 1, BANDS)).astype(np.float32)
        phase = (phase[1:] + phase[:-1]) * 0.5  # deviation 0.7, as a cosine has
        meeting = 2 * np.sqrt(np.maximum(power * other, 0)) * np.clip(phase / self._waves, -1, 1)
        return (power + other + meeting).astype(np.float32)

    def _curve(self, sigma: float) -> np.ndarray:
        """A smooth random curve over all bands."""
        points = self.np.normal(0, sigma, 8)
        return np.interp(np.linspace(0, 7, BANDS), np.arange(8), points).astype(np.float32)

    def _noise(self, frames: int, alone: bool = False) -> np.ndarray:
        """Power of whatever else is heard: babble, music or a steady noise."""
        roll = self.rng.random()
        if roll < 0.6:
            track = self.rng.choice(self.crowds if alone else self.babble)
        elif roll < 0.75 and self.bank.of[MUSIC]:
            track = self.bank.magnitude(self.rng.choice(self.bank.of[MUSIC])) ** 2
        else:
            tilt = np.linspace(self.np.uniform(-1, 2), 0, BANDS, dtype=np.float32)
            shape = 10 ** (2 * self._curve(0.35) + tilt)
            return (shape * self.np.gamma(2.0, 0.5, (frames, BANDS))).astype(np.float32)
        at = self.rng.randrange(len(track))
        track = np.roll(track, -at, axis=0)[:frames]
        if len(track) < frames:
            track = np.resize(track, (frames, BANDS))
        return track * 10 ** (2 * self._curve(0.1))

    def example(self) -> Example:
        """The next utterance."""
        roll, made = self.rng.random(), None
        if roll < 0.04:
            frames = self.rng.randint(30, 160)
            power = self._noise(frames, alone=True)
            if self.rng.random() < 0.3:
                power *= 1e-6
            return self._finish(power, (), 0, frames)
        if roll < 0.52:
            for _ in range(3):
                made = made or self._joined()
        mag, phrase = made or self._natural()
        if self.rng.random() < 0.7:
            mag = mag.copy()
            mag[:, :LOW_BANDS] = mag[:, :LOW_BANDS] @ warp(int(np.clip(self.np.normal(0, 6), -15, 15)))
        lead, trail = self.rng.randint(0, 45), self.rng.randint(0, 45)
        power = np.zeros((lead + len(mag) + trail, BANDS), np.float32)
        power[lead : lead + len(mag)] = mag**2
        active = power[lead : lead + len(mag)].mean()
        if self.rng.random() < 0.6:
            power = self._room(power)
        power = power * 10 ** (2 * self._curve(0.18))  # the microphone
        if self.rng.random() < 0.25:
            power[:, LOW_BANDS:] *= 10 ** self.np.uniform(-4, 0)  # a dull or narrow one
        if self.rng.random() < 0.8:
            noise = self._noise(len(power))
            snr = self.np.choice([self.np.uniform(3, 14), self.np.uniform(10, 30)])
            share = active / max(1e-9, float(noise.mean())) * 10 ** (-snr / 10)
            power = self._together(power, (noise * share).astype(np.float32))
        hiss = active * 10 ** (-self.np.uniform(35, 75) / 10)
        power = power + hiss * self.np.gamma(2.0, 0.5, power.shape)
        return self._finish(power, phrase, lead, lead + len(mag))

    def _finish(self, power: np.ndarray, phrase: Phrase, start: int, end: int) -> Example:
        mel = np.log(np.sqrt(np.maximum(power, 0)) + FLOOR).astype(np.float32)
        mel = level_gain(mel, 10 ** self.np.normal(0, 0.12))
        if self.rng.random() < 0.4:  # SpecAugment, gently
            width = self.rng.randint(1, 5)
            band = self.rng.randint(0, LOW_BANDS - width)
            mel[:, band : band + width] = mel.mean()
        try:
            units = tuple(u for s in phrase for u in syllable(s))
        except UnknownSyllable as e:
            raise AssertionError(phrase) from e
        return Example(mel, units, start, end, phrase)
