"""`narrator doctor --listen` in a process that has the room's microphone: a recorded judge says what he is asked to.

Prints what was shown, and in the last line a report as JSON.
"""

from __future__ import annotations

import io
import json
import threading

from rich.console import Console

from narrator.doctor.listen import Trial, forget, keep, plan, run, show
from narrator.hearing import calibration
from narrator.hearing.choose import open_ears
from narrator.hearing.microphone import Microphone
from narrator.hearing.own import OwnEars
from narrator.hearing.phrases import Phrases
from narrator.hearing.vad import SileroVad
from tests.voiceloop.voice import Voice

SEATS = (1, 7, 12)
JUDGE = "wang"


class Prompter(io.StringIO):
    """Hears what the screen asks for, and has the judge say it."""

    def __init__(self, voice: Voice) -> None:
        super().__init__()
        self._voice = voice

    def write(self, text: str) -> int:
        if "say: " in text:
            wanted = text.split("say: ", 1)[1].strip()
            said = wanted if self._voice.can(wanted) else None
            if said is not None:
                threading.Timer(0.5, self._voice.say, [said]).start()
        return super().write(text)


def main() -> None:
    """One round over a few phrases."""
    voice = Voice()
    out = Prompter(voice)
    console = Console(file=out, width=200)
    ears = OwnEars()
    mic = Microphone("judge_mic")
    usual = {kind.value: ears.sure(kind) for kind in (one.prompt.kind for one in plan(Phrases("zh"), SEATS))}
    try:
        wanted = [one for one in plan(Phrases("zh"), SEATS) if voice.can(one.form)]
        trial = Trial(mic, ears, SileroVad(), console, "en")
        result = run(trial, ears, wanted, JUDGE, rounds=1)
    finally:
        mic.stop()
        voice.stop()
    show(result, console, "en")
    kept = keep(result, ears, JUDGE, console, "en")
    known = calibration.load(JUDGE, ears.name)
    chosen = open_ears("builtin", microphone="judge_mic", judge=JUDGE)
    chosen.ears.stop()
    gone = forget(JUDGE, "en", console)
    print(out.getvalue())
    print(
        json.dumps(
            {
                "asked": [one.form for one in wanted],
                "right": result.right,
                "total": result.total,
                "level": result.level,
                "noise": result.noise,
                "kept": kept,
                "known": known is not None,
                "notes": [note.key for note in chosen.notes],
                "forgotten": gone == 0 and calibration.load(JUDGE, ears.name) is None,
                "usual": usual,
            }
        )
    )


if __name__ == "__main__":
    main()
