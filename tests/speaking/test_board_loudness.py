"""Every line that a game on the standard board can need is as loud as the others, by the voice of this machine."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from narrator.boards.deal import random_deal
from narrator.boards.file import load_board
from narrator.host.ahead import seat_lines, spoken
from narrator.host.rendering import DAY, night_lines
from narrator.host.session import begin
from narrator.host.setup import Settings, header_of
from narrator.host.wording import Wording
from narrator.lines import load_book
from narrator.rules.game import Game, Header
from narrator.speaking.loudness import CEILING, TARGET_LUFS, loudness
from narrator.speaking.opening import MouthOptions, open_reader
from narrator.speaking.sound import Sound
from tests.host.test_ahead import answer

RATE = 48_000


def lines_of_a_game(seed: int) -> set[str]:
    """All that the table and the earpiece hear in one random game."""
    board, chance = load_board("std12"), random.Random(seed)
    deal = random_deal(board, chance)
    game = Game(Header(board, deal.seats, deal.extra, seed))
    while game.cue is not None:
        game.answer(answer(game.cue, chance))
    return {text for text in spoken(game.cues, Wording(load_book("zh"), seed), (1, False), ear=True) if text}


def test_every_line_of_the_standard_board_is_within_one_unit_of_the_others(tmp_path: Path) -> None:
    start = begin(settings := Settings(seed=1, games=tmp_path / "games"), header_of(settings), "2026-01-01T20:00:00")
    start.journal.close()
    book = load_book("zh")
    about_a_seat = seat_lines(book, 12, lambda key: key.partition(".")[0] in DAY, ear=True)
    texts = {*night_lines(book, start), *lines_of_a_game(1), *list(about_a_seat)[::7]}
    assert len(texts) > 150
    reader = open_reader(MouthOptions(mouth="pyttsx3", cache=tmp_path / "lines"))
    try:
        sounds = {text: reader.line(text, RATE) for text in sorted(texts)}
    finally:
        reader.close()
    measured = {text: loudness(Sound(samples, RATE)) for text, samples in sounds.items()}
    off = {text: round(value, 2) for text, value in measured.items() if value != pytest.approx(TARGET_LUFS, abs=1)}
    print(len(measured), min(measured.values()), max(measured.values()))
    assert off == {}
    assert max(float(np.abs(samples).max()) for samples in sounds.values()) <= CEILING + 0.01
