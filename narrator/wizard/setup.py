"""What `narrator play` asks when nothing was said on the command line: the players, the board, the deal, the devices.

Nothing more is asked than a game needs, the last table comes first, and everything is an option too."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import typer

from narrator.boards.file import load_board
from narrator.boards.texts import Texts
from narrator.command import command
from narrator.host.journal import DiskError
from narrator.host.setup import Settings, screen_language
from narrator.lines import LineError, load_book
from narrator.wizard import answers as kept
from narrator.wizard import suggest
from narrator.wizard.answers import Answers
from narrator.wizard.device_questions import NONE, DeviceQuestions
from narrator.wizard.dialogue import Choice, Dialogue, Quit
from narrator.wizard.handing import check as check_hand_out
from narrator.wizard.texts import WizardError, WizardTexts
from narrator.yamlfile import BadFile

BOOKS = ("zh", "en")
CODES = ("auto", "shift", "card", "off")
DEALS = ("random", "learn", "file")
HAND_OUTS = ("list", "round", "slips")
SLIPS = "cards.html"
BESIDE = frozenset({"serve", "lang", "games"})
"""Options that say nothing of the table: with them alone the questions are asked all the same."""


def asks(context: typer.Context) -> bool:
    """Is there anything to ask: no option says which table it is, and a person sits at a terminal?"""
    sources = (context.get_parameter_source(name) for name in context.params if name not in BESIDE)
    given = any(source is not None and source.name == "COMMANDLINE" for source in sources)
    return not given and _terminal()


def _terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def setup(settings: Settings) -> Settings:
    """Ask, remember, and give the settings of the evening. Raises `typer.Abort` when the host leaves."""
    dialogue = Dialogue(WizardTexts(screen_language(settings.lang)))
    try:
        answers = Setup(dialogue).run()
    except Quit:
        dialogue.tell(dialogue.texts("quit"))
        raise typer.Abort from None
    return applied(settings, answers)


def applied(settings: Settings, answers: Answers) -> Settings:
    """The settings with the answers in them."""
    return replace(
        settings,
        board=answers.board,
        lines=answers.lines,
        deal=answers.deal,
        hand_out=answers.hand_out,
        names=answers.names,
        speaker=answers.speaker or None,
        mic=answers.mic or None,
        earpiece=answers.earpiece or None,
        ears=answers.ears,
        code=answers.code,
    )


class Setup:
    """Asks the questions in their order; each can also be changed by itself."""

    def __init__(self, dialogue: Dialogue, file: Path | None = None) -> None:
        self.say = dialogue
        self.texts = dialogue.texts
        self.file = file or kept.path()
        devices = DeviceQuestions(dialogue)
        self.parts: dict[str, Callable[[Answers], Answers]] = {
            "board": self._board,
            "lines": self._lines,
            "deal": self._deal,
            "names": self._names,
            "speaker": devices.speaker,
            "mic": devices.mic,
            "earpiece": devices.earpiece,
            "code": self._code,
        }

    def run(self) -> Answers:
        """The answers, remembered for next time. Raises `Quit`."""
        last = self._last()
        answers = self._offer(last) if last is not None else self._all(self._fresh())
        self._remember(answers)
        self.say.tell(self.texts("same_as", command=command("play", *answers.options())))
        return answers

    def _fresh(self) -> Answers:
        """Before anything was asked: the table speaks the language of the screen."""
        return Answers(lines=self.texts.language)

    def _last(self) -> Answers | None:
        try:
            last = kept.remembered(self.file)
            if last is not None and len(last.names) not in (0, load_board(last.board).players):
                last = replace(last, names=())
        except BadFile as error:
            self.say.tell(self.texts("remembered.broken", why=error))
            return None
        return last

    def _offer(self, last: Answers) -> Answers:
        """Last time's table first: the same again with one key, changed, all new, or forgotten."""
        self.say.tell(self.texts("remembered.title", path=self.file))
        self._show(last)
        ways = [Choice(way, self.texts(f"again.{way}")) for way in ("same", "change", "new", "forget")]
        way = self.say.choose(self.texts("again.ask"), ways, "same")
        if way == "same":
            return last
        if way == "change":
            return self._change(last)
        if way == "forget":
            kept.forget(self.file)
            self.say.tell(self.texts("remembered.gone"))
            return self._all(self._fresh())
        return self._all(last)

    def _all(self, answers: Answers) -> Answers:
        for part in self.parts.values():
            answers = part(answers)
        return answers

    def _change(self, answers: Answers) -> Answers:
        """One part after the other until the host is content."""
        while True:
            parts = [Choice(part, self.texts("part.row", part=self.texts(f"part.{part}"))) for part in self.parts]
            parts.append(Choice("done", self.texts("part.done")))
            part = self.say.choose(self.texts("part.ask"), parts, "done")
            if part == "done":
                return answers
            answers = self.parts[part](answers)
            self._show(answers)

    def _show(self, answers: Answers) -> None:
        nothing = self.texts("value.nothing")
        board = load_board(answers.board)
        board_name = Texts(self.texts.language).board(board.name)
        values = {
            "board": self.texts("value.board", name=board_name, players=board.players),
            "lines": self._word("lines", answers.lines),
            "deal": " · ".join((self._word("deal", answers.deal), self._hand_out(answers))),
            "names": self.texts.both(answers.names) or nothing,
            "speaker": answers.speaker or self.texts("value.default"),
            "mic": self.texts("value.keys") if answers.ears == "keys" else answers.mic or self.texts("value.default"),
            "earpiece": answers.earpiece or nothing,
            "code": self._word("code", answers.code),
        }
        for part, value in values.items():
            self.say.tell(self.texts("value.row", part=self.texts(f"part.{part}"), value=value))

    def _hand_out(self, answers: Answers) -> str:
        way = answers.hand_out
        return self.texts(f"hand_out.{way}") if way in HAND_OUTS else f"{self.texts('hand_out.slips')} {way}"

    def _word(self, group: str, value: str) -> str:
        key = f"{group}.{value}"
        return self.texts(key) if self.texts.has(key) else value

    def _remember(self, answers: Answers) -> None:
        try:
            kept.remember(answers, self.file)
        except DiskError as error:
            self.say.tell(str(error))  # the evening goes on without

    # --- the questions ---

    def _board(self, answers: Answers) -> Answers:
        texts = self.texts
        known = suggest.counts()

        def number(typed: str) -> str:
            if not (typed.isascii() and typed.isdigit() and len(typed) <= 2 and int(typed) in known):
                raise ValueError(texts("players.which", least=known[0], most=known[-1]))
            return str(int(typed))

        players = int(self.say.checked(texts("players.ask"), number, str(answers.players)))
        fitting = suggest.choices(players, texts)

        def own(typed: str) -> str:
            try:
                load_board(typed)
            except BadFile as error:
                raise ValueError(str(error)) from None
            return typed

        default = answers.board if any(choice.value == answers.board for choice in fitting) else fitting[0].value
        board = self.say.choose(texts("board.ask"), fitting, default, own)
        players = load_board(board).players
        names = answers.names if len(answers.names) == players else ()
        return replace(answers, players=players, board=board, names=names)

    def _lines(self, answers: Answers) -> Answers:
        texts = self.texts

        def own(typed: str) -> str:
            try:
                load_book(typed)
            except LineError as error:
                raise ValueError(str(error)) from None
            return typed

        books = [Choice(book, texts(f"lines.{book}")) for book in BOOKS]
        return replace(answers, lines=self.say.choose(texts("lines.ask"), books, answers.lines, own))

    def _deal(self, answers: Answers) -> Answers:
        texts = self.texts
        board = load_board(answers.board)
        default = answers.deal if answers.deal in DEALS else "file"
        deal = self.say.choose(texts("deal.ask"), [Choice(way, texts(f"deal.{way}")) for way in DEALS], default)
        if deal == "learn":
            return replace(answers, deal=deal, hand_out="list")
        if deal == "file":

            def file(typed: str) -> str:
                from narrator.boards.deal import load_deal

                try:
                    load_deal(typed, board)
                except BadFile as error:
                    raise ValueError(str(error)) from None
                return typed

            deal = self.say.checked(texts("deal.which"), file, answers.deal if default == "file" else "")
        before = answers.hand_out if answers.hand_out in HAND_OUTS else "slips"
        ways = [Choice(way, texts(f"hand_out.{way}")) for way in HAND_OUTS]
        hand_out = self.say.choose(texts("hand_out.ask"), ways, before)
        if hand_out == "slips":

            def target(typed: str) -> str:
                try:
                    return check_hand_out(typed)
                except WizardError as error:
                    raise ValueError(str(error)) from None

            earlier = answers.hand_out if answers.hand_out not in HAND_OUTS else SLIPS
            hand_out = self.say.checked(texts("hand_out.which"), target, earlier)
        return replace(answers, deal=deal, hand_out=hand_out)

    def _names(self, answers: Answers) -> Answers:
        players = load_board(answers.board).players

        def check(typed: str) -> str:
            names = names_in(typed)
            if typed != NONE and len(names) != players:
                raise ValueError(self.texts("names.many", count=len(names), players=players))
            if typed != NONE and len(set(names)) < players:
                raise ValueError(self.texts("names.twice"))
            return typed

        before = ",".join(answers.names)
        typed = self.say.checked(self.texts("names.ask"), check, before or NONE)
        return replace(answers, names=() if typed == NONE else names_in(typed))

    def _code(self, answers: Answers) -> Answers:
        texts = self.texts
        if answers.ears == "keys":
            return replace(answers, code="auto")  # nothing is said aloud at night
        ways = [Choice(code, texts(f"code.{code}")) for code in CODES]
        return replace(answers, code=self.say.choose(texts("code.ask"), ways, answers.code))


def names_in(typed: str) -> tuple[str, ...]:
    """Players' names as they are typed: with commas of any kind between them."""
    for mark in ("，", "、", ";", "；"):
        typed = typed.replace(mark, ",")
    names = [" ".join(name.split())[:60] for name in typed.split(",")]
    while names and not names[-1]:
        names.pop()
    return tuple(names)
