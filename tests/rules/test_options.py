"""The rule options: strict values, defaults, presets, clear refusals."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from narrator.rules.options import DEFAULTS, OPTION_NAMES, PRESETS, OptionError, Options, expected, values


def test_every_option_has_a_default_that_is_one_of_its_values() -> None:
    assert len(OPTION_NAMES) == 134
    for option in OPTION_NAMES:
        listed = values(option)
        assert not listed or getattr(DEFAULTS, option) in listed, option


def test_std12_is_the_defaults() -> None:
    assert Options.preset("std12") == DEFAULTS
    assert Options.preset("std12").differing() == {}


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_differs_in_what_it_says_and_nothing_else(name: str) -> None:
    assert set(Options.preset(name).differing()) == set(PRESETS[name])


def test_changes_stand_on_top_of_the_preset() -> None:
    options = Options.preset("classic", {"sheriff_weight": 1.5, "last_words_quota": 3})
    assert (options.sheriff_weight, options.last_words_quota, options.abstain) == (1.5, 3, False)


def test_lists_become_values_that_can_be_compared() -> None:
    options = Options.preset("std12", {"hunter_shoots_on": ["vote", "knife"], "dead_pause": [10, 20]})
    assert options.hunter_shoots_on == frozenset({"knife", "vote"})
    assert options.dead_pause == (10, 20)
    assert hash(options) == hash(
        Options.preset("std12", {"hunter_shoots_on": ["knife", "vote"], "dead_pause": [10, 20]})
    )


def test_options_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        DEFAULTS.bgm = False


WRONG: list[tuple[str, object]] = [
    ("wolf_victory", "slaughter"),
    ("call_dead", "yes"),
    ("call_dead", 1),
    ("reveal_on_death", False),
    ("badge_swallow", True),
    ("badge_swallow", 3),
    ("left_is", 1.0),
    ("witch_potions_per_night", "1"),
    ("sheriff_weight", True),
    ("sheriff_weight", "2"),
    ("sheriff_weight", 1.75),
    ("hunter_shoots_on", "knife"),
    ("hunter_shoots_on", ["knife", "arrow"]),
    ("hunter_shoots_on", ["knife", "knife"]),
    ("jutou_roles", []),
    ("elder_knife_lives", 0),
    ("elder_knife_lives", 2.5),
    ("last_words_quota", False),
    ("last_words_quota", "many"),
    ("dead_pause", [60, 40]),
    ("dead_pause", [0, 50, 100]),
    ("talk_rounds", [0, 1]),
    ("players_range", 12),
    ("speech_seconds", -1),
    ("speech_seconds", None),
]


@pytest.mark.parametrize(("option", "value"), WRONG)
def test_a_wrong_value_is_refused_naming_option_and_what_was_expected(option: str, value: object) -> None:
    with pytest.raises(OptionError) as caught:
        Options.preset("std12", {option: value})
    assert caught.value.option == option
    assert caught.value.expected == expected(option)
    assert "\n" not in str(caught.value)


def test_an_unknown_option_suggests_the_nearest() -> None:
    with pytest.raises(OptionError, match="did you mean wolf_victory"):
        Options.preset("std12", {"wolf_victry": "tubian"})


def test_an_unknown_preset_names_those_there_are() -> None:
    with pytest.raises(OptionError, match="std12, event12, club, classic"):
        Options.preset("std11")
