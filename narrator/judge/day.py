"""Playing a day of a case, its dawn and the winner: acts are entered, checks look ahead on a copy."""

from __future__ import annotations

from narrator.judge.case import Check, Dawn, Day, Deed, Heard, Refusal, Winner
from narrator.judge.deeds import Refused, do, possible
from narrator.judge.heard import missing, table_text, unwanted
from narrator.judge.night import Broken
from narrator.judge.play import RESTING, Open, Play, Stuck, at_night
from narrator.judge.report import Report
from narrator.rules.script import Ask, Event, Illegal, Say, Window
from narrator.yamlfile import BadFile


def play_dawn(play: Play, dawn: Dawn, report: Report, path: str, after_night: bool) -> None:
    """Go on to the news of the last night and compare them; `after_night`: the case has nothing in between.

    Raises `Broken`, `BadFile`.
    """
    try:
        if play.before_news:
            play.go(lambda ask: not play.before_news, lambda ask: False)
    except Open as error:
        raise faulty(path, dawn.line, error) from None
    if play.before_news:
        report.differs(dawn.line, "dawn", "the news of the night", "the game is over" if play.ask is None else "none")
        raise Broken
    play.news = play.nights
    position = _position(play, "dawn", play.news)
    play.round = position
    ahead = play.settled(bold=True)
    event = play.cues[position]
    assert isinstance(event, Event)
    dead = seats_of(event.data.get("dead"))
    for check in dawn.checks:
        if check.kind == "dead":
            _compare_dead(play, check, dead, report)
            play.outs = max(play.outs, len(ahead.events("out", 0, _after_news(ahead, position, dead))))
        else:
            report.compare(check.line, check.kind, _plain(check.expected), _announced(ahead, check.kind, position))
            if check.kind == "last_words":
                play.words |= set(_words(ahead))
    if dawn.heard:
        told = play.settled()
        start = play.part if after_night else position
        compare_heard(dawn.heard, table_text(told.cues[start : _end_of_dawn(told, position)]), report)
    play.part = max(position, min(_end_of_dawn(ahead, position), len(play.cues) - 1))


def _end_of_dawn(play: Play, position: int) -> int:
    """The cue with which the speeches begin after the news."""
    for number in range(position, len(play.cues)):
        cue = play.cues[number]
        if isinstance(cue, Event) and cue.kind == "order":
            return number
        if isinstance(cue, Ask) and cue.window in RESTING:
            return number
    return len(play.cues)


def _end_of_day(play: Play) -> int:
    """The cue with which the news come, or the next night falls; else the end."""
    end = play.horizon()
    for number in range(play.part, end):
        cue = play.cues[number]
        if isinstance(cue, Say) and cue.key == "night.fall":
            return number
    return end


def _after_news(play: Play, position: int, dead: tuple[int, ...]) -> int:
    """The cue after the last `out` event of the death list."""
    for number in range(position, len(play.cues)):
        cue = play.cues[number]
        if isinstance(cue, Event) and cue.kind == "out":
            dead = tuple(seat for seat in dead if seat != cue.data.get("seat"))
        if not dead:
            return max(number + 1, position)
    return len(play.cues)


def _compare_dead(play: Play, check: Check, dead: tuple[int, ...], report: Report) -> None:
    """The death list; who left during the night is announced before it and may stand in it too."""
    left = tuple(seat for seat in _outs(play)[play.outs :] if seat not in dead)
    if check.expected not in (dead, (*left, *dead)):
        report.differs(check.line, "dead", check.expected, dead)


def _announced(play: Play, kind: str, start: int) -> object:
    """What was announced with the news: last words, the bear's line, the silenced, cats that turned their
    card.
    """
    if kind == "last_words":
        return tuple(seat for seat in _words(play, _daybreak(play, start)) if seat not in play.words)
    events = play.events(kind, _night_start(play, start) if kind == "flips" else start)
    if kind == "flips":
        return tuple(seat for event in events for seat in seats_of(event.data.get("seats")))
    if kind == "bear":
        return str(events[0].data.get("line")) if events else "none"
    return (events[0].data.get("seat") if events else 0) or "none"


def _daybreak(play: Play, position: int) -> int:
    """The cue with which this day begins: who goes out before the news of this morning belongs to it."""
    breaks = [n for n, cue in enumerate(play.cues[:position]) if isinstance(cue, Say) and cue.key == "dawn.break"]
    return breaks[-1] if breaks else position


def _night_start(play: Play, position: int) -> int:
    """The cue after the news of the night before."""
    earlier = [n for n, cue in enumerate(play.cues[:position]) if isinstance(cue, Event) and cue.kind == "dawn"]
    return earlier[-1] + 1 if earlier else 0


def pass_news(play: Play, path: str, line: int) -> None:
    """Go past the news of the night where a case has nothing to check of them. Raises `BadFile`."""
    try:
        play.go(lambda ask: not play.before_news, lambda ask: False)
    except Open as error:
        raise faulty(path, line, error) from None
    if not play.before_news:
        play.news = play.nights
        play.round = _position(play, "dawn", play.news)


def play_day(play: Play, day: Day, report: Report, path: str) -> None:
    """Play a list of acts and checks. Raises `Broken`, `BadFile`."""
    for element in day.elements:
        if isinstance(element, Deed):
            _deed(play, element, report, path)
        elif isinstance(element, Refusal):
            if possible(play, element.deed):
                report.differs(element.line, f"refuse: {element.deed.text}", "refused", "accepted")
        elif isinstance(element, Check):
            got = _found(play, element)
            expected = _plain(element.expected)
            if element.kind == "order":
                length = len(element.expected) if isinstance(element.expected, tuple) else 0
                got = got[:length] if isinstance(got, tuple) else got
            report.compare(element.line, f"{element.kind} {element.what}".strip(), expected, got)
        else:
            ahead = play.settled()
            end = _end_of_day(ahead)
            compare_heard(element, table_text(ahead.cues[play.part : end]), report)
            if element.says:
                play.part = max(play.part, min(len(play.cues), end))


def _deed(play: Play, deed: Deed, report: Report, path: str) -> None:
    before = len(play.cues)
    try:
        do(play, deed)
    except Refused as error:
        report.differs(deed.line, deed.text, "accepted", f"refused ({error.why})")
        raise Broken from None
    except Open as error:
        raise faulty(path, deed.line, error) from None
    except Illegal as error:
        report.differs(deed.line, deed.text, "accepted", f"{error.entry} refused ({error.why})")
        raise Broken from None
    if deed.kind == "stand":
        play.round = before
    if deed.kind in ("ballot", "vote"):
        play.ballot = before
    ties = [n for n, cue in enumerate(play.cues) if n >= before and isinstance(cue, Event) and cue.kind == "tie"]
    if ties:
        play.round = ties[-1]


def _found(play: Play, check: Check) -> object:
    """What a check of the day finds."""
    kind = check.kind
    if kind == "order":
        return _order(play)
    if kind == "sheriff":
        ahead = play.settled(also=(Window.ELECTION,)) if play.before_news or _electing(play) else play.settled()
        return ahead.game.table.sheriff or "none"
    if kind == "may":
        return _may(play, check.what)
    ahead = play.settled(bold=kind == "last_words")
    end = ahead.horizon()
    if kind == "dead":
        outs = _outs(ahead, end)
        got, play.outs = outs[play.outs :], max(play.outs, len(outs))
        return got
    if kind == "last_words":
        words = _words(ahead, 0, end)
        got = tuple(seat for seat in words if seat not in play.words)
        play.words |= set(words)
        return got
    events = ahead.events(kind, play.ballot, end)
    if not events:
        return {} if kind == "tally" else ()
    data = events[-1].data
    if kind == "tally":
        votes = data.get("votes")
        return {int(seat): float(n) for seat, n in votes.items()} if isinstance(votes, dict) else {}
    return seats_of(data.get("seats"))


def _electing(play: Play) -> bool:
    return play.ask is not None and play.ask.window is Window.ELECTION


def _order(play: Play) -> object:
    """The next round of speeches since the candidates stood, the news came, or a vote was tied."""
    ahead = play.copy()

    def stop(ask: Ask) -> bool:
        return ask.key.startswith("ballot.") or at_night(ask)

    try:
        ahead.go(lambda ask: bool(ahead.events("order", play.round)), stop, bold=True)
    except Stuck:
        return ()
    orders = ahead.events("order", play.round)
    return seats_of(orders[0].data.get("seats")) if orders else ()


def _may(play: Play, what: str) -> tuple[int, ...]:
    """Who may do it at the next moment of this part of the day at which anybody may."""
    if what in ("explode", "duel"):
        return _may_act(play, what)
    ahead = play.settled()
    if what == "vote":
        before = ahead.copy()
        if not ahead.go(lambda ask: ask.key.startswith("ballot."), at_night, bold=True):
            ahead = before
    return tuple(ahead.game.may(what))


def _may_act(play: Play, what: str) -> tuple[int, ...]:
    ahead = play.copy()
    try:
        found = ahead.go_today(
            lambda ask: bool(ahead.game.may(what)), lambda ask: ask.key.startswith("ballot.") or at_night(ask)
        )
    except (Open, Stuck):
        found = False
    return tuple(ahead.game.may(what)) if found else ()


def play_winner(play: Play, winner: Winner, report: Report) -> None:
    """Compare who has won by now."""
    outcome = play.settled().game.table.outcome
    report.compare(winner.line, "winner", winner.winner, outcome.winner if outcome else "none")
    if winner.won is not None:
        report.compare(winner.line, "won", winner.won, tuple(sorted(outcome.seats)) if outcome else ())
    if winner.reason is not None:
        report.compare(winner.line, "reason", winner.reason, outcome.reason if outcome else "none")


def compare_heard(heard: Heard, text: str, report: Report) -> None:
    """Compare what the table hears."""
    lacking = missing(heard.says, text)
    if lacking is not None:
        report.differs(heard.line, "says", lacking, text or "nothing")
    for word in unwanted(heard.silent, text):
        report.differs(heard.line, "silent", f"nobody says {word}", text)


def faulty(path: str, line: int, error: Open) -> BadFile:
    """The complaint that an open act is not named."""
    return BadFile(path, line, f"an act is open and not named before this: expected {error.act}")


def seats_of(value: object) -> tuple[int, ...]:
    """Seats out of an event."""
    return tuple(seat for seat in value if isinstance(seat, int)) if isinstance(value, (tuple, list)) else ()


def _outs(play: Play, end: int | None = None) -> tuple[int, ...]:
    seats = (event.data.get("seat") for event in play.events("out", 0, end))
    return tuple(seat for seat in seats if isinstance(seat, int))


def _words(play: Play, start: int = 0, end: int | None = None) -> tuple[int, ...]:
    events = play.events("last_words", start, end)
    return tuple(seat for event in events for seat in seats_of(event.data.get("seats")))


def _position(play: Play, kind: str, number: int) -> int:
    places = [n for n, cue in enumerate(play.cues) if isinstance(cue, Event) and cue.kind == kind]
    return places[number - 1]


def _plain(expected: object) -> object:
    return dict(expected) if isinstance(expected, dict) else expected
