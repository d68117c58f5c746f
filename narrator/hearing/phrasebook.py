"""The tables of what can be said: `phrases.zh.yaml` and `phrases.en.yaml`, checked when they are read."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from itertools import combinations
from unicodedata import normalize

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from narrator.hearing.numerals import Numerals

_DROPPED = frozenset(" \t\r\n,.!;:'\"，。！、；：“”‘’…")


class PhraseError(Exception):
    """A table of phrases, or a list built from it, that cannot be used; the message says why."""


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class _Seats(_Data):
    forms: list[str]
    numerals: dict[int, list[str]]
    single: dict[int, list[str]]

    @model_validator(mode="after")
    def _complete(self) -> _Seats:
        if sorted(self.numerals) != list(range(1, 21)):
            raise ValueError("numerals: seats 1 to 20 are needed")
        return self


class _Typed(_Data):
    answers: dict[str, list[str]]
    commands: dict[str, list[str]]
    keypad: dict[str, str]


class PhraseBook(_Data):
    """One language's table of spoken forms; see the comments in the YAML files."""

    seats: _Seats
    answers: dict[str, list[str]]
    correct: list[str]
    commands: dict[str, list[str]]
    choices: dict[str, dict[str, list[str]]]
    wake: str
    confusable: list[tuple[str, str]]
    chatter: list[str]
    stand_ins: dict[str, str]
    typed: _Typed

    def numerals(self) -> Numerals:
        """Seats to spoken forms and back."""
        return Numerals(
            {n: tuple(forms) for n, forms in self.seats.numerals.items()},
            tuple(self.seats.forms),
            {n: tuple(forms) for n, forms in self.seats.single.items()},
        )


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """Text as it is compared: full-width forms narrowed, lower case, no spaces or punctuation."""
    return "".join(c for c in normalize("NFKC", text).lower() if c not in _DROPPED)


def is_short(form: str) -> bool:
    """One syllable (a single Chinese character, one short English word): the source of most false accepts."""
    folded = fold(form)
    return len(folded) == 1 or (folded.isascii() and " " not in form.strip() and len(folded) <= 4)


def parse(text: str, name: str) -> PhraseBook:
    """Check one table. Raises `PhraseError` naming the file and the key."""
    try:
        # Lax about lists and tuples only: YAML knows no tuples.
        return PhraseBook.model_validate(yaml.safe_load(text), strict=False)
    except yaml.YAMLError as error:
        raise PhraseError(f"{name}: {str(error).splitlines()[0]}") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise PhraseError(f"{name}: {where}: {first['msg']}") from None


@lru_cache(maxsize=4)
def load(language: str) -> PhraseBook:
    """The table of a language (`zh` or `en`)."""
    name = f"phrases.{language}.yaml"
    source = files("narrator.hearing") / name
    if not source.is_file():
        raise PhraseError(f"no phrases for language {language!r}; there are zh and en")
    return parse(source.read_text(encoding="utf-8"), name)


def check_list(phrases: dict[str, str], confusable: list[tuple[str, str]], chain: bool) -> None:
    """Refuse a list of spoken forms in which one sound could be two answers.

    `chain`: the forms are words of a list of numbers, where bare numerals (一 七) must stand side by side;
    then only pairs with a form that is no numeral are refused. Raises `PhraseError`."""
    seen: dict[str, tuple[str, str]] = {}
    for form, token in phrases.items():
        folded = fold(form)
        if not folded:
            raise PhraseError(f"an empty form stands for {token}")
        other = seen.setdefault(folded, (form, token))
        if other[1] != token:
            raise PhraseError(f"{form!r} stands for both {other[1]} and {token}")
    pairs = {frozenset(pair) for pair in confusable}
    short = {form: token for form, token in phrases.items() if is_short(form)}
    for a, b in combinations(short, 2):
        if short[a] == short[b] or frozenset((a, b)) not in pairs:
            continue
        if chain and short[a].isdigit() and short[b].isdigit():
            continue
        raise PhraseError(f"{a!r} ({short[a]}) and {b!r} ({short[b]}) sound alike; one needs a longer form")
