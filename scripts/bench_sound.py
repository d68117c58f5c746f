"""What only real devices can tell: `bench sound [--json]`. PortAudio on a private PulseAudio, measured on recordings.

From the start of the process to the first word out of the loudspeaker; from the end of the judge's voice in the
microphone to the beginning of the earcon out of the loudspeaker; and what the process holds when it has sound.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scripts.bench_host import Figures, figure, usual
from tests.pulse import RATE, ROOT, PulseServer, pulse_server, urgent

LOUD = 0.01
"""Above this a sample is sound: the loudspeaker's own noise is a hundredth of it."""
SPEECH = 0.05
"""Share of an utterance's peak above which a sample is speech."""
WAIT = 3.0
Samples = NDArray[np.float32]


def sound() -> Figures:
    """All of it."""
    with pulse_server() as server, tempfile.TemporaryDirectory(prefix="narrator-bench-") as folder:
        first = min(first_word(server, Path(folder), warm=number > 0) for number in range(4))
        singles, lists = replies(server)
        megabytes = memory(server, Path(folder))
    p50, p95 = (float(np.percentile(singles, share)) for share in (50, 95))
    return {
        "first": figure("process start to first word, cache warm", first, "s", "<= 1.0", first <= 1.0),
        "p50": figure(f"end of speech to reply, {len(singles)} single answers, p50", p50, "s", "<= 0.45", p50 <= 0.45),
        "p95": figure("the same, p95", p95, "s", "<= 0.7", p95 <= 0.7),
        "lists": figure(f"{len(lists)} lists, the longest", max(lists), "s", "<= 1.1", max(lists) <= 1.1),
        "memory": figure("a game aloud, without recogniser", megabytes, "MB", "<= 120", megabytes <= 120),
    }


def first_word(server: PulseServer, folder: Path, warm: bool) -> float:
    """Seconds from the start of `narrator play` to the first sample out of the loudspeaker."""
    command = [sys.executable, "-m", "narrator", "play", "--ears", "keys", "--plain", "--speaker", "table_speaker"]
    table = server.record("table_speaker")
    started = time.monotonic()
    child = subprocess.Popen(
        urgent([*command, "--games", str(folder / "games")]),
        env={**usual(server.env), "PYTHONIOENCODING": "utf-8"}, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, cwd=ROOT,
    )  # fmt: skip
    time.sleep(WAIT if warm else 3 * WAIT)
    child.kill()
    child.communicate()
    loud = np.flatnonzero(np.abs(table.stop()) > LOUD)
    return table.began + loud[0] / RATE - started if warm and len(loud) else float("inf")


def replies(server: PulseServer) -> tuple[list[float], list[float]]:
    """Seconds from the last loud sample of each utterance in the microphone to the earcon's first."""
    mic, table = server.record("mic_feed"), server.record("table_speaker")
    run = subprocess.run(
        urgent([sys.executable, "-m", "scripts.bench_sound", "--judge"]),
        env={**usual(server.env), "PYTHONIOENCODING": "utf-8"}, cwd=ROOT, capture_output=True, text=True, timeout=600,
        check=True,
    )  # fmt: skip
    said, heard = mic.stop(), table.stop()
    found: dict[str, list[float]] = {"single": [], "list": []}
    for one in json.loads(run.stdout):
        begin, end = (round((one[name] - mic.began) * RATE) for name in ("began", "answered"))
        stretch = np.abs(said[max(0, begin) : end])
        spoken = np.flatnonzero(stretch > SPEECH * stretch.max(initial=LOUD))
        until = mic.began + (begin + spoken[-1]) / RATE if len(spoken) else one["answered"]
        after = heard[max(0, round((until - table.began) * RATE)) :]
        loud = np.flatnonzero(np.abs(after[: round(WAIT * RATE)]) > LOUD)
        if len(loud):
            found[one["kind"]].append(float(loud[0] / RATE))
    return found["single"], found["list"]


def judge() -> list[dict[str, Any]]:
    """In a process that has the devices: a recorded voice answers, the earcon replies; when, in monotonic seconds."""
    from narrator.hearing.choose import open_ears
    from narrator.hearing.ears import Event, Silence
    from narrator.hearing.phrases import Phrases
    from narrator.speaking.mouth import Audience
    from narrator.speaking.opening import MouthOptions, open_mouth
    from tests.voiceloop.voice import Voice

    table = Phrases("zh", seats=12)
    single = table.seats(range(1, 13), commands=("repeat", "pause", "resume"))
    several = table.seat_list(range(1, 13))
    mouth = open_mouth(MouthOptions(speaker="table_speaker", music="none")).mouth
    ears = open_ears("builtin", microphone="judge_mic", judge=None).ears
    voice, result = Voice(), []
    trials = [("single", table.spoken(n)) for n in [*range(1, 13), *range(1, 13)]]
    trials += [("list", "".join(map(table.spoken, seats))) for seats in ((1, 5, 9), (12, 3), (2, 7, 10, 11), (4, 6))]
    try:
        for kind, text in trials:
            over = threading.Event()

            def heard(event: Event, over: threading.Event = over) -> None:
                if not isinstance(event, Silence):
                    mouth.sound("heard", Audience.TABLE)
                    over.set()

            began = time.monotonic()
            ears.open(single if kind == "single" else several, heard)
            time.sleep(0.4)
            voice.say(text)
            over.wait(15)
            result.append({"kind": kind, "began": began, "answered": time.monotonic()})
            ears.close()
            time.sleep(0.8)
    finally:
        ears.stop()
        voice.stop()
        mouth.stop()
    return result


def memory(server: PulseServer, folder: Path) -> float:
    """MB of the largest resident set of the first minute of a game aloud."""
    command = [sys.executable, "-m", "narrator", "rehearse", "--seed", "1", "--plain", "--speaker", "table_speaker"]
    child = subprocess.Popen(
        urgent([*command, "--earpiece", "judge_ear", "--games", str(folder / "aloud")]),
        env={**usual(server.env), "PYTHONIOENCODING": "utf-8"}, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, cwd=ROOT,
    )  # fmt: skip
    time.sleep(60)
    status = Path(f"/proc/{child.pid}/status").read_text()
    child.kill()
    os.waitpid(child.pid, 0)
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))) / 1024


def main(argv: Sequence[str] | None = None) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(prog="bench sound", description=__doc__)
    parser.add_argument("--judge", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(argv)
    if options.judge:
        print(json.dumps(judge()))
        return 0
    result = sound()
    if options.json:
        print(json.dumps({"sound": result}, indent=1, sort_keys=True))
    else:
        from scripts.bench_report import table

        print(table({"sound": result}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
