"""Ways to speak a list: all with 号 (一号五号九号), all without (一五九), a ballot (五号 一二三四).

Nobody changes from one to the other in a breath. Searched for separately, 九号 is not heard as 九五号.
"""

from __future__ import annotations

from collections.abc import Sequence

from narrator.hearing.ears import Prompt
from narrator.hearing.recogniser import Guess, Listening, Pcm, Repeatable


def list_styles(prompt: Prompt) -> list[list[str]]:
    """The words of each style of this list, commands with all of them."""
    seats = {form: token for form, token in prompt.phrases.items() if token.isdigit()}
    others = [form for form in prompt.phrases if form not in seats] + list(prompt.commands)
    framed = [form for form in seats if "号" in form or " " in form.strip()]
    bare = [form for form in seats if form not in framed]
    second = list(seats) if prompt.ballot else bare
    return [[*words, *others] for words in (framed, second) if words]


class Styles:
    """One utterance heard in several styles at once; the guesses of all, best first."""

    def __init__(self, listenings: Sequence[Listening]) -> None:
        self._listenings = listenings

    def feed(self, block: Pcm) -> None:
        for listening in self._listenings:
            listening.feed(block)

    def finish(self) -> Sequence[Guess]:
        guesses = [guess for listening in self._listenings for guess in listening.finish()]
        return sorted(guesses, key=lambda guess: -guess.confidence)


class StylesAhead(Styles):
    """The same, where all of them can be asked before the end."""

    def finish_so_far(self) -> Sequence[Guess]:
        return self.finish()


def in_styles(listenings: Sequence[Listening]) -> Styles:
    """The listenings as one."""
    ahead = all(isinstance(listening, Repeatable) for listening in listenings)
    return StylesAhead(listenings) if ahead else Styles(listenings)
