"""Runs a real mouth in a process that has a test server's devices; is told what to do on standard input."""

from __future__ import annotations

import functools
import json
import sys
import time
from pathlib import Path

from narrator.audio import AudioError
from narrator.speaking.mouth import Audience
from narrator.speaking.opening import MouthOptions, open_mouth


def tell(**event: object) -> None:
    print(json.dumps({**event, "at": time.monotonic()}), flush=True)


def over(tag: str, heard: bool) -> None:
    tell(event="done", tag=tag, ok=heard)


def main() -> None:
    wanted = json.loads(sys.argv[1])
    wanted["cache"] = Path(wanted["cache"])
    try:
        opened = open_mouth(MouthOptions(**wanted))
    except AudioError as error:
        tell(event="refused", why=str(error), kind=type(error).__name__)
        return
    mouth = opened.mouth
    notes = [note.text("en") for note in opened.notes]
    tell(event="open", notes=notes, speaker=opened.speaker, earpiece=opened.earpiece)
    for line in sys.stdin:
        order = json.loads(line)
        what = order.pop("do")
        if what in ("say", "sound"):
            audience = Audience(order.get("to", "table"))
            getattr(mouth, what)(order["text"], audience, functools.partial(over, order["tag"]))
        elif what == "prepare":
            mouth.prepare(order["texts"])
            tell(event="prepared", seconds=[mouth.duration(text) for text in order["texts"]])
        elif what == "state":
            busy = {audience.value: mouth.busy(audience) for audience in Audience}
            tell(event="state", trouble=mouth.trouble(), busy=busy)
        elif what == "music":
            mouth.music(order["on"])
        else:
            getattr(mouth, what)()
    mouth.stop()
    tell(event="stopped")


if __name__ == "__main__":
    main()
