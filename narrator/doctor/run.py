"""`narrator doctor`: what works on this machine, and the one thing to do about each that does not."""

from __future__ import annotations

import getpass
import json
import platform
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rich.console import Console
from rich.text import Text

from narrator.doctor import checks
from narrator.doctor.outputs import play_on_each
from narrator.doctor.text import Finding, Level, packages, say
from narrator.hearing.calibration import DEFAULT_JUDGE

Check = Callable[[], Iterable[Finding]]

_MARKS = {Level.GREEN: ("✓", "green"), Level.AMBER: ("!", "yellow"), Level.RED: ("✗", "red")}


def examine(language: str = "zh", *, microphone: str | None = None, games: Path | None = None) -> Iterator[Finding]:
    """Every check, one after the other, as they are done."""
    yield from checks.check_python()
    yield from checks.check_packages()
    yield from checks.check_terminal()
    yield from checks.check_outputs()
    yield from checks.check_microphone(microphone)
    yield from checks.check_voice(language)
    yield from checks.check_models(language)
    yield from checks.check_disk(games)
    yield from checks.check_judges()


def doctor(
    *,
    language: str = "zh",
    report: Path | None = None,
    microphone: str | None = None,
    games: Path | None = None,
    console: Console | None = None,
    findings: Iterable[Finding] | None = None,
) -> int:
    """Show what was found, with what to do; the exit code is 1 when something must be put right, 3 when the
    report cannot be written."""
    console = console or Console()
    console.print(Text(say("title", language=language), style="bold"))
    found = []
    for finding in findings or examine(language, microphone=microphone, games=games):
        found.append(finding)
        show(finding, console, language)
    console.print(Text(verdict(found, language)), soft_wrap=True)
    code = 1 if any(finding.level is Level.RED for finding in found) else 0
    if report is not None:
        try:
            report.write_text(written(found), encoding="utf-8")
        except OSError as error:
            console.print(Text(say("report_failed", f"{report} ({error.strerror or error})", language)), soft_wrap=True)
            return 3
        console.print(Text(say("report_written", str(report), language)), soft_wrap=True)
    return code


def run(
    language: str = "zh",
    listen: bool = False,
    report: Path | None = None,
    *,
    judge: str = DEFAULT_JUDGE,
    forget: str | None = None,
    microphone: str | None = None,
    games: Path | None = None,
    console: Console | None = None,
) -> int:
    """The command `narrator doctor`: the check-up; with `listen`, for which a person has to be there, a line on
    every loudspeaker and the trial of `judge`'s voice; with
    `forget` that judge's thresholds are removed. Returns the exit code."""
    from narrator.doctor import listen as doctor_listen

    if forget is not None:
        return doctor_listen.forget(forget, language, console)
    if listen:
        play_on_each(console or Console(), language)
        return doctor_listen.doctor_listen(judge=judge, language=language, microphone=microphone, console=console)
    return doctor(language=language, report=report, microphone=microphone, games=games, console=console)


def show(finding: Finding, console: Console, language: str) -> None:
    """One finding, and below it what to do."""
    mark, colour = _MARKS[finding.level]
    console.print(Text(f"{mark} ", style=colour) + Text(finding.text(language)), soft_wrap=True)
    if todo := finding.todo(language):
        console.print(Text(f"    → {todo}", style=colour), soft_wrap=True)


def verdict(found: Iterable[Finding], language: str) -> str:
    """The last line."""
    levels = {finding.level for finding in found}
    key = "broken" if Level.RED in levels else "some_missing" if Level.AMBER in levels else "all_well"
    return say(key, language=language)


def written(found: Iterable[Finding]) -> str:
    """The report: findings and versions, for others to read; no user name, no home folder, nothing of a
    game."""
    data = {
        "findings": [
            {
                "check": f.key,
                "level": f.level.value,
                "text": _public(f.text("en")),
                "todo": _public(f.todo("en")),
            }
            for f in found
        ],
        "system": {
            "platform": platform.platform(),
            "machine": platform.machine(),
            "python": platform.python_version(),
        },
        "packages": {name: _version(name) for name in packages()},
    }
    return json.dumps(data, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def _version(name: str) -> str:
    for candidate in (name, {"yaml": "PyYAML"}.get(name, name), name.replace("_", "-")):
        try:
            return version(candidate)
        except PackageNotFoundError:
            continue
    return "not found"


def _public(text: str) -> str:
    """Without who uses this machine. Judges' names are people's names too."""
    for secret, stand_in in ((str(Path.home()), "~"), (_user(), "USER")):
        if len(secret) > 2 or secret.startswith("/"):
            text = text.replace(secret, stand_in)
    return text


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
