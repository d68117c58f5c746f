"""The child process in which pyttsx3 runs: `python -m narrator.speaking.pyttsx3_child VOICE WPM SECONDS`.

It answers each line of JSON on standard input with one on standard output: `{"list": true}` with the engine's
voices, `{"text": …, "path": …}` with `{"done": true}` once the file is complete. Whatever goes wrong is
`{"error": …}`. pyttsx3 can hang, crash and lose files, so the parent gives every request a time and ends us;
if the parent is gone, a request that takes longer than SECONDS ends us too.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from importlib.metadata import version
from typing import IO, Any

import pyttsx3


def main() -> None:
    """Serve requests until standard input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)  # pyttsx3 prints to standard output
    voice, words_a_minute, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    try:
        engine = pyttsx3.init()
        problems: list[str] = []
        engine.connect("error", lambda name, exception: problems.append(str(exception)))
        if voice:
            engine.setProperty("voice", voice)
        engine.setProperty("rate", words_a_minute)
    except Exception as error:  # drivers raise whatever their libraries raise
        _answer(answers, {"error": f"pyttsx3 does not start: {error}"})
        return
    for line in sys.stdin:
        request = json.loads(line)
        problems.clear()
        leash = threading.Timer(seconds, os._exit, (3,))  # runAndWait may never return
        leash.daemon = True
        leash.start()
        try:
            if "list" in request:
                _answer(answers, _voices(engine))
                continue
            _save(engine, request["text"], request["path"])
            _answer(answers, {"error": problems[0]} if problems else {"done": True})
        except Exception as error:
            _answer(answers, {"error": str(error) or type(error).__name__})
        finally:
            leash.cancel()


def _answer(answers: IO[str], answer: dict[str, Any]) -> None:
    answers.write(json.dumps(answer) + "\n")
    answers.flush()


def _voices(engine: Any) -> dict[str, Any]:
    listed = []
    for voice in engine.getProperty("voices"):
        named = voice.languages or ()
        languages = [x.decode(errors="replace") if isinstance(x, bytes) else str(x) for x in named]
        listed.append({"id": str(voice.id), "name": str(voice.name), "languages": languages})
    return {"voices": listed, "engine": f"pyttsx3 {version('pyttsx3')} {engine}"}


def _save(engine: Any, text: str, path: str) -> None:
    finished = threading.Event()
    token = engine.connect("finished-utterance", lambda name, completed: finished.set())
    try:
        engine.save_to_file(text, path)
        engine.runAndWait()
        # The espeak driver's first runAndWait returns before there is a file; SAPI saves synchronously and
        # sends no event for it.
        if str(engine) != "sapi5":
            finished.wait()
    finally:
        engine.disconnect(token)


if __name__ == "__main__":
    main()
