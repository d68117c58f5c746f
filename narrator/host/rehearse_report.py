"""What a rehearsal shows while it runs, and says at its end."""

from __future__ import annotations

from collections.abc import Callable

from narrator.host.plain import PlainView
from narrator.host.rehearse import Rehearsal
from narrator.host.screentext import ScreenText
from narrator.host.setup import Settings, screen_language
from narrator.host.view import View


def viewer(settings: Settings) -> Callable[[View], None] | None:
    """The plain view; none where a transcript is written, which holds everything."""
    if settings.transcript is not None:
        return None
    return PlainView(ScreenText(screen_language(settings.lang))).show


def report(rehearsal: Rehearsal) -> list[str]:
    """Who won, after how many entries, how long it took; what went wrong on purpose."""
    game, text = rehearsal.host.sitting.game, rehearsal.desk.text
    outcome = game.table.outcome
    line = rehearsal.desk.wording.screen.line
    winner = text("games.unfinished") if outcome is None else line(f"camp.{outcome.winner}") or outcome.winner
    minutes, seconds = divmod(round(rehearsal.desk.clock.now()), 60)
    slips = sum(count for kind, count in rehearsal.judge.slips.items() if kind != "none")
    return [
        text(
            "rehearsal.over",
            winner=winner,
            reason=line(f"reason.{outcome.reason}") if outcome is not None else "",
            entries=len(game.entries),
            rounds=game.table.round,
            minutes=minutes,
            seconds=f"{seconds:02d}",
            slips=slips,
        )
    ]
