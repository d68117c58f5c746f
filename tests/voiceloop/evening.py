"""One whole game by voice, in a process that has the virtual microphone: `evening.py SEED CODE BOARD FOLDER`.

The real host on the real clock with the built-in ears; the judge is simulated and speaks with a human voice. Prints
one line of JSON in the end.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

from narrator.hearing.choose import open_ears
from narrator.host import simjudge
from narrator.host.clock import RealClock
from narrator.host.desk import Desk
from narrator.host.host import Manner
from narrator.host.mouths import SilentMouth
from narrator.host.nightcode import Style
from narrator.host.screentext import ScreenText
from narrator.host.session import begin, host_of, phrases_of
from narrator.host.setup import Settings, book_of, header_of
from narrator.host.transcript import Transcript
from narrator.host.wording import Wording
from tests.voiceloop.spoken import SpeakingJudge, SpokenEars
from tests.voiceloop.voice import Voice
from tests.voiceloop.wishes import Table

HURRY = 0.01
"""Of the time that players speak and think."""


def evening(settings: Settings) -> dict[str, object]:
    """Play the game to its end and report on it."""
    # His voice takes the time that a rehearsal only pretends, and a busy machine takes its own.
    simjudge.UTTERANCE, simjudge.RETRY = 0.0, 25.0
    clock = RealClock()
    header = header_of(settings)
    start = begin(settings, header, clock.wall().isoformat(timespec="seconds"), rehearsal=True)
    wording = Wording(book_of(settings, header.board), header.seed, None)
    chosen = open_ears(settings.ears, microphone=settings.mic, judge=None)
    assert chosen.voice and not chosen.notes, chosen.notes
    voice = Voice()
    ears = SpokenEars(chosen.ears, voice)
    desk = Desk(clock, SilentMouth(), wording, ScreenText("zh"), Transcript(), ears)
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
    outcome = start.game.table.outcome
    return {
        "ending": ending.value,
        "winner": "" if outcome is None else outcome.winner,
        "journal": str(start.journal.path),
        "seconds": round(clock.now(), 1),
        "pressed": judge.pressed,
        "utterances": ears.report(),
        "troubles": ears.troubles,
    }


if __name__ == "__main__":
    seed, code, board, folder = sys.argv[1:]
    flags = Settings(
        board=board, seed=int(seed), code=code, games=Path(folder), ears="builtin", mic="judge_mic", tempo="brisk"
    )
    print(json.dumps(evening(flags), ensure_ascii=False))
