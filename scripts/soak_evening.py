"""Whole evenings with real sound for `soak-sound`: by voice with faults, and with narrator in its own microphone."""

from __future__ import annotations

import collections
import contextlib
import json
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from narrator.host.journal import read
from narrator.rules.game import Game
from narrator.speaking.opening import MouthOptions, open_reader
from tests.pulse import RATE, ROOT, PulseServer, pulse_server, urgent
from tests.room import Room, room
from tests.speaking.correlate import starts
from tests.voiceloop.wishes import of_game, wish

LIMIT = 4 * 3600.0
"""Seconds after which an evening has failed."""
FAULTS = ("microphone", "loudspeaker", "earpiece", "server hangs", "server dies", "renderer", "recogniser")
BETWEEN = (8.0, 30.0)
LASTS = (0.3, 7.0)
"""Seconds between two faults, and that one lasts."""
THIN = 6
LIKE = 0.75
OFF = 0.1
"""A line was heard whole if both its halves are so like the recording (at a sixth of the rate), one behind the other
to so many seconds: many lines end in the same words."""
RECOVERS = 4.0
"""Seconds after a fault in which the recording may still miss what is played."""
SHORT = 1.2
"""Lines shorter than this many seconds are parts of others (三号) and are not looked for."""


@dataclass
class Faults:
    """Faults at random moments, in a thread, until the game is over."""

    server: PulseServer
    around: Room
    game: subprocess.Popen[bytes]
    chance: random.Random
    done: list[tuple[float, float, str]] = field(default_factory=list)
    """Begin and end (monotonic seconds) and kind of each."""

    def run(self) -> None:
        """Until the game has ended."""
        order: list[str] = []
        while self.game.poll() is None:
            time.sleep(self.chance.uniform(*BETWEEN))
            if not order:  # every kind comes, in a random order
                order = self.chance.sample(FAULTS, len(FAULTS))
            if self.game.poll() is not None:
                return
            fault, began = order.pop(), time.monotonic()
            # A device that was unplugged just before the server died is not there to be unplugged.
            with contextlib.suppress(AssertionError, subprocess.CalledProcessError):
                self.hurt(fault, self.chance.uniform(*LASTS))
                self.done.append((began, time.monotonic(), fault))

    def hurt(self, fault: str, seconds: float) -> None:
        """One fault and its end."""
        server = self.server
        if fault == "microphone":
            server.unplug_mic()
            time.sleep(seconds)
            server.plug_mic()
            self.around.listen_again()  # the new default source takes over who recorded from the loudspeaker
        elif fault in ("loudspeaker", "earpiece"):
            name = "table_speaker" if fault == "loudspeaker" else "judge_ear"
            server.unplug_sink(name)
            self.around.listen_again()
            time.sleep(seconds)
            server.plug_sink(name)
            self.around.listen_again()
        elif fault == "server hangs":
            with server.hung():
                time.sleep(seconds)
        elif fault == "server dies":
            server.stop()
            time.sleep(seconds)
            server.start()
        elif fault == "recogniser":
            self.game.send_signal(signal.SIGUSR1)
        else:
            self.kill_renderer()

    def kill_renderer(self) -> None:
        """Kill the process that renders, when there is one."""
        until = time.monotonic() + LASTS[1]
        while time.monotonic() < until and self.game.poll() is None:
            found = subprocess.run(
                ["ps", "-o", "pid=,args=", "--ppid", str(self.game.pid)], capture_output=True, text=True, check=False
            )
            for line in found.stdout.splitlines():
                number, arguments = line.split(None, 1)
                if "pyttsx3_child" in arguments:
                    subprocess.run(["kill", "-9", number], check=False)
                    return
            time.sleep(0.05)


@contextlib.contextmanager
def playing(server: PulseServer, module: str, arguments: list[str], folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A game in a process that has this server's devices; its report comes into FOLDER/report.json."""
    with (folder / "report.json").open("wb") as out, (folder / "errors.txt").open("wb") as errors:
        child = subprocess.Popen(
            urgent([sys.executable, "-m", module, *arguments]),
            env={**server.env, "PYTHONIOENCODING": "utf-8"},
            cwd=ROOT,
            stdout=out,
            stderr=errors,
        )
        try:
            yield child
        finally:
            if child.poll() is None:
                child.kill()
            child.wait(10)


def by_voice(board: str, seed: int, faults: bool, folder: Path, level_db: float) -> dict[str, Any]:
    """One game by a judge's real voice, narrator speaking aloud in the same room, and what came of it."""
    (folder / "board.yaml").write_text(board, encoding="utf-8")
    began = time.monotonic()
    with pulse_server() as server, room(server, level_db, keep=True) as around:
        arguments = [str(seed), "shift", str(folder / "board.yaml"), str(folder), "aloud"]
        with playing(server, "tests.voiceloop.evening", arguments, folder) as game:
            trouble = Faults(server, around, game, random.Random(seed))
            thread = threading.Thread(target=trouble.run, daemon=True)
            if faults:
                thread.start()
            with contextlib.suppress(subprocess.TimeoutExpired):
                game.wait(LIMIT)
            status = game.poll()
        if faults:
            thread.join(60)
        report = json.loads((folder / "report.json").read_text("utf-8") or "{}")
        heard = Heard(around, Path(server.env["HOME"]) / ".cache" / "narrator" / "lines")
        lines = spoken(folder / "t.jsonl")
        repeats = heard.judged(lines, trouble.done, report.get("began", 0.0)) if lines else {}
    journal = next(iter(sorted(folder.glob("*.jsonl")) or [folder]), folder)
    verdicts = collections.Counter(one["verdict"] for one in report.get("utterances", []))
    errors = (folder / "errors.txt").read_text("utf-8", "replace").strip().splitlines()
    return {
        "seed": seed,
        "seconds": round(time.monotonic() - began),
        "exit": status,
        "error": errors[-1] if status and errors else "",
        "winner": report.get("winner", ""),
        **compared(Path(report.get("journal", journal)), seed),
        "faults": dict(collections.Counter(kind for _, _, kind in trouble.done)),
        "utterances": dict(verdicts),
        "not_said_but_accepted": [
            one for one in report.get("utterances", []) if not one["said"] and one["verdict"] in ("right", "wrong")
        ],
        "keys_pressed": report.get("pressed"),
        "troubles": dict(collections.Counter(text.split()[0] for text in report.get("troubles", []))),
        **repeats,
    }


def compared(journal: Path, seed: int) -> dict[str, Any]:
    """The journal against what the players wanted: the same game without faults, without sound, without a clock."""
    record = read(journal)
    entries = record.replay().entries
    by = [str(line.fields["by"]) for line in record.lines if "answer" in line.fields or "act" in line.fields]
    different = ""
    game = Game(record.replay().header)
    while (ask := game.cue) is not None and len(game.entries) < len(entries):
        wanted = entries[len(game.entries)] if ask.key == "clock" else wish(of_game(game, seed), ask)
        if entries[len(game.entries)] != wanted:
            number = len(game.entries)
            different = f"{ask.key}: {entries[number]} by {by[number] if number < len(by) else '?'}, meant was {wanted}"
            break
        game.enter(wanted)
    meant = game.table.outcome
    return {
        "entries": len(entries),
        "entries_as_meant": len(game.entries),
        "first_difference": different,
        "winner_without_faults": "" if meant is None else meant.winner,
        "same": len(game.entries) == len(entries) and game.over,
    }


def spoken(transcript: Path) -> list[tuple[float, str]]:
    """When, in seconds of the game, the table was to hear which line."""
    found = [json.loads(line) for line in transcript.read_text("utf-8").splitlines() if line.endswith("}")]
    return [(one["t"], one["text"]) for one in found if one["kind"] == "say" and one["to"] == "table" and one["text"]]


class Heard:
    """What came out of the loudspeaker, searched for lines."""

    def __init__(self, around: Room, cache: Path) -> None:
        self._parts = around.kept()
        self._reader = open_reader(MouthOptions(cache=cache))

    def times(self, text: str, since: float, until: float) -> list[float]:
        """Monotonic seconds at which this line, heard whole, began."""
        sound = thin(self._reader.line(text, RATE))
        half = len(sound) // 2
        firsts, seconds = (self._find(piece, since, until) for piece in (sound[:half], sound[half:]))
        return [when for when in firsts if any(abs(when + half * THIN / RATE - then) < OFF for then in seconds)]

    def _find(self, piece: Any, since: float, until: float) -> list[float]:
        found: list[float] = []
        for began, samples in self._parts:
            first = max(0, round((since - began) * RATE / THIN))
            stretch = samples[first : max(0, round((until - began) * RATE / THIN))]
            for begin in starts(stretch, piece, RATE // THIN, LIKE) if len(stretch) > len(piece) else ():
                found.append(began + first * THIN / RATE + begin)
        return found

    def judged(
        self, lines: list[tuple[float, str]], faults: list[tuple[float, float, str]], began: float
    ) -> dict[str, Any]:
        """Every line between its beginning and that of the next: heard whole once, twice, or not whole. A fault in
        that time explains the last two: the line was cut and said again, or nobody was there to hear it."""
        counts: collections.Counter[str] = collections.Counter()
        odd: dict[str, list[str]] = {"twice": [], "not_whole": []}
        for (at, text), following in zip(lines, [*lines[1:], (lines[-1][0] + 20, "")], strict=True):
            if len(self._reader.line(text, RATE)) < SHORT * RATE:
                continue
            since, until = began + at - 0.3, began + following[0] + 1.0
            number = len(self.times(text, since, until))
            name = "whole_once" if number == 1 else "twice" if number else "not_whole"
            hit = [kind for start, over, kind in faults if start - 1 <= until and over + RECOVERS >= since]
            counts[name + (" in a fault" if hit and number != 1 else "")] += 1
            if number != 1 and not hit:
                last = max(((since - over, kind) for _, over, kind in faults if over <= since), default=None, key=_near)
                odd[name].append(text if last is None else f"{text} ({last[0]:.1f} s after {last[1]})")
        self._reader.close()
        return {"lines": len(lines), "heard": dict(counts), **odd}


def _near(fault: tuple[float, str]) -> float:
    return -fault[0]


def thin(samples: Any) -> Any:
    """At a sixth of the rate."""
    whole = len(samples) // THIN * THIN
    return samples[:whole].reshape(-1, THIN).mean(axis=1).astype(np.float32)


def self_hearing(board: str, seed: int, pace: float, lines: str, folder: Path, level_db: float) -> dict[str, Any]:
    """One whole rehearsed game aloud with music, its loudspeaker in the microphone of two pairs of ears."""
    (folder / "board.yaml").write_text(board, encoding="utf-8")
    began = time.monotonic()
    with pulse_server() as server, room(server, level_db) as around:
        arguments = [str(seed), str(pace), lines, str(folder / "board.yaml"), str(folder)]
        with playing(server, "tests.selfhearing.evening", arguments, folder) as game:
            with contextlib.suppress(subprocess.TimeoutExpired):
                game.wait(LIMIT)
            status = game.poll()
    report = json.loads((folder / "report.json").read_text("utf-8") or "{}")
    result: dict[str, Any] = {
        "seed": seed,
        "seconds": round(time.monotonic() - began),
        "exit": status,
        "winner": report.get("winner", ""),
        "level_db": level_db,
        "loudest_db": round(around.loudest_db, 1),
        "lines": len(spoken(folder / "t.jsonl")),
    }
    for name in ("gated", "unguarded"):
        ears = report.get(name, {"taken": [], "seconds": {}})
        kinds = collections.Counter((one["prompt"], one["event"]) for one in ears["taken"])
        result[name] = {
            "open_seconds": ears["seconds"],
            "events": {f"{prompt} {event}": count for (prompt, event), count in sorted(kinds.items())},
            "accepted": [one for one in ears["taken"] if one["accepted"]],
        }
    return result
