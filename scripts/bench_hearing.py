"""How well ears understand recorded speech: `bench hearing DIR --ears builtin|vosk [--json]`.

DIR holds manifest.csv with the columns file, speaker, condition, answer, text (and others, ignored):
`answer` is n1…n19 for a seat, a command's key, or empty for speech that must not be accepted. Needs the
package soundfile."""

from __future__ import annotations

import argparse
import csv
import json
import math
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from narrator.hearing.packdata import NoModel
from narrator.hearing.recogniser import RATE, Kind, Pcm, Recogniser, RecogniserError, stop_recogniser
from narrator.hearing.recognisers import load_recogniser

DIGITS = "零一二三四五六七八九"
NIGHT_COMMANDS = ("重复", "暂停", "继续")
"""What else can be said at a night prompt; heard along with every list of seats."""
BLOCK = RATE // 20


class BadFolder(Exception):
    """The folder cannot be used, with the reason for people."""


@dataclass
class Row:
    """One line of the result: utterances of one speaker, condition and kind."""

    speaker: str
    condition: str
    kind: str
    n: int = 0
    right: int = 0
    wrong: int = 0
    asked_again: int = 0
    accepted: int = 0
    best: int = 0


@dataclass(frozen=True)
class Task:
    """One list of phrases that an utterance is heard against: spoken form to answer."""

    name: str
    kind: Kind
    phrases: Mapping[str, str]


def numeral(n: int) -> str:
    """Chinese numeral from 1 to 19."""
    return DIGITS[n] if n < 10 else "十" + (DIGITS[n - 10] if n > 10 else "")


def seats(top: int, tail: str) -> dict[str, str]:
    """Seats up to `top`, with the night commands."""
    return {numeral(n) + tail: f"n{n}" for n in range(1, top + 1)} | {c: "command" for c in NIGHT_COMMANDS}


def read_manifest(folder: Path) -> list[dict[str, str]]:
    """The rows of manifest.csv. Raises BadFolder."""
    path = folder / "manifest.csv"
    try:
        with path.open(encoding="utf-8", newline="") as f:
            reader = csv.DictReader(f)
            missing = {"file", "speaker", "condition", "answer", "text"} - set(reader.fieldnames or ())
            if missing:
                raise BadFolder(f"{path} has no column {', '.join(sorted(missing))}")
            return list(reader)
    except (OSError, UnicodeDecodeError, csv.Error) as e:
        raise BadFolder(f"cannot read {path}: {e}") from e


def read_sound(path: Path, faster: float = 1.0) -> Pcm:
    """Mono int16 samples at 16 kHz, spoken `faster` (needs ffmpeg). Raises BadFolder."""
    if faster != 1.0:
        return _hurried(path, faster)
    try:
        import soundfile
    except ImportError as e:
        raise BadFolder("this bench needs soundfile: pip install soundfile") from e
    try:
        pcm, rate = soundfile.read(str(path), dtype="int16", always_2d=True)
    except (OSError, RuntimeError) as e:
        raise BadFolder(f"cannot read {path}: {e}") from e
    mono = pcm[:, 0]
    if rate != RATE:
        import soxr

        mono = soxr.resample(mono, rate, RATE)
    return np.asarray(mono, np.int16)


def _hurried(path: Path, faster: float) -> Pcm:
    """The sound in less time at the same pitch."""
    command = ["ffmpeg", "-v", "error", "-i", str(path), "-filter:a", f"atempo={faster}"]
    try:
        done = subprocess.run([*command, "-f", "s16le", "-ac", "1", "-ar", str(RATE), "-"], capture_output=True)
    except OSError as e:
        raise BadFolder(f"--faster needs ffmpeg: {e}") from e
    if done.returncode:
        raise BadFolder(f"cannot read {path}: {done.stderr.decode(errors='replace').strip()}")
    return np.frombuffer(done.stdout, np.int16)


def tasks(rows: Sequence[Mapping[str, str]]) -> dict[str, Task]:
    """Every list that this folder's utterances are heard against."""
    orders = {r["text"]: r["answer"] for r in rows if r["answer"] and not r["answer"][1:].isdigit()}
    yesno = {t: a for t, a in orders.items() if a in ("yes", "no")}
    made = [
        Task("seat12hao", Kind.SEAT, seats(12, "号")),
        Task("seat18hao", Kind.SEAT, seats(19, "号")),
        Task("seat12bare", Kind.SEAT, seats(12, "")),
        Task("seat18bare", Kind.SEAT, seats(19, "")),
        Task("command", Kind.COMMAND, orders),
        Task("yesno", Kind.YESNO, yesno),
        Task("reject", Kind.SEAT, seats(19, "号")),
    ]
    return {t.name: t for t in made if t.phrases}


def tasks_of(row: Mapping[str, str]) -> list[str]:
    """Which lists an utterance belongs to."""
    answer = row["answer"]
    if not answer:
        return ["reject"]
    if answer[1:].isdigit() and answer[0] == "n":
        tail = "hao" if row["text"].endswith("号") else "bare"
        return (["seat12" + tail] if int(answer[1:]) <= 12 else []) + ["seat18" + tail]
    return ["command", *(["yesno"] if answer in ("yes", "no") else [])]


def hear(ears: Recogniser, pcm: Pcm, task: Task) -> tuple[str | None, bool]:
    """The answer of the best guess (None for none), and whether its confidence is enough."""
    listening = ears.start(list(task.phrases), task.kind)
    for at in range(0, len(pcm), BLOCK):
        listening.feed(pcm[at : at + BLOCK])
    guesses = listening.finish()
    if not guesses:
        return None, False
    return task.phrases.get(guesses[0].text), guesses[0].confidence >= ears.sure(task.kind)


def measure(ears: Recogniser, folder: Path, faster: float = 1.0) -> list[Row]:
    """Hear every utterance of the folder in every list that it belongs to."""
    manifest = read_manifest(folder)
    lists, out = tasks(manifest), {}
    for line in manifest:
        pcm = read_sound(folder / line["file"], faster)
        for name in tasks_of(line):
            key = (line["speaker"], line["condition"], name)
            row = out.setdefault(key, Row(*key))
            answer, sure = hear(ears, pcm, lists[name])
            row.n += 1
            if name == "reject":
                row.accepted += sure
                continue
            row.best += answer == line["answer"]
            row.accepted += sure
            row.right += sure and answer == line["answer"]
            row.wrong += sure and answer != line["answer"]
            row.asked_again += not sure
    return sorted(out.values(), key=lambda r: (r.kind, r.condition, r.speaker))


def bounds(hits: int, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share, in percent."""
    if n == 0:
        return 0.0, 100.0
    z, p = 1.96, hits / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return 100 * max(0.0, centre - half), 100 * min(1.0, centre + half)


def share(rows: Sequence[Row], of: Callable[[Row], int]) -> str:
    """A share over all rows with its interval, as text."""
    hits, n = sum(map(of, rows)), sum(r.n for r in rows)
    low, high = bounds(hits, n)
    return f"{100 * hits / max(1, n):5.1f} ({low:4.1f}-{high:5.1f})"


def table(rows: Sequence[Row]) -> str:
    """The result for people: one line for each kind and condition, over speakers; worst speaker's best."""
    groups: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        groups[(row.kind, row.condition)].append(row)
    head = f"{'kind':11} {'condition':9} {'n':>5}  {'top candidate %':19} {'worst':>6}  "
    lines = [head + f"{'accepted right %':19}  {'accepted wrong %':19}  {'asked again %':19}"]
    for (kind, condition), group in sorted(groups.items()):
        n = sum(r.n for r in group)
        if kind == "reject":
            worst = max(100 * r.accepted / r.n for r in group)
            cells = f"{'falsely accepted':19} {worst:6.1f}  {share(group, lambda r: r.accepted)}"
        else:
            worst = min(100 * r.best / r.n for r in group)
            cells = f"{share(group, lambda r: r.best):19} {worst:6.1f}  {share(group, lambda r: r.right):19}  "
            cells += f"{share(group, lambda r: r.wrong):19}  {share(group, lambda r: r.asked_again):19}"
        lines.append(f"{kind:11} {condition:9} {n:5}  {cells}")
    return "\n".join(lines)


def load_ears(name: str) -> Recogniser:
    """The recogniser called `name`. Raises BadFolder with the reason when it is not there."""
    ears, notes = load_recogniser(name)
    if ears is None:
        raise BadFolder("; ".join(note.text("en") for note in notes))
    return ears


def main(argv: Sequence[str]) -> int:
    """Measure and print; 2 when the folder or the ears cannot be used."""
    parser = argparse.ArgumentParser(prog="bench hearing", description="Measure ears on recorded speech.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--ears", choices=("builtin", "vosk"), default="builtin")
    parser.add_argument("--faster", type=float, default=1.0, metavar="X", help="speech X times as fast (0.5 to 4)")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(argv)
    if not 0.5 <= args.faster <= 4:
        parser.error(f"--faster {args.faster}: a number from 0.5 to 4")
    try:
        ears = load_ears(args.ears)
        try:
            rows = measure(ears, args.folder, args.faster)
        finally:
            stop_recogniser(ears)
    except (BadFolder, NoModel, RecogniserError) as e:
        print(e, file=sys.stderr)
        return 2
    print(json.dumps([asdict(r) for r in rows], ensure_ascii=False) if args.json else table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
