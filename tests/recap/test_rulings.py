"""What became of each knife and poison, and why: one small night each."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.recap.command import tell
from narrator.recap.texts import RecapTexts, rule_of
from narrator.recap.view import ruling_text
from narrator.rules.board import Board
from narrator.rules.game import Game, Header
from narrator.rules.options import Options
from narrator.rules.script import Answer, Ask, Value
from tests.recap.journals import Recorder

DEALT = ("werewolf", "werewolf", "werewolf", "werewolf", "witch", "guard", "seer")
"""Seats 1 to 7; the card of seat 8 differs, villagers fill up to twelve."""


class Night(Recorder):
    """One night with these answers by question, nobody doing anything else; then the news."""

    def __init__(self, special: str, acts: dict[str, Value], options: dict[str, object]) -> None:
        super().__init__(0)
        deal = (*DEALT, special, "villager", "villager", "villager", "villager")
        board = Board.of("night", deal, 12, Options.preset("std12", {"sheriff_mode": "none", **options}))
        self.game = Game(Header(board, deal))
        header = self.lines[0]
        header["board"] = {
            "name": "night",
            "players": 12,
            "roles": [list(pair) for pair in board.roles],
            "options": board.options.model_dump(),
        }
        header.update({"deal": list(deal), "extra": [], "seed": 0})
        while (ask := self.game.cue) is not None and not any(
            getattr(cue, "kind", "") == "dawn" for cue in self.game.cues
        ):
            self.enter(self.answer_to(ask, acts))

    def answer_to(self, ask: Ask, acts: dict[str, Value]) -> Answer:
        legal = list(ask.legal(()))
        if ask.key in acts and acts[ask.key] in legal:
            return (acts[ask.key],)
        quiet = next((word for word in ("none", "no", "done") if word in legal), None)
        if not ask.places:
            return ()
        return (quiet if quiet is not None else legal[0] if legal else "none",) * ask.places


@pytest.mark.parametrize(
    ("special", "acts", "options", "ruling", "seat"),
    [
        ("villager", {"werewolf.knife": 9, "guard.ask": 9}, {}, "knife.guarded", 9),
        ("villager", {"werewolf.knife": 9, "witch.save": "yes"}, {}, "knife.saved", 9),
        ("villager", {"werewolf.knife": 9, "guard.ask": 9, "witch.save": "yes"}, {}, "cause.double_save", 9),
        (
            "villager",
            {"werewolf.knife": 9, "guard.ask": 9, "witch.save": "yes"},
            {"guard_save_conflict": "saved"},
            "knife.both",
            9,
        ),
        ("villager", {"werewolf.knife": 9}, {}, "cause.knife", 9),
        ("villager", {"witch.poison": 9}, {}, "cause.poison", 9),
        ("villager", {"witch.poison": 9, "guard.ask": 9}, {}, "cause.poison", 9),
        ("villager", {}, {}, "no_knife", 0),
        ("elder", {"werewolf.knife": 8}, {}, "knife.life", 8),
        ("cursed_fox", {"werewolf.knife": 8}, {}, "knife.immune", 8),
        ("cursed_fox", {"seer.ask": 8}, {}, "cause.check", 8),
        ("demon_hunter", {"witch.poison": 8}, {}, "poison.immune", 8),
        ("old_rogue", {"witch.poison": 8}, {}, "poison.late", 8),
        ("dreamer", {"werewolf.knife": 9, "dreamer.ask": 9}, {}, "knife.dream", 9),
        ("dreamer", {"witch.poison": 9, "dreamer.ask": 9}, {}, "poison.dream", 9),
        ("dreamer", {"werewolf.knife": 8, "dreamer.ask": 9}, {}, "cause.dream", 9),
        ("time_consort", {"witch.poison": 9, "time_consort.ask": 9}, {}, "locked", 5),
        ("nightmare", {"nightmare.ask": 7, "seer.ask": 9}, {}, "blocked", 0),
        ("nightmare", {"nightmare.ask": 1, "werewolf.knife": 9}, {}, "knife_taken", 0),
    ],
)
def test_a_night_is_ruled(
    special: str, acts: dict[str, Value], options: dict[str, object], ruling: str, seat: int, tmp_path: Path
) -> None:
    story = tell(Night(special, acts, options).write(tmp_path / "g.jsonl"))
    assert story.unplayed == ""
    found = [one for one in story.rulings if one.key == ruling]
    assert len(found) == 1, [one.key for one in story.rulings]
    assert not seat or found[0].slots["seat"] == seat
    assert rule_of(ruling).startswith("R ")
    for language in ("zh", "en"):
        text = ruling_text(found[0], RecapTexts(language))
        assert not seat or str(seat) in text


def test_a_seat_that_is_knifed_and_poisoned_has_a_ruling_for_each(tmp_path: Path) -> None:
    acts: dict[str, Value] = {"werewolf.knife": 9, "witch.poison": 9}
    story = tell(Night("villager", acts, {}).write(tmp_path / "g.jsonl"))
    assert {one.key for one in story.rulings if one.slots.get("seat") == 9} == {"cause.knife", "cause.poison"}
