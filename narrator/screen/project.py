"""From a view to a face: the one place that decides what a screen says, and what a covered one does not."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.hearing.ears import Prompt
from narrator.hearing.recogniser import Kind
from narrator.host.view import Mode, SeatView, Timer, View
from narrator.rules.roles import ROLES
from narrator.rules.script import Value
from narrator.screen.face import Cell, Entry, Face, LogFace, Picture, SeatFace, TimerFace
from narrator.screen.phase import Phase
from narrator.screen.words import ScreenWords

KEYPAD = {"none": "00", "yes": "91", "no": "92", "done": "99"}
"""Two digits that type a word at night (hearing/phrases.*.yaml)."""
AGAIN = "01"
"""Two digits for another game."""
EXTRA = 81
"""Two digits from which on what is no value is typed (no agreement, …)."""
MOST = 40
"""Cells a screen shows; times of day are typed."""
LAST = 60
"""Lines of the log that are drawn."""


def face_of(view: View, phase: Phase, words: ScreenWords, covered: bool) -> Face:
    """The face of this view. On a covered one nothing depends on a secret: what the table has heard, the public state
    of the seats, the clock, and that something is being confirmed."""
    if covered:
        return _covered(view, phase, words)
    picture, figures, caption = _picture(view, words)
    code = view.code
    places = code.places if code is not None else view.places
    return Face(
        serial=view.serial,
        prompt=view.prompt_number,
        title=_title(view, phase, words),
        step=_step(view, words),
        question=_question(view, words),
        mode=view.mode.value,
        mode_label=words(f"mode.{view.mode.value}"),
        line=view.line,
        seats=tuple(_seat(seat, view, words) for seat in view.seats),
        picture=picture,
        figures=figures,
        caption=caption,
        place=words("place", n=len(view.entered) + 1, total=places) if _several(view, places) else "",
        cells=_cells(view, words),
        entry=_entry(view),
        extras=_extras(view, words),
        entered=_entered(view, words),
        facts=tuple(words.fact(fact.key, fact.text) for fact in view.facts if fact.text),
        heard=words("heard", text=view.heard) if view.heard else "",
        sure=round(100 * view.sure),
        message=view.message,
        confirm=words("confirm", text=view.confirm) if view.confirm else "",
        timer=_timer(view.timer, words),
        log=tuple(LogFace(_clock(line.at), line.text, line.mark.value, line.number) for line in view.log[-LAST:]),
        notes=view.help,
        queued=view.queued,
        trouble=view.trouble,
        keypad=_keypad(view),
        wake=_wake(view, words),
        keys_only=view.keys_only,
        paused=view.mode is Mode.PAUSED,
        over=_over(view, words),
    )


def _covered(view: View, phase: Phase, words: ScreenWords) -> Face:
    """What anybody at the table may see over the judge's shoulder."""
    open_day = phase.asked_by_day and view.mode is not Mode.CONFIRMING
    asks = view.mode is not Mode.CONFIRMING and (open_day or phase.eyes_shut)
    timer = _timer(view.timer, words)
    speech = timer is not None and timer.what == "speech"
    asked = view.seat if open_day else 0
    given = open_day or view.confirm or view.mode in (Mode.PAUSED, Mode.OVER)
    cells = _plain(_cells(view, words)) if given else ()
    return Face(
        prompt=view.prompt_number,
        covered=True,
        title=_title(view, phase, words),
        step=words.role(view.step) if asks and not open_day else _who(view, words) if open_day else "",
        question=view.question if asks else "",
        mode=view.mode.value,
        mode_label=words(f"mode.{view.mode.value}"),
        line=view.line,
        seats=tuple(
            SeatFace(seat.number, seat.alive, seat.badge, seat.number == asked, name=words.player(seat.number))
            for seat in phase.seats
        ),
        picture=Picture.TIME if speech else Picture.NONE,
        caption=words("hidden"),
        cells=cells,
        entry=_entry(view) if cells else Entry.NONE,
        heard=words("heard", text=view.heard) if open_day and view.heard else "",
        # That there is something to read is no secret by day: the table has heard the earcon (design 4).
        message=words("note") if open_day and (view.message or view.help) else "",
        timer=timer,
        trouble=view.trouble,
        keypad=_keypad(view),
        wake=_wake(view, words),
        paused=view.mode is Mode.PAUSED,
        over=_over(view, words),
    )


def _plain(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """The cells without what is secret of them: which are allowed, what stands for them."""
    return tuple(Cell(cell.token, cell.label, keys=cell.keys, command=cell.command) for cell in cells)


# --- the head ---


def _title(view: View, phase: Phase, words: ScreenWords) -> str:
    number = view.night or view.day
    if not number:
        return words("title.start")
    return words("title.night" if phase.eyes_shut or view.at_night else "title.day", n=number)


def _who(view: View, words: ScreenWords) -> str:
    return words("asks", seat=view.seat) if view.seat else ""


def _step(view: View, words: ScreenWords) -> str:
    return words.role(view.step) or _who(view, words)


def _question(view: View, words: ScreenWords) -> str:
    return view.question or words.asked(view.asked)


def _over(view: View, words: ScreenWords) -> str:
    if not view.winner:
        return ""
    reason = words.reason(view.reason)
    if view.winner == "draw":
        return words("draw", reason=reason)
    return words("winner", winner=words.camp(view.winner), reason=reason)


def _timer(timer: Timer | None, words: ScreenWords) -> TimerFace | None:
    if timer is None:
        return None
    return TimerFace(timer.what, words(f"timer.{timer.what}"), timer.ends, timer.total, timer.left)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes:02d}:{rest:02d}"


# --- seats ---


def _seat(seat: SeatView, view: View, words: ScreenWords) -> SeatFace:
    role = ROLES.get(seat.role)
    return SeatFace(
        seat.number,
        seat.alive,
        seat.badge,
        view.seat == seat.number,
        words.role(seat.role),
        "/".join(words.cause(cause) for cause in seat.out_by),
        role is not None and role.camp == "wolf",
        words.player(seat.number),
    )


# --- the middle ---


def _picture(view: View, words: ScreenWords) -> tuple[Picture, str, str]:
    """What stands large: the code of this utterance before everything else, else a speech's time."""
    code = view.code
    if view.mode is Mode.CONFIRMING:
        return Picture.NONE, "", ""
    if code is not None and not code.ready:
        return Picture.WAIT, "", words("picture.wait")
    if code is not None and code.decoy is not None:
        return Picture.DECOY, str(code.decoy), words("picture.decoy", n=code.decoy)
    if view.decoy:
        return Picture.PRESS, "", words("picture.press")
    if code is not None and code.style == "shift":
        return Picture.SHIFT, f"+{code.shift}", words("picture.shift", k=code.shift)
    if code is not None and code.cells:
        return Picture.NONE, "", words("picture.card")
    if view.timer is not None and view.timer.what == "speech":
        return Picture.TIME, "", words("timer.speech")
    return Picture.NONE, "", ""


def _entered(view: View, words: ScreenWords) -> str:
    """What has been given so far; of a ballot the message says it, voter by voter."""
    ballot = view.places > 1 and not view.at_night
    return "" if ballot or not view.entered else words("entered", values=_values(view.entered, words))


def _several(view: View, places: int) -> bool:
    return view.at_night and places > 1 and view.mode in (Mode.LISTENING, Mode.WAITING)


def _values(values: Sequence[Value], words: ScreenWords) -> str:
    return " ".join(words.value(value) for value in values)


# --- what can be given ---


def _tokens(view: View, prompt: Prompt) -> set[str]:
    if prompt.kind is Kind.WAKE:  # the voice waits for its word; what can be given follows from the question
        ring = {str(value) for value in view.ring}
        if view.places > 1:  # a ballot
            living = {str(seat.number) for seat in view.seats if seat.alive}
            return (ring - {"none"}) | living | {"abstain", "out", "tie", "done"}
        return ring if view.places else ring | {"done"}
    answers = prompt.keys if prompt.keypad else {**prompt.keys, **prompt.phrases}
    return set(answers.values())


def _cells(view: View, words: ScreenWords) -> tuple[Cell, ...]:
    prompt = view.prompt
    if view.mode is Mode.PAUSED:
        return (Cell("resume", words.token("resume"), command=True),)
    if view.mode is Mode.OVER:
        done = Cell("done", words.token("done"), keys=KEYPAD["done"])
        again = Cell("again", words.token("again"), keys=AGAIN, command=True)
        return (again, done) if prompt is not None else ()
    if prompt is None or not _asking(view):
        return ()
    tokens = _tokens(view, prompt)
    if view.mode is Mode.CONFIRMING and view.confirm:
        return _yes_no(words)
    ring = {str(value): value for value in view.ring}
    chosen = [token for token in ring if token in tokens]
    if _entry(view) is Entry.LIST:
        seats = sorted((token for token in tokens if token.isdigit()), key=int)
        rest = [token for token in ("none", "abstain", "tie", "out", "done") if token in tokens]
        chosen = [*seats, *rest]
    elif not chosen:
        chosen = sorted(tokens - set(view.extras), key=lambda token: (not token.isdigit(), token.zfill(4)))
    if len(chosen) > MOST:
        return ()
    say = {} if view.code is None else {str(value): number for value, number in view.code.cells}
    words_only = [token for token in chosen if not token.isdigit() and token != "none"]
    keypad = prompt.keypad
    return tuple(
        Cell(
            token,
            words.token(token),
            _allowed(view, ring.get(token)),
            "" if say.get(token) is None else str(say[token]),
            _keys(token, chosen, words_only) if keypad else KEYPAD.get(token, ""),
        )
        for token in chosen
    )


def _asking(view: View) -> bool:
    """Can an answer be given? While a step's floor runs out (no code is shown then) none is taken."""
    return view.mode in (Mode.LISTENING, Mode.CONFIRMING) or (view.mode is Mode.WAITING and view.code is not None)


def _keypad(view: View) -> bool:
    """Do two digits answer, without Enter?"""
    return view.prompt is not None and view.prompt.keypad and _asking(view)


def _wake(view: View, words: ScreenWords) -> str:
    prompt = view.prompt
    if prompt is None or prompt.kind is not Kind.WAKE or not _asking(view):
        return ""
    word = next((form for form, token in prompt.phrases.items() if token == "wake"), "")
    return words("wake", word=word) if word else ""


def _yes_no(words: ScreenWords) -> tuple[Cell, ...]:
    return tuple(Cell(token, words.token(token), keys=KEYPAD[token]) for token in ("yes", "no"))


def _allowed(view: View, value: Value | None) -> bool:
    if view.decoy or view.mode is Mode.CONFIRMING or value is None:
        return not view.decoy
    return not view.legal or value in view.legal


def _keys(token: str, chosen: Sequence[str], words_only: Sequence[str]) -> str:
    """The two digits that type this value at night: choices are counted where no seats stand beside them."""
    if token.isdigit():
        return f"{int(token):02d}"
    if token in KEYPAD:
        return KEYPAD[token]
    counted = not any(other.isdigit() for other in chosen)
    return f"{words_only.index(token) + 1:02d}" if counted else ""


def _entry(view: View) -> Entry:
    prompt = view.prompt
    if view.mode in (Mode.PAUSED, Mode.OVER):
        return Entry.ONE
    if prompt is None or not _asking(view):
        return Entry.NONE
    many = prompt.kind is Kind.LIST or (prompt.kind is Kind.WAKE and view.places != 1)
    many = many and not prompt.keypad and not view.confirm
    return Entry.LIST if many else Entry.ONE


def _extras(view: View, words: ScreenWords) -> tuple[Cell, ...]:
    """Answers that stand for the whole question, by key only."""
    if not _asking(view) or view.mode is Mode.CONFIRMING or not view.at_night:
        return ()
    plain = [token for token in view.extras if ":" not in token]
    return tuple(
        Cell(token, words.value(token), keys=str(EXTRA + plain.index(token)) if token in plain else "")
        for token in view.extras
    )
