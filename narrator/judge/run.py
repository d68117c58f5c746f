"""`narrator judge`: plays rule cases and tells which come out as they say.

A case is loaded (`load`), played through `Game.answer` and `Game.act` alone (`night`,
`day`), and compared while it is played (`report`).
"""

from __future__ import annotations

import argparse
import json
import traceback
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from narrator.judge.case import Case, Dawn, Day, Deed, Item, Night
from narrator.judge.day import compare_heard, faulty, pass_news, play_dawn, play_day, play_winner
from narrator.judge.heard import table_text
from narrator.judge.load import load_cases
from narrator.judge.night import Broken, nightfall, play_night
from narrator.judge.play import Open, Play, Stuck, at_night
from narrator.judge.report import FAILED, FAULTY, PASSED, Report, Result, exit_code
from narrator.judge.transcript import write_transcript
from narrator.rules.script import Say
from narrator.yamlfile import BadFile


def judge(
    paths: Iterable[str | Path],
    out: Callable[[str], None],
    as_json: bool = False,
    transcripts: Path | None = None,
    tell: Callable[[str], None] | None = None,
) -> int:
    """Run the cases of the files and write a line for each with `out`; a file that cannot be read goes to `tell`.

    Returns the exit code: 0 all passed, 1 some failed, 2 a file or case is faulty. With `transcripts`
    the script of each case is written into that folder.
    """
    results: list[Result] = []
    for path in paths:
        try:
            cases = load_cases(path)
        except BadFile as error:
            results.append(Result(str(path), error.path, error.line, FAULTY, fault=str(error)))
            cases = []
            if not as_json:
                (tell or out)(f"narrator: {error}" if tell else str(error))
        for number, case in enumerate(cases, start=1):
            play, result = run(case)
            results.append(result)
            if not as_json:
                out(str(result))
            if transcripts is not None and play is not None:
                write_transcript(transcripts, case, number, play.cues)
    if as_json:
        out(json.dumps([result.as_json() for result in results], ensure_ascii=False, indent=1))
    return exit_code(results)


def main(arguments: Sequence[str], out: Callable[[str], None] = print) -> int:
    """`narrator judge CASE.yaml... [--json] [--transcript DIR]`; the exit code."""
    parser = argparse.ArgumentParser(prog="narrator judge")
    parser.add_argument("cases", nargs="+", type=Path, metavar="CASE.yaml")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--transcript", type=Path, metavar="DIR")
    chosen = parser.parse_args(arguments)
    return judge(chosen.cases, out, chosen.json, chosen.transcript)


def run(case: Case) -> tuple[Play | None, Result]:
    """Play one case; the game as far as it went, and the result."""
    report = Report()
    play: Play | None = None
    try:
        play = Play.of(case)
        _play(play, case, report)
    except Broken:
        pass  # the report says why the case could not be played on
    except BadFile as error:
        return play, Result(case.name, case.path, error.line, FAULTY, tuple(report.differences), str(error))
    except Stuck as error:
        report.differs(case.line, "flow", "a game that goes on", error.why)
    except Exception as error:  # a mistake of narrator's own: told with its case, and the other cases still run
        report.differs(case.line, "narrator", "a game that goes on", _own_mistake(error))
    outcome = FAILED if report.differences else PASSED
    return play, Result(case.name, case.path, case.line, outcome, tuple(report.differences))


def _own_mistake(error: Exception) -> str:
    """What went wrong inside narrator, in one line: kind, message, place."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"


def _play(play: Play, case: Case, report: Report) -> None:
    days = 0
    for index, item in enumerate(case.play):
        if isinstance(item, Night):
            play.serpent, play.serpent_asked = _serpent(case.play[index + 1 :]), False
            report.part = f"night {play.nights + 1}"
            _night(play, item, report, case.path)
        elif isinstance(item, Dawn):
            days += 1
            report.part = f"dawn {days}"
            play_dawn(play, item, report, case.path, isinstance(case.play[index - 1], Night))
        elif isinstance(item, Day):
            report.part = f"day {play.nights}"
            if play.news < play.nights and not _news_follow(item, case.play[index + 1 :]):
                pass_news(play, case.path, item.line)
            play_day(play, item, report, case.path)
            play.part = max(play.part, len(play.cues) - 1)
        else:
            play_winner(play, item, report)
    _nothing_open(play, case)


def _serpent(later: Sequence[Item]) -> str:
    """What the day after a night says of the serpent."""
    elements = later[0].elements if later and isinstance(later[0], Day) else ()
    said = (str(deed.target) for deed in elements if isinstance(deed, Deed) and deed.kind == "serpent")
    return next(said, "")


BEFORE_NEWS = ("stand", "withdraw", "ballot", "serpent")


def _news_follow(day: Day, later: Sequence[Item]) -> bool:
    """Does a day list stand before the news of the night? Then `dawn` follows, or it is about an election."""
    for item in later:
        if isinstance(item, Dawn):
            return True
        if isinstance(item, Night):
            break
    return any(isinstance(deed, Deed) and deed.kind in BEFORE_NEWS for deed in day.elements)


def _night(play: Play, night: Night, report: Report, path: str) -> None:
    """Go on to nightfall, play the night, compare what was heard of it."""
    try:
        found = play.go(at_night, lambda ask: False)
    except Open as error:
        raise faulty(path, night.line, error) from None
    if not found:
        outcome = play.game.table.outcome
        report.differs(night.line, "night", "a night", f"the game is over ({outcome.winner if outcome else 'no'})")
        raise Broken
    start = nightfall(play)
    play.nights += 1
    play_night(play, night, report, path)
    if night.heard:
        compare_heard(night.heard, table_text(play.cues[start : _daybreak(play, start)]), report)
    play.part = _daybreak(play, start)


def _daybreak(play: Play, start: int) -> int:
    """The cue with which the night that began at `start` ends."""
    places = [n for n, cue in enumerate(play.cues) if isinstance(cue, Say) and cue.key == "dawn.break"]
    return places[-1] if places and places[-1] > start else len(play.cues)


def _nothing_open(play: Play, case: Case) -> None:
    """A case may not end before an act that is open."""
    last: Item = case.play[-1]
    ahead = play.settled()
    needed = ahead.open_act()
    if needed is not None and not needed.startswith("vote"):
        raise BadFile(case.path, last.line, f"an act is open and not named at the end: expected {needed}")
