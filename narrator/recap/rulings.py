"""Every decision of the rules in a game, in the order in which it was taken. Pure: story and replay in, rulings out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from narrator.recap.story import Ballot, Deed, Exit, Ruling, Speech, Story
from narrator.rules import nightwork
from narrator.rules.game import Game
from narrator.rules.nightwork import GUARD, KNIFE, POISON, SAVE, Night
from narrator.rules.role import Fate, Harm
from narrator.rules.table import Table

STRUCK = {KNIFE: ("knife", "double_save"), POISON: ("poison",)}
"""Causes by which a seat goes out that was hit by this kind of act."""


@dataclass(frozen=True)
class Blocked:
    """A step whose holder was woken and could not act (R 3.5)."""

    round: int
    role: str
    at: float


@dataclass
class Replay:
    """A game replayed entry by entry; `deeds` of all nights in order, each with the engine's own record."""

    game: Game
    deeds: list[tuple[nightwork.Deed, Deed]]
    blocked: list[Blocked]
    abstained: dict[float, tuple[int, ...]]  # by the time of the ballot
    untimed: list[Speech]  # speeches without a limit: from the question to its end


def rulings(story: Story, replay: Replay | None) -> list[Ruling]:
    """All of them, nights before their days. Without a replay only what the stored events tell."""
    found: list[Ruling] = []
    nights = {} if replay is None else {night.number: night for night in replay.game.table.nights}
    for part in story.rounds:
        number = part.number
        if replay is not None and number in nights:
            table, night = replay.game.table, nights[number]
            found += [
                Ruling(number, False, "blocked", {"role": blocked.role}, blocked.at)
                for blocked in replay.blocked
                if blocked.round == number
            ]
            pairs = [pair for pair in replay.deeds if pair[1].round == number]
            found += _night(story, table, night, pairs)
        found += list(_day(story, number))
    found += _ending(story)
    return found


# --- the night ---


def _night(story: Story, table: Table, night: Night, pairs: Iterable[tuple[nightwork.Deed, Deed]]) -> Iterator[Ruling]:
    number = night.number
    pack = False
    for done, deed in pairs:
        pack = pack or (done.kind == KNIFE and done.word == "pack")
        for called, hit in zip(done.called, done.seats, strict=False):
            slots: dict[str, object] = {"kind": done.kind, "called": called, "seat": hit, "by": done.actor}
            moved = _moved(night, done, called, hit)
            if moved:
                yield Ruling(number, False, moved, slots, deed.at)
            if hit and done.kind in STRUCK:
                for seat in night.struck(done):
                    fate = _fate(story, table, night, done, seat)
                    if fate:
                        yield Ruling(number, False, fate, {**slots, "seat": seat}, deed.at)
    if not pack and night.pack:
        why = "knife_taken" if night.no_knife else "starved" if night.starved else "no_knife"
        yield Ruling(number, False, why, {}, 0.0)


def _moved(night: Night, done: nightwork.Deed, called: int, hit: int) -> str:
    """Why an act did not hit the number called (R 4.2 no 5 to 8)."""
    if called == hit:
        return ""
    if not hit:
        return "sheltered" if night.swap(called) == night.sheltered else "embraced"
    return "locked" if hit == done.actor and night.lock_worked else "swapped"


def _fate(story: Story, table: Table, night: Night, done: nightwork.Deed, seat: int) -> str:
    """What became of a knife or a poison that has hit a seat; "" when it went out by it (told with its exit)."""
    exit = story.exit_of(seat)
    if exit is not None and exit.round == night.number and set(exit.causes) & set(STRUCK[done.kind]):
        return ""
    if seat in night.dreamwalkers:
        return f"{done.kind}.dream"
    if done.kind == KNIFE:
        stopped = _stopped_knife(table, night, done, seat)
        if stopped:
            return stopped
    harm = Harm.KNIFE if done.kind == KNIFE else Harm.POISON
    fate = table.meets(seat, harm)
    if fate is not Fate.OUT:
        return f"{done.kind}.{'late' if fate is Fate.LATER else 'immune'}"
    if done.kind == KNIFE and table.role(seat).lives:
        return "knife.life"
    if any(flip.actor == seat for flip in night.of(nightwork.FLIP)):
        return "turned"
    return f"{done.kind}.absorbed"


def _stopped_knife(table: Table, night: Night, done: nightwork.Deed, seat: int) -> str:
    """Guard, antidote, serpent (R 4.2 no 11, 12; R 2.1 no 29)."""
    pack = done.word == "pack"
    guarded = any(seat in night.struck(deed) for deed in night.of(GUARD))
    saved = pack and any(seat in night.struck(deed) for deed in night.of(SAVE))
    if guarded and saved:
        return "knife.both" if table.options.guard_save_conflict != "dies" else ""
    if guarded:
        return "knife.guarded"
    if saved:
        return "knife.saved"
    return "knife.serpent" if pack and seat == night.serpent else ""


# --- the day ---


def _day(story: Story, number: int) -> Iterator[Ruling]:
    timed: list[tuple[float, Ruling]] = []
    for exit in story.exits:
        if exit.round == number:
            timed += [(exit.at, ruling) for ruling in exit_rulings(exit)]
    ballots = [ballot for ballot in story.ballots if ballot.round == number]
    for ballot in ballots:
        timed += [(ballot.at, ruling) for ruling in _ballot(ballot)]
    for move in story.badge:
        if move.round == number:
            elected = next((b for b in reversed(ballots) if b.stage == "sheriff" and b.at <= move.at), None)
            if move.after and move.before:
                key = "badge"
            elif move.after:
                key = "elected" if elected else "elected_alone"
            else:
                key = "badge_torn" if move.before else "no_sheriff"
            slots = {"before": move.before, "seat": move.after}
            timed.append((move.at, Ruling(number, True, key, slots, move.at)))
    part = next(part for part in story.rounds if part.number == number)
    exile = [ballot for ballot in ballots if ballot.stage == "exile"]
    for seat in part.exiled or ():
        key = "exiled" if story.exit_of(seat) is not None else "spared"
        timed.append((exile[-1].at if exile else 0.0, Ruling(number, True, key, {"seat": seat})))
    if exile and part.exiled == ():
        timed.append((exile[-1].at, Ruling(number, True, "nobody_out", {}, exile[-1].at)))
    # The night's deaths first, though some seats may go out before they are told.
    yield from (ruling for _, ruling in sorted(timed, key=lambda pair: (pair[1].by_day, pair[0])))


def exit_rulings(exit: Exit) -> Iterator[Ruling]:
    """One ruling for each cause of an exit."""
    for cause in exit.causes:
        slots = {"seat": exit.seat, "by": exit.by}
        yield Ruling(exit.round, not exit.night, f"cause.{cause}", slots, exit.at)


def _ballot(ballot: Ballot) -> Iterator[Ruling]:
    if ballot.stage == "exile":
        hands = {seat: len(voters) for seat, voters in ballot.voters.items()}
        for seat, votes in ballot.votes.items():
            if seat in hands and votes != hands[seat]:
                slots = {"seat": seat, "votes": votes, "hands": hands[seat]}
                yield Ruling(ballot.round, True, "weighed", slots, ballot.at)
    if ballot.tied:
        key = "tie" if ballot.stage == "exile" else "tie_sheriff"
        yield Ruling(ballot.round, True, key, {"seats": ballot.tied}, ballot.at)


def _ending(story: Story) -> list[Ruling]:
    result, last = story.result, story.rounds[-1].number if story.rounds else 1
    if result is None:
        return []
    slots = {"winner": result.winner, "reason": result.reason, "seats": result.seats}
    return [Ruling(last, True, f"won.{result.reason}", slots, story.seconds)]
