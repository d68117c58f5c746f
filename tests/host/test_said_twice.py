"""Two of two: a doubtful number of the night counts when the next one means the same, each in its own code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from narrator.boards.file import load_board
from narrator.hearing.ears import By
from tests.host import nights
from tests.host.nights import Deed, Do, Run, When, say, typing

FIVE = nights.board("five")
TRUTH = next(nights.first_nights(FIVE))
KEYS = (4, 1, 3, 0, 2, 5)


def doubt(value: int | str) -> Deed:
    return Deed(When.CALL, Do.DOUBT, value)


MUMBLE = Deed(When.CALL, Do.MUMBLE)


def wolf(deeds: Sequence[Deed]) -> tuple[int | str, str, int]:
    """The first question of the night: what was entered, by whom, and how often the table heard "again"."""
    seer = say(TRUTH.acts[1])
    run: Run = nights.night(FIVE, TRUTH, KEYS, [*deeds, seer])
    assert run.undone == [], "the host did not come to all that the judge had planned"
    again = sum(line.key == "host.again" for line in run.lines)
    entry = run.journal.lines[len(TRUTH.before)]  # type: ignore[attr-defined]
    (value,) = run.game.entries[len(TRUTH.before)]  # type: ignore[misc]
    return value, str(entry["by"]), again


VOICE, KEY = By.VOICE.value, By.KEY.value


@pytest.mark.parametrize(
    ("deeds", "taken"),
    [
        ([say(3)], (3, VOICE, 0)),
        ([doubt(3), doubt(3)], (3, VOICE, 1)),
        ([doubt(3), say(2)], (2, VOICE, 1)),
        ([doubt(3), MUMBLE, doubt(3)], (3, VOICE, 2)),
        ([doubt(3), doubt(2), doubt(2)], (2, VOICE, 2)),
        ([doubt(3), doubt(2), doubt(3), typing("04")], (4, KEY, 3)),
        ([MUMBLE, MUMBLE, MUMBLE, typing("04")], (4, KEY, 3)),
    ],
    ids=["sure", "twice", "then sure", "a mumble between", "another one twice", "never twice", "three strikes"],
)
def test_what_counts(deeds: Sequence[Deed], taken: tuple[int | str, str, int]) -> None:
    assert wolf(deeds) == taken


def test_a_doubtful_number_that_stands_for_nothing_is_asked_again_too(tmp_path: Path) -> None:
    """The witch is asked yes or no: 5 is neither. Heard with doubt it is no answer; said for sure, or twice, it is put
    right by key, and the table hears nothing of that."""
    path = tmp_path / "witch.yaml"
    path.write_text(
        "{name: w, roles: {werewolf: 1, witch: 1, villager: 3}, rules: {players_range: [5, 18], "
        "wolf_victory: tucheng}}",
        encoding="utf-8",
    )
    board = load_board(path)
    truth = next(nights.first_nights(board))
    entries = (*truth.before, (3,))
    question = nights.asked(board, truth.deal, entries)
    assert question is not None and question.ring == ("yes", "no")
    for witch, again in (
        ([doubt(5), say("no")], 1),
        ([say(5), typing("92")], 0),
        ([doubt(5), doubt(5), typing("92")], 1),
    ):
        run = nights.night(board, truth, KEYS, [say(3), *witch])
        assert run.game.entries[len(entries)] == ("no",)
        assert sum(line.key == "host.again" for line in run.lines) == again
