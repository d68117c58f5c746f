"""What the judge alone is given: the sign to make beside a fact, and why a seat is out."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.host.mouths import TimedMouth
from narrator.host.rehearse import Rehearsal
from narrator.host.view import Fact, View
from narrator.lines import load_book
from narrator.recap.explain import explain
from narrator.speaking.mouth import Audience
from tests.host.rehearsing import rehearsed, settings
from tests.host.test_typed_games import at, play_on, quiet
from tests.host.typing_games import TypedGame

SIGNS = {key: load_book("zh").render(key) for key in load_book("zh").keys if key.startswith("gesture.")}


def test_the_sign_stands_on_the_screen_and_is_never_spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spoken: list[tuple[Audience, str]] = []
    say = TimedMouth.say

    def listened(self: TimedMouth, text: str, audience: Audience, done: object) -> None:
        spoken.append((audience, text))
        say(self, text, audience, done)  # type: ignore[arg-type]

    monkeypatch.setattr(TimedMouth, "say", listened)
    facts: set[Fact] = set()

    def watched(rehearsal: Rehearsal) -> None:
        def see(view: View) -> None:
            facts.update(view.facts)

        rehearsal.desk.subscribe(see)

    heard = rehearsed(settings(tmp_path, board="std12", seed=7, lang="zh"), ready=watched)
    checks = [fact for fact in facts if fact.key == "private" and fact.value in ("good", "wolf")]
    assert checks
    for fact in checks:
        sign = SIGNS["gesture.good" if fact.value == "good" else "gesture.wolf.claw"]
        assert fact.text.endswith(" · " + sign) and fact.text != " · " + sign
    for audience in Audience:
        assert not [text for to, text in spoken if to is audience and any(s in text for s in SIGNS.values())]
    shown = [line for line in heard.lines if line.kind == "show"]
    assert {str(line.data["sign"]) for line in shown if "sign" in line.data} <= set(SIGNS)
    assert all(line.to == "judge" for line in shown)


def test_why_tells_on_the_screen_what_the_recap_tells(tmp_path: Path) -> None:
    game = TypedGame(tmp_path)
    game.answer(5)  # knife
    game.until(at("speech"), quiet)
    game.type("why5")
    play_on(game)
    done, _ = game.run()
    assert done.returncode == 0, done.stderr
    death = game.game.table.seats[5].death
    assert death is not None
    why = explain(5, game.game.why(5), death.by, "en")
    assert "R 4.2" in why and why in done.stdout
