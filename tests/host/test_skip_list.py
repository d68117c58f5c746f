"""What was heard and rejected ("不对") is not the first thing to be heard at the same question again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from narrator.hearing.ears import Event, Prompt
from narrator.host.rehearse import prepare
from narrator.host.setup import Settings
from narrator.host.simjudge import JudgeEars
from narrator.host.transcript import Transcript
from narrator.host.view import Mode, View


def test_the_skip_list_is_at_the_ears_until_the_next_question(tmp_path: Path) -> None:
    """The judge says no to the first thing that is read back to him by day, and yes to all later ones."""
    rehearsal = prepare(Settings(fast=True, seed=1, games=tmp_path), Transcript())
    desk, ears, judge = rehearsal.desk, rehearsal.desk.voice, rehearsal.judge
    assert isinstance(ears, JudgeEars)
    seen: list[tuple[Mode, frozenset[tuple[str, ...]]] | str] = []
    opened, forgive, confirm = ears.open, desk.forgive, judge._confirm

    def look(prompt: Prompt, heard: Callable[[Event], None]) -> None:
        seen.append((desk.view.mode, prompt.rejected))
        opened(prompt, heard)

    def next_question() -> None:
        seen.append("question")
        forgive()

    def no_then_yes(view: View) -> None:
        if "no" in seen:
            confirm(view)
        else:
            seen.append("no")
            judge._utter(("no",), "n")

    ears.open, desk.forgive, judge._confirm = look, next_question, no_then_yes  # type: ignore[method-assign]
    rehearsal.run()
    at = seen.index("no")
    after = seen[at + 1 : seen.index("question", at)]
    listening = [one[1] for one in after if not isinstance(one, str) and one[0] is Mode.LISTENING]
    assert listening and all(rejected == listening[0] and len(rejected) == 1 for rejected in listening)
    assert not any(one[1] for one in after if not isinstance(one, str) and one[0] is Mode.CONFIRMING)
    elsewhere = [*seen[:at], *seen[seen.index("question", at) :]]
    assert not any(one[1] for one in elsewhere if not isinstance(one, str))
