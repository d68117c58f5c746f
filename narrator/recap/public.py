"""The story without a secret: only what the whole table has heard and seen. Built from public facts alone, so that
two games which differ in nothing but secrets give the same page."""

from __future__ import annotations

from dataclasses import replace

from narrator.recap.rulings import rulings
from narrator.recap.story import Ballot, Story

OPEN_STYLES = ("hands", "point")
"""Values of `vote_style` by which everybody sees who votes for whom."""

TOLD = (
    "tie",
    "tie_sheriff",
    "exiled",
    "spared",
    "nobody_out",
    "elected",
    "elected_alone",
    "no_sheriff",
    "badge",
    "badge_torn",
    "won",
)
"""Rulings that the table has heard (first word of the key)."""


def hidden(story: Story) -> Story:
    """The spoiler-free variant. `story` must come from `stored.story_of` alone, never from a replay."""
    result = story.result
    bare = replace(
        story,
        players=tuple(replace(player, card="", camp="", dealt="") for player in story.players),
        exits=tuple(replace(exit, causes=(), by=()) for exit in story.exits),
        deeds=(),
        ballots=tuple(_ballot(ballot, story) for ballot in story.ballots),
        result=None if result is None else replace(result, seats=()),
        unplayed="",
        spoilers=False,
    )
    told = [ruling for ruling in rulings(bare, None) if ruling.key.partition(".")[0] in TOLD]
    return replace(bare, rulings=tuple(told))


def _ballot(ballot: Ballot, story: Story) -> Ballot:
    """Who voted for whom is public where hands are seen."""
    seen = ballot.stage == "exile" and story.options.get("vote_style") in OPEN_STYLES
    return ballot if seen else replace(ballot, voters={})
