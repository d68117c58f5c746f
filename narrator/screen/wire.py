"""A face as JSON for the phone, and what the phone sends back."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from narrator.screen.entry import Send
from narrator.screen.face import Face
from narrator.screen.keys import KEYS

LONGEST = 200
"""Characters of a typed line that are taken."""
ACTS = ("why", "self_destruct", "duel", "withdraw", "penalty", "leave")
COMMANDS = frozenset({token for _, token in KEYS} | {"resume", "again", "declare"} - {"phone"})
HOWS = ("answer", "press", "type", "cover")


@dataclass(frozen=True, slots=True)
class Touch:
    """What came from the phone: `how` is one of `HOWS`, `prompt` the question that stood there."""

    how: str
    text: str
    prompt: int

    @property
    def send(self) -> Send:
        """What goes to the host."""
        return Send(self.how, self.text)


def to_json(face: Face, now: float) -> str:
    """The face; running times as seconds that are left, so that the phone needs no clock of ours."""
    data = asdict(face)
    if face.timer is not None:
        timer = {"label": face.timer.label, "total": face.timer.total, "runs": face.timer.left is None}
        data["timer"] = {**timer, "left": round(face.timer.seconds(now), 1)}
    return json.dumps(data, ensure_ascii=False)


def from_json(text: str) -> Touch | None:
    """A touch, or None for what no page of ours sends."""
    try:
        data = json.loads(text)
    except ValueError:
        return None
    if not isinstance(data, dict):
        return None
    how, value, prompt = data.get("how"), data.get("text"), data.get("prompt")
    if how not in HOWS or not isinstance(value, str) or len(value) > LONGEST or type(prompt) is not int:
        return None
    if how == "press" and not _is_command(value):
        return None
    return Touch(how, value, prompt)


def _is_command(token: str) -> bool:
    name, _, seat = token.partition(":")
    return token in COMMANDS or (name in ACTS and seat.isdecimal() and len(seat) < 3)
