"""Boards and deals: every named board, refusals with their reason, what hosts are told."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from narrator.boards.deal import load_deal, random_deal
from narrator.boards.describe import boards, roles
from narrator.boards.file import board_names, load_board, read_board, table_board
from narrator.boards.texts import Texts, described, told
from narrator.rules.options import OPTION_NAMES, PRESETS, values
from narrator.rules.role import WOLF, Side
from narrator.rules.roles import ROLES
from narrator.yamlfile import BadFile, Map, Seq, parse

S4 = {8: (2, 3, 3), 9: (3, 3, 3), 10: (3, 3, 4), 11: (3, 4, 4), 12: (4, 4, 4), 13: (4, 4, 5), 14: (4, 5, 5)}
S4 |= {15: (5, 5, 5), 16: (5, 5, 6), 17: (5, 6, 6), 18: (6, 6, 6)}
S0K = {7: (3, 2, 2), 8: (3, 2, 3), 9: (3, 2, 4), 10: (4, 3, 3), 11: (4, 3, 4), 12: (5, 4, 3), 13: (5, 4, 4)}


def read(text: str) -> object:
    return read_board(parse(text, "board.yaml"), "board")


@pytest.mark.parametrize("name", board_names())
def test_every_named_board_can_be_dealt(name: str) -> None:
    board = load_board(name)
    deal = random_deal(board, random.Random(1))
    assert len(deal.seats) == board.players
    assert Counter((*deal.seats, *deal.extra)) == Counter(board.deck)


@pytest.mark.parametrize(("table", "rows"), [("s4", S4), ("s0k", S0K)])
def test_the_tables_hold_wolves_gods_and_villagers_as_stated(table: str, rows: dict[int, tuple[int, int, int]]) -> None:
    for players, (wolves, gods, villagers) in rows.items():
        board = table_board(players, table)
        cards = [ROLES[role] for role in board.deck]
        counted = (
            sum(card.camp == WOLF for card in cards),
            sum(card.side is Side.GOD for card in cards),
            sum(card.side is Side.VILLAGER for card in cards),
        )
        assert counted == (wolves, gods, villagers), players
        assert board.players == players


def test_a_number_of_players_without_a_table_is_refused() -> None:
    with pytest.raises(BadFile, match="19 players: expected 6 to 18"):
        table_board(19)


@pytest.mark.parametrize("preset", PRESETS)
def test_each_preset_has_its_board(preset: str) -> None:
    assert set(load_board(preset).options.differing()) == set(PRESETS[preset])


def test_a_thief_needs_two_cards_more_than_players() -> None:
    board = load_board("thief")
    assert (board.players, board.cards, board.extras) == (12, 14, 2)
    default = read_board(parse("roles: {werewolf: 1, thief: 1, seer: 1, villager: 3}"), "x")
    assert default.extra == ("villager", "villager")


def test_fixed_extra_cards_are_not_dealt() -> None:
    text = "roles: {werewolf: 2, thief: 1, seer: 1, villager: 4}\nextra: [witch, villager]\nrules: {thief_cards: two}"
    board = read_board(parse(text), "x")
    for seed in range(20):
        deal = random_deal(board, random.Random(seed))
        assert deal.extra == ("witch", "villager")
        assert "witch" not in deal.seats


SMALL = "roles: {werewolf: 2, seer: 1, villager: 4%s}"
REFUSED = [
    ("roles: {white_wolf: 1, villager: 6}", 1, "white_wolf: cannot be played"),
    ("roles: {prejudiced: 1, villager: 6}", 1, "prejudiced: cannot be played"),
    (
        SMALL % ", day_scholar: 1, night_mentor: 1",
        1,
        "day_scholar: not without scholar_mentor: double_target_only",
    ),
    (SMALL % ", butterfly: 1", 1, "butterfly: not without butterfly: on"),
    (SMALL % ", little_girl: 1", 1, "little_girl: not without little_girl: true"),
    (
        "rules: {scholar_mentor: double_target_only}\n" + SMALL % ", night_mentor: 1",
        2,
        "night_mentor: expected day_scholar",
    ),
    (SMALL % ", wolf_little_brother: 1", 1, "wolf_little_brother: expected wolf_big_brother"),
    (SMALL % ", sear: 1", 1, "sear: unknown role"),
    (SMALL % ", witch: 2", 1, "witch: 2: expected 1: only werewolf and villager"),
    (SMALL % ", witch: 0", 1, "witch: 0: expected how many"),
    (SMALL % ", witch: yes", 1, "witch: yes: expected how many"),
    ("roles: {villager: 4, seer: 1, witch: 1}", 1, "no wolf: expected at least one"),
    ("roles: {werewolf: 6}", 1, "nobody good: expected at least one"),
    ("roles: {werewolf: 1, villager: 3}", 1, "players_range: 4 players: expected 6 to 18"),
    ("name: x\nroles: {werewolf: 9, villager: 20}", 1, "players_range: 29 players"),
    (SMALL % "" + "\nrules: {speech_seconds: 20}", 2, "speech_warning: 30: expected at most"),
    (
        SMALL % "" + "\nrules:\n  last_words_quota: 3",
        3,
        "last_words_quota: expected last_words: quota_wolves",
    ),
    (
        SMALL % "" + "\nrules: {void_vote_allowed: true}",
        2,
        "void_vote_allowed: expected tie_rule: sheriff_decides",
    ),
    (
        SMALL % "" + "\nrules: {wolf_victory: min_or_jutou, jutou_roles: [witch]}",
        2,
        "jutou_roles: expected at least one",
    ),
    (
        "roles: {werewolf: 2, seer: 1, witch: 1, hunter: 1, guard: 1}\nrules: {wolf_victory: tumin}",
        2,
        "expected villagers",
    ),
    (
        SMALL % "" + "\nrules: {wolves_outnumber: off, wolves_outnumber_auto: true}",
        2,
        "wolves_outnumber_auto: true",
    ),
    (SMALL % "" + "\nrules: {hunter_shoots_on: [any, knife]}", 2, "any stands for every cause"),
    (SMALL % "" + "\nrules: {call_dead: no}", 2, "call_dead: no: expected true or false"),
    (SMALL % "" + "\nrules: [call_dead]", 2, "rules: [call_dead]: expected {option: value"),
    (SMALL % "" + "\npreset: std13", 2, "preset: std13: expected one of std12"),
    (SMALL % "" + "\nextra: [witch, hunter]", 2, "only a board with a thief has extra cards"),
    (SMALL % ", thief: 1" + "\nextra: [witch]", 2, "expected a list of two roles"),
    (SMALL % ", thief: 1" + "\nextra: [seer, villager]", 2, "cards that are not dealt already: seer"),
    (SMALL % ", thief: 1" + "\nrules: {thief_cards: two}", 1, "extra: missing: expected the two cards"),
    (SMALL % "" + "\nplayers: 7", 2, "players: unknown key"),
    ("name: x", 1, "roles: missing"),
    ("[1, 2]", 1, "expected a board"),
]


@pytest.mark.parametrize(("text", "line", "what"), REFUSED)
def test_a_board_that_cannot_be_played_is_refused_with_the_reason(text: str, line: int, what: str) -> None:
    with pytest.raises(BadFile) as caught:
        read(text)
    assert what in caught.value.what
    assert caught.value.line == line
    assert "\n" not in str(caught.value)


def test_an_unknown_name_tells_which_boards_there_are(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="std12"):
        load_board("std13")
    with pytest.raises(BadFile, match="cannot be read"):
        load_board(tmp_path / "none.yaml")


def test_a_file_is_a_board_as_well_as_a_name(tmp_path: Path) -> None:
    file = tmp_path / "ours.yaml"
    file.write_text("name: ours\nroles: {werewolf: 2, seer: 1, villager: 4}\n", encoding="utf-8")
    board = load_board(file)
    assert (board.name, board.players) == ("ours", 7)
    assert boards(str(file), "en")[0] == "ours: 7 players"


DEALS = [
    ("{seats: [seer, werewolf]}", "seats: [seer, werewolf]: expected a list of 8 roles"),
    (
        "seats: [seer, seer, werewolf, villager, villager, villager, villager, villager]",
        "1 seer too many, 1 werewolf",
    ),
    ("seats: [1, 2, 3, 4, 5, 6, 7, 8]", "item 1: 1: expected the id of a role"),
    ("seat: []", "seat: unknown key"),
    ("[]", "expected a deal"),
]


@pytest.mark.parametrize(("text", "what"), DEALS)
def test_a_deal_that_does_not_fit_the_board_is_refused(tmp_path: Path, text: str, what: str) -> None:
    file = tmp_path / "deal.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadFile) as caught:
        load_deal(file, load_board("minimum"))
    assert what in caught.value.what


def test_a_deal_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "deal.yaml"
    file.write_text(
        "seats: [villager, werewolf, villager, villager, seer, villager, werewolf, villager]",
        encoding="utf-8",
    )
    assert load_deal(file, load_board("minimum")).seats[4] == "seer"


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("name", board_names())
def test_every_board_is_explained(name: str, language: str) -> None:
    lines = boards(name, language)
    assert Texts(language).board(load_board(name).name) in lines[0]
    assert not any("{" in line for line in lines)
    different = load_board(name).options.differing()
    assert sum(line.startswith("- ") for line in lines) >= len(different)


def test_options_that_leak_are_named(tmp_path: Path) -> None:
    text = "roles: {werewolf: 2, seer: 1, alchemist: 1, villager: 4}\nrules: {call_dead: false, call_absent: none}"
    file = tmp_path / "leaky.yaml"
    file.write_text(text, encoding="utf-8")
    heading = "These rules let the table hear secrets, on purpose:"
    lines = boards(str(file), "en")
    assert len([line for line in lines[lines.index(heading) + 1 :] if line.startswith("- ")]) >= 3
    assert heading not in boards("std12", "en")


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("role", told())
def test_every_role_is_explained(role: str, language: str) -> None:
    lines = roles(role, language)
    assert role in lines[0]
    assert len(lines) >= 2
    assert not any("{" in line for line in lines)


def test_an_unknown_role_is_refused() -> None:
    with pytest.raises(BadFile, match="sear"):
        roles("sear", "en")


def test_the_catalogues_describe_every_role_and_option_value() -> None:
    assert set(ROLES) <= set(told())
    assert tuple(described()) == OPTION_NAMES
    for option, entry in described().items():
        words = entry.get("values", {})
        assert isinstance(words, dict)
        listed = [value for value in values(option) if not isinstance(value, (bool, float))]
        assert all(any(str(word) == str(value) for word in words) for value in listed), option
        pairs = [entry["says"], *words.values()]
        for pair in pairs:
            assert isinstance(pair, Seq) and [type(text) for text in pair] == [str, str], option
        assert isinstance(entry, Map)


def test_every_board_that_comes_along_has_a_name_in_both_languages() -> None:
    chinese, english = Texts("zh"), Texts("en")
    names = [load_board(name).name for name in board_names()]
    assert [chinese.board(name) for name in names] == names
    told_names = [english.board(name) for name in names]
    assert all(name.isascii() for name in told_names)
    assert len(set(told_names)) == len(names)
    assert english.board("我家的板子") == "我家的板子"


def test_boards_are_listed_and_explained_in_english_without_a_chinese_word() -> None:
    lines = [*boards(None, "en"), *(line for name in board_names() for line in boards(name, "en"))]
    assert [line for line in lines if any("\u3400" <= char <= "\u9fff" for char in line)] == []
