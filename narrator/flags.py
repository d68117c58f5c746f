"""The flags of `narrator play` and `narrator rehearse` (design 9), each declared once."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_type_hints

import typer

if TYPE_CHECKING:
    from narrator.host.setup import Settings


@dataclass(frozen=True)
class Hosting:
    """What `play` takes, and `rehearse` too."""

    board: Annotated[
        str | None, typer.Option("--board", metavar="NAME|FILE", help="which roles, and the rules (default: std12)")
    ] = None
    players: Annotated[int | None, typer.Option("--players", metavar="N", help="the usual board for N players")] = None
    deal: Annotated[str, typer.Option("--deal", metavar="random|learn|FILE", help="who holds which card")] = "random"
    ears: Annotated[
        str,
        typer.Option("--ears", metavar="auto|vosk|builtin|both|keys|wav:FILE|script:FILE", help="how it hears"),
    ] = "auto"
    mouth: Annotated[str, typer.Option("--mouth", metavar="auto|pyttsx3|kokoro|none", help="how it speaks")] = "auto"
    speaker: Annotated[str | None, typer.Option("--speaker", metavar="DEV", help="loudspeaker on the table")] = None
    earpiece: Annotated[str | None, typer.Option("--earpiece", metavar="DEV|none", help="the judge's ear")] = None
    mic: Annotated[str | None, typer.Option("--mic", metavar="DEV", help="the judge's microphone")] = None
    code: Annotated[str, typer.Option("--code", metavar="auto|off|shift|card", help="the night code")] = "auto"
    lines: Annotated[str, typer.Option("--lines", metavar="zh|en|FILE", help="the phrase book")] = "zh"
    lang: Annotated[
        str, typer.Option("--lang", metavar="zh|en", help="language of the screen (default: the system's)")
    ] = ""
    tempo: Annotated[str, typer.Option("--tempo", metavar="brisk|normal|slow", help="pauses of the night")] = "normal"
    music: Annotated[str | None, typer.Option("--music", metavar="DIR|none", help="music of the night")] = None
    music_volume: Annotated[
        float, typer.Option("--music-volume", metavar="0..4", help="loudness of the night's music; 1 is usual")
    ] = 1.0
    volume: Annotated[float, typer.Option("--volume", metavar="0..1", help="loudness of what is spoken")] = 1.0
    rate: Annotated[float, typer.Option("--rate", metavar="X", help="speed of speaking, times normal")] = 1.0
    games: Annotated[Path | None, typer.Option("--games", metavar="DIR", help="where games are kept")] = None
    resume: Annotated[
        str | None, typer.Option("--resume", metavar="[GAME]", help="go on with a game (default: the last)")
    ] = None
    plain: Annotated[bool, typer.Option("--plain", help="plain lines instead of the full screen")] = False
    names: Annotated[str, typer.Option("--names", metavar="A,B,…", help="the players' names, seat 1 first")] = ""
    hand_out: Annotated[
        str,
        typer.Option("--hand-out", metavar="list|round|FILE.html", help="how the players get to know their cards"),
    ] = "list"
    serve: Annotated[
        str | None,
        typer.Option("--serve", metavar="[ADDR]", help="the judge's screen on a phone of this network"),
    ] = None


@dataclass(frozen=True)
class Rehearsing(Hosting):
    """What `rehearse` takes besides."""

    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="the same seed, the same game")] = None
    fast: Annotated[bool, typer.Option("--fast", help="virtual time: a whole game in seconds")] = False
    pace: Annotated[float, typer.Option("--pace", metavar="X", help="scales pauses and speeches")] = 0.1
    transcript: Annotated[
        Path | None,
        typer.Option("--transcript", metavar="FILE", help="all that was said, heard and shown"),
    ] = None
    sound: Annotated[
        Path | None, typer.Option("--sound", metavar="FILE.wav", help="what the table hears, as a file")
    ] = None


Command = Callable[[typer.Context, "Settings"], None]


def flagged(flags: type[Hosting]) -> Callable[[Command], Callable[..., None]]:
    """Makes a command that is given settings into one that takes these flags."""

    def decorate(run: Command) -> Callable[..., None]:
        def command(context: typer.Context, **given: object) -> None:
            run(context, settings_of(flags(**given)))  # type: ignore[arg-type]

        hints = get_type_hints(flags, include_extras=True)
        taken = [inspect.Parameter("context", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context)]
        for field in fields(flags):
            assert field.default is not MISSING
            taken.append(
                inspect.Parameter(
                    field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=hints[field.name]
                )
            )
        command.__name__, command.__doc__ = run.__name__, run.__doc__
        command.__annotations__ = {"context": typer.Context, **hints}
        command.__signature__ = inspect.Signature(taken)  # type: ignore[attr-defined]
        return command

    return decorate


def settings_of(flags: Hosting) -> Settings:
    """The settings that the flags mean. Raises `UsageError`, `BadFile`."""
    from narrator.boards.file import load_board
    from narrator.host.setup import Settings, UsageError, checked
    from narrator.wizard.setup import names_in

    given = {field.name: getattr(flags, field.name) for field in fields(flags)}
    given["names"] = names_in(flags.names)
    if flags.board is None:
        del given["board"]
    elif flags.players is not None:
        seats = load_board(flags.board).players
        if seats != flags.players:
            raise UsageError(f"--players {flags.players}: {flags.board} has {seats} seats: expected one of the two")
        del given["players"]
    return checked(Settings(**given))
