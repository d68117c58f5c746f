"""Options: every switch of the rules, each with the default of the standard board (R 9).

One field an option, spelled as hosts spell it in a board file. What an option means in a host's words stands
in `options.yaml` beside this file. Values are strict: only true and false are booleans, a word is no number.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from narrator.rules.option_types import (
    Bounds,
    Many,
    RoleList,
    Rounds,
    Seconds,
    ShotCause,
    ShotCauses,
    Weight,
    whole,
)


class OptionError(ValueError):
    """An option that does not exist, or a value it cannot have: `option`, `value`, what was `expected`."""

    def __init__(self, option: str, value: object, expected: str) -> None:
        super().__init__(f"{option}: {_spelled(value)}: expected {expected}")
        self.option = option
        self.value = value
        self.expected = expected


class Options(BaseModel):
    """All rule options of a game, resolved. Frozen; every field has the default of `std12`."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    # game and victory
    wolf_victory: Literal["tubian", "tucheng", "tumin", "min_or_jutou", "second_last"] = "tubian"
    jutou_roles: RoleList = ("seer", "witch", "hunter")
    wolves_outnumber: Literal["off", "gt", "ge", "vote_control"] = "gt"
    wolves_outnumber_auto: bool = False
    two_left_sheriff_wins: bool = True
    knife_first: Literal["off", "last_god", "general"] = "general"
    exile_shot_before_check: bool = False
    draw_rule: Literal["off", "one_quiet_round", "two_quiet_rounds", "judge"] = "judge"
    good_needs_survivor: bool = False
    good_needs_lovers_out: bool = True
    wolves_need_lovers_out: bool = True
    wolves_starve: bool = False
    fox_overrides: bool = True
    piper_wins_if_killed_same_night: bool = True
    piper_goal_excludes_self: bool = True
    announce_lost_camp: bool = False
    reveal_on_death: Literal["yes", "no", "ask"] = "no"
    dead_may_watch: bool = False
    players_range: Bounds = (6, 18)
    table: Literal["s4", "s0k", "custom"] = "s4"

    # night
    order_preset: Literal["canonical", "S0a", "S0k", "S0g", "S0o"] = "canonical"
    call_absent: Literal["configured", "all", "none"] = "configured"
    call_dead: bool = True
    night_limits: Literal["s0g_r", "s0g", "off"] = "s0g_r"
    on_timeout: Literal["no_action", "remind_then_none"] = "remind_then_none"
    dead_pause: Bounds = (40, 100)
    n1_kill_protection: Literal["off", "prev_first", "s0l", "remind"] = "remind"
    protect_newcomers: Literal["off", "remind"] = "remind"
    bgm: bool = True
    show_only_every_night: Literal["n1", "idiot"] = "n1"

    # roles
    seer_result: Literal["camp", "exact_card"] = "camp"
    seer_gesture: Literal["claw", "thumb_down", "s0r"] = "claw"
    witch_potions_per_night: Annotated[Literal[1, 2, "1_per_game"], BeforeValidator(whole)] = 1
    witch_self_save: Literal["never", "n1", "no_guard", "guard_not_alive", "always"] = "never"
    witch_self_poison: bool = True
    witch_told_after_antidote: Literal["no", "own_death_only", "always"] = "own_death_only"
    witch_shown_victim_by: Literal["fingers", "earpiece"] = "fingers"
    guard_consecutive: Literal["forbidden", "kills"] = "forbidden"
    guard_empty: Literal["allowed", "not_two_nights", "forbidden"] = "allowed"
    guard_self: bool = True
    guard_save_conflict: Literal["dies", "saved"] = "dies"
    guard_little_girl: Literal["no_effect", "not_selectable", "normal"] = "not_selectable"
    guard_looks_at_card: bool = False
    hunter_shoots_on: ShotCauses = frozenset({"knife", "vote", "double_save"})
    hunter_flip_must_shoot: bool = True
    hunter_flip_no_last_words: bool = False
    hunter_hidden_card_with_wolf_king: bool = True
    idiot_flip: Literal["optional", "automatic"] = "optional"
    idiot_speech: Literal["own_turn", "interject", "interject_no_answers", "interject_unless_killed"] = (
        "interject_no_answers"
    )
    idiot_second_exile: Literal["out", "cannot_be_voted"] = "out"
    elder_knife_lives: Many = 2
    elder_kill_effect: Literal["none", "gods_lose"] = "gods_lose"
    scapegoat_before_pk: bool = True
    cupid_camp: Literal["s4", "s1", "s0g", "s0l", "s0q"] = "s4"
    cupid_counts_as: Literal["none", "villager", "god", "by_board"] = "none"
    cupid_may_skip: bool = True
    cupid_self: bool = True
    lovers_know: Literal["recognise", "good_bad_sign"] = "recognise"
    lovers_no_vote: bool = True
    lovers_no_kill: bool = True
    lovers_taps: Literal["after", "before"] = "after"
    thief_cards: Literal["two_villagers", "two", "random"] = "random"
    thief_must_take: Literal["both_wolves", "any_wolf", "special_wolf_first"] = "special_wolf_first"
    thief_may_keep: bool = False
    little_girl: bool = False
    piper_targets: Literal["exactly_2", "up_to_2"] = "up_to_2"
    piper_enchanted_wake: bool = True
    wild_child_trigger: Literal["vote", "any_death"] = "vote"
    wild_child_counts_as: Literal["villager", "god", "none"] = "villager"
    dreamer_overrides: bool = True
    dreamer_self: bool = False
    crow_pk_vote: bool = False
    magician_self: bool = True
    knight_vs_third: Literal["dies", "survives"] = "dies"
    silencer_announced: Literal["dawn", "privately"] = "dawn"
    old_rogue_counts_as: Literal["villager", "god"] = "villager"
    bear_dead_line: Literal["quiet", "silent"] = "quiet"
    bear_neighbours: Literal["living", "seats"] = "living"
    merchant_third_skill: Literal["guard", "gun"] = "guard"
    lucky_use_from: Literal["same", "next"] = "same"
    fool_exile_uses_body: bool = True
    light_count_blocks_knife: bool = True
    alchemist_flow: bool = True
    wolf_self_knife: Literal["allowed", "forbidden"] = "allowed"
    wolf_disagree: Literal["empty"] = "empty"
    wolf_king_shoots_on: Literal["s4"] = "s4"
    scholar_mentor: Literal["off", "double_target_only"] = "off"
    hidden_wolf_alone: Literal["dies", "joins"] = "dies"
    beauty_charm_on: Literal["exile_or_shot", "plus_duel", "any"] = "exile_or_shot"
    beauty_repeat_charm: bool = True
    reflect_all_checkers: bool = False
    raven_threshold_counts_self: bool = True
    mech_use_from: Literal["next", "same"] = "next"
    little_brother_seer_after: Literal["good", "wolf"] = "good"
    servant_death_dawn: Literal["k+1", "k"] = "k+1"
    poison_on_fox: bool = True
    butterfly: Literal["off", "on"] = "off"

    # day
    sheriff_mode: Literal["none", "d1_before_deaths", "d1_after_speeches", "any"] = "d1_before_deaths"
    sheriff_min_players: Many = 9
    sheriff_weight: Weight = 1.5
    election_voters: Literal["non_candidates", "all"] = "non_candidates"
    election_stand: Literal["eyes_shut", "count_in"] = "eyes_shut"
    election_order: Literal["parity", "clock_sum", "fixed_up", "fixed_down"] = "parity"
    election_tie: Literal["pk_then_none", "none"] = "pk_then_none"
    election_all_stand: Literal["s4", "no_badge"] = "s4"
    election_single: Literal["automatic", "vote"] = "automatic"
    sheriff_may_refuse: bool = False
    badge_swallow: Annotated[Literal[1, 2], BeforeValidator(whole)] = 1
    badge_loss_on_death: Literal["transfer_or_tear", "must_transfer", "may_transfer"] = "transfer_or_tear"
    sheriff_speaks: Literal["last", "may_speak_first"] = "last"
    speech_order: Literal["sheriff_else_s1", "s1", "alternate", "sheriff_free", "judge"] = "sheriff_else_s1"
    left_is: Annotated[Literal[1, -1], BeforeValidator(whole)] = 1
    speech_seconds: Seconds = 120
    speech_warning: Seconds = 30
    talk_rounds: Rounds = (1, 1)
    vote_style: Literal["hands", "eyes_shut", "point"] = "hands"
    late_votes: Literal["invalid"] = "invalid"
    abstain: bool = True
    tie_rule: Literal["pk_then_peace", "sheriff_decides", "revote_all", "sheriff_vote_or_none"] = "pk_then_peace"
    void_vote_allowed: bool = False
    last_words: Literal[
        "first_night_and_day",
        "n1_all_n2_single",
        "two_nights",
        "quota_wolves",
        "not_if_poisoned",
        "always",
        "voted_only",
        "none",
    ] = "first_night_and_day"
    last_words_quota: Many | Literal["none"] = "none"
    exploder_last_words: Literal["none", "yes"] = "none"
    exploder_knife: Literal["none", "join", "join_and_decides"] = "join"
    explode_when: Literal["any_speech", "not_during_vote", "after_deaths"] = "not_during_vote"
    poison_swallow: Literal["d1_election", "void", "off"] = "d1_election"
    knight_window: Literal["s4"] = "s4"
    scapegoat_list: bool = True
    death_order: Literal["ascending"] = "ascending"
    death_phrase_set: Literal["A", "B", "C", "D"] = "A"
    hunter_shot_time: Literal["after"] = "after"
    idiot_badge: Literal["no_effect", "keeps_powers"] = "no_effect"
    white_cat_flip: bool = True
    judge_penalties: Literal["warn", "point_kill", "judge"] = "judge"

    @classmethod
    def preset(cls, name: str, changes: Mapping[str, object] | None = None) -> Options:
        """The options of preset `name`, then `changes` on top. Raises `OptionError`."""
        if name not in PRESETS:
            raise OptionError("preset", name, "one of " + ", ".join(PRESETS))
        merged: dict[str, Any] = {**PRESETS[name], **(changes or {})}
        for option in merged:
            if option not in cls.model_fields:
                raise OptionError(str(option), merged[option], expected(str(option)))
        try:
            return cls(**merged)
        except ValidationError as error:
            option = str(error.errors()[0]["loc"][0])
            raise OptionError(option, merged[option], expected(option)) from None

    def differing(self, other: Options | None = None) -> dict[str, object]:
        """The options that differ from `other` (the defaults), with these values, in the order of R 9."""
        base = other or DEFAULTS
        mine = ((name, getattr(self, name)) for name in OPTION_NAMES)
        return {name: value for name, value in mine if value != getattr(base, name)}


OPTION_NAMES: tuple[str, ...] = tuple(Options.model_fields)
"""Every option, in the order of R 9."""

DEFAULTS = Options()

PRESETS: Mapping[str, Mapping[str, object]] = {
    "std12": {},
    "event12": {  # S0o
        "badge_swallow": 2,
        "last_words": "two_nights",
        "election_order": "clock_sum",
        "vote_style": "eyes_shut",
        "election_stand": "count_in",
    },
    "club": {  # S0q
        "witch_told_after_antidote": "no",
        "cupid_camp": "s0q",
        "cupid_counts_as": "by_board",
        "n1_kill_protection": "prev_first",
        "wolves_outnumber": "vote_control",
    },
    "classic": {  # S0a
        "wolf_victory": "second_last",
        "reveal_on_death": "yes",
        "dead_may_watch": True,
        "order_preset": "S0a",
        "seer_result": "exact_card",
        "witch_potions_per_night": 2,
        "witch_self_save": "always",
        "hunter_shoots_on": ("any",),
        "thief_must_take": "both_wolves",
        "thief_may_keep": True,
        "little_girl": True,
        "sheriff_mode": "any",
        "sheriff_weight": 2,
        "election_voters": "all",
        "badge_loss_on_death": "must_transfer",
        "tie_rule": "sheriff_decides",
        "abstain": False,
        "last_words": "none",
    },
}
"""What each preset changes (R 9, Presets)."""

_SPECIAL: Mapping[str, str] = {
    "jutou_roles": "a list of role ids, at least one, each once",
    "players_range": "[least, most], whole numbers from 0 to 100, the smaller first",
    "dead_pause": "[from, to], whole numbers from 0 to 100, the smaller first",
    "talk_rounds": "[day 1, later days], whole numbers from 1 to 9",
    "hunter_shoots_on": "a list out of " + ", ".join(get_args(ShotCause)),
    "sheriff_weight": "one of 1.5, 2",
    "elder_knife_lives": "a whole number from 1 to 1000",
    "sheriff_min_players": "a whole number from 1 to 1000",
    "last_words_quota": "a whole number from 1 to 1000, or none",
    "speech_seconds": "a whole number from 0 to 3600",
    "speech_warning": "a whole number from 0 to 3600",
}


def values(option: str) -> tuple[object, ...]:
    """Every value an option can have; empty for numbers and lists. Raises `KeyError`."""
    if option == "sheriff_weight":
        return (1.5, 2.0)
    annotation = Options.model_fields[option].annotation
    if annotation is bool:
        return (False, True)
    return get_args(annotation) if get_origin(annotation) is Literal else ()


def expected(option: str) -> str:
    """In words, what may stand behind an option; for an unknown one, where to find the names."""
    if option not in Options.model_fields:
        near = get_close_matches(option, OPTION_NAMES, 1)
        return "the name of an option" + (f"; did you mean {near[0]}?" if near else "")
    if option in _SPECIAL:
        return _SPECIAL[option]
    if Options.model_fields[option].annotation is bool:
        return "true or false"
    return "one of " + ", ".join(str(value) for value in values(option))


def _spelled(value: object) -> str:
    """A value as it stands in a YAML file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple, set, frozenset)):
        return "[" + ", ".join(_spelled(item) for item in value) + "]"
    return str(value)
