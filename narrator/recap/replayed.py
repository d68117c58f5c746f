"""What only a replay knows: who acted on whom at night, which card each seat held in the end, and the rulings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from narrator.host.journal import JournalError
from narrator.recap.rulings import Blocked, Replay, rulings
from narrator.recap.story import Deed, Player, Speech, Story
from narrator.recap.taken import Reading
from narrator.rules import nightwork
from narrator.rules.game import Game, Header
from narrator.rules.roles import ROLES
from narrator.rules.script import NONE, Cue, Show, Value


def with_replay(story: Story, reading: Reading) -> Story:
    """The story with what a replay adds; where the rules now say otherwise, as it was, with the reason."""
    try:
        replay = replayed(reading)
    except JournalError as error:
        why = str(error).removeprefix(f"{reading.record.path}: ")
        return replace(story, unplayed=why)
    return replace(
        story,
        players=tuple(_players(story, replay.game)),
        ballots=tuple(replace(ballot, abstained=replay.abstained.get(ballot.at, ())) for ballot in story.ballots),
        deeds=tuple(deed for _, deed in replay.deeds),
        speeches=(*story.speeches, *replay.untimed),
        rulings=tuple(rulings(story, replay)),
    )


def replayed(reading: Reading) -> Replay:
    """Replay the entries that stand. Raises `JournalError` where this narrator's rules cannot."""
    header = _header(reading)
    entries = reading.record.replay().entries  # checked against what was asked when each was written
    replay = Replay(Game(header), [], [], {}, [])
    seen, since = 0, 0.0
    timed = header.board.options.speech_seconds > 0
    for item, entry in zip(reading.taken, entries, strict=True):
        game, ask = replay.game, replay.game.cue
        assert ask is not None
        before = len(game.cues)
        if not timed and ask.informs and ask.seat:
            replay.untimed.append(Speech(game.table.round, ask.seat, ask.key, item.at - since))
        since = item.at
        game.enter(entry)
        cues = game.cues[before:]
        if ask.askers and isinstance(entry, tuple):
            pairs = zip(ask.askers, entry, strict=False)
            replay.abstained[item.at] = tuple(voter for voter, value in pairs if value == NONE)
        shown = tuple(_shown(cues, ask.role))
        done = [(night.number, deed) for night in game.table.nights for deed in night.deeds]
        for number, deed in done[seen:]:
            replay.deeds.append((deed, _deed(number, deed, ask.role, shown, item.at)))
        seen = len(done)
        replay.blocked += [
            Blocked(game.table.round, cue.role, item.at)
            for cue in cues
            if isinstance(cue, Show) and cue.key == "cannot"
        ]
    return replay


def _header(reading: Reading) -> Header:
    """The header, made sure of: every card is one that this narrator knows. Raises `JournalError`."""
    header = reading.record.header()
    head = reading.record.head
    cards = {role for role, _ in header.board.roles} | set(header.deal) | set(header.extra)
    unknown = sorted(card for card in cards if card not in ROLES)
    if unknown:
        raise head.error(f"{unknown[0]}: not a role of this narrator")
    if header.deal and sorted((*header.deal, *header.extra)) != sorted(header.board.deck):
        raise head.error("deal: not the cards of the board")
    seats = (header.before.knifed, header.before.exiled, header.sheriff or 0)
    if not all(0 <= seat <= header.board.players for seat in seats):
        raise head.error("before, sheriff: expected seats")
    if header.board.players > header.board.cards:
        raise head.error("board.roles: expected a card for each player")
    return header


def _shown(cues: list[Cue], role: str) -> Iterator[Value]:
    for cue in cues:
        if isinstance(cue, Show) and cue.key == "private" and cue.role == role:
            yield from cue.value if isinstance(cue.value, tuple) else (cue.value,)


def _deed(number: int, deed: nightwork.Deed, step: str, shown: tuple[Value, ...], at: float) -> Deed:
    told = shown if deed.kind in (nightwork.CHECK, nightwork.LOOK, nightwork.COPY, nightwork.STEAL) else ()
    return Deed(number, deed.actor, step, deed.kind, deed.called, deed.seats, deed.word, told, at)


def _players(story: Story, game: Game) -> Iterator[Player]:
    for player in story.players:
        chair = game.table.seats[player.seat]
        card = "" if chair.role is None else chair.role.id
        yield Player(player.seat, player.name, card, chair.camp, player.dealt or card)
