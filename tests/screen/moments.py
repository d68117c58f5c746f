"""Moments of an evening, made by hand: views as the host gives them, with the phase they belong to."""

from __future__ import annotations

from narrator.hearing.ears import Prompt
from narrator.hearing.phrases import Phrases
from narrator.hearing.recogniser import Kind
from narrator.host.view import CodeView, Fact, LogLine, Mark, Mode, SeatView, Timer, View
from narrator.rules.script import NONE, Value

DEAL = (
    "werewolf",
    "villager",
    "seer",
    "witch",
    "werewolf",
    "hunter",
    "idiot",
    "werewolf",
    "villager",
    "werewolf",
)
SEATS: tuple[SeatView, ...] = tuple(
    SeatView(n, role, n not in (2, 9), n == 4, ("knife",) if n == 2 else ("vote",) if n == 9 else ())
    for n, role in enumerate((*DEAL, "villager", "villager"), start=1)
)
RING: tuple[Value, ...] = (*range(1, 13), NONE)
LOG = (
    LogLine(61.0, "狼人 · 刀 · 3号", 14),
    LogLine(75.0, "女巫 · 解药 · 是", 15, Mark.UNDONE),
    LogLine(80.0, "女巫 · 解药 · 否", 15, Mark.AMENDED),
)


def _keypad() -> Prompt:
    return Phrases("zh", 12).coded(13, keyed=list(range(1, 13)), answers=[NONE], commands=("repeat", "pause"))


def night(code: CodeView | None = None, decoy: bool = False, legal: tuple[Value, ...] = RING) -> View:
    """The witch is asked whom she poisons."""
    return View(
        serial=40,
        mode=Mode.LISTENING,
        night=2,
        at_night=True,
        seats=SEATS,
        step="witch",
        asked="witch.poison",
        question="你要使用毒药吗，对谁使用？",
        ring=RING,
        legal=() if decoy else legal,
        prompt=_keypad(),
        prompt_number=12,
        code=code,
        decoy=decoy,
        facts=(Fact("awake", "witch", 4, "睁眼的是四号。"), Fact("private", "witch", 3, "三号")),
        timer=Timer("step", 45.0, 60.0),
        line="你要使用毒药吗，对谁使用？",
        log=LOG,
        heard="三号",
        sure=0.93,
    )


def card(legal: tuple[Value, ...] = RING) -> View:
    """With a code card; numbers as one permutation."""
    numbers = (7, 13, 2, 9, 11, 1, 5, 12, 3, 8, 10, 6, 4)
    cells = tuple((v, n if v in legal else None) for v, n in zip(RING, numbers, strict=True))
    return night(CodeView("card", cells=cells), legal=legal)


def shift() -> View:
    """With the earpiece's "add"."""
    cells = tuple((v, (n + 4) % 13 + 1) for n, v in enumerate(RING))
    return night(CodeView("shift", 5, cells))


def decoy() -> View:
    """Nobody can act: a number is called out for nothing."""
    return night(CodeView("card", cells=tuple((v, None) for v in RING), decoy=8), decoy=True)


def speech() -> View:
    """Seat four speaks."""
    return View(
        serial=80,
        mode=Mode.LISTENING,
        night=2,
        day=2,
        seats=SEATS,
        asked="speech",
        question="四号请发言。",
        seat=4,
        ring=("done",),
        prompt=Phrases("zh", 12).answers(("pass", "next", "done"), commands=("undo",)),
        prompt_number=30,
        timer=Timer("speech", 94.0, 120.0),
        line="四号请发言。",
        log=LOG,
    )


def ballot() -> View:
    """The exile vote is reported."""
    voters = [n for n in range(1, 13) if n not in (2, 9)]
    return View(
        serial=90,
        mode=Mode.LISTENING,
        night=2,
        day=2,
        seats=SEATS,
        asked="ballot.exile",
        question="请投票。",
        ring=(*voters, NONE),
        places=len(voters),
        prompt=Phrases("zh", 12).ballot(voters, voters),
        prompt_number=31,
        line="请投票。",
        message="已报：1→5, 3→5",
        log=LOG,
    )


def confirming() -> View:
    """A typed act is to be confirmed, by day."""
    prompt = Prompt({"确认": "yes", "不对": "no"}, Kind.YESNO, keys={"y": "yes", "n": "no"})
    return View(
        serial=95,
        mode=Mode.CONFIRMING,
        night=2,
        day=2,
        seats=SEATS,
        asked="speech",
        question="四号请发言。",
        confirm="三号自爆，确认吗？",
        prompt=prompt,
        prompt_number=33,
        line="四号请发言。",
        log=LOG,
    )


def over() -> View:
    """The game is won."""
    prompt = Phrases("zh", 12).answers(("done", "none"))
    return View(
        serial=99,
        mode=Mode.OVER,
        night=3,
        day=3,
        seats=SEATS,
        prompt=prompt,
        prompt_number=40,
        winner="good",
        reason="wolves_out",
        line="游戏结束。",
        message="再来一局？",
        log=LOG,
    )
