"""Captions, logs, the doctor's report and the spoiler-free recap hold no secret: evenings that differ in nothing but
secrets leave the same there. Each test is shown to notice a program that is careless in one of them."""

from __future__ import annotations

import io
import logging
import random
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.console import Console

from narrator.boards.deal import random_deal
from narrator.boards.file import load_board
from narrator.doctor import checks
from narrator.doctor.run import doctor
from narrator.doctor.text import Finding, Level
from narrator.host.clock import Clock
from narrator.host.mouths import TimedMouth
from narrator.host.rehearse import START, prepare
from narrator.host.sitting import Sitting
from narrator.host.transcript import Transcript
from narrator.recap import command
from narrator.rules.game import Header
from narrator.screen.captions import Captioned, CaptionFile
from narrator.speaking.mouth import Audience, Mouth
from tests.host import rehearsing
from tests.host.rehearsing import Enough, StandingClock, begun, stop_at
from tests.recap.journals import Recorder, as_text
from tests.recap.test_secrets import everything_shown, with_other_secrets

BOARDS = ("std12", "s4-9", "minimum", "thief", "medium-mech")
FEW = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@dataclass(frozen=True)
class Left:
    """What one night leaves where others may read it."""

    captions: str
    log: tuple[str, ...]
    report: str


class Records(logging.Handler):
    """What is logged at the default level."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())


def night(folder: Path, board: str, public: int, secret: int) -> Left:
    """A first night. `public` is the seed of everything the table may know, `secret` of the cards and choices."""
    shutil.rmtree(folder, ignore_errors=True)
    games = folder / "games"
    chosen = rehearsing.settings(games, board=board, seed=public, lang="zh", names=("Ann", "白龙"))
    loaded = load_board(board)
    deal = random_deal(loaded, random.Random(secret))
    start = begun(chosen, Header(loaded, deal.seats, deal.extra, public))
    captions = CaptionFile(start.journal.path)

    def mouth(clock: Clock) -> Mouth:
        return Captioned(TimedMouth(clock), captions.line)

    records = Records()
    logging.getLogger().addHandler(records)
    try:
        rehearsal = prepare(chosen, Transcript(keep=True), StandingClock(START), make_mouth=mouth, start=start)
        rehearsal.judge.table.seed = secret
        rehearsal.judge.share = 0.0  # slips depend on what is said: the words for them are the host's own tests
        stop_at("dawn.break")(rehearsal)
        with pytest.raises(Enough):
            rehearsal.run()
    finally:
        logging.getLogger().removeHandler(records)
    report = folder / "report.json"
    found = [*checks.check_python(), *checks.check_disk(games), *checks.check_judges()]
    doctor(report=report, games=games, findings=found, console=Console(file=io.StringIO()))
    written = start.journal.path.with_suffix(".captions").read_text(encoding="utf-8")
    told = report.read_text(encoding="utf-8")  # free space changes by what else the machine does
    return Left(written, tuple(records.texts), re.sub(r"\d+ MB", "so many MB", told))


def two(tmp_path_factory: pytest.TempPathFactory, board: str, seed: int) -> tuple[Left, Left]:
    """The same night twice, with other secrets."""
    folder = tmp_path_factory.mktemp("night") / "home"
    return night(folder, board, seed, 2 * seed), night(folder, board, seed, 2 * seed + 1)


@FEW
@given(board=st.sampled_from(BOARDS), seed=st.integers(0, 10**6))
def test_nights_that_differ_only_in_secrets_leave_the_same(
    board: str, seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    one, other = two(tmp_path_factory, board, seed)
    assert one == other
    assert one.captions.count("\n") > 10
    assert one.log == ()


# --- careless programs ---


def captions_of_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    def say(self: Captioned, text: str, audience: Audience, done: Callable[[bool], None]) -> None:
        self._line(text)
        self._mouth.say(text, audience, done)

    monkeypatch.setattr(Captioned, "say", say)


def a_log_of_what_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    tell = Sitting.tell_judge

    def telling(self: Sitting, cue: object) -> None:
        logging.getLogger("narrator").warning("shown: %s", cue)
        tell(self, cue)  # type: ignore[arg-type]

    monkeypatch.setattr(Sitting, "tell_judge", telling)


def a_report_with_the_last_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(games: Path | None = None) -> list[Finding]:
        assert games is not None
        last = next(games.glob("*.jsonl")).read_text(encoding="utf-8")
        return [Finding("disk_ok", Level.GREEN, last)]

    monkeypatch.setattr(checks, "check_disk", check)


@pytest.mark.parametrize(
    ("mutation", "channel"),
    [
        (captions_of_everything, "captions"),
        (a_log_of_what_is_shown, "log"),
        (a_report_with_the_last_game, "report"),
    ],
)
def test_it_notices(
    mutation: Callable[[pytest.MonkeyPatch], None],
    channel: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    mutation(monkeypatch)
    one, other = two(tmp_path_factory, "s4-9", 1)
    assert getattr(one, channel) != getattr(other, channel)


def test_the_recap_s_test_notices_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(command, "hidden", lambda story: replace(story, spoilers=False))
    path = tmp_path / "g.jsonl"
    recorder = Recorder(3, ["Ann", "Bob"]).play(1500)
    path.write_text(as_text(recorder.lines), encoding="utf-8")
    first = everything_shown(path)
    other = with_other_secrets(recorder.lines, random.Random(3), recorder)
    path.write_text(as_text(other), encoding="utf-8")
    assert everything_shown(path) != first
