"""Confirmation of what cannot be taken back: aloud by day when it was spoken, on the screen when it was
typed."""

from __future__ import annotations

from narrator.hearing.ears import By
from narrator.host.desk import Desk, Input, Missed, Slots
from narrator.host.prompts import Prompts
from narrator.host.view import Mode

WAIT = 12.0
"""Seconds without an answer that mean no."""
TRIES = 3


class Confirm:
    """Asks yes or no. Only whole phrases count; what is unclear is asked again, and in the end means no."""

    def __init__(self, desk: Desk, prompts: Prompts) -> None:
        self._desk = desk
        self._prompts = prompts

    def ask(self, what: str, slots: Slots, by: By) -> bool:
        """`what` is the end of a `host.confirm.*` line (by voice) and of a `confirm.*` text of the screen."""
        desk = self._desk
        aloud = by is By.VOICE and desk.voice is not None
        text = desk.wording.screen.line(f"host.confirm.{what}", slots)
        if desk.text.has(f"confirm.{what}"):
            text = desk.text(f"confirm.{what}")
        desk.show(confirm=text, heard="")
        try:
            return self._answer(what, slots, aloud)
        finally:
            desk.close()
            desk.show(confirm="")

    def _answer(self, what: str, slots: Slots, aloud: bool) -> bool:
        desk = self._desk
        prompt = self._prompts.yes_no()
        for _ in range(TRIES):
            if aloud:
                desk.say(f"host.confirm.{what}", slots, repeatable=False)
            desk.open(prompt, prompt if aloud else None, Mode.CONFIRMING)
            until = desk.clock.now() + WAIT if aloud else float("inf")
            while True:
                got = desk.wait(until)
                if isinstance(got, Input) and not got.command:
                    if got.by is By.VOICE:
                        now = desk.clock.now()
                        desk.transcript.add(now, "heard", "table", "confirm", got.text)
                        desk.transcript.add(now, "heard", "judge", "confirm", desk.text.word(got.tokens[0]))
                    if got.sure:
                        return got.tokens[0] == "yes"
                    break
                if isinstance(got, Missed):
                    desk.show(message=desk.text("message.yes_or_no"))
                    break
                if desk.clock.now() >= until:
                    return False
        return False
