"""`narrator boards new`: a board file built by questions, checked before it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import typer
import yaml

from narrator.boards.file import MANY, MOST_PLAYERS, UNPLAYABLE, read_board
from narrator.command import command
from narrator.lines import load_book
from narrator.recap.command import write
from narrator.rules.board import Board
from narrator.rules.options import PRESETS
from narrator.rules.role import WOLF
from narrator.rules.roles import ROLES
from narrator.wizard.balance import told, usual
from narrator.wizard.dialogue import Choice, Dialogue, Quit
from narrator.wizard.texts import WizardTexts
from narrator.yamlfile import BadFile, parse, scalar

PLAIN_WOLF, PLAIN_GOOD = "werewolf", "villager"
NONE = "none"
USUAL_GODS = ("seer", "witch", "hunter", "idiot", "guard", "knight")
"""R 7.7: in this order, as many as the table has."""


@dataclass
class Draft:
    """A board as it is being answered."""

    name: str = ""
    players: int = 12
    preset: str = "std12"
    wolves: int = 4
    special: tuple[str, ...] = ()
    good: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    rules: dict[str, str] = field(default_factory=dict)

    @property
    def villagers(self) -> int:
        return self.players - self.wolves - len(self.good)

    def text(self) -> str:
        """The file."""
        roles: dict[str, int] = {}
        if self.wolves > len(self.special):
            roles[PLAIN_WOLF] = self.wolves - len(self.special)
        roles.update({role: 1 for role in (*self.special, *self.good)})
        if self.villagers:
            roles[PLAIN_GOOD] = self.villagers
        content: dict[str, object] = {"name": self.name, "preset": self.preset, "roles": roles}
        if self.extra:
            content["extra"] = list(self.extra)
        lines = [yaml.safe_dump(content, allow_unicode=True, sort_keys=False)]
        if self.rules:
            lines.append("rules:\n" + "".join(f"  {option}: {value}\n" for option, value in self.rules.items()))
        return "".join(lines)

    def board(self) -> Board:
        """The board that the file describes. Raises `BadFile` with the reason why it cannot be played."""
        return read_board(parse(self.text(), self.name), self.name)


def new_board(output: Path | None, language: str, dialogue: Dialogue | None = None) -> list[str]:
    """Ask, check, write; the last lines for the terminal. Raises `DiskError`; `typer.Abort` when the host leaves."""
    dialogue = dialogue or Dialogue(WizardTexts(language))
    try:
        return _Builder(dialogue).run(output)
    except Quit:
        dialogue.tell(dialogue.texts("quit"))
        raise typer.Abort from None


class _Builder:
    def __init__(self, dialogue: Dialogue) -> None:
        self.say = dialogue
        self.texts = dialogue.texts
        self.draft = Draft()

    def run(self, output: Path | None) -> list[str]:
        while True:
            self._questions()
            try:
                board = self.draft.board()
            except BadFile as error:
                self.say.tell(self.texts("made.refused", why=error.what))
                if not self.say.yes(self.texts("made.again")):
                    raise Quit from None
                continue
            for line in told(board, self.texts):
                self.say.tell(line)
            path = output or self._path()
            write(path, self.draft.text())
            return [self.texts("made.written", path=path, command=command("play", "--board", str(path)))]

    def _questions(self) -> None:
        draft, texts = self.draft, self.texts
        draft.name = self.say.checked(texts("made.ask"), self._named, draft.name)
        draft.players = int(self.say.checked(texts("made.players"), self._players, str(draft.players)))
        presets = [Choice(preset, texts("part.row", part=preset)) for preset in PRESETS]
        draft.preset = self.say.choose(texts("made.preset"), presets, draft.preset)
        row = next(iter(usual(draft.players).values()), None)
        wolves = row.wolves if row else max(1, draft.players // 3)
        draft.wolves = int(self.say.checked(texts("made.wolves"), self._up_to(draft.players - 1), str(wolves)))
        draft.special = self._roles("made.special_wolves", draft.special, draft.wolves, lambda camp: camp == WOLF)
        gods = USUAL_GODS[: row.gods] if row else USUAL_GODS[:3]
        room = draft.players - draft.wolves
        draft.good = self._roles("made.good", draft.good or gods, room, lambda camp: camp != WOLF)
        self.say.tell(texts("made.rest", count=draft.villagers))
        draft.extra = self._extra()
        draft.rules = self._rules()

    def _named(self, typed: str) -> str:
        if not typed:
            raise ValueError(self.texts("made.nameless"))
        return typed[:60]

    def _players(self, typed: str) -> str:
        if not (typed.isascii() and typed.isdigit() and len(typed) <= 2 and 4 <= int(typed) <= MOST_PLAYERS):
            raise ValueError(self.texts("made.players_bad"))
        return str(int(typed))

    def _up_to(self, most: int) -> Callable[[str], str]:
        def check(typed: str) -> str:
            if not (typed.isascii() and typed.isdigit() and len(typed) <= 2 and int(typed) <= most):
                raise ValueError(self.texts("made.number_bad", most=most))
            return str(int(typed))

        return check

    def _roles(self, question: str, before: Iterable[str], most: int, fits: Callable[[str], bool]) -> tuple[str, ...]:
        """Roles by names or ids; each once, of the right camp, no more than there is room for."""
        texts = self.texts

        def check(typed: str) -> str:
            found = [] if typed in (NONE, texts("made.none")) else [self._role(word) for word in words_in(typed)]
            for role in found:
                if not fits(ROLES[role].camp) or role in MANY:
                    raise ValueError(texts("made.wrong_camp", role=texts.role(role)))
                if found.count(role) > 1:
                    raise ValueError(texts("made.twice", role=texts.role(role)))
            if len(found) > most:
                raise ValueError(texts("made.too_many", count=len(found), most=most))
            return ",".join(found)

        typed = self.say.checked(texts(question), check, ",".join(before) or NONE)
        return tuple(role for role in typed.split(",") if role)

    def _role(self, word: str) -> str:
        if word in UNPLAYABLE:
            raise ValueError(UNPLAYABLE[word])
        if word in ROLES:
            return word
        for language in ("zh", "en"):
            book = load_book(language)
            for role in ROLES:
                if book.render(f"role.{role}").lower() == word.lower():
                    return role
        raise ValueError(self.texts("made.unknown", word=word))

    def _extra(self) -> tuple[str, ...]:
        """Two cards in the middle, where a thief is on the board (R 7.5)."""
        if "thief" not in self.draft.good:
            return ()

        def check(typed: str) -> str:
            return ",".join(self._role(word) for word in words_in(typed))

        before = ",".join(self.draft.extra) or f"{PLAIN_GOOD},{PLAIN_GOOD}"
        return tuple(self.say.checked(self.texts("made.extra"), check, before).split(","))

    def _rules(self) -> dict[str, str]:
        """`option=value` until an empty line; whether they are right is checked with the whole board."""
        rules: dict[str, str] = {}
        while True:
            typed = self.say.ask(self.texts("made.rules"))
            if not typed:
                return rules
            option, mark, value = (part.strip() for part in typed.partition("="))
            if not mark or not option.isidentifier() or not _plain(value):
                self.say.tell(self.texts("made.rule_bad"))
                continue
            rules[option] = value

    def _path(self) -> Path:
        """Where to write; an existing file only after asking."""
        safe = "".join(char if char.isalnum() or char in "-_" else "-" for char in self.draft.name)
        while True:
            path = Path(self.say.ask(self.texts("made.file"), f"{safe}.yaml"))
            if path.suffix not in (".yaml", ".yml"):
                path = path.with_name(path.name + ".yaml")
            if not path.exists() or self.say.yes(self.texts("made.exists", path=path), False):
                return path


def _plain(value: str) -> bool:
    """Is this a word, a number or a flow list that can stand in the file as it is?"""
    allowed = set("abcdefghijklmnopqrstuvwxyz_0123456789.[], -")
    return bool(value) and set(value) <= allowed and scalar(value) is not None


def words_in(typed: str) -> list[str]:
    """Words with commas of any kind between them."""
    for mark in ("，", "、", ";", "；"):
        typed = typed.replace(mark, ",")
    return [word.strip() for word in typed.split(",") if word.strip()]
