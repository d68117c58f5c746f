"""The day: election, news, speeches, vote, exile (R 5.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from narrator.rules.asking import DayOver, GameOver, asking, yes_or_no
from narrator.rules.dawn import late, news, reports
from narrator.rules.death import Death
from narrator.rules.depart import Fallen, decide, fall, farewell, shots
from narrator.rules.election import election
from narrator.rules.night import holds_news
from narrator.rules.script import DONE, Ask, Event, Say, Script, Window
from narrator.rules.shots import may_shoot
from narrator.rules.speeches import speeches
from narrator.rules.victory import draw, two_left
from narrator.rules.vote import Vote, first_ballot, settle

if TYPE_CHECKING:
    from narrator.rules.table import Table


def day(table: Table) -> Script:
    """天亮了 … until night falls."""
    table.by_day = True
    before_deaths = table.election_due() and table.options.sheriff_mode == "d1_before_deaths"
    if before_deaths and table.options.election_stand == "eyes_shut":
        yield Say("stand.open")
    yield Say("dawn.break")
    try:
        yield from reports(table)
        if before_deaths:
            yield from election(table)
        yield from _until_the_vote(table)
        yield from _exile(table)
    except DayOver:
        if not table.news:
            yield Say("explode.hidden_dead")
            yield from news(table)  # R G-63: the deaths are told now
    yield from _end(table)


def _until_the_vote(table: Table) -> Script:
    """News and speeches; in reverse while somebody holds the news back (R G-38)."""
    if holds_news(table):
        yield from speeches(table, [])
        for role in table.roles:
            if role.before_news:
                yield from role.before_news(table)
        yield from news(table)
        # Nobody speaks any more before the vote; still a wolf may self-destruct, a knight duel.
        ask = Ask("news.end", DONE, lambda _: DONE, window=Window.SPEECH)
        yield from asking(table, lambda: ask)
    else:
        yield from news(table)
        _badge_decides(table)
        dead = [
            exit.seat
            for exit in table.exits
            if exit.night and exit.round == table.round and "shot" not in exit.causes
        ]
        yield from speeches(table, sorted(dead))
    yield from late(table, "speeches")
    if table.election_due():
        yield from election(table)
    _badge_decides(table)


def _badge_decides(table: Table) -> None:
    outcome = two_left(table)
    if outcome:
        raise GameOver(outcome)


def _exile(table: Table) -> Script:
    """The vote and what it does, in the order of R 5.6."""
    table.voting = True
    vote = yield from first_ballot(table)
    vote = yield from settle(table, vote)
    table.voted, table.voting = True, False
    yield Event("exiled", {"seats": list(vote.exiled)})
    fallen: list[Death] = []
    if vote.exiled:
        fallen = yield from _take_out(table, vote, vote.exiled[0])
    for role in table.roles:
        if role.after_exile:
            more = yield from role.after_exile(table, vote)
            hit = yield from fall(table, more)
            fallen += hit
            yield from decide(table, hit)
    one_effect = table.options.exile_shot_before_check
    more = yield from shots(table, fallen, one_effect)
    yield from decide(table, more or fallen, one_effect)
    yield from farewell(table, [*fallen, *more])
    yield from late(table, "vote")
    _badge_decides(table)


def _take_out(table: Table, vote: Vote, seat: int) -> Fallen:
    """The exiled may turn his card and stay; otherwise he is out, with all whom that takes along."""
    yield Say("exiled", {"seat": seat})
    spared = table.role(seat).spared
    spare = spared(table, seat) if spared else None
    asked = spare is not None and not spare.automatic
    ask = Ask(
        "exile.flip",
        ("yes", "no"),
        yes_or_no(asked),
        window=Window.AFTER_TALLY,
        seat=seat,
        slots={"seat": seat},
    )
    answer = yield from asking(table, lambda: ask if table.alive(seat) else None)
    if spare and table.alive(seat) and (spare.automatic or answer == ("yes",)):
        yield from spare.take(table, seat)
        return []
    deaths = [Death(seat, frozenset({"vote"}), tuple(vote.voters_for(seat)), table.round)]
    for role in table.roles:
        if role.with_exile:
            deaths += role.with_exile(table, seat, vote)
    fallen = yield from fall(table, deaths)
    if any(death.seat == seat for death in fallen):
        table.exiled[table.round] = seat
    # R 6.3: the count comes before the exiled hunter's shot, but where the table waits for it.
    if not (table.options.exile_shot_before_check and seat in _shooters(table, fallen)):
        yield from decide(table, fallen)
    return fallen


def _shooters(table: Table, fallen: list[Death]) -> tuple[int, ...]:
    table.shots = [death.seat for death in fallen]
    able = may_shoot(table)
    table.shots = []
    return able


def _end(table: Table) -> Script:
    """Night will fall: quiet rounds are counted (R V-13, G-80), and the judge may accept an ending."""
    table.quiet = table.quiet + 1 if len(table.exits) == table.exits_before else 0
    rule = table.options.draw_rule
    if (rule == "one_quiet_round" and table.quiet >= 1) or (rule == "two_quiet_rounds" and table.quiet >= 2):
        raise GameOver(draw(table))
    if rule == "judge" and table.quiet >= 2:
        yield Event("offer", {"camp": "draw", "reason": "quiet"})
    ask = Ask("day.end", DONE, lambda _: DONE, window=Window.AFTER_EXILE)
    yield from asking(table, lambda: ask)
