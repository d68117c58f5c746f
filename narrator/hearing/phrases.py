"""Prompts: for each kind of question, the closed list of spoken and typed forms and what each stands for.

>>> prompt = Phrases("zh", seats=12).seats(range(1, 13))
>>> prompt.phrases["十二号"], prompt.phrases["幺二"]
('12', '12')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from narrator.hearing.ears import Prompt
from narrator.hearing.phrasebook import PhraseError, check_list, fold, is_short, load
from narrator.hearing.recogniser import Kind

Forms = dict[str, str]


class Phrases:
    """Builds prompts for a table of `seats` players in one language.

    Every builder raises `PhraseError` when two answers would share a form or sound alike. `commands` are
    the commands that the voice may give beside the answer; by key all of them may be given, or those in
    `by_key`. A command with a seat is named for all seats (`self_destruct`) or for one
    (`self_destruct:3`), which is also its token. `answers` are answers beside the seats (`none`, `done`,
    `pass` …), by their key in the table."""

    def __init__(self, language: str = "zh", seats: int = 12, wake: str | None = None) -> None:
        self.language = language
        self._book = load(language)
        self._numerals = self._book.numerals()
        self._table = range(1, seats + 1)
        self.wake_word = wake or self._book.wake
        if self._too_short(self.wake_word):
            raise PhraseError(f"wake word {self.wake_word!r} is too short; take three syllables or more")

    def spoken(self, number: int) -> str:
        """The usual spoken form of a seat, to be shown or said: 三号."""
        return self._numerals.seat(number)

    def read(self, text: str) -> int | None:
        """The seat that a spoken form names, or None."""
        return self._numerals.read(text)

    def seats(
        self,
        ring: Sequence[int],
        *,
        not_now: Sequence[int] = (),
        answers: Sequence[str] = (),
        commands: Sequence[str] = (),
        by_key: Sequence[str] | None = None,
        strict: bool = False,
    ) -> Prompt:
        """One seat of `ring`. `not_now`: seats that are recognised but not taken (decoys)."""
        phrases, left_out = self._seat_forms(ring, self._answer_forms(answers))
        decoys = chain(left_out, *(self._numerals.forms(n) for n in not_now))
        return self._prompt(phrases, Kind.SEAT, decoys, commands, by_key, self._seat_keys(ring, answers), strict)

    def coded(
        self, size: int, *, keyed: Sequence[int], answers: Sequence[str] = (), commands: Sequence[str] = ()
    ) -> Prompt:
        """A question of the night: by voice a number of the code's ring 1 to `size`, by key the plain
        value, two digits without Enter: the seats or choices `keyed`, and `answers`. The event's `by`
        tells them apart."""
        phrases, left_out = self._seat_forms(range(1, size + 1), {})
        typed = self._seat_keys(keyed, answers)
        codes = self._book.typed.keypad
        typed.update({codes[token]: token for token in answers if token in codes})
        return self._prompt(phrases, Kind.SEAT, left_out, commands, None, typed, False, keypad=True)

    def seat_list(
        self,
        ring: Sequence[int],
        *,
        counts: range | None = None,
        answers: Sequence[str] = (),
        commands: Sequence[str] = (),
        by_key: Sequence[str] | None = None,
        strict: bool = False,
    ) -> Prompt:
        """Several seats of `ring` in one breath or in pieces, `counts` of them (None: any number).
        Correction words stand for `correct`: the next seat replaces the one before."""
        phrases = self._answer_forms(answers)
        for n in ring:
            phrases.update(dict.fromkeys(self._numerals.forms(n, single=False), str(n)))
        phrases.update(dict.fromkeys(self._book.correct, "correct"))
        keys = self._seat_keys(ring, answers, single=False)
        return self._prompt(phrases, Kind.LIST, (), commands, by_key, keys, strict, counts=counts)

    def ballot(
        self,
        candidates: Sequence[int],
        voters: Sequence[int],
        *,
        commands: Sequence[str] = (),
        by_key: Sequence[str] | None = None,
    ) -> Prompt:
        """Who votes for whom: "五号 一二三四" gives 5 and then 1 2 3 4, "5 5" his own vote; 出局九号 gives `out` 9,
        平票五号九号 gives `tie` 5 9, 完毕 gives `done`."""
        ring = sorted({*candidates, *voters})
        answers = ("abstain", "out", "tie", "done")
        return replace(self.seat_list(ring, answers=answers, commands=commands, by_key=by_key), ballot=True)

    def yes_no(
        self, *, commands: Sequence[str] = (), by_key: Sequence[str] | None = None, strict: bool = False
    ) -> Prompt:
        """Yes or no, as whole phrases: 不对 is never heard as 对."""
        options = {token: self._book.answers[token] for token in ("yes", "no")}
        return self.choice(options, commands=commands, by_key=by_key, strict=strict)

    def choice(
        self,
        options: str | Mapping[str, Sequence[str]],
        *,
        commands: Sequence[str] = (),
        by_key: Sequence[str] | None = None,
        strict: bool = False,
    ) -> Prompt:
        """One of a few options: token to spoken forms, or the name of a set of the table (`save`, `poison`
        …)."""
        if isinstance(options, str):
            if options not in self._book.choices:
                raise PhraseError(f"no choice {options!r}; there are {', '.join(self._book.choices)}")
            options = self._book.choices[options]
        phrases: Forms = {}
        for token, forms in options.items():
            self._add(phrases, forms, token)
        kind = Kind.YESNO if set(options) <= {"yes", "no"} else Kind.COMMAND
        keys = {form: token for token in options for form in self._book.typed.answers.get(token, ())}
        keys.update({str(i): token for i, token in enumerate(options, 1) if str(i) not in keys})
        return self._prompt(phrases, kind, (), commands, by_key, keys, strict)

    def answers(
        self, tokens: Sequence[str], *, commands: Sequence[str] = (), by_key: Sequence[str] | None = None
    ) -> Prompt:
        """Answers that name no seat, such as `next` or `pass`."""
        return self.choice({t: self._forms_of(t) for t in tokens}, commands=commands, by_key=by_key)

    def commands(self, names: Sequence[str], *, by_key: Sequence[str] | None = None, strict: bool = False) -> Prompt:
        """Commands alone, as after the wake word."""
        return self._prompt({}, Kind.COMMAND, (), names, by_key, {}, strict)

    def wake(self, *, commands: Sequence[str] = (), by_key: Sequence[str] | None = None) -> Prompt:
        """The wake word, alone or with a command in the same breath (旁白旁白撤销)."""
        word = self.wake_word
        decoys = [word[: len(word) // 2], *self._book.chatter]
        spoken = {word + form: token for form, token in self._command_forms(commands).items()}
        return self._prompt({word: "wake"}, Kind.WAKE, decoys, (), by_key, {}, False, said=spoken)

    def _prompt(
        self,
        phrases: Forms,
        kind: Kind,
        decoys: Iterable[str],
        commands: Sequence[str],
        by_key: Sequence[str] | None,
        keys: Forms,
        strict: bool,
        *,
        said: Forms | None = None,
        counts: range | None = None,
        keypad: bool = False,
    ) -> Prompt:
        spoken = self._command_forms(commands) if said is None else said
        check_list({**phrases, **spoken}, self._book.confusable, kind is Kind.LIST)
        self._disjoint(phrases, spoken)
        names = list(self._book.commands) if by_key is None else by_key
        typed = {f: t for f, t in keys.items() if phrases.get(f) != t or keypad}
        key_commands = self._command_forms(names)
        for name in names:
            base = name.partition(":")[0]
            for form in self._book.typed.commands.get(base, ()):
                expanded = self._expand(form, base, digits=True)
                key_commands.update({f: t for f, t in expanded.items() if name in (base, t)})
        # By key a plain answer goes before a command of the same word.
        taken = {fold(form) for form in chain(phrases, typed)}
        key_commands = {f: t for f, t in key_commands.items() if fold(f) not in taken}
        heard = {fold(form) for form in chain(phrases, spoken)}
        chatter = (d for d in chain(decoys, self._book.chatter) if fold(d) not in heard)
        return Prompt(phrases, kind, tuple(dict.fromkeys(chatter)), counts, spoken, typed, key_commands, keypad, strict)

    def _seat_forms(self, ring: Iterable[int], others: Forms) -> tuple[Forms, list[str]]:
        """Forms of single seats, and those left out because a bare numeral sounds like another answer's."""
        phrases = dict(others)
        bare: Forms = {}
        for n in ring:
            self._add(phrases, self._numerals.full(n), str(n))
            single = set(self._numerals.forms(n)) - set(self._numerals.full(n))
            bare.update(dict.fromkeys(sorted(single), str(n)))
        left_out = []
        for form, token in bare.items():
            near = {a if b == form else b for a, b in self._book.confusable if form in (a, b)}
            if any({**phrases, **bare}.get(other, token) != token for other in near):
                left_out.append(form)
            else:
                self._add(phrases, [form], token)
        return phrases, left_out

    def _seat_keys(self, ring: Sequence[int], answers: Sequence[str], *, single: bool = True) -> Forms:
        keys: Forms = {}
        for n in ring:
            for form in (str(n), f"{n:02d}", *self._numerals.forms(n, single=single)):
                self._add(keys, [form], str(n))
        for token in answers:
            keys.update(dict.fromkeys(self._book.typed.answers.get(token, ()), token))
            keys.update(dict.fromkeys(self._forms_of(token), token))
        return keys

    def _answer_forms(self, tokens: Sequence[str]) -> Forms:
        forms: Forms = {}
        for token in tokens:
            self._add(forms, self._forms_of(token), token)
        return forms

    def _forms_of(self, token: str) -> Sequence[str]:
        if token not in self._book.answers:
            raise PhraseError(f"no answer {token!r}; there are {', '.join(self._book.answers)}")
        return self._book.answers[token]

    def _command_forms(self, names: Sequence[str]) -> Forms:
        forms: Forms = {}
        for name in names:
            base, _, seat = name.partition(":")
            if base not in self._book.commands or not (seat.isdigit() or not seat):
                raise PhraseError(f"no command {name!r}; there are {', '.join(self._book.commands)}")
            for form in self._book.commands[base]:
                for spoken, token in self._expand(form, base, digits=False).items():
                    if not seat or token == name:
                        self._add(forms, [spoken], token)
        return forms

    def _expand(self, form: str, name: str, *, digits: bool) -> Forms:
        """A command's form for every seat: 自爆{seat} gives 自爆三号 for `self_destruct:3`."""
        if "{" not in form:
            return {form: name}
        if digits:
            return {form.format(n=n): f"{name}:{n}" for n in self._table}
        frame = self._book.seats.forms[0]
        return {
            form.format(seat=frame.format(n=word)): f"{name}:{n}"
            for n in self._table
            for word in self._numerals.bare(n)
        }

    @staticmethod
    def _add(forms: Forms, more: Iterable[str], token: str) -> None:
        for form in more:
            if forms.setdefault(form, token) != token:
                raise PhraseError(f"{form!r} stands for both {forms[form]} and {token}")

    @staticmethod
    def _disjoint(phrases: Forms, commands: Forms) -> None:
        both = {fold(f) for f in phrases} & {fold(f) for f in commands}
        if both:
            raise PhraseError(f"{min(both)!r} is both an answer and a command")

    @staticmethod
    def _too_short(word: str) -> bool:
        return is_short(word) or len(fold(word)) < 3
