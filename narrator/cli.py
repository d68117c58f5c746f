"""The command line (design 9). Options are declared here; the work is imported when it is asked for, so that
the
first word comes quickly. Exit codes: 0 done, 1 a failed check, 2 bad usage or input, 3 device or disk."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from narrator.flags import Hosting, Rehearsing, flagged

if TYPE_CHECKING:
    from narrator.host.setup import Settings

FAILED, USAGE, DEVICE = 1, 2, 3

app = typer.Typer(
    name="narrator",
    help="A voice-driven judge (法官) for live Werewolf (狼人杀) tables.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)

Lang = Annotated[str, typer.Option("--lang", metavar="zh|en", help="language of the screen (default: the system's)")]


@app.command()
@flagged(Hosting)
def play(context: typer.Context, settings: Settings) -> None:
    """Host a game at a table. Without an option that says which table, a few questions are asked first."""
    from narrator.host.play import play as run
    from narrator.wizard.setup import asks, setup

    if asks(context):
        settings = setup(settings)
    run(settings, _tell)


@app.command()
@flagged(Rehearsing)
def rehearse(context: typer.Context, settings: Settings) -> None:
    """Rehearse a whole game with a simulated judge; nobody is needed."""
    from narrator.host.rehearse import rehearse as run
    from narrator.host.rehearse_report import report, viewer

    rehearsal = run(settings, viewer(settings), _tell)
    for line in report(rehearsal):
        _tell(line)


@app.command()
def judge(
    cases: Annotated[list[Path], typer.Argument(metavar="CASE.yaml...", help="rule cases")],
    json: Annotated[bool, typer.Option("--json", help="results as JSON")] = False,
    transcript: Annotated[
        Path | None, typer.Option("--transcript", metavar="DIR", help="a transcript of each case")
    ] = None,
) -> None:
    """Check rule cases: PASS name / FAIL name; exit 1 if any fails."""
    from narrator.judge.run import judge as run

    raise typer.Exit(run(cases, _out, json, transcript, tell=_tell))


@app.command()
def boards(
    board: Annotated[str | None, typer.Argument(metavar="[NAME|FILE|new]")] = None,
    output: Annotated[Path | None, typer.Option("-o", metavar="FILE.yaml", help="where a new board goes")] = None,
    lang: Lang = "",
) -> None:
    """List boards, explain one, or check a file; `new` builds one by questions."""
    from narrator.host.setup import screen_language

    language = screen_language(lang)
    if board == "new":
        from narrator.wizard.board_new import new_board

        lines = new_board(output, language)
    else:
        from narrator.boards.describe import boards as run

        lines = run(board, language)
    for line in lines:
        _out(line)


@app.command()
def roles(role: Annotated[str | None, typer.Argument(metavar="[ID]")] = None, lang: Lang = "") -> None:
    """List roles, or explain one."""
    from narrator.boards.describe import roles as run
    from narrator.host.setup import screen_language

    for line in run(role, screen_language(lang)):
        _out(line)


@app.command()
def games(
    folder: Annotated[Path | None, typer.Option("--games", metavar="DIR", help="where games are kept")] = None,
    scores: Annotated[bool, typer.Option("--scores", help="what the players have won")] = False,
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="scores into a file")] = None,
    lang: Lang = "",
) -> None:
    """List the games there are."""
    from narrator.host.setup import screen_language
    from narrator.recap.games_list import games as run

    for line in run(folder, screen_language(lang), scores, csv):
        _out(line)


@app.command()
def recap(
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", help="a path, or an id of `narrator games`; default: the last")
    ] = "",
    output: Annotated[Path | None, typer.Option("-o", metavar="FILE.html", help="where the page goes")] = None,
    text: Annotated[bool, typer.Option("--text", help="as text, for chats")] = False,
    spoilers: Annotated[bool, typer.Option("--spoilers/--no-spoilers", help="with everything secret")] = True,
    folder: Annotated[Path | None, typer.Option("--games", metavar="DIR", help="where games are kept")] = None,
    lang: Lang = "",
) -> None:
    """Tell what happened in a game, as a page or as text."""
    from narrator.host.setup import screen_language
    from narrator.recap.command import recap as run

    for line in run(game, output, text, spoilers, folder, screen_language(lang)):
        _out(line)


@app.command()
def captions(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="default: whatever is played now")] = "",
    browser: Annotated[bool, typer.Option("--browser", help="in a window of the browser, very large")] = False,
    serve: Annotated[str, typer.Option("--serve", metavar="ADDR", help="for a tablet of this network")] = "",
    folder: Annotated[Path | None, typer.Option("--games", metavar="DIR", help="where games are kept")] = None,
    lang: Lang = "",
) -> None:
    """Show the public lines in large type while a game is played."""
    from narrator.host.setup import screen_language
    from narrator.screen.captions_show import captions as run

    run(game, folder, screen_language(lang), browser, serve)


@app.command()
def doctor(
    listen: Annotated[
        bool, typer.Option("--listen", help="hear each loudspeaker, and try what is heard of you")
    ] = False,
    forget: Annotated[
        str | None, typer.Option("--forget", metavar="NAME", help="remove a judge's thresholds and voice")
    ] = None,
    report: Annotated[Path | None, typer.Option("--report", metavar="FILE", help="for a bug report")] = None,
    lang: Lang = "",
) -> None:
    """Say what works on this machine, and what to do about what does not."""
    from narrator.doctor.run import run
    from narrator.host.setup import screen_language

    raise typer.Exit(run(screen_language(lang), listen, report, forget=forget))


@app.command()
def fetch(voice: Annotated[bool, typer.Option("--voice", help="a better voice too")] = False, lang: Lang = "") -> None:
    """Download models into models/."""
    from narrator.fetch import fetch_with_bar
    from narrator.host.setup import screen_language

    fetch_with_bar(language=screen_language(lang))
    if voice:
        from narrator.speaking.kokoro_model import fetch_voice

        _tell(str(fetch_voice()))


def _out(line: str) -> None:
    """A line of what was asked for. Whoever reads it may have seen enough (`| head`): that is no mistake."""
    try:
        typer.echo(line)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the end of Python would complain
        raise typer.Exit(0) from None


def _tell(line: str) -> None:
    typer.echo(line, err=True)


ALONE = ("--resume", "--serve")
"""Options that may stand without a value (the last game; this machine's address): the parser wants one."""


def _with_values(arguments: list[str]) -> list[str]:
    """An empty value behind each option that stands alone."""
    given: list[str] = []
    for position, argument in enumerate(arguments):
        given.append(argument)
        following = arguments[position + 1] if position + 1 < len(arguments) else "--"
        if argument in ALONE and following.startswith("--"):
            given.append("")
    return given


def main(arguments: list[str] | None = None) -> None:
    """The `narrator` command: one clear line on an error, never a traceback."""
    given = _with_values(sys.argv[1:] if arguments is None else arguments)
    sys.exit(guarded(lambda: app(given, standalone_mode=False)))


def guarded(run: Callable[[], object]) -> int:
    """Run it; the exit code, with every known error told in one line."""
    try:
        result = run()
    except typer.Exit as leave:
        return leave.exit_code
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except BrokenPipeError:
        return 0
    except Exception as error:
        code = exit_code(error)
        if code is None:
            raise
        # The parser's errors have a message of their own, whichever parser typer brings along.
        told = getattr(error, "format_message", None)
        text = str(told() if callable(told) else error)
        if text:  # a bare `narrator` has shown its help
            _tell(f"narrator: {text}")
        return code
    return result if isinstance(result, int) else 0


def exit_code(error: Exception) -> int | None:
    """What an error exits with; None for one that is a fault of ours."""
    kinds = {base.__name__ for base in type(error).__mro__}
    if kinds & {"AudioError", "DiskError", "FetchError", "CannotFetch"}:
        return DEVICE
    if kinds & {
        "ClickException",
        "UsageError",
        "JournalError",
        "BadFile",
        "LineError",
        "HearingError",
        "PhraseError",
        "OptionError",
        "WizardError",
        "ServeError",
    }:
        return USAGE
    return None


if __name__ == "__main__":
    main()
