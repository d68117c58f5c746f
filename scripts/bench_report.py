"""Every target of design.md §10 beside what was measured: `bench report [DIR] [--minutes 60] [--count 300]`.

DIR holds recorded speech as `bench hearing` reads it; without it the rows that need it say so. Takes hours with a DIR
and 60 minutes of babble; smaller numbers give rough figures sooner.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scripts import bench_host
from scripts.bench_host import Figures, figure

ROOT = Path(__file__).resolve().parent.parent
LIMIT = re.compile(r"(<=|>=) ([\d.]+)")
PROOFS = {
    "kill": ("kill -9 at every prompt of a game", "tests/host/test_kill.py"),
    "secret": ("the table hears nothing that depends on a secret", "tests/host/test_secrecy.py"),
    "broken": (
        "broken YAML, journals, wavs: a clear error each",
        "tests/judge/test_broken_cases.py tests/judge/test_faulty_cases.py tests/judge/test_yamlfile.py "
        "tests/recap/test_hostile_journals.py tests/host/test_journal.py tests/hearing/test_wav.py",
    ),
}
"""Targets that are proofs and not figures: the tests that prove them, counted."""


def far(row: Mapping[str, Any]) -> str:
    """How far from the target, in percent of it: under it is good for `<=`, over it for `>=`."""
    limit = LIMIT.match(str(row["target"]))
    if limit is None or not float(limit[2]):
        return ""
    return f"{100 * (row['value'] / float(limit[2]) - 1):+.0f} %"


def table(parts: Mapping[str, Figures]) -> str:
    """One line a row: what, target, measured, how far, met."""
    lines = [f"{'part':8} {'what':72} {'target':>22} {'measured':>14} {'far':>7}  met"]
    for part, figures in parts.items():
        for row in figures.values():
            measured = f"{row['value']:g} {row['unit']}".strip()
            met = "yes" if row["met"] else "NO"
            lines.append(f"{part:8} {row['what']:72} {row['target']:>22} {measured:>14} {far(row):>7}  {met}")
    return "\n".join(lines)


def proofs() -> Figures:
    """Run the tests that prove what cannot be a figure."""
    result: Figures = {}
    for name, (what, tests) in PROOFS.items():
        run = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests.split()],
            cwd=ROOT, capture_output=True, text=True, check=False,
        )  # fmt: skip
        failed = sum(int(number) for number in re.findall(r"(\d+) (?:failed|error)", run.stdout))
        passed = sum(int(number) for number in re.findall(r"(\d+) passed", run.stdout))
        good = run.returncode == 0 and passed > 0
        result[name] = figure(f"{what}: {passed} tests", failed, "failed", "<= 0", good)
    return result


def random_games(games: int) -> Figures:
    """Random legal games on all boards."""
    run = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "soak"), "--games", str(games), "--json"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = json.loads(run.stdout)
    broken = len(found["failures"])
    what = f"broken invariants in {found['games']} random games of {found['roles']} roles (target: a million games)"
    return {"games": figure(what, broken, "", "<= 0", broken == 0)}


def speech(folder: Path, ears: str, count: int, minutes: float) -> dict[str, Figures]:
    """What is measured on recordings."""
    from narrator.hearing.recogniser import stop_recogniser
    from narrator.hearing.recognisers import load_recogniser
    from scripts.bench_babble import FIGURES, babble, measured
    from scripts.bench_hearing import load_ears, measure
    from scripts.bench_latency import bench

    recogniser, _ = load_recogniser(ears)
    assert recogniser is not None
    try:
        times = bench(folder, recogniser, count)
        taken = {name: measured(name, recogniser, babble(folder, minutes)) for name in FIGURES}
    finally:
        stop_recogniser(recogniser)
    return {
        "hearing": understood(measure(load_ears(ears), folder)),
        "latency": decided({name: dict(one.summary()) for name, one in times.items()}),
        "babble": accepted(taken),
    }


def understood(rows: Sequence[Any]) -> Figures:
    """Accepted wrong and asked again, clean and all."""
    from scripts.bench_hearing import bounds

    result: Figures = {}
    for name, chosen in {"clean": {"clean"}, "all": {row.condition for row in rows}}.items():
        some = [row for row in rows if row.condition in chosen and row.kind != "reject"]
        n, wrong, again = (sum(getattr(row, key) for row in some) for key in ("n", "wrong", "asked_again"))
        if not n:
            continue
        share, high = 100 * wrong / n, bounds(wrong, n)[1]
        speakers = len({row.speaker for row in some})
        what = f"accepted wrong, {name}: {wrong} of {n}, {speakers} speakers (95 % bound {high:.2f} %)"
        result[f"{name}_wrong"] = figure(
            what, share, "%", "<= 0.3 %" if name == "clean" else "", name != "clean" or share <= 0.3
        )
        what = f"asked again, {name}: {again} of {n}"
        result[f"{name}_again"] = figure(what, 100 * again / n, "%", "<= 5 %", 100 * again / n <= 5)
    return result


def decided(times: Mapping[str, Mapping[str, float]]) -> Figures:
    """End of speech to decision; the loudspeaker comes on top (see the part `sound`)."""
    from scripts.bench_latency import COMPUTING_MS, TARGETS

    result: Figures = {}
    for name, targets in TARGETS.items():
        found = times[name]
        for key, most in targets.items():
            what = f"end of speech to decision, {name}, {key[:3]} of {found['n']}"
            result[f"{name}_{key}"] = figure(what, found[key], "s", f"<= {most}", found[key] <= most)
        computing = found["computing_p50_ms"]
        what = f"of which computing, {name}, p50"
        result[f"{name}_computing"] = figure(what, computing, "ms", f"<= {COMPUTING_MS:g}", computing <= COMPUTING_MS)
        cut = found["cut_off"]
        what = f"cut off, {name}, of {found['n'] + cut + found['missed']:.0f} (missed: {found['missed']:.0f})"
        result[f"{name}_cut"] = figure(what, cut, "", "", True)
    return result


def accepted(taken: Mapping[str, Any]) -> Figures:
    """False accepts in babble."""
    from scripts.bench_babble import MOST_PER_HOUR

    result: Figures = {}
    for name, one in taken.items():
        most = MOST_PER_HOUR.get(name)
        what = f"false accepts an hour, {name}: {one.accepted} in {one.minutes:.0f} min"
        target = "" if most is None else f"<= {most:g} an hour"
        result[name] = figure(what, one.per_hour(), "/h", target, most is None or one.per_hour() <= most)
    return result


def main(argv: Sequence[str] | None = None) -> int:
    """Command line; exit code 1 when a target is missed, 2 for bad input."""
    parser = argparse.ArgumentParser(prog="bench report", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", metavar="DIR")
    parser.add_argument("--ears", choices=("builtin", "vosk"), default="builtin")
    parser.add_argument("--count", type=int, default=300, help="utterances of each kind")
    parser.add_argument("--minutes", type=float, default=60, help="of babble")
    parser.add_argument("--games", type=int, default=2000, help="random games")
    parser.add_argument("--without-sound", action="store_true", help="leave real devices out (Linux has them only)")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(argv)
    parts: dict[str, Figures] = {name: getattr(bench_host, name)() for name in bench_host.__all__}
    if not options.without_sound:
        from scripts.bench_sound import sound

        parts["sound"] = sound()
    if options.folder is not None:
        from scripts.bench_latency import BadFolder, rows

        try:
            rows(options.folder)
            parts |= speech(options.folder, options.ears, options.count, options.minutes)
        except BadFolder as error:
            print(error, file=sys.stderr)
            return 2
    parts["games"] = random_games(options.games)
    parts["proofs"] = proofs()
    if options.json:
        print(json.dumps(parts, indent=1, sort_keys=True, ensure_ascii=False))
    else:
        print(table(parts))
        if options.folder is None:
            print("not measured: hearing, latency and babble need a DIR of recorded speech")
    return 0 if all(row["met"] for figures in parts.values() for row in figures.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
