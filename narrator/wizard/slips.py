"""Cards on paper: one page to print, cut and fold."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, StrictUndefined, Template

from narrator.boards.texts import Texts
from narrator.recap.command import write
from narrator.rules.game import Header
from narrator.rules.roles import ROLES
from narrator.wizard.passing import turns
from narrator.wizard.texts import WizardTexts


@cache
def _template() -> Template:
    source = files("narrator.wizard").joinpath("slips.html").read_text(encoding="utf-8")
    return Environment(autoescape=True, undefined=StrictUndefined).from_string(source)


def slips(header: Header, names: Sequence[str], language: str) -> str:
    """The page: a slip for each seat, its outside the seat, its inside the card."""
    texts, roles = WizardTexts(language), Texts(language)
    cards = [
        {
            "seat": texts("slips.seat", seat=turn.seat),
            "name": turn.name,
            "role": texts.role(turn.role),
            "camp": texts.camp(ROLES[turn.role].camp),
            "does": roles.does(turn.role),
        }
        for turn in turns(header, names)
    ]
    return _template().render(t=texts, board=roles.board(header.board.name), cards=cards)


def write_slips(path: str, header: Header, names: Sequence[str], language: str) -> None:
    """Write the page. Raises `DiskError`."""
    write(Path(path), slips(header, names, language))
