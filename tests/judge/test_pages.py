"""The generated pages are what the data say."""

from __future__ import annotations

from pathlib import Path

from narrator.boards.page import options_page, roles_page
from narrator.rules.options import OPTION_NAMES
from narrator.rules.roles import ROLES

DOCS = Path(__file__).parent.parent.parent / "narrator" / "pages"


def test_the_page_of_options_is_up_to_date_and_whole() -> None:
    text = (DOCS / "options.md").read_text(encoding="utf-8")
    assert text == options_page(), "run scripts/pages"
    assert all(f"## `{option}`" in text for option in OPTION_NAMES)


def test_the_page_of_roles_is_up_to_date_and_whole() -> None:
    text = (DOCS / "roles.md").read_text(encoding="utf-8")
    assert text == roles_page(), "run scripts/pages"
    assert all(f"## `{role}` " in text for role in ROLES)
