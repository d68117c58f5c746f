"""pyttsx3 as a renderer to files, in a child process that can be thrown away."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from narrator.children import module_command, module_environment
from narrator.speaking.renderer import NoVoice, RenderError, checked
from narrator.speaking.sound import BadSound, Sound, read_sound
from narrator.speaking.voices import Voice, choose_voices

WORDS_A_MINUTE = 180
"""At rate 1: unhurried, as a judge reads."""

START_SECONDS = 8.0
"""For a new child to import pyttsx3 and start the engine (Windows generates COM wrappers the first time)."""

ORPHAN_SECONDS = 60
"""After which a child that hangs ends by itself, should we be gone."""

TEXTS_A_CHILD = 1 if sys.platform == "darwin" else 25
"""macOS: the second `runAndWait` of a process does not return."""


class ChildFailed(Exception):
    """The child hung, died or said what went wrong."""


class Child:
    """One child process, asked one thing at a time."""

    def __init__(self, voice: str, words_a_minute: int, patience: float) -> None:
        self.asked = 0
        self.patience = patience
        self._answers: queue.Queue[str] = queue.Queue()
        self.process = subprocess.Popen(
            module_command("speaking.pyttsx3_child", voice, str(words_a_minute), str(ORPHAN_SECONDS)),
            env=module_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="ascii",
        )
        threading.Thread(target=self._read, name="pyttsx3 answers", daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._answers.put(line)
        self._answers.put("")

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer. Raises ChildFailed when none comes in time, or an error."""
        limit = (seconds + (0 if self.asked else START_SECONDS)) * self.patience
        self.asked += 1
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            line = self._answers.get(timeout=limit)
        except OSError:
            line = self._rest()
        except queue.Empty:
            raise ChildFailed(f"pyttsx3 gave no answer for {limit:.1f} s") from None
        if not line:
            raise ChildFailed("pyttsx3's process ended")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise ChildFailed(str(answer["error"]))
        return answer

    def _rest(self) -> str:
        """What a child that closed its input had to say first."""
        try:
            return self._answers.get(timeout=1)
        except queue.Empty:
            return ""

    def end(self) -> None:
        """Kill it, whatever it is doing."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdin is not None
        try:
            self.process.stdin.close()
        except OSError:  # it still held a request for the dead child
            return


class Pyttsx3Renderer:
    """The system's own voices: espeak-ng on Linux, SAPI on Windows, NSSpeechSynthesizer on macOS."""

    name = "pyttsx3"

    def __init__(self, lang: str, rate: float = 1.0, patience: float = 1.0) -> None:
        self.lang = lang
        self.rate = rate
        self.patience = patience  # times all timeouts
        self.words_a_minute = round(WORDS_A_MINUTE * rate)
        self._lock = threading.Lock()
        self._child: Child | None = None
        self._texts_a_child = TEXTS_A_CHILD
        self._voice: Voice | None = None
        self._engine = ""

    def voices(self) -> list[Voice]:
        """The engine's voices for the language, best first. Raises RenderError."""
        child = Child("", self.words_a_minute, self.patience)
        try:
            answer = child.ask({"list": True}, 5)
        except ChildFailed as error:
            raise RenderError(str(error)) from None
        finally:
            child.end()
        self._engine = answer["engine"]
        listed = (Voice(v["id"], v["name"], tuple(v["languages"])) for v in answer["voices"])
        return choose_voices(listed, self.lang)

    def voice(self) -> Voice:
        """The voice that speaks. Raises RenderError, NoVoice."""
        with self._lock:
            if self._voice is None:
                voices = self.voices()
                if not voices:
                    raise NoVoice(f"{self._engine} has no voice for language {self.lang}")
                self._voice = voices[0]
            return self._voice

    def identity(self) -> str:
        voice = self.voice()
        return f"{self._engine}/{voice.id}/{self.words_a_minute}"

    def render(self, text: str) -> Sound:
        voice = self.voice()
        with self._lock:
            try:
                return self._try(voice, text)
            except (ChildFailed, BadSound, RenderError):
                # A child that was good for some texts may have gone bad: once more, in a fresh one.
                if self._child is not None and self._child.asked > 1:
                    self._texts_a_child = 1
                self._end()
            try:
                return self._try(voice, text)
            except (ChildFailed, BadSound) as error:
                self._end()
                raise RenderError(str(error)) from None
            except RenderError:
                self._end()
                raise

    def _try(self, voice: Voice, text: str) -> Sound:
        if self._child is None:
            self._child = Child(voice.id, self.words_a_minute, self.patience)
        child = self._child
        with tempfile.TemporaryDirectory(prefix="narrator-", ignore_cleanup_errors=True) as folder:
            path = Path(folder) / "line.wav"
            child.ask({"text": text, "path": str(path)}, 3 + 0.1 * len(text))
            if not path.exists():
                raise ChildFailed("pyttsx3 finished without a file")
            sound = checked(read_sound(path), text, self.rate)
        if child.asked >= self._texts_a_child:
            self._end()
        return sound

    def _end(self) -> None:
        if self._child is not None:
            self._child.end()
            self._child = None

    def close(self) -> None:
        with self._lock:
            self._end()
