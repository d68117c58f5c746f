"""The night never leaks: what the table hears does not depend on anything secret; each test notices when it does."""

from __future__ import annotations

import itertools
import os
import random
from dataclasses import replace
from pathlib import Path

import pytest

from narrator.boards.deal import Deal, random_deal
from narrator.boards.file import load_board
from narrator.host.prompts import Prompts
from narrator.host.rehearse import Rehearsal
from narrator.host.view import Mode, View
from narrator.rules.board import Board
from narrator.rules.game import Header
from narrator.rules.options import Options
from tests.host import secrecy
from tests.host.rehearsing import Heard, rehearsed, settings

TINY = Board.of(
    "tiny", ["werewolf", "seer", "villager", "villager", "villager"], 5, Options(wolf_victory="tucheng")
)
CODES = range(6)  # n + 1 numbers stand in the ring
DEALS = sorted(set(itertools.permutations(TINY.deck)))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of nights are played here: none waits for the disk, and phrases are built once for all of them."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
    built: dict[object, object] = {}
    once = Prompts._once

    def remembered(self: Prompts, key: tuple[object, ...], build: object) -> object:
        whole = (self.phrases.language, self._seats, key)
        if whole not in built:
            built[whole] = once(self, key, build)  # type: ignore[arg-type]
        return built[whole]

    monkeypatch.setattr(Prompts, "_once", remembered)


# --- 1 ---


def games(folder: Path) -> list[Heard]:
    """Whole games of one board: other deals, other deaths, the same public prompts."""
    return [rehearsed(settings(folder / str(seed), board="s4-9", seed=seed)) for seed in range(5)]


def test_1_every_night_has_the_same_public_prompts_whoever_lives_or_holds_what(tmp_path: Path) -> None:
    assert secrecy.different_prompts(games(tmp_path)) == []


def test_1_notices_a_role_that_is_not_called_when_its_holder_is_out(tmp_path: Path) -> None:
    board = load_board("s4-9")
    careless = replace(board, options=board.options.model_copy(update={"call_dead": False}))
    heard = []
    for seed in range(5):
        deal = random_deal(careless, random.Random(seed))
        header = Header(careless, deal.seats, deal.extra, seed)
        heard.append(rehearsed(settings(tmp_path / str(seed), seed=seed), header))
    assert secrecy.different_prompts(heard) != []


# --- 2 ---


DEAD = 5


def holding(deal: Deal, card: str) -> Deal:
    """The deal with this card in the hand of the seat that will be knifed, where there is one."""
    seats = list(deal.seats)
    if card in seats:
        place = seats.index(card)
        seats[place], seats[DEAD - 1] = seats[DEAD - 1], seats[place]
    return Deal(tuple(seats), deal.extra)


def differences(folder: Path, board: Board, seeds: range, second: bool = False) -> list[str]:
    """Pairs of nights with other cards in other hands, and other choices; second nights after the same seat was
    knifed, which held another card each time."""
    found = []
    for seed in seeds:
        deals = [random_deal(board, random.Random(seed * 10 + number)) for number in range(2)]
        if second:  # the dead seat held the witch's card, or a villager's
            deals = [holding(deal, card) for deal, card in zip(deals, ("witch", "villager"), strict=True)]
        starts = [secrecy.to_the_second_night(board, deal, DEAD) if second else () for deal in deals]
        one, other = (
            secrecy.one_night(folder / f"{board.name}-{seed}-{n}", board, deal, seed, 50 + n, start).lines
            for n, (deal, start) in enumerate(zip(deals, starts, strict=True))
        )
        found.append(secrecy.pair_difference(one, other))
    return [difference for difference in found if difference]


@pytest.mark.parametrize("name", ["std12", "s4-12", "thief", "medium-mech", "brothers-knight", "count-maid"])
def test_2_two_games_that_differ_in_secrets_only_sound_the_same_until_dawn(name: str, tmp_path: Path) -> None:
    assert differences(tmp_path, load_board(name), range(4)) == []


@pytest.mark.parametrize("name", ["std12", "medium-mech"])
def test_2_so_do_second_nights_whatever_card_the_dead_seat_held(name: str, tmp_path: Path) -> None:
    assert differences(tmp_path, load_board(name), range(4), second=True) == []


@pytest.mark.parametrize("mutation", [secrecy.skip_decoys, secrecy.share_stream, secrecy.close_early])
def test_2_notices(mutation: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert callable(mutation)
    mutation(monkeypatch)
    assert differences(tmp_path, load_board("s4-12"), range(12), second=True) != []


# --- 3 ---


def test_3_over_all_keys_every_deal_and_every_act_sounds_the_same(tmp_path: Path) -> None:
    acts = ["none", 1, 2, 3, 4, 5]
    for key in ("werewolf.knife", "seer.ask"):
        place = 0 if key == "werewolf.knife" else 1
        keys = [tuple(k if n == place else 0 for n in range(2)) for k in CODES]
        known = None
        for number, (deal, act) in enumerate(itertools.product(DEALS, acts)):
            legal = act if act == "none" or deal[int(act) - 1] != "seer" or key != "seer.ask" else "none"
            heard = secrecy.streams(tmp_path / f"{key}{number}", TINY, deal, {key: [legal]}, keys)
            # The other question's number is fixed by its own key: only its own word may differ.
            public = sorted(str([line for line in stream if line[1] == key]) for stream in heard.elements())
            assert len(public) == len(CODES)
            known = known or public
            assert public == known, (deal, act)


def test_3_both_questions_together_are_uniform_and_independent(tmp_path: Path) -> None:
    keys = list(itertools.product(CODES, repeat=2))
    plans = [(DEALS[0], 3, "none"), (DEALS[7], "none", 2), (DEALS[19], 5, 1)]
    heard = [
        secrecy.streams(tmp_path / str(n), TINY, deal, {"werewolf.knife": [knife], "seer.ask": [check]}, keys)
        for n, (deal, knife, check) in enumerate(plans)
    ]
    assert heard[0] == heard[1] == heard[2]
    assert len(heard[0]) == len(keys)


def test_3_notices_a_key_that_is_used_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secrecy.reuse_key(monkeypatch)
    keys = list(itertools.product(CODES, repeat=2))
    plans = [(DEALS[0], 3, "none"), (DEALS[7], "none", 2)]
    heard = [
        secrecy.streams(tmp_path / str(n), TINY, deal, {"werewolf.knife": [knife], "seer.ask": [check]}, keys)
        for n, (deal, knife, check) in enumerate(plans)
    ]
    assert heard[0] != heard[1]


def undo_once(rehearsal: Rehearsal, view: View) -> None:
    """In the floor of the seer's question the judge takes the answer back and enters it anew, by key."""
    game = rehearsal.host.sitting.game
    done = rehearsal.judge.__dict__.setdefault("undone", False)
    answered = bool(game.entries) and rehearsal.host.sitting.asked(len(game.entries) - 1).key == "seer.ask"
    if answered and not done and view.mode is Mode.WAITING:
        rehearsal.judge.__dict__["undone"] = True
        rehearsal.desk.commands.press("undo")


SEER = ("werewolf", "seer", "villager", "villager", "villager")
SECOND = {
    "a living seer": (SEER, "none", {"seer.ask": [3]}, None),
    "a living seer who checks nobody": (SEER, "none", {"seer.ask": ["none"]}, None),
    "a dead seer": (SEER, 2, {}, None),
    "another deal": (
        ("villager", "villager", "seer", "villager", "werewolf"),
        "none",
        {"seer.ask": [5]},
        None,
    ),
    "a seer who is refused and put right by key": (SEER, "none", {"seer.ask": [2, 3]}, None),
    "an answer that is taken back and entered anew": (SEER, "none", {"seer.ask": [3]}, undo_once),
}


def second_nights(folder: Path) -> dict[str, object]:
    """The second night, taken up from its journal, over all keys of the seer's question."""
    heard: dict[str, object] = {}
    for number, (name, (deal, knifed, plan, then)) in enumerate(SECOND.items()):
        start = secrecy.to_the_second_night(TINY, Deal(deal), knifed)
        # Where nobody can act the second number drawn is the one that is called.
        keys = [(0, key, key) for key in CODES]
        counted = secrecy.streams(folder / str(number), TINY, deal, plan, keys, then, start)
        heard[name] = sorted(map(str, counted.elements()))
    return heard


def test_3_living_dead_refused_undone_and_resumed_sound_the_same(tmp_path: Path) -> None:
    heard = second_nights(tmp_path)
    usual = heard["a living seer"]
    assert {name: stream == usual for name, stream in heard.items()} == dict.fromkeys(heard, True)


@pytest.mark.parametrize("mutation", [secrecy.skip_decoys])
def test_3_notices(mutation: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert callable(mutation)
    mutation(monkeypatch)
    heard = second_nights(tmp_path)
    assert heard["a living seer"] != heard["a dead seer"]
