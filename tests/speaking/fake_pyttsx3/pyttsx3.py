"""Stands in for pyttsx3 inside the real child process and fails as FAULT (an environment variable) says.

FAULT is a list such as "hang once": with "once" only the first text of all processes fails.
"""

import os
import struct
import sys
import time
import wave
from pathlib import Path
from types import SimpleNamespace


class Engine:
    def __init__(self):
        self.callbacks = []

    def __str__(self):
        return "fake"

    def connect(self, topic, callback):
        self.callbacks.append((topic, callback))
        return (topic, callback)

    def disconnect(self, token):
        self.callbacks.remove(token)

    def setProperty(self, name, value): ...

    def getProperty(self, name):
        return [SimpleNamespace(id="sit/cmn-latn-pinyin", name="fake", languages=[b"cmn"])]

    def save_to_file(self, text, path):
        self.path = path

    def runAndWait(self):
        print("noise on standard output, as the real one makes")
        fault, *when = os.environ["FAULT"].split()
        marker = Path(os.environ["FAULT_MARKER"])
        if when == ["once"] and marker.exists():
            fault = "none"
        marker.touch()
        if fault == "hang":
            time.sleep(3600)
        if fault == "crash":
            os.abort()
        if fault == "raise":
            raise RuntimeError("voice not found")
        if fault == "error":
            self.tell("error", name="", exception=ValueError("no such voice"))
        if fault != "no-file":
            count, height = {"silence": (44100, 0), "short": (3000, 8000)}.get(fault, (44100, 8000))
            with wave.open(self.path, "wb") as file:
                file.setparams((1, 2, 22050, 0, "NONE", ""))
                square = (struct.pack("<h", height * (-1) ** (i // 40)) for i in range(count))
                file.writeframes(b"".join(square))
        if fault == "torn":
            Path(self.path).write_bytes(Path(self.path).read_bytes()[:20])
        if fault != "no-event":
            self.tell("finished-utterance", name="", completed=True)

    def tell(self, topic, **details):
        for wanted, callback in self.callbacks:
            if wanted == topic:
                callback(**details)


def init():
    if os.environ["FAULT"] == "no-start":
        raise OSError("libespeak-ng.so.1: cannot open shared object file")
    if os.environ["FAULT"] == "exit":
        sys.exit(3)
    return Engine()
