"""Random legal play, with looks at what must hold at any moment of a game."""

from __future__ import annotations

import random

from narrator.rules.game import Game, Header
from narrator.rules.script import (
    TIMEOUT,
    VOID,
    Act,
    Answer,
    Ask,
    Illegal,
    Value,
    Window,
)

MOST_QUESTIONS = 20_000


class Broken(AssertionError):
    """An invariant that does not hold; `what` in one line."""


def random_answer(rng: random.Random, ask: Ask) -> Answer:
    """A legal answer to the question."""
    if ask.key == "clock":
        return (f"{rng.randrange(24):02d}:{rng.randrange(60):02d}",)
    if ask.window is Window.NIGHT and not ask.informs and rng.random() < 0.02:
        return TIMEOUT
    if ask.extras and ask.legal(()) and rng.random() < 0.1:
        return (rng.choice(ask.extras),)
    if ask.places == 0:
        legal = list(ask.legal(()))
        return tuple(sorted(rng.sample(legal, rng.randint(0, len(legal))), key=str))
    answer: Answer = ()
    favourite: Value | None = None
    for _ in range(ask.places):
        legal = list(ask.legal(answer))
        if not legal:
            if answer:
                raise Broken(f"{ask.key}: no legal value after {answer}")
            return VOID
        value = favourite if favourite in legal and ask.askers and rng.random() < 0.5 else rng.choice(legal)
        favourite = favourite or value
        answer += (value,)
    return answer


def play_game(rng: random.Random, header: Header, check: bool = True) -> Game:
    """Play a random game to its end. Raises `Broken`."""
    game = Game(header)
    offered = False
    for _ in range(MOST_QUESTIONS):
        ask = game.cue
        if ask is None:
            break
        if check and rng.random() < 0.05:
            _check_moment(rng, game, ask)
        acts = game.acts() if rng.random() < 0.05 else []
        endings = [act for act in acts if act.kind == "declare"]
        offered = offered or bool(endings)
        try:
            if acts and rng.random() < 0.5:
                game.act(rng.choice(endings or acts))
            else:
                answer = random_answer(rng, ask)
                try:
                    game.answer(answer)
                except Illegal as error:
                    if answer not in (TIMEOUT, *((word,) for word in ask.extras)):
                        raise Broken(f"{ask.key}: {answer} is legal and was refused: {error.why}") from None
        except Illegal as error:
            raise Broken(f"an act that was offered is refused: {error}") from None
    else:
        raise Broken(f"no end after {MOST_QUESTIONS} questions")
    return game


def _check_moment(rng: random.Random, game: Game, ask: Ask) -> None:
    """Undo is exact, nonsense is refused and changes nothing."""
    out = {event.data["seat"] for event in game.events if event.kind == "out"}
    aimed = {value for value in ask.legal(()) if isinstance(value, int)} if ask.key != "clock" else set()
    if aimed & out:
        raise Broken(f"{ask.key}: a seat that is out can be chosen: {sorted(aimed)}, out {sorted(map(str, out))}")
    before = (len(game.entries), len(game.cues))
    for wrong in (("nonsense",), (), (99,) * max(1, ask.places), Act("fly", 1), Act("explode", 99)):
        void = ask.places and not ask.legal(()) and not isinstance(wrong, Act)
        if void or (wrong == () and ask.places == 0):
            continue  # where nobody can act whatever comes is void
        try:
            game.check(wrong)
        except Illegal:
            continue
        raise Broken(f"{ask.key}: {wrong} was accepted")
    if (len(game.entries), len(game.cues)) != before:
        raise Broken(f"{ask.key}: a refused answer changed the game")
    if game.entries and rng.random() < 0.2:
        cues = list(game.cues)
        last = game.undo()
        game.enter(last)
        if game.cues != cues:
            raise Broken(f"{ask.key}: undo and the same entry again give another game")
        _check_amend(rng, game)


def _check_amend(rng: random.Random, game: Game) -> None:
    """Looking at what an amendment would change changes nothing; amending gives what replay gives."""
    number = rng.randrange(len(game.entries))
    other = rng.choice([*game.entries, ("none",), ("yes",), ("no",)])
    entries, cues = list(game.entries), list(game.cues)
    changes = game.preview(number, other)
    if game.entries != entries or game.cues != cues:
        raise Broken(f"a preview of entry {number} changed the game")
    amended = Game(game.header, entries)
    try:
        amended.amend(number, other)
    except Illegal:
        if changes.illegal is None:
            raise Broken(f"entry {number}: the preview allows what the amendment refuses") from None
        if amended.cues != cues:
            raise Broken(f"entry {number}: a refused amendment changed the game") from None
        return
    again = Game(game.header, amended.entries)
    if changes.illegal is not None or again.cues != amended.cues:
        raise Broken(f"entry {number}: the amended game is not what its entries give")
