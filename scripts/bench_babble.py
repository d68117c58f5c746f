"""What open ears take from a table that talks: `bench_babble DIR [--minutes N] [--ears builtin|vosk]
[--json]`.

Babble is mixed from all speech in DIR (manifest.csv, also the non-commands): several talkers at a time at
random places, levels and pauses. It is played to several prompts, each open all the time: by day with the
wake word, the same commands without it, an irreversible act asked for by name, and a night's question.
Counted is what would be accepted (sure), and what would be asked again. `night` is the whole dialogue of the real host
(see bench_night), `night_heard` what the ears alone would take for sure there.

Acts that cannot be taken back (自爆, 毒, 撤销 …) are listened for in the six seconds after a wake word and are then
read back. `window_*` are their prompts open all the time, as if the table talked into every such window;
`confirm` is the yes or no of the read-back. Nothing is entered unless a window's false accept meets a false yes in
the 12 seconds of its read-back: `irreversible_confirmed` plays that through."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from narrator.hearing.ears import Heard, Prompt, Unclear
from narrator.hearing.near import NearVad
from narrator.hearing.phrases import Phrases
from narrator.hearing.recogniser import RATE, Kind, Pcm, Recogniser, stop_recogniser
from narrator.hearing.recognisers import load_recogniser
from narrator.hearing.session import Session
from narrator.hearing.vad import SileroVad
from scripts.bench_latency import BadFolder, clip, rows
from scripts.bench_night import night

TALKERS = 3
SPEECH_SHARE = 0.6
"""Share of the time each of them talks."""
BLOCK = RATE // 10
MOST_PER_HOUR = {
    "day_wake_word": 0.5,
    "day_irreversible_after_wake": 0.0,
    "irreversible_confirmed": 0.0,
    "night": 6.0,
}
"""False accepts an hour (design 10)."""
COMMANDS = ("undo", "amend", "repeat", "pause", "resume", "skip", "more_time", "self_destruct", "end_game")
ACTS = ("self_destruct", "duel", "withdraw", "penalty", "shoot", "tear", "end_game", "undo")
CONFIRM_SECONDS, CONFIRM_TRIES, READ_BACK = 12.0, 3, 2.5
"""How long a read-back waits for its yes, how often it is said, and seconds that it takes (the host's `Confirm`)."""
TABLE = Phrases("zh", seats=12)


@dataclass
class Taken:
    """What one prompt took in `minutes`."""

    minutes: float = 0.0
    accepted: int = 0
    doubtful: int = 0
    unclear: int = 0

    def per_hour(self) -> float:
        """False accepts an hour of open ear."""
        return 60 * self.accepted / self.minutes if self.minutes else 0.0


def prompts() -> dict[str, Prompt]:
    """What is open while the table talks."""
    return {
        "day_wake_word": TABLE.wake(commands=COMMANDS),
        "day_without_wake_word": TABLE.commands(COMMANDS),
        "day_irreversible_after_wake": TABLE.wake(commands=("self_destruct", "end_game")),
        "window_acts": TABLE.seats(range(1, 13), commands=ACTS, strict=True),
        "window_poison": TABLE.choice("poison", strict=True),
        "confirm": TABLE.yes_no(strict=True),
        "night_heard": TABLE.coded(13, keyed=range(1, 13), commands=("repeat", "pause", "resume")),
    }


def babble(folder: Path, minutes: float, seed: int = 11) -> Iterator[Pcm]:
    """Minutes of talk, in pieces of ten seconds."""
    random = np.random.default_rng(seed)
    files = [folder / row["file"] for row in rows(folder)]
    sounds: dict[int, Pcm] = {}
    rest = [np.zeros(0, np.float32) for _ in range(TALKERS)]
    for _ in range(round(minutes * 6)):
        mixed = random.normal(0, 15, 10 * RATE).astype(np.float32)
        for talker in range(TALKERS):
            while len(rest[talker]) < 10 * RATE:
                number = int(random.integers(len(files)))
                if number not in sounds and len(sounds) < 3000:
                    sounds[number] = clip(files[number])
                speech = sounds[number] if number in sounds else clip(files[number])
                level = 10 ** (random.uniform(-14, 0) / 20)
                pause = len(speech) * (1 / SPEECH_SHARE - 1) * random.uniform(0.2, 1.8)
                quiet = np.zeros(round(pause), np.float32)
                rest[talker] = np.concatenate((rest[talker], level * speech.astype(np.float32), quiet))
            mixed += rest[talker][: 10 * RATE]
            rest[talker] = rest[talker][10 * RATE :]
        yield np.clip(mixed, -32768, 32767).astype(np.int16)


def listen(prompt: Prompt, recogniser: Recogniser, talk: Iterator[Pcm]) -> Taken:
    """Keep the prompt open over all of it; after every event it opens anew, as a host does."""
    taken = Taken()
    vad = NearVad(SileroVad(), gate=prompt.kind is Kind.WAKE)
    session = Session(prompt, recogniser, vad, table=vad)
    for piece in talk:
        taken.minutes += len(piece) / RATE / 60
        for at in range(0, len(piece), BLOCK):
            for event in session.push(piece[at : at + BLOCK]):
                if isinstance(event, Heard):
                    taken.accepted += event.sure
                    taken.doubtful += not event.sure
                elif isinstance(event, Unclear):
                    taken.unclear += 1
    return taken


def measured(name: str, recogniser: Recogniser, talk: Iterator[Pcm]) -> Taken:
    """One of the figures."""
    if name == "irreversible_confirmed":
        return listen_for_acts(recogniser, talk)
    if name == "night":
        found = night(recogniser, talk)
        return Taken(found.minutes, found.accepted, found.again, 0)
    return listen(prompts()[name], recogniser, talk)


FIGURES = (*prompts(), "night", "irreversible_confirmed")
"""Names for `measured`."""


def listen_for_acts(recogniser: Recogniser, talk: Iterator[Pcm]) -> Taken:
    """The window for acts open all the time, and after each false accept the real dialogue: read back, and the table
    goes on talking. `accepted` are acts that would have been entered."""
    taken, acts = Taken(), prompts()["window_acts"]
    session = Session(acts, recogniser, SileroVad())
    confirming, deaf, left, tries = False, 0.0, 0.0, 0

    def back() -> Session:
        return Session(acts, recogniser, SileroVad())

    for piece in talk:
        taken.minutes += len(piece) / RATE / 60
        for at in range(0, len(piece), BLOCK):
            if deaf > 0:  # the ears are closed while the question is read
                deaf -= BLOCK / RATE
                continue
            if confirming:
                left -= BLOCK / RATE
                if left <= 0:
                    confirming, session = False, back()
            for event in session.push(piece[at : at + BLOCK]):
                if isinstance(event, Heard) and confirming and event.sure:
                    taken.accepted += event.tokens == ("yes",)
                    confirming, session = False, back()
                elif isinstance(event, (Heard, Unclear)) and confirming:
                    tries += 1
                    confirming, deaf, left = tries < CONFIRM_TRIES, READ_BACK, CONFIRM_SECONDS
                    session = Session(TABLE.yes_no(strict=True), recogniser, SileroVad()) if confirming else back()
                elif isinstance(event, Heard) and event.command and event.sure:
                    taken.doubtful += 1  # read back
                    confirming, deaf, left, tries = True, READ_BACK, CONFIRM_SECONDS, 0
                    session = Session(TABLE.yes_no(strict=True), recogniser, SileroVad())
                break
    return taken


def main(argv: Sequence[str] | None = None) -> int:
    """Command line; exit code 2 for bad input."""
    parser = argparse.ArgumentParser(prog="bench_babble", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--ears", choices=("builtin", "vosk", "both"), default="builtin")
    parser.add_argument("--only", choices=FIGURES, help="one prompt")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(argv)
    recogniser, notes = load_recogniser(options.ears)
    if recogniser is None:
        print("; ".join(note.text("en") for note in notes), file=sys.stderr)
        return 3
    result: dict[str, dict[str, object]] = {}
    try:
        for name in FIGURES:
            if options.only in (None, name):
                taken = measured(name, recogniser, babble(options.folder, options.minutes))
                result[name] = asdict(taken) | {"accepted_per_hour": round(taken.per_hour(), 2)}
                if name in MOST_PER_HOUR:
                    met = taken.per_hour() <= MOST_PER_HOUR[name]
                    result[name]["target"] = f"{'met' if met else 'missed'} (at most {MOST_PER_HOUR[name]})"
                if not options.json:
                    print(name, result[name], flush=True)
    except BadFolder as error:
        print(error, file=sys.stderr)
        return 2
    finally:
        stop_recogniser(recogniser)
    if options.json:
        print(json.dumps({"babble": result}, indent=1, sort_keys=True))
    return 0


if __name__ == "__main__":
    sys.exit(main())
