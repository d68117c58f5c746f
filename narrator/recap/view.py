"""From the story to rows of text that the page and the plain recap share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from narrator.boards.texts import Texts
from narrator.recap.explain import causers, explain
from narrator.recap.picture import way_of
from narrator.recap.story import Ballot, Deed, Exit, Player, Round, Ruling, Story
from narrator.recap.texts import RecapTexts, rule_of
from narrator.rules.options import DEFAULTS, OPTION_NAMES, OptionError, Options


@dataclass(frozen=True)
class SeatRow:
    """One line of the table of seats."""

    player: Player
    card: str
    camp: str
    out: str
    why: str
    won: bool


@dataclass(frozen=True)
class VoteColumn:
    """One ballot of the matrix: what each seat voted (0: nobody, None: it had no vote), and the count."""

    name: str
    ballot: Ballot
    choices: Mapping[int, int]
    top: frozenset[int]
    counted: str


@dataclass(frozen=True)
class SpeechRow:
    """What one seat has spoken."""

    seat: int
    times: int
    seconds: float
    longest: float


@dataclass(frozen=True)
class RulingRow:
    """One ruling in words, with its rule."""

    place: str
    text: str
    rule: str
    ruling: Ruling


def seat_rows(story: Story, texts: RecapTexts) -> Iterator[SeatRow]:
    for player in story.players:
        exit = story.exit_of(player.seat)
        card = texts.name("role", player.card)
        if player.dealt and player.dealt != player.card:
            card += texts("changed_card", card=texts.name("role", player.dealt))
        won = story.result is not None and player.seat in story.result.seats
        out = place(exit.round, not exit.night, texts) if exit else ""
        why = "" if exit is None else why_of(exit, texts)
        yield SeatRow(player, card, texts.name("camp", player.camp), out, why, won)


def why_of(exit: Exit, texts: RecapTexts) -> str:
    """Why a seat is out, in the words of `explain`; without causes what the table saw."""
    if exit.causes:
        return explain(exit.seat, exit.causes, exit.by, texts.language)
    return way_of(exit, texts)


def place(number: int, by_day: bool, texts: RecapTexts) -> str:
    """When something was: night or day of a number."""
    return texts("day" if by_day else "night", n=number)


def deed_text(deed: Deed, story: Story, texts: RecapTexts) -> str:
    """One act of a night as a line."""
    role = texts.name("role", deed.role or story.player(deed.seat).card)
    word = texts(f"word.{deed.word}") if texts.has(f"word.{deed.word}") else ""
    seat = texts.seat(deed.seat)
    if not deed.called:
        return texts("deed_none", seat=seat, role=role, deed=texts.deed(deed.kind))
    line = texts(
        "deed_pack" if deed.word == "pack" else "deed_line",
        seat=seat,
        role=role,
        word=word,
        deed=texts.deed(deed.kind),
        targets=texts.seats(deed.called),
    )
    if deed.hit != deed.called:
        line += texts("deed_moved", hit=texts.seats(deed.hit))
    if deed.shown:
        line += texts("deed_shown", shown=texts.both(_shown(value, texts) for value in deed.shown))
    return line


def _shown(value: object, texts: RecapTexts) -> str:
    if isinstance(value, int):
        return texts.seat(value)
    word = str(value)
    return texts(f"shown.{word}") if texts.has(f"shown.{word}") else texts.name("role", word)


def vote_columns(story: Story, texts: RecapTexts) -> list[VoteColumn]:
    columns: list[VoteColumn] = []
    for ballot in story.ballots:
        name = texts(f"ballot.{ballot.stage}", n=ballot.round)
        same = [column for column in columns if column.name.startswith(name)]
        if same:
            name += texts("ballot.again", k=len(same) + 1)
        choices = {voter: seat for seat, voters in ballot.voters.items() for voter in voters}
        ranked = sorted(ballot.votes.items(), key=lambda pair: (-pair[1], pair[0]))
        counted = texts.both(
            texts("counted", seat=texts.seat(seat), votes=texts.number(votes)) for seat, votes in ranked
        )
        most = max(ballot.votes.values(), default=0)
        top = frozenset(seat for seat, votes in ballot.votes.items() if votes == most)
        columns.append(VoteColumn(name, ballot, choices, top, counted))
    return columns


def day_lines(part: Round, story: Story, votes: list[VoteColumn], texts: RecapTexts) -> list[str]:
    """What a day brought, in order: the dead, votes, exits, the exile."""
    if part.dead is None:
        first = texts("untold")
    else:
        first = texts("dead", seats=texts.seats(part.dead)) if part.dead else texts("peace")
    timed: list[tuple[float, int, str]] = []
    for column in votes:
        if column.ballot.round == part.number:
            counted = column.counted or texts("nobody")
            timed.append((column.ballot.at, 0, texts("text.vote", ballot=column.name, votes=counted)))
    if part.exiled is not None:
        ballots = [b.at for b in story.ballots if b.round == part.number and b.stage == "exile"]
        line = texts("exiled_line", seats=texts.seats(part.exiled)) if part.exiled else texts("nobody_exiled")
        timed.append((max(ballots, default=0.0), 1, line))
    for exit in story.exits:
        if exit.round == part.number and not exit.night and exit.way != "exile":
            timed.append((exit.at, 2, texts("out_by", seat=texts.seat(exit.seat), cause=way_of(exit, texts))))
    return [first, *(text for _, _, text in sorted(timed, key=lambda item: item[:2]))]


def badge_lines(story: Story, texts: RecapTexts) -> Iterator[str]:
    for move in story.badge:
        if move.after:
            key = "badge_passes" if move.before else "badge_gets"
        else:
            key = "badge_tears" if move.before else "badge_nobody"
        text = texts(key, before=texts.seat(move.before), seat=texts.seat(move.after))
        yield texts("badge_path", place=place(move.round, True, texts), text=text)


def speech_rows(story: Story) -> list[SpeechRow]:
    rows = []
    for player in story.players:
        spoken = [speech.seconds for speech in story.speeches if speech.seat == player.seat]
        if spoken:
            rows.append(SpeechRow(player.seat, len(spoken), sum(spoken), max(spoken)))
    return rows


def ruling_rows(story: Story, texts: RecapTexts) -> list[RulingRow]:
    return [
        RulingRow(place(ruling.round, ruling.by_day, texts), ruling_text(ruling, texts), rule_of(ruling.key), ruling)
        for ruling in story.rulings
    ]


def ruling_text(ruling: Ruling, texts: RecapTexts) -> str:
    """A ruling in words."""
    slots, kind = ruling.slots, ruling.key.partition(".")[0]
    named = {key: _slot(key, value, texts) for key, value in slots.items()}
    if kind == "cause":
        cause = ruling.key.partition(".")[2]
        by, seat = slots.get("by"), slots.get("seat")
        seats = causers(seat, [cause], by) if isinstance(by, tuple) and isinstance(seat, int) else ()
        key = "exit_by" if seats else "out_by"
        return texts(key, seat=named["seat"], cause=texts.cause(cause), by=texts.seats(seats))
    if kind == "won":
        draw = slots.get("winner") == "draw"
        return texts(
            "drawn" if draw else "won",
            camp=texts.name("camp", str(slots.get("winner"))),
            reason=texts.name("reason", str(slots.get("reason"))),
        )
    return texts(ruling.key, **named)


def _slot(key: str, value: object, texts: RecapTexts) -> str:
    if key == "role":
        return texts.name("role", str(value))
    if key == "kind":
        return texts.deed(str(value))
    if key in ("votes", "hands") and isinstance(value, (int, float)):
        return texts.number(value)
    if isinstance(value, tuple):
        return texts.seats(value)
    return texts.seat(value) if isinstance(value, int) else str(value)


def option_rows(story: Story, texts: RecapTexts) -> list[tuple[str, str]]:
    """The options that are not as on the standard board; those of other versions as they are spelled."""
    words = Texts(texts.language)
    known = {name: value for name, value in story.options.items() if name in OPTION_NAMES}
    try:
        options = Options.preset("std12", known)
    except OptionError:
        return [(name, str(value)) for name, value in sorted(story.options.items())]
    return [(words.option(name), words.value(name, value)) for name, value in options.differing(DEFAULTS).items()]


def composition(story: Story, texts: RecapTexts) -> str:
    """The cards of the board; everybody knows them."""
    return texts.both(texts.name("role", role) + (f" ×{count}" if count > 1 else "") for role, count in story.roles)


def _who(seat: int, story: Story, texts: RecapTexts) -> str:
    """A seat with its player's name, where there is one."""
    return f"{texts.seat(seat)} {story.player(seat).name}".strip()


def result_lines(story: Story, texts: RecapTexts) -> list[str]:
    """Who won, and why; or that nobody did."""
    result = story.result
    if result is None:
        return [texts("result.none")]
    first = (
        texts("result.draw") if result.winner == "draw" else texts("result.won", camp=texts.name("camp", result.winner))
    )
    lines = [first, texts("result.reason", reason=texts.name("reason", result.reason))]
    if result.seats:
        lines.append(texts("result.seats", seats=texts.both(_who(seat, story, texts) for seat in result.seats)))
    return lines
