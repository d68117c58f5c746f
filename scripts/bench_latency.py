"""From the end of speech to the decision: `bench_latency DIR [--ears builtin|vosk] [--count N] [--json]`.

DIR holds manifest.csv (file, speaker, condition, answer, text …) as `bench hearing` reads it. Every phrase
is fed through voice detector, endpoint and recogniser as the microphone would give it, 20 ms at a time.
Time is counted in audio from the last loud sample to the decision, with what the computer needs for each
block (which waits for the one before): processor time for the built-in ears, so that a busy computer does
not count, and the clock's for vosk, which has a process of its own. The loudspeaker's own delay is not in
it."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter, thread_time

import numpy as np
import soundfile
from numpy.typing import NDArray

from narrator.hearing.ears import Event, Heard, Prompt, Silence
from narrator.hearing.phrases import Phrases
from narrator.hearing.recogniser import RATE, Pcm, Recogniser, stop_recogniser
from narrator.hearing.recognisers import load_recogniser
from narrator.hearing.session import Session
from narrator.hearing.vad import SileroVad

BLOCK = RATE // 50
TARGETS = {
    "seat": {"p50_s": 0.45, "p95_s": 0.7},
    "yesno": {"p50_s": 0.45, "p95_s": 0.7},
    "list": {"p95_s": 1.1},
    "list_counted": {"p95_s": 1.1},
}
"""Seconds (design 10), to the next sound: the loudspeaker's delay comes on top of what is measured here."""
COMPUTING_MS = 30.0
LOUD, SOFT = 0.05, 0.01
"""Share of a clip's peak above which a sample is speech whose end is waited for, and above which it is not cut off the
clip: the s of 三 is that soft."""
TABLE = Phrases("zh", seats=18)


class BadFolder(Exception):
    """DIR cannot be used; one line for people."""


@dataclass
class Times:
    """Figures of one kind of answer, seconds."""

    after: list[float] = field(default_factory=list)
    computing: list[float] = field(default_factory=list)
    heard: int = 0
    right: int = 0
    wrong: int = 0  # and sure
    again: int = 0  # not sure, or not understood
    cut_off: int = 0
    cut_off_right: int = 0  # of these: 三 of 三号 is enough
    missed: int = 0

    def summary(self) -> dict[str, float | int]:
        """p50 and p95, milliseconds for computing."""
        n = len(self.after)
        return {
            "n": n,
            "p50_s": round(float(np.percentile(self.after, 50)), 3) if n else 0.0,
            "p95_s": round(float(np.percentile(self.after, 95)), 3) if n else 0.0,
            "computing_p50_ms": round(1000 * float(np.percentile(self.computing, 50)), 1) if n else 0.0,
            "computing_p95_ms": round(1000 * float(np.percentile(self.computing, 95)), 1) if n else 0.0,
            "heard": self.heard,
            "right": self.right,
            "accepted_wrong": self.wrong,
            "asked_again": self.again,
            "cut_off": self.cut_off,
            "cut_off_right": self.cut_off_right,
            "missed": self.missed,
        }


def rows(folder: Path) -> list[dict[str, str]]:
    """The manifest. Raises `BadFolder`."""
    path = folder / "manifest.csv"
    try:
        with path.open(encoding="utf-8", newline="") as file:
            found = list(csv.DictReader(file))
    except OSError as error:
        raise BadFolder(f"{path}: {error.strerror}") from None
    if not found or not {"file", "speaker", "condition", "answer", "text"} <= set(found[0]):
        raise BadFolder(f"{path}: needs the columns file, speaker, condition, answer, text")
    return found


def clip(path: Path) -> Pcm:
    """One recording, 16 kHz mono. Raises `BadFolder`."""
    try:
        sound, rate = soundfile.read(path, dtype="int16")
    except (OSError, RuntimeError) as error:
        raise BadFolder(f"{path}: {error}") from None
    if rate != RATE or sound.ndim != 1:
        raise BadFolder(f"{path}: must be {RATE} Hz mono")
    return np.asarray(sound, np.int16)


def trimmed(sound: Pcm) -> Pcm:
    """Without the silence before and behind it."""
    heard = _above(sound, SOFT)
    return sound[heard[0] : heard[-1] + 1] if len(heard) else sound


def _above(sound: Pcm, share: float) -> NDArray[np.int64]:
    level = np.abs(sound.astype(np.int32))
    return np.flatnonzero(level > share * level.max(initial=1))


def room(seconds: float, random: np.random.Generator) -> Pcm:
    """Quiet, with the noise of a room."""
    return random.normal(0, 12, round(seconds * RATE)).astype(np.int16)


def measure(
    times: Times, prompt: Prompt, recogniser: Recogniser, vad: SileroVad, sound: Pcm, meant: Sequence[str]
) -> None:
    """One utterance through the whole chain."""
    random = np.random.default_rng(1)
    lead = room(0.6, random)
    tape = np.concatenate((lead, sound, room(2.5, random)))
    spoken_until = (len(lead) + int(_above(sound, LOUD)[-1]) + 1) / RATE
    session = Session(prompt, recogniser, vad)
    event: Event | None = None
    done = arrived = 0.0
    # Processor time, so that a busy computer does not count; but vosk works in a process of its own.
    clock: Callable[[], float] = thread_time if recogniser.name == "builtin" else perf_counter
    for at in range(0, len(tape), BLOCK):
        before = clock()
        event = next(iter(session.push(tape[at : at + BLOCK])), None)
        # A block is begun when it has come and the one before is done.
        arrived = (at + BLOCK) / RATE
        done = max(done, arrived) + clock() - before
        if event is not None:
            break
    if event is None or isinstance(event, Silence):
        times.missed += 1
        return
    if session.position < spoken_until:
        times.cut_off += 1
        times.cut_off_right += isinstance(event, Heard) and event.tokens == tuple(meant)
        return
    times.after.append(done - spoken_until)
    times.computing.append(done - arrived)
    times.heard += isinstance(event, Heard)
    right = isinstance(event, Heard) and event.tokens == tuple(meant)
    sure = isinstance(event, Heard) and event.sure
    times.right += right
    times.wrong += sure and not right
    times.again += not sure


def bench(
    folder: Path, recogniser: Recogniser, count: int, seed: int = 7, condition: str | None = None
) -> dict[str, Times]:
    """Single seats, yes and no, and lists of three to five seats in one breath; of one condition or of all."""
    random = Random(seed)
    found = [row for row in rows(folder) if condition in (None, row["condition"])]
    if not found:
        raise BadFolder(f"{folder / 'manifest.csv'}: nothing of the condition {condition}")
    seats = [r for r in found if r["answer"].startswith("n") and r["answer"][1:].isdigit()]
    plain = [r for r in seats if r["text"].endswith("号") and int(r["answer"][1:]) <= 18]
    yes_no = [r for r in found if r["answer"] in ("yes", "no")]
    vad = SileroVad()
    result = {name: Times() for name in ("seat", "yesno", "list", "list_counted")}
    asked, yes = TABLE.seats(range(1, 19), commands=("repeat", "pause", "resume")), TABLE.yes_no()
    for row in random.sample(plain, min(count, len(plain))):
        measure(result["seat"], asked, recogniser, vad, trimmed(clip(folder / row["file"])), [row["answer"][1:]])
    for row in random.sample(yes_no, min(count, len(yes_no))):
        measure(result["yesno"], yes, recogniser, vad, trimmed(clip(folder / row["file"])), [row["answer"]])
    for number in range(max(1, count // 3)):
        one = random.choice(plain)
        same = [r for r in plain if (r["speaker"], r["condition"]) == (one["speaker"], one["condition"])]
        chosen = {r["answer"]: r for r in random.sample(same, min(len(same), 12))}
        picked = random.sample(list(chosen.values()), min(len(chosen), random.randint(3, 5)))
        gap = np.zeros(round(random.uniform(0.05, 0.35) * RATE), np.int16)
        parts = [part for row in picked for part in (trimmed(clip(folder / row["file"])), gap)]
        sound = np.concatenate(parts[:-1])
        counts = range(len(picked), len(picked) + 1) if number % 2 else None
        name = "list_counted" if counts else "list"
        prompt = TABLE.seat_list(range(1, 19), counts=counts)
        measure(result[name], prompt, recogniser, vad, sound, [row["answer"][1:] for row in picked])
    return result


def vad_cost(folder: Path) -> dict[str, float]:
    """Milliseconds a detector needs for 32 ms of sound."""
    sound = trimmed(clip(folder / rows(folder)[0]["file"]))
    sound = np.tile(sound, 1 + 512 * 200 // len(sound))[: 512 * 200]
    vad = SileroVad()
    before = thread_time()
    for at in range(0, len(sound), 512):
        vad.probability(sound[at : at + 512])
    return {"silero_ms_per_32ms": round(1000 * (thread_time() - before) / 200, 3)}


def main(argv: Sequence[str] | None = None) -> int:
    """Command line; exit code 2 for bad input."""
    parser = argparse.ArgumentParser(prog="bench_latency", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--ears", choices=("builtin", "vosk", "both"), default="builtin")
    parser.add_argument("--count", type=int, default=300, help="utterances of each kind")
    parser.add_argument("--condition", help="only recordings of this condition, as the manifest names them")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(argv)
    recogniser, notes = load_recogniser(options.ears)
    if recogniser is None:
        print("; ".join(note.text("en") for note in notes), file=sys.stderr)
        return 3
    try:
        result: dict[str, dict[str, object]] = {
            name: dict(times.summary())
            for name, times in bench(options.folder, recogniser, options.count, condition=options.condition).items()
        }
        result["vad"] = dict(vad_cost(options.folder))
    except BadFolder as error:
        print(error, file=sys.stderr)
        return 2
    finally:
        stop_recogniser(recogniser)
    for name, targets in TARGETS.items():
        found = result[name]
        wanted = {**targets, "computing_p95_ms": COMPUTING_MS}
        missed = [f"{key} {found[key]} > {most}" for key, most in wanted.items() if float(str(found[key])) > most]
        found["target"] = "met" if not missed else "missed: " + ", ".join(missed)
    if options.json:
        print(json.dumps({"latency": result}, indent=1, sort_keys=True))
    else:
        for name, figures in result.items():
            print(f"{name}: " + ", ".join(f"{key} {value}" for key, value in figures.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
