"""`narrator play` without arguments, from the first question to a game that has begun."""

from __future__ import annotations

import json
from pathlib import Path

from narrator.wizard.texts import WizardTexts
from tests.wizard.terminal import Terminal
from tests.wizard.test_setting_up import QUIET, first_evening


def begun(home: Path) -> dict[str, object]:
    """The header of the game that was begun."""
    (path,) = (home / "games").glob("*.jsonl")
    head = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    assert isinstance(head, dict)
    return head


def test_an_evening_begins_with_what_was_answered(tmp_path: Path) -> None:
    with Terminal("-m", "narrator", "play", home=tmp_path, **QUIET) as terminal:
        first_evening(terminal)
        terminal.expect("The same as: narrator play --board s4-9")
        terminal.wait_for(lambda: (tmp_path / "cards.html").exists() and any((tmp_path / "games").glob("*.jsonl")))
    head = begun(tmp_path)
    assert head["board"]["players"] == 9  # type: ignore[index]
    assert head["about"]["names"] == ["Ann", "白", "Cy", *"DEFGHI"]  # type: ignore[index]
    page = (tmp_path / "cards.html").read_text(encoding="utf-8")
    texts = WizardTexts("zh")
    assert [page.count(f'"role">{texts.role(role)}<') for role in ("seer", "witch", "werewolf")] == [1, 1, 3]


def test_with_an_option_nothing_is_asked(tmp_path: Path) -> None:
    arguments = ["--board", "s4-6", "--ears", "keys", "--mouth", "none", "--plain", "--lang", "en"]
    with Terminal("-m", "narrator", "play", *arguments, home=tmp_path, **QUIET) as terminal:
        terminal.wait_for(lambda: any((tmp_path / "games").glob("*.jsonl")))
        assert "How many players" not in terminal.raw
    assert begun(tmp_path)["about"].get("names") is None  # type: ignore[attr-defined]
    assert not (tmp_path / "table.yaml").exists()
