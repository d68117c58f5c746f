"""Random legal games over random boards, and what must hold in every one of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from narrator.boardfile import refusals
from narrator.dealfile import random_deal
from narrator.lines import load_book
from narrator.rules.board import Board
from narrator.rules.game import Before, Game, Header
from narrator.rules.options import OPTION_NAMES, Options, values
from narrator.rules.roles import ROLES
from narrator.rules.script import (
    TIMEOUT,
    VOID,
    Act,
    Answer,
    Ask,
    Cue,
    Event,
    Illegal,
    Say,
    Show,
    Value,
    Window,
)

MOST_QUESTIONS = 20_000
LEAKING = ("call_dead", "call_absent", "alchemist_flow")
"""Options that let the table hear secrets on purpose."""

PLAYABLE = [role for role in ROLES if role not in ("werewolf", "villager")]
SHOTS = ("knife", "vote", "double_save", "wwk", "lover", "charm")


class Broken(AssertionError):
    """An invariant that does not hold; `what` in one line."""


@dataclass
class Stats:
    """What a run has seen."""

    games: int = 0
    questions: int = 0
    acts: int = 0
    winners: dict[str, int] = field(default_factory=dict)
    reasons: dict[str, int] = field(default_factory=dict)
    roles: set[str] = field(default_factory=set)

    def add(self, game: Game) -> None:
        """Count one finished game."""
        self.games += 1
        self.questions += len(game.entries)
        self.acts += sum(isinstance(entry, Act) for entry in game.entries)
        outcome = game.table.outcome
        assert outcome is not None
        self.winners[outcome.winner] = self.winners.get(outcome.winner, 0) + 1
        self.reasons[outcome.reason] = self.reasons.get(outcome.reason, 0) + 1
        self.roles.update(game.header.board.counts)


# --- boards ---


def random_options(rng: random.Random) -> dict[str, object]:
    """Some options changed, each to a random value."""
    changes: dict[str, object] = {}
    share = rng.choice((0.0, 0.1, 0.4, 1.0))
    for option in OPTION_NAMES:
        listed = values(option)
        if listed and rng.random() < share:
            changes[option] = rng.choice(listed)
    if rng.random() < share:
        changes["hunter_shoots_on"] = ["any"] if rng.random() < 0.2 else rng.sample(SHOTS, rng.randint(0, 4))
        changes["elder_knife_lives"] = rng.randint(1, 3)
        changes["sheriff_min_players"] = rng.choice((1, 6, 12))
        changes["talk_rounds"] = [rng.randint(1, 2), 1]
    changes["void_vote_allowed"] = changes.get("tie_rule") == "sheriff_decides" and rng.random() < 0.5
    if changes.get("last_words") == "quota_wolves" and rng.random() < 0.5:
        changes["last_words_quota"] = rng.randint(1, 5)
    if changes.get("wolves_outnumber") == "off":
        changes["wolves_outnumber_auto"] = False
    changes["players_range"] = [6, 18]
    return changes


def random_board(rng: random.Random) -> Board:
    """A playable board of 6 to 18 seats with any roles."""
    while True:
        players = rng.randint(6, 18)
        changes = random_options(rng)
        specials = rng.sample(PLAYABLE, rng.randint(1, min(players - 2, len(PLAYABLE))))
        for role, option, value in (
            ("little_girl", "little_girl", True),
            ("butterfly", "butterfly", "on"),
            ("day_scholar", "scholar_mentor", "double_target_only"),
            ("night_mentor", "scholar_mentor", "double_target_only"),
        ):
            if role in specials:
                changes[option] = value
        wolves = rng.randint(1, max(1, players // 3))
        cards = [*specials, *["werewolf"] * wolves]
        cards = cards[: players - 1] + ["villager"] * max(1, players - len(cards))
        extra: tuple[str, ...] = ()
        if "thief" in cards:
            extra = ("villager", rng.choice(("werewolf", "villager")))
            if changes.get("thief_cards") == "two_villagers":
                extra = ("villager", "villager")
        options = Options.preset(rng.choice(("std12", "event12", "club", "classic")), changes)
        board = Board.of("soak", [*cards, *extra], len(cards), options, extra)
        if not list(refusals(board)):
            return board


def random_headers(rng: random.Random, board: Board, number: int) -> list[Header]:
    """Games on the board that differ in deal and seed; what is public before the first night is the same."""
    before = Before(rng.randint(1, board.players), rng.randint(1, board.players))
    sheriff = rng.choice((None, None, None, 0, rng.randint(1, board.players)))
    deals = [random_deal(board, rng) for _ in range(number)]
    return [Header(board, deal.seats, deal.extra, rng.randrange(2**31), before, sheriff) for deal in deals]


# --- play ---


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


# --- invariants of a finished game ---


def check_game(game: Game, books: Iterable[Callable[[Cue], None]] = ()) -> None:
    """What must hold at the end of every game. Raises `Broken`."""
    table = game.table
    if table.outcome is None:
        raise Broken("the game is over without an outcome")
    outs = [event.data["seat"] for event in game.events if event.kind == "out"]
    if len(set(outs)) != len(outs):
        raise Broken(f"somebody goes out twice: {outs}")
    dead = {seat.number for seat in table.seats[1:] if not seat.alive}
    if not set(outs) <= dead or set(table.living) != set(range(1, table.players + 1)) - dead:
        raise Broken(f"the counts do not add up: out {sorted(outs)}, dead {sorted(dead)}, living {table.living}")
    if not set(table.outcome.seats) <= set(range(1, table.players + 1)):
        raise Broken(f"seats that do not exist have won: {table.outcome.seats}")
    _check_the_dead_rest(game)
    again = Game(game.header, game.entries)
    if again.cues != game.cues or again.entries != game.entries:
        raise Broken("replay gives another game")
    for render in books:
        for cue in game.cues:
            render(cue)


def _check_the_dead_rest(game: Game) -> None:
    """Who is publicly out opens no eyes, votes for nobody and is voted for by nobody (R 3.5, 5.6)."""
    out: set[int] = set()
    exploded = 0
    for cue in game.cues:
        if isinstance(cue, Event) and cue.kind == "out":
            seat = cue.data["seat"]
            assert isinstance(seat, int)
            out.add(seat)
            causes = cue.data["causes"]
            exploded = seat if isinstance(causes, list) and "explode" in causes else exploded
        elif isinstance(cue, Show) and cue.key == "awake":
            awake = cue.value if isinstance(cue.value, tuple) else (cue.value,)
            if (out - {exploded}) & set(awake):
                raise Broken(f"{cue.role}: a dead seat opens its eyes: {awake}, out {sorted(out)}")
        elif isinstance(cue, Ask) and cue.askers and out & set(cue.askers):
            raise Broken(f"{cue.key}: a dead seat votes: {cue.askers}, out {sorted(out)}")


def renderer(language: str) -> Callable[[Cue], None]:
    """Renders every line of a cue; raises `Broken` when the book cannot."""
    book = load_book(language)
    known: set[str] = set()

    def render(cue: Cue) -> None:
        if not isinstance(cue, (Say, Ask)):
            return
        key = f"{cue.key}{sorted(cue.slots)}"
        if key in known and not cue.slots:
            return
        if not cue.key or not cue.key.strip():
            raise Broken(f"a line without a key: {cue}")
        try:
            text = book.render(cue.key, cue.slots)
        except Exception as error:
            raise Broken(f"{language}: {cue.key} {dict(cue.slots)}: {error}") from None
        if isinstance(cue, Say) and not text and not isinstance(cue, Ask):
            known.add(key)
        known.add(key)

    return render


def night_lines(game: Game) -> dict[int, tuple[object, ...]]:
    """What the table hears of each night that was played to its end: lines and questions, without anything secret."""
    nights: dict[int, list[object]] = {}
    number = 0
    asleep = False
    # After an act the same question stands again: only the one that was answered is heard as a step.
    pairs = zip(game.entries, game.marks, strict=True)
    answered = {mark - 1 for entry, mark in pairs if not isinstance(entry, Act)}
    for position, cue in enumerate(game.cues):
        if isinstance(cue, Say) and cue.key in ("night.first", "night.fall"):
            number += 1
            asleep = True
            nights[number] = []
        elif isinstance(cue, Say) and cue.key == "dawn.break":
            asleep = False
        elif asleep and isinstance(cue, Say):
            nights[number].append((cue.key, tuple(sorted(cue.slots.items()))))
        elif asleep and isinstance(cue, Ask) and position in answered:
            nights[number].append((cue.key, cue.ring, cue.places, cue.extras))
    if asleep:
        nights.pop(number, None)
    return {night: tuple(lines) for night, lines in nights.items()}


def leaks(board: Board) -> bool:
    """Does the board let the table hear secrets, by an option chosen for that?"""
    options = board.options
    reversed_day = options.alchemist_flow and "alchemist" in board
    return not options.call_dead or options.call_absent == "none" or reversed_day


PUBLIC = ("night.moon", "werewolf.exploder", "stand.open", "stand")
"""Heard only after a self-destruct, which everybody has seen; an election that it has put off included."""


def check_secrecy(games: Iterable[Game]) -> None:
    """Two games on one board sound the same in the same night (R 3.5). Raises `Broken`."""
    heard: dict[int, tuple[object, ...]] = {}
    for game in games:
        for night, lines in night_lines(game).items():
            public = tuple(line for line in lines if not (isinstance(line, tuple) and line[0] in PUBLIC))
            known = heard.setdefault(min(night, 2), public)
            if known != public:
                first = next((pair for pair in zip(known, public, strict=False) if pair[0] != pair[1]), None)
                raise Broken(f"night {night} sounds different: {first or (len(known), len(public))}")


def soak(seed: int, stats: Stats, books: Iterable[Callable[[Cue], None]] = ()) -> None:
    """Two random games on a random board, everything checked. Raises `Broken`; any other exception is a mistake too."""
    rng = random.Random(seed)
    board = random_board(rng)
    games = []
    for header in random_headers(rng, board, 2):
        game = play_game(rng, header)
        check_game(game, books)
        stats.add(game)
        games.append(game)
    if not leaks(board):
        check_secrecy(games)
