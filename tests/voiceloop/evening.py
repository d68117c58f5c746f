"""One whole game by voice, in a process that has the virtual microphone: `evening.py SEED CODE BOARD FOLDER [aloud]`.

The real host on the real clock with the built-in ears; the judge is simulated and speaks with a human voice. With
`aloud` narrator speaks too, with music and earpiece, and leaves FOLDER/t.jsonl. SIGUSR1 makes the recogniser fail at
its next utterance. Prints one line of JSON in the end.
"""

from __future__ import annotations

import contextlib
import json
import random
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

from narrator.hearing.live import LiveEars
from narrator.hearing.microphone import Microphone
from narrator.hearing.recognisers import load_recogniser
from narrator.hearing.vad import SileroVad
from narrator.host import simjudge
from narrator.host.clock import RealClock
from narrator.host.desk import Desk
from narrator.host.host import Manner
from narrator.host.mouths import SilentMouth
from narrator.host.nightcode import Style
from narrator.host.screentext import ScreenText
from narrator.host.session import begin, host_of, phrases_of
from narrator.host.setup import Settings, book_of, header_of
from narrator.host.sounding import live_mouth
from narrator.host.transcript import Transcript
from narrator.host.wording import Wording
from tests.voiceloop.failing import Failing
from tests.voiceloop.spoken import SpeakingJudge, SpokenEars
from tests.voiceloop.voice import Voice
from tests.voiceloop.wishes import Table

HURRY = 0.01
"""Of the time that players speak and think."""


def evening(settings: Settings, transcript: Transcript) -> dict[str, object]:
    """Play the game to its end and report on it."""
    # His voice takes the time that a rehearsal only pretends, and a busy machine takes its own.
    simjudge.UTTERANCE, simjudge.RETRY = 0.0, 10.0
    clock = RealClock()
    header = header_of(settings)
    start = begin(settings, header, clock.wall().isoformat(timespec="seconds"), rehearsal=True)
    wording = Wording(book_of(settings, header.board), header.seed, None)
    recogniser, notes = load_recogniser("builtin")
    assert recogniser is not None and not notes, notes
    failing = Failing(recogniser)
    signal.signal(signal.SIGUSR1, lambda number, frame: failing.fail())
    live = LiveEars(failing, lambda tell, busy: Microphone(settings.mic, tell=tell, busy=busy), SileroVad())
    voice = Voice()
    ears = SpokenEars(live, voice)
    mouth = SilentMouth() if settings.speaker is None else live_mouth(settings)
    desk = Desk(clock, mouth, wording, ScreenText("zh"), transcript, ears)
    host = host_of(start, desk, settings, Style(settings.code), random.Random(header.seed), Manner())
    phrases = phrases_of(desk, header.board.players)
    judge = SpeakingJudge(host.sitting, clock, ears, phrases, header.seed, HURRY)
    judge.share = 0.0  # no slips: what goes wrong is to be the ears' fault
    judge.table = Table(host.sitting, phrases, header.seed)
    try:
        ending = host.run()
    finally:
        start.journal.close()
        ears.stop()
        voice.stop()
        mouth.stop()
    outcome = start.game.table.outcome
    return {
        "began": monotonic() - clock.now(),
        "ending": ending.value,
        "winner": "" if outcome is None else outcome.winner,
        "journal": str(start.journal.path),
        "seconds": round(clock.now(), 1),
        "pressed": judge.pressed,
        "utterances": ears.report(),
        "troubles": ears.troubles,
    }


@contextlib.contextmanager
def written(path: Path | None) -> Iterator[Transcript]:
    """A transcript, into this file if there is to be one."""
    if path is None:
        yield Transcript()
        return
    with path.open("w", encoding="utf-8", buffering=1) as file:
        yield Transcript(file)


if __name__ == "__main__":
    seed, code, board, folder, *aloud = sys.argv[1:]
    flags = Settings(
        board=board, seed=int(seed), code=code, games=Path(folder), ears="builtin", mic="judge_mic", tempo="brisk",
        speaker="table_speaker" if aloud else None, earpiece="judge_ear" if aloud else None,
    )  # fmt: skip
    with written(Path(folder) / "t.jsonl" if aloud else None) as lines:
        print(json.dumps(evening(flags, lines), ensure_ascii=False))
