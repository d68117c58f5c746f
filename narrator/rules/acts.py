"""Acts: what the judge enters unasked, when each is allowed, and what it does (R 5.8, 5.9, 8.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from narrator.rules.asking import DayOver, GameOver
from narrator.rules.death import Death
from narrator.rules.depart import depart
from narrator.rules.election import swallow
from narrator.rules.role import DRAW, WOLF
from narrator.rules.script import Act, Ask, Event, Say, Script, Window
from narrator.rules.victory import offered

if TYPE_CHECKING:
    from narrator.rules.table import Table


# --- when ---

_SPEAKING = (Window.SPEECH, Window.ELECTION, Window.PK)


def forbids(table: Table, act: Act, ask: Ask) -> str:
    """Why an act is not allowed now: `over`, `out`, `window`, `not_his`, `used`, `target`, `unknown`; "" when it is."""
    if act.kind == "declare":
        day = ask.window not in (Window.NIGHT, Window.SETUP)
        return "" if day and offered(table, str(act.target)) else "not_offered"
    if ask.window is Window.SETUP:
        return "window"  # before the first night there is no game to act in, or to leave
    here = 1 <= act.seat <= table.players and table.alive(act.seat)
    if not here or act.seat in table.sent_out or act.seat in table.leaving:
        return "out"
    if act.kind in ("penalty", "leave"):
        return "warn_only" if act.kind == "penalty" and table.options.judge_penalties == "warn" else ""
    if act.kind == "withdraw":
        election = table.election
        open_now = election is not None and ask.window is Window.ELECTION
        return "" if open_now and election and act.seat in election.candidates else "window"
    if act.kind == "explode":
        return _forbids_explosion(table, act, ask)
    return _forbids_skill(table, act, ask)


def _forbids_explosion(table: Table, act: Act, ask: Ask) -> str:
    """R 5.8."""
    role = table.role(act.seat)
    if not table.is_wolf(act.seat) or not role.explodes:
        return "not_his"
    if not _explosive(table, ask):
        return "window"
    death = table.pending.get(act.seat)
    if death and "poison" in death.causes and table.options.poison_swallow == "void":
        return "poisoned"  # S0g
    if act.target is None:
        return ""
    takes = role.takes and ask.window is not Window.PK  # R 2.2 no 42: before the vote starts
    return "" if takes and act.target in table.victims(act.seat) and act.target != act.seat else "target"


def _explosive(table: Table, ask: Ask) -> bool:
    """`explode_when`. A ballot, and the time after the exile, are out under every value."""
    if ask.window not in _SPEAKING:
        return False
    if table.options.explode_when == "after_deaths":
        return table.news or (ask.window is Window.ELECTION and table.round == 1)
    return True


def _forbids_skill(table: Table, act: Act, ask: Ask) -> str:
    """A day skill of some role: in the speeches, after the election and before the vote (R 5.9)."""
    role = table.role(act.seat)
    if role.act_kind != act.kind or role.act_targets is None:
        return "not_his" if any(known.act_kind == act.kind for known in table.roles) else "unknown"
    if ask.window is not Window.SPEECH or table.election_due() or table.voted or table.voting:
        return "window"
    targets = list(role.act_targets(table, act.seat))
    if not targets:
        return "used"
    return "" if act.target in targets else "target"


def allowed(table: Table, ask: Ask) -> list[Act]:
    """Every act that is allowed at this question, with each possible target."""
    acts: list[Act] = [Act("declare", 0, camp) for camp in (WOLF, DRAW)]
    for seat in table.living:
        acts += [Act(kind, seat) for kind in ("penalty", "leave", "withdraw", "explode")]
        role = table.seats[seat].role
        if role is None:
            continue
        if role.takes:
            acts += [Act("explode", seat, target) for target in table.living]
        if role.act_kind and role.act_targets:
            acts += [Act(role.act_kind, seat, target) for target in role.act_targets(table, seat)]
    return [act for act in acts if not forbids(table, act, ask)]


# --- what ---


def perform(table: Table, act: Act) -> Script:
    """Let an act that is allowed take effect. Raises `DayOver` or `GameOver`."""
    if act.kind == "declare":
        outcome = offered(table, str(act.target))
        if outcome:
            raise GameOver(outcome)
    elif act.kind in ("penalty", "leave"):
        yield from _sent_out(table, act)
    elif act.kind == "withdraw" and table.election:
        table.election.withdraw(act.seat)
        yield Event("withdrawn", {"seat": act.seat})
        yield Say("withdrawn", {"seat": act.seat})
    elif act.kind == "explode":
        yield from _explode(table, act)
    else:
        skill = table.role(act.seat).act
        if skill:
            yield from skill(table, act)


def _sent_out(table: Table, act: Act) -> Script:
    """点杀, or a player goes home: no skill, no last words, the badge is torn (R 8.2, G-85)."""
    death = Death(act.seat, frozenset({act.kind}), (), table.round, False)
    if not table.by_day:
        table.reported.append(death)  # effective at the end of the night, announced at dawn
        table.sent_out.add(act.seat)
        return
    yield Say(act.kind, {"seat": act.seat})
    yield from depart(table, [death], named=True)


def _explode(table: Table, act: Act) -> Script:
    """R 5.8: all speeches end, the wolf is out, night falls."""
    seat, target = act.seat, act.target
    role = table.role(seat)
    table.exploded_on, table.exploder = table.round, seat
    yield Say("explode", {"seat": seat})
    deaths = [Death(seat, frozenset({"explode"}), (seat,), table.round)]
    if isinstance(target, int):
        yield Say("explode.takes", {"seat": seat, "target": target})
        deaths.append(Death(target, frozenset({"wwk"}), (seat,), table.round))
    if role.on_explode and table.wolves() != [seat]:
        role.on_explode(table, seat)
    if table.options.poison_swallow != "off" or "poison" not in _pending_causes(table, seat):
        table.pending.pop(seat, None)  # 吞毒: he is not in the night's list (G-65)
    if table.election:
        yield from swallow(table)
    wordless = {seat} if table.options.exploder_last_words == "none" else set()
    yield from depart(table, deaths, wordless=wordless)
    raise DayOver


def _pending_causes(table: Table, seat: int) -> frozenset[str]:
    death = table.pending.get(seat)
    return death.causes if death else frozenset()
