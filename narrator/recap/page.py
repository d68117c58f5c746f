"""The recap as one self-contained HTML page: no script, nothing loaded from anywhere."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from narrator.recap.picture import picture
from narrator.recap.story import Story
from narrator.recap.texts import RecapTexts
from narrator.recap.view import (
    badge_lines,
    composition,
    day_lines,
    deed_text,
    option_rows,
    result_lines,
    ruling_rows,
    seat_rows,
    speech_rows,
    vote_columns,
)


@cache
def _template() -> Template:
    source = files("narrator.recap").joinpath("page.html").read_text(encoding="utf-8")
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True)
    return environment.from_string(source)


def page(story: Story, language: str) -> str:
    """The whole page."""
    texts = RecapTexts(language)
    winner = story.result.winner if story.result else ""
    speeches = speech_rows(story)
    votes = vote_columns(story, texts)
    return _template().render(
        t=texts,
        story=story,
        winner=winner if winner in ("good", "wolf", "") else "third",
        result=result_lines(story, texts),
        picture=Markup(picture(story, texts)),  # escaped by Canvas
        composition=composition(story, texts),
        glyphs=_glyphs(story, texts),
        named=any(player.name for player in story.players),
        seats=list(seat_rows(story, texts)),
        deed_text=lambda deed: deed_text(deed, story, texts),
        day_lines=lambda part: day_lines(part, story, votes, texts),
        votes=votes,
        badge=list(badge_lines(story, texts)),
        speeches=speeches,
        longest=max((row.seconds for row in speeches), default=0.0) or 1.0,
        rulings=ruling_rows(story, texts),
        options=option_rows(story, texts),
    )


def _glyphs(story: Story, texts: RecapTexts) -> list[tuple[str, str]]:
    """The signs of the picture that this game has, with their names."""
    kinds = dict.fromkeys(deed.kind for deed in story.deeds)
    return [(texts(f"glyph.{kind}"), texts.deed(kind)) for kind in kinds if texts.has(f"glyph.{kind}")]
