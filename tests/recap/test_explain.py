"""Why a seat is out: the same words at the table and in the recap, for every cause there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from narrator.recap.command import tell
from narrator.recap.explain import explain
from narrator.recap.texts import RecapTexts, catalogue, rule_of
from narrator.recap.view import ruling_rows, ruling_text, seat_rows
from narrator.rules import nightwork
from tests.recap.journals import random_journal

ROOT = Path(__file__).parents[2]
ACTS = [
    value
    for name, value in vars(nightwork).items()
    if name.isupper() and isinstance(value, str) and name not in ("DONE", "NONE", "TIMEOUT", "GOOD")
]
RULE = re.compile(r"R [0-9G]")


def causes_of_the_rules() -> set[str]:
    """Every cause that the engine's files give a death."""
    found: set[str] = set()
    for file in (ROOT / "narrator" / "rules").rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        found |= set(re.findall(r'Death\([^)]*?frozenset\(\{"([a-z_]+)"\}', text))
        found |= set(re.findall(r'Hit\("([a-z_]+)"', text))
    return found | {"penalty", "leave", "bomb"}


def test_every_cause_of_the_rules_has_words_and_a_rule() -> None:
    causes = causes_of_the_rules()
    assert len(causes) > 25
    for language in ("zh", "en"):
        texts = RecapTexts(language)
        for cause in causes:
            assert texts.has(f"cause.{cause}"), cause
            assert RULE.match(rule_of(f"cause.{cause}")), cause


def test_one_line_with_causes_rules_and_who_caused_it() -> None:
    assert explain(3, ["poison", "knife"], (9, 4), "zh") == (
        "3号出局：被狼人击杀（R 4.2 no 15）、被毒杀（R 4.2 no 20）。起因：9号、4号。"
    )
    assert explain(5, ["vote"], (1, 2), "zh") == "5号出局：被放逐（R 5.6）。投票：1号、2号。"
    assert explain(7, ["lover"], (2,), "en") == "#7 is out: followed the lover (R 4.2 no 32). Caused by #2."


def test_the_packs_knife_names_no_wolf_and_a_self_destruct_not_itself() -> None:
    assert "起因" not in explain(3, ["knife"], (9,), "zh")
    assert "起因" not in explain(3, ["explode"], (3,), "zh")


def test_a_cause_of_another_version_is_told_by_its_id() -> None:
    assert "eaten" in explain(3, ["eaten"], (), "en")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_recap_says_why_in_the_same_words(language: str, tmp_path: Path) -> None:
    texts = RecapTexts(language)
    for seed in range(8):
        story = tell(random_journal(seed, tmp_path / f"{seed}.jsonl"))
        for row in seat_rows(story, texts):
            exit = story.exit_of(row.player.seat)
            if exit is not None:
                assert row.why == explain(exit.seat, exit.causes, exit.by, language)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_ruling_of_random_games_has_words_and_a_rule(language: str, tmp_path: Path) -> None:
    texts = RecapTexts(language)
    kinds: set[str] = set()
    for seed in range(100, 120):
        story = tell(random_journal(seed, tmp_path / f"{seed}.jsonl"))
        for row in ruling_rows(story, texts):
            kinds.add(row.ruling.key)
            assert row.text and "{" not in row.text
            assert row.text != row.ruling.key
            assert RULE.match(row.rule), row.ruling.key
            assert row.text == ruling_text(row.ruling, texts)
    assert {"no_knife", "blocked", "tie", "exiled", "elected", "badge", "badge_torn"} <= kinds


def test_every_kind_of_act_has_a_name_and_a_sign() -> None:
    for language in ("zh", "en"):
        texts = RecapTexts(language)
        signs = []
        for kind in ACTS:
            assert texts.has(f"deed.{kind}"), kind
            signs.append(texts(f"glyph.{kind}"))
        assert len(set(signs)) == len(signs) == 28


def test_both_languages_and_the_rules_have_the_same_keys() -> None:
    chinese, english = (catalogue("narrator.recap", f"{language}.yaml") for language in ("zh", "en"))
    assert set(chinese) == set(english)
    slots = re.compile(r"\{(\w+)\}")
    for key, text in chinese.items():
        assert set(slots.findall(text)) >= set(slots.findall(english[key])) - {"role"}, key
    rulings = {key for key in catalogue("narrator.recap", "rulings.yaml") if not key.startswith("won.")}
    assert rulings <= set(chinese)
