"""The guide for hosts: every role, every option and every value of it, in both languages."""

from __future__ import annotations

import pytest

from narrator.lines import Guide, LineError, load_book, load_guide
from narrator.rules.options import DEFAULTS, OPTION_NAMES, values

GUIDES = pytest.mark.parametrize("guide", [load_guide("zh"), load_guide("en")], ids=["zh", "en"])


def test_both_guides_have_the_same_texts() -> None:
    assert load_guide("zh").texts.keys() == load_guide("en").texts.keys()


@GUIDES
def test_every_option_and_each_of_its_values_is_explained(guide: Guide) -> None:
    for name in OPTION_NAMES:
        assert guide.option(name)
        for value in values(name):
            if not isinstance(value, bool):
                assert guide.has(
                    f"option.{name}.{value:g}" if isinstance(value, float) else f"option.{name}.{value}"
                )
    explained = {key.split(".")[1] for key in guide.texts if key.startswith("option.")}
    assert explained == set(OPTION_NAMES)


@GUIDES
def test_every_named_role_is_explained(guide: Guide) -> None:
    persons = {"sheriff", "lovers", "enchanted", "brothers", "lucky_one", "exploder"}
    named = {key.removeprefix("role.") for key in load_book(guide.language).keys if key.startswith("role.")}
    assert {key.removeprefix("role.") for key in guide.texts if key.startswith("role.")} == named - persons


@GUIDES
def test_every_default_can_be_told(guide: Guide) -> None:
    for name in OPTION_NAMES:
        assert guide.value(name, getattr(DEFAULTS, name))


def test_values_are_told_in_words() -> None:
    zh = load_guide("zh")
    assert zh.value("guard_self", True) == "是"
    assert zh.value("sheriff_weight", 1.5) == "一点五票"
    assert zh.value("hunter_shoots_on", frozenset({"vote", "knife"})) == "被狼人击杀、被放逐"
    assert zh.value("jutou_roles", ("seer", "witch")) == "预言家、女巫"
    assert zh.value("talk_rounds", (1, 2)) == "1、2"
    assert load_guide("en").value("last_words_quota", "none") == "none"


def test_what_is_not_known_is_said() -> None:
    with pytest.raises(LineError, match=r"the en guide has no text `role\.baker`"):
        load_guide("en").role("baker")
