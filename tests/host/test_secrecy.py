"""The night never leaks: what the table hears does not depend on anything secret; each test notices when it does."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from narrator.boards.deal import Deal, random_deal
from narrator.boards.file import load_board
from narrator.rules.board import Board
from narrator.rules.game import Header
from tests.host import secrecy
from tests.host.rehearsing import Heard, rehearsed, settings

pytestmark = pytest.mark.usefixtures("quick")


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
def test_2_notices(mutation: secrecy.Mutation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mutation(monkeypatch)
    assert differences(tmp_path, load_board("s4-12"), range(12), second=True) != []
