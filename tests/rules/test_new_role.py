"""A role nobody has foreseen needs its own file and its lines, nothing else."""

from __future__ import annotations

import pytest

from narrator.rules import roles
from narrator.rules.roles import _template
from tests.rules.tables import game, night, said, shown, until

CARDS = ("template", "seer", "witch", "villager", "villager", "werewolf", "werewolf")


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The template role as if its file had no underscore."""
    monkeypatch.setattr(roles.ROLES, "_found", {**roles.ROLES, _template.ID: _template.ROLE})


@pytest.mark.usefixtures("known")
def test_a_new_role_is_called_from_its_own_file_alone() -> None:
    play = game(CARDS)
    night(play)
    assert "template.open" not in [line.key for line in said(play)]  # from night 2 on
    night(play, {"template.ask": (6,)})
    assert [line.key for line in said(play)].count("template.open") == 1
    assert shown(play, "template", "awake") == [(1,)]


@pytest.mark.usefixtures("known")
def test_its_skill_is_spent_and_the_call_stays() -> None:
    play = game(CARDS)
    night(play)
    night(play, {"template.ask": (6,)})
    until(play, "template.ask")
    assert play.ask is not None and not play.ask.legal(())
