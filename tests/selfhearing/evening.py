"""A rehearsed game played aloud, with real ears in the same room: `evening.py SEED PACE LINES BOARD FOLDER`.

The simulated judge answers by script, so everything that the ears take is narrator's own voice or its music. Two
pairs listen through the same microphone: one that the host closes as always, one that nothing closes. Prints one
line of JSON in the end; an interrupt ends the game there.
"""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path

from narrator.hearing.choose import open_ears
from narrator.hearing.ears import Ears
from narrator.host.rehearse import prepare
from narrator.host.setup import Settings
from narrator.host.sounding import live_mouth
from narrator.host.transcript import Transcript
from tests.selfhearing.watched import Watch, WatchedEars


def builtin(settings: Settings) -> Ears:
    """The built-in ears on the room's microphone."""
    chosen = open_ears("builtin", microphone=settings.mic, judge=None)
    assert chosen.voice and not chosen.notes, chosen.notes
    return chosen.ears


def evening(settings: Settings) -> dict[str, object]:
    """Play until the game is over or the process is interrupted."""
    assert settings.transcript is not None
    with settings.transcript.open("w", encoding="utf-8", buffering=1) as file:
        mouth = live_mouth(settings)
        rehearsal = prepare(settings, Transcript(file), make_mouth=lambda _: mouth)
        desk = rehearsal.desk
        assert desk.voice is not None
        gated, unguarded = (Watch(builtin(settings), closes, lambda: desk.last_line[0]) for closes in (True, False))
        desk.voice = WatchedEars(desk.voice, (gated, unguarded))
        ending = "interrupted"
        try:
            ending = rehearsal.run().value
        except KeyboardInterrupt:
            pass
        finally:
            desk.voice.stop()
            mouth.stop()
    outcome = rehearsal.start.game.table.outcome
    winner = "" if outcome is None else outcome.winner
    return {"ending": ending, "winner": winner, "gated": gated.report(), "unguarded": unguarded.report()}


if __name__ == "__main__":
    seed, pace, lines, board, folder = sys.argv[1:]
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.default_int_handler)
    flags = Settings(
        board=board, seed=int(seed), pace=float(pace), lines=lines, mic="judge_mic", speaker="table_speaker",
        earpiece="judge_ear", games=Path(folder) / "games", transcript=Path(folder) / "t.jsonl",
    )  # fmt: skip
    print(json.dumps(evening(flags), ensure_ascii=False), flush=True)
