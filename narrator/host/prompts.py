"""From a question of the game to what can be heard and typed, and back from a token to a value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from narrator.hearing.ears import Prompt
from narrator.hearing.phrases import Phrases
from narrator.host.nightcode import ring_size
from narrator.host.screentext import ScreenText
from narrator.rules.script import NONE, Ask, Value

NIGHT_VOICE = ("repeat", "pause", "resume")
"""All that the voice may order at night; everything else would tell."""
DAY_VOICE = (
    "repeat",
    "pause",
    "resume",
    "undo",
    "amend",
    "skip",
    "more_time",
    "status",
    "help",
    "why",
    "end_game",
)
OWN = ("declare", "again", "music")
"""Commands of the host that are no phrases of the hearing table; their forms stand in the screen's
catalogue."""
YES_NO = ("save", "poison", "use")
"""Yes-or-no questions with words of their own (救, 不救)."""


def words_of(ring: Iterable[Value]) -> list[str]:
    """The words of a ring that are choices: not seats, not "nobody"."""
    return [value for value in ring if isinstance(value, str) and value != NONE]


def seats_of(ring: Iterable[Value]) -> list[int]:
    """The seats of a ring."""
    return [value for value in ring if isinstance(value, int)]


def value_of(token: str, ask: Ask) -> Value | None:
    """The value of a ring that a token stands for; None when it stands for none. By key choices are 1, 2,
    …"""
    if token.isdigit():
        number = int(token)
        if number in ask.ring:
            return number
        words = words_of(ask.ring)
        return words[number - 1] if not seats_of(ask.ring) and 1 <= number <= len(words) else None
    return token if token in ask.ring or token in ask.extras else None


def _public(ask: Ask) -> tuple[object, ...]:
    """What a prompt depends on of its question."""
    return (ask.key, ask.ring, ask.places, ask.askers, ask.extras, ask.role != "")


class Prompts:
    """Builds the prompts of one table."""

    def __init__(self, phrases: Phrases, text: ScreenText, seats: int) -> None:
        self.phrases = phrases
        self._text = text
        self._seats = seats
        self._built: dict[tuple[object, ...], Prompt] = {}

    def night(self, ask: Ask, coded: bool = True) -> Prompt:
        """A question asked while eyes are shut: by voice a number of the code (or plain words, where the code is
        off), by key the plain value in two digits."""
        return self._once(("night", *_public(ask), coded), lambda: self._night(ask, coded))

    def day(self, ask: Ask, commands: Sequence[str], strict: bool = False) -> Prompt:
        """A plain question by day: seats, lists, ballots, yes or no, choices."""
        return self._once(("day", *_public(ask), *commands, strict), lambda: self._day(ask, commands, strict))

    def wake(self, commands: Sequence[str]) -> Prompt:
        """By day: the wake word, alone or with a command."""
        return self._once(("wake", *commands), lambda: self.phrases.wake(commands=commands))

    def _once(self, key: tuple[object, ...], build: Callable[[], Prompt]) -> Prompt:
        """The same question comes every night: its list of phrases is built and checked once."""
        built = self._built.get(key)
        if built is None:
            built = self._built[key] = build()
        return built

    def _night(self, ask: Ask, coded: bool) -> Prompt:
        words, seats = words_of(ask.ring), seats_of(ask.ring)
        keyed = seats or list(range(1, len(words) + 1))
        answers = [word for word in ("yes", "no", NONE) if word in ask.ring]
        prompt = self.phrases.coded(ring_size(self._seats), keyed=keyed, answers=answers, commands=NIGHT_VOICE)
        own = self._forms([*(word for word in words if word not in ("yes", "no")), *ask.extras])
        prompt = self._with_own(replace(prompt, keys={**own, **prompt.keys}))
        if coded:
            return prompt
        plain = self.day(ask, NIGHT_VOICE)
        return replace(plain, keys=prompt.keys, key_commands=prompt.key_commands, keypad=True)

    def _day(self, ask: Ask, commands: Sequence[str], strict: bool) -> Prompt:
        words, seats = words_of(ask.ring), seats_of(ask.ring)
        none = (NONE,) if NONE in ask.ring else ()
        if ask.askers:
            prompt = self.phrases.ballot(seats, ask.askers, commands=commands)
        elif ask.informs or not ask.ring:
            tokens = ("pass", "next", "done") if ask.informs else ("next",)
            prompt = self.phrases.answers(tokens, commands=commands)
        elif ask.places == 0:
            counts = range(ask.places, ask.places + 1) if ask.places else None
            prompt = self.phrases.seat_list(
                seats,
                counts=counts,
                answers=(*none, "done"),
                commands=commands,
            )
        elif seats:
            prompt = self.phrases.seats(seats, answers=none, commands=commands, strict=strict)
        elif set(ask.ring) <= {"yes", "no"}:
            own_words = ask.key.rpartition(".")[2]
            if own_words in YES_NO and self.phrases.language == "zh":
                prompt = self.phrases.choice(own_words, commands=commands, strict=strict)
            else:
                prompt = self.phrases.yes_no(commands=commands, strict=strict)
        else:
            options = {word: self._text.forms(word) for word in words}
            if none:
                options[NONE] = self._text.forms(NONE)
            return self._with_own(self.phrases.choice(options, commands=commands, strict=strict))
        own = self._forms([word for word in (*words, *ask.extras) if word not in ("yes", "no", "done")])
        spoken = {form: token for form, token in own.items() if form not in prompt.commands}
        if not ask.askers and ask.places == 1:
            prompt = replace(prompt, phrases={**prompt.phrases, **spoken})
        return self._with_own(replace(prompt, keys={**own, **prompt.keys}))

    def yes_no(self, strict: bool = True) -> Prompt:
        """A confirmation."""
        return self.phrases.yes_no(commands=(), by_key=(), strict=strict)

    def number(self, numbers: Sequence[int]) -> Prompt:
        """A number typed by the judge: which entry is to be amended."""
        keys = {str(number): str(number) for number in numbers}
        prompt = self.phrases.answers(("none",), by_key=())
        return replace(prompt, keys={**prompt.keys, **keys})

    def value(self, ask: Ask) -> Prompt:
        """The new value of an earlier answer, by key only."""
        return self.night(ask) if ask.role else self.day(ask, ())

    def between(self) -> Prompt:
        """What can be typed while no question is open: every command."""
        return self._once(("between",), lambda: self._with_own(self.phrases.commands((), by_key=None)))

    def after(self) -> Prompt:
        """When the game is over: once more, or not."""
        return self._with_own(self.phrases.answers(("done", "none")))

    def _forms(self, tokens: Iterable[str]) -> dict[str, str]:
        forms: dict[str, str] = {}
        for token in tokens:
            base, _, seat = token.partition(":")
            forms.update({form + seat: token for form in self._text.forms(base)})
            forms[token] = token
        return forms

    def _with_own(self, prompt: Prompt) -> Prompt:
        own: Mapping[str, str] = self._forms(OWN)
        return replace(prompt, key_commands={**own, **prompt.key_commands})
