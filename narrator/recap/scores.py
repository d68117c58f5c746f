"""Scores over many games, by player's name (R D-11): who played, who won, on which side, who was still in."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass, fields

from narrator.recap.story import Story
from narrator.rules.role import DRAW, GOOD, WOLF


@dataclass
class Score:
    """One player's games. `good`, `wolf` and `other` count games by the card's camp at the end."""

    name: str
    games: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    good: int = 0
    good_won: int = 0
    wolf: int = 0
    wolf_won: int = 0
    other: int = 0
    other_won: int = 0
    survived: int = 0

    @property
    def share(self) -> float:
        """Of games won."""
        return self.won / self.games if self.games else 0.0


def counts(story: Story) -> bool:
    """Does a game count: finished, and its players have names?"""
    return story.result is not None and any(player.name for player in story.players)


def scores(stories: Iterable[Story]) -> list[Score]:
    """The scores of every named player, most wins first, then the better share, then by name."""
    found: dict[str, Score] = {}
    for story in stories:
        result = story.result
        if result is None:
            continue
        for player in story.players:
            if not player.name:
                continue
            score = found.setdefault(player.name, Score(player.name))
            won = player.seat in result.seats
            score.games += 1
            score.survived += story.exit_of(player.seat) is None
            if won:
                score.won += 1
            elif result.winner == DRAW:
                score.drawn += 1
            else:
                score.lost += 1
            _by_camp(score, player.camp, won)
    return sorted(found.values(), key=lambda score: (-score.won, -score.share, score.name))


def _by_camp(score: Score, camp: str, won: bool) -> None:
    if camp == GOOD:
        score.good += 1
        score.good_won += won
    elif camp == WOLF:
        score.wolf += 1
        score.wolf_won += won
    else:
        score.other += 1
        score.other_won += won


def as_csv(found: Iterable[Score]) -> str:
    """A table for a spreadsheet. A name that a spreadsheet would take for a formula is set off with a quote mark."""
    out = io.StringIO()
    names = [field.name for field in fields(Score)]
    writer = csv.DictWriter(out, [*names, "share"], lineterminator="\n")
    writer.writeheader()
    for score in found:
        row: dict[str, object] = {name: getattr(score, name) for name in names}
        row["name"] = "'" + score.name if score.name[:1] in "=+-@" else score.name
        row["share"] = f"{score.share:.3f}"
        writer.writerow(row)
    return out.getvalue()
