"""The system's own speech commands, for when pyttsx3 does not work: `espeak-ng`, `espeak`, macOS `say`."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from narrator.speaking.pyttsx3_renderer import WORDS_A_MINUTE
from narrator.speaking.renderer import NoVoice, RenderError, checked
from narrator.speaking.sound import BadSound, Sound, read_sound
from narrator.speaking.voices import ESPEAK, Voice, choose_voices

PROGRAMS = ("espeak-ng", "espeak", "say")


class CommandRenderer:
    """One process a sentence. The sentence goes through standard input: a command line can be seen by all."""

    name = "command"

    def __init__(self, lang: str, rate: float = 1.0, programs: Sequence[str] = PROGRAMS) -> None:
        self.lang = lang
        self.rate = rate
        self.words_a_minute = round(WORDS_A_MINUTE * rate)
        self._programs = programs
        self._chosen: tuple[str, str, str] | None = None  # path, voice, version

    def identity(self) -> str:
        path, voice, version = self._choose()
        return f"{Path(path).name} {version}/{voice}/{self.words_a_minute}"

    def render(self, text: str) -> Sound:
        path, voice, _ = self._choose()
        with tempfile.TemporaryDirectory(prefix="narrator-", ignore_cleanup_errors=True) as folder:
            target = Path(folder) / "line.wav"
            options = ["-v", voice, "-r" if Path(path).stem == "say" else "-s", str(self.words_a_minute)]
            if Path(path).stem == "say":
                options += ["-o", str(target), "--data-format=LEI16@22050", "-f", "-"]
            else:
                options += ["-b", "1", "-w", str(target), "--stdin"]
            _run([path, *options], text, 3 + 0.1 * len(text))
            try:
                return checked(read_sound(target), text, self.rate)
            except BadSound as error:
                raise RenderError(str(error)) from None

    def close(self) -> None:
        """Nothing runs between sentences."""

    def _choose(self) -> tuple[str, str, str]:
        if self._chosen is None:
            path = next((found for program in self._programs if (found := shutil.which(program))), None)
            if path is None:
                raise NoVoice(f"none of the commands {', '.join(self._programs)} is installed")
            if Path(path).stem == "say":
                voices = _apple_voices(_run([path, "-v", "?"], "", 10), self.lang)
                if not voices:
                    raise NoVoice(f"say has no voice for language {self.lang}")
                self._chosen = (path, voices[0].name, "")
            else:
                self._chosen = (path, ESPEAK[self.lang][0], _run([path, "--version"], "", 10).split("  ")[0])
        return self._chosen


def _run(command: list[str], text: str, seconds: float) -> str:
    try:
        run = subprocess.run(command, input=text.encode(), capture_output=True, timeout=seconds, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        reason = "gave no answer in time" if isinstance(error, subprocess.TimeoutExpired) else str(error)
        raise RenderError(f"{Path(command[0]).name}: {reason}") from None
    if run.returncode:
        reason = run.stderr.decode(errors="replace").strip() or f"exit {run.returncode}"
        raise RenderError(f"{Path(command[0]).name}: {reason}")
    return run.stdout.decode(errors="replace")


def _apple_voices(listing: str, lang: str) -> list[Voice]:
    """`say -v ?` prints name, locale, `#`, a sample; names may hold spaces."""
    voices = []
    for line in listing.splitlines():
        described = line.split("#", 1)[0].split()
        if len(described) >= 2:
            voices.append(Voice(" ".join(described), " ".join(described[:-1]), (described[-1],)))
    return choose_voices(voices, lang)
