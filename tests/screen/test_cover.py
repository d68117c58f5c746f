"""A covered screen says nothing that depends on a secret: shown by changing every secret under it."""

from __future__ import annotations

import io
import random
from dataclasses import replace
from pathlib import Path

import pytest

from narrator.host.rehearse import prepare
from narrator.host.setup import Settings
from narrator.host.transcript import Transcript
from narrator.host.view import CodeView, Fact, Mode, View
from narrator.rules.roles import ROLES
from narrator.screen.cover import Cover
from narrator.screen.face import Face
from narrator.screen.phase import Phase
from narrator.screen.project import face_of
from narrator.screen.wire import to_json
from narrator.screen.words import ScreenWords

WORDS = {lang: ScreenWords(lang) for lang in ("zh", "en")}


def views_of(folder: Path, board: str, seed: int, ears: str = "auto") -> list[View]:
    """Every view of a rehearsed game, slips and mistakes of its judge included."""
    settings = Settings(board=board, seed=seed, fast=True, games=folder, ears=ears, lang="zh")
    rehearsal = prepare(settings, Transcript(io.StringIO()))
    seen: list[View] = []
    rehearsal.desk.subscribe(seen.append)
    rehearsal.run()
    return seen


def scrambled(view: View, rng: random.Random, day: bool) -> View:
    """The same moment of a game with other secrets. `day`: a question of the day is open, and the seats' states and
    what was said are public."""
    roles = list(ROLES)
    seats = tuple(
        replace(seat, role=rng.choice(roles), out_by=("poison",), alive=seat.alive if day else rng.random() < 0.5)
        for seat in view.seats
    )
    code = view.code
    if code is not None:
        call = rng.choice((None, 5))
        cells = tuple((value, rng.choice((None, rng.randrange(1, 14)))) for value, _ in code.cells)
        code = CodeView(code.style, rng.randrange(13), cells, call, code.place, code.places, code.ready)
    return replace(
        view,
        seats=seats,
        code=code,
        legal=tuple(value for value in view.ring if rng.random() < 0.5),
        decoy=rng.random() < 0.5,
        entered=(rng.randrange(1, 9),),
        heard=view.heard if day else rng.choice(("", "三号", "无")),
        sure=1.0,
        facts=tuple(Fact(fact.key, rng.choice(roles), "wolf", str(rng.random())) for fact in view.facts),
        # That something stands there for the judge is public by day, what it says is not.
        message=str(rng.random()) if view.message or not day else "",
        help=(str(rng.random()),) if view.help or not day else (),
        queued=(str(rng.random()),),
        log=(),
        confirm=str(rng.random()) if view.confirm else "",
        keys_only=rng.random() < 0.5,
    )


def covered(views: list[View], lang: str, rng: random.Random | None) -> list[Face]:
    """The covered faces of an evening; with `rng`, of one with other secrets."""
    phase, faces = Phase(), []
    for view in views:
        day = view.mode is Mode.OVER or phase.after(view).asked_by_day
        # Until the first question is open the seats are as the first view gives them.
        settled = phase.seats or not view.seats
        changed = scrambled(view, rng, day) if rng is not None and settled else view
        phase = phase.after(changed)
        faces.append(face_of(changed, phase, WORDS[lang], covered=True))
    return faces


@pytest.mark.parametrize("board", ["std12", "s4-9", "moon-hunter"])
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_covered_screen_does_not_depend_on_secrets(tmp_path: Path, board: str, seed: int, lang: str) -> None:
    views = views_of(tmp_path, board, seed)
    plain = covered(views, lang, None)
    other = covered(views, lang, random.Random(seed))
    for one, two in zip(plain, other, strict=True):
        assert one == two


@pytest.mark.parametrize(("board", "seed"), [("std12", 3), ("minimum", 4), ("s4-16", 5)])
def test_no_card_is_named_on_a_covered_phone(tmp_path: Path, board: str, seed: int) -> None:
    """Beside the step that the loudspeaker has just called, no role's name is in what is sent."""
    words = WORDS["zh"]
    names = {words.role(role) for role in ROLES}
    phase = Phase()
    for view in views_of(tmp_path, board, seed):
        phase = phase.after(view)
        face = replace(face_of(view, phase, words, covered=True), step="", line="", question="", over="")
        sent = to_json(face, 0.0)
        assert not [name for name in names if name in sent], sent


def test_the_screen_is_covered_whenever_eyes_are_open(tmp_path: Path) -> None:
    """By itself: from the morning's first line until the first step of the night has opened."""
    phase, cover = Phase(), Cover()
    nights = days = 0
    for view in views_of(tmp_path, "std12", 6):
        phase = phase.after(view)
        cover = cover.after(phase)
        if view.mode is Mode.LISTENING and view.at_night:
            assert not cover.on
            nights += 1
        if view.mode is Mode.LISTENING and not view.at_night:
            assert cover.on
            days += 1
        if view.mode is Mode.SPEAKING and view.line.startswith(("天亮", "昨夜", "天黑")):
            assert cover.on, view.line
    assert nights > 5
    assert days > 5


def test_a_death_shows_on_a_covered_screen_only_when_it_was_announced(tmp_path: Path) -> None:
    phase, told = Phase(), True
    early = 0
    for view in views_of(tmp_path, "std12", 2):
        phase = phase.after(view)
        face = face_of(view, phase, WORDS["zh"], covered=True)
        out = {seat.number for seat in view.seats if not seat.alive}
        shown = {seat.number for seat in face.seats if not seat.alive}
        if shown != out:
            assert view.mode is not Mode.LISTENING or view.at_night
            early += 1
        told = told and shown <= out
    assert told
    assert early > 0  # the engine does run ahead


def test_the_judges_choice_holds_until_eyes_open_or_shut() -> None:
    asleep, awake = Phase(eyes_shut=True), Phase(eyes_shut=False)
    cover = Cover().after(awake)
    assert cover.on
    assert not cover.toggled().on
    assert not cover.toggled().after(awake).on
    assert not cover.toggled().after(asleep).on
    assert cover.toggled().after(asleep).after(awake).on
    assert Cover().after(asleep).toggled().on
