"""The sentences of `narrator boards` and `narrator roles`, Chinese and English, out of their catalogues."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from narrator.yamlfile import Map, Seq, parse, spelled

LANGUAGES = ("zh", "en")


@cache
def _catalogue(folder: str, name: str) -> Map:
    text = (files("narrator") / folder / name).read_text(encoding="utf-8")
    content = parse(text, name)
    assert isinstance(content, Map), name
    return content


def _pick(pair: object, language: str) -> str:
    assert isinstance(pair, Seq), pair
    text = pair[LANGUAGES.index(language)]
    assert isinstance(text, str), pair
    return text


class Texts:
    """The catalogues in one language (`zh`, `en`). Unknown keys raise `KeyError`."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else "en"

    def say(self, key: str, **slots: object) -> str:
        """A sentence with its slots filled."""
        return _pick(_catalogue("texts", "boards.yaml")[key], self.language).format(**slots)

    def board(self, name: str) -> str:
        """A board's name: boards that come along have one in each language, others what their file says."""
        pair = _board_names().get(name)
        return name if pair is None else _pick(pair, self.language)

    def does(self, role: str) -> str:
        """What a role does."""
        return _pick(_role(role)["does"], self.language)

    def switches(self, role: str) -> tuple[str, ...]:
        """The options that change a role."""
        options = _role(role).get("options", ())
        return tuple(str(option) for option in options) if isinstance(options, Seq) else ()

    def option(self, option: str) -> str:
        """What an option is about."""
        return _pick(_options()[option]["says"], self.language)

    def value(self, option: str, value: object) -> str:
        """What a value of an option means; numbers and lists as they are."""
        if isinstance(value, bool):
            return self.say("value.true" if value else "value.false")
        if isinstance(value, frozenset):
            return self.both(self.value(option, item) for item in sorted(value))
        words = _options()[option].get("values")
        if isinstance(words, Map):
            for word, pair in words.items():
                if str(word) == str(value):
                    return _pick(pair, self.language)
        if isinstance(value, float) and value == int(value):
            return str(int(value))
        return spelled(list(value) if isinstance(value, tuple) else value)

    def both(self, parts: object) -> str:
        """A list of words."""
        assert hasattr(parts, "__iter__")
        return ("、" if self.language == "zh" else ", ").join(str(part) for part in parts)


@cache
def _board_names() -> dict[str, Seq]:
    """By the name in the board's own file."""
    catalogue = _catalogue("texts", "boards.yaml")
    pairs = (pair for key, pair in catalogue.items() if str(key).startswith("boards.name."))
    return {str(pair[0]): pair for pair in pairs if isinstance(pair, Seq)}


def described() -> Mapping[str, Map]:
    """Every option that the catalogue describes."""
    return _options()


def told() -> tuple[str, ...]:
    """Every role that the catalogue describes, in its order."""
    return tuple(str(role) for role in _catalogue("texts", "roles.yaml"))


def _role(role: str) -> Map:
    entry = _catalogue("texts", "roles.yaml")[role]
    assert isinstance(entry, Map), role
    return entry


@cache
def _options() -> dict[str, Map]:
    found: dict[str, Map] = {}
    for group in _catalogue("rules", "options.yaml").values():
        assert isinstance(group, Map)
        for option, entry in group.items():
            assert isinstance(entry, Map), option
            found[str(option)] = entry
    return found
