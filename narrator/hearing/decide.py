"""From guesses to an event: which answer was given, how sure it is, or that it was none of them. Pure
functions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from narrator.hearing.ears import By, Heard, Prompt, Unclear
from narrator.hearing.phrasebook import fold, is_short
from narrator.hearing.recogniser import Guess, Kind
from narrator.hearing.seatlist import Reading, least_words, read_list

Sure = Callable[[Kind], float]

CLEAR_LEAD = 0.5
"""How much more confidence than any other answer a one-syllable form needs."""
CLOSE_RIVAL = 0.5
"""A rival with this share of the best answer's confidence makes it doubtful."""
NEAR_RIVAL = 0.2
"""The same for a rival that is often mistaken for it."""
MISTAKEN = frozenset(
    map(frozenset, (("1", "7"), ("2", "8"), ("3", "8"), ("4", "10"), ("6", "9"), ("10", "12"), ("12", "18")))
)
"""Seats that are: the same vowels (1 7, 6 9), s for sh (4 10), an open 二 (2 8), a weak 二 (10 12);
voice.md 6.1 and measured on recorded speech."""
REJECTED_SHARE = 0.5
"""What is left of the confidence in a value that was just rejected: people do say again what they meant."""
LEAST = 0.02
"""Below this confidence an utterance counts as none of the phrases."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    tokens: tuple[str, ...]
    text: str
    confidence: float
    command: bool
    clear: bool  # one way to read it only
    taken: bool = True  # False: a decoy


def understand(
    prompt: Prompt,
    guesses: Sequence[Guess],
    sure: Sure,
    talking: bool = False,
) -> Heard | Unclear:
    """The event for one utterance by voice.

    `sure` gives the least confidence for a kind; where the prompt is strict, and where the table is `talking` while
    only the judge should speak, half of what it lacks of certainty is asked for on top. At night (`prompt.keypad`) no
    answer is sure while the table talks: it counts when it is given twice. What the judge has just said no to
    (`prompt.rejected`) is not forbidden but counts half, and is never sure."""
    skip = prompt.rejected
    best = _merge(_candidates(prompt, guesses), skip)
    if not best:
        return Unclear()
    first = best[0]
    if not first.taken or first.confidence < LEAST:
        return Unclear(first.text if not first.taken else "")
    rivals = [c for c in best[1:] if c.confidence >= LEAST]
    second = rivals[0].confidence if rivals else 0.0
    kind = Kind.COMMAND if first.command and prompt.kind is not Kind.WAKE else prompt.kind
    need = sure(kind)
    if prompt.strict or (talking and prompt.kind is not Kind.WAKE):
        need += (1 - need) / 2
    certain = first.clear and first.confidence >= need and first.tokens not in skip
    certain = certain and (first.command or not (talking and prompt.keypad))
    certain = certain and not any(_close(first, rival) for rival in rivals)
    if is_short(first.text) and first.confidence - second < CLEAR_LEAD:
        certain = False
    others = tuple(c.tokens[0] for c in rivals if c.taken and len(c.tokens) == 1)
    return Heard(first.tokens, first.text, min(first.confidence, 1.0), certain, first.command, others)


def typed(prompt: Prompt, text: str) -> Heard | Unclear:
    """The event for a typed line: the same phrases, digits, and what only keys can give. Always sure."""
    folded = fold(text)
    answers = _folded({**prompt.keys, **prompt.phrases})
    if prompt.keypad:  # spoken numbers are coded at night, typed ones are plain
        answers = _folded(prompt.keys)
    commands = _folded({**prompt.key_commands, **prompt.commands})
    if prompt.kind is not Kind.LIST and folded in answers:
        return Heard((answers[folded],), text.strip(), 1.0, True, by=By.KEY)
    if folded in commands:
        return Heard((commands[folded],), text.strip(), 1.0, True, command=True, by=By.KEY)
    if prompt.kind is Kind.LIST:
        reading = read_list(text, answers, prompt.counts, ballot=prompt.ballot)
        if reading is not None:
            return Heard(reading.tokens, text.strip(), 1.0, reading.clear, by=By.KEY)
    return Unclear(text.strip())


def _close(first: _Candidate, rival: _Candidate) -> bool:
    """Whether the rival is too near for the first to be sure."""
    pair = frozenset((first.tokens[0], rival.tokens[0]))
    share = NEAR_RIVAL if len(first.tokens) == 1 and pair in MISTAKEN else CLOSE_RIVAL
    return rival.confidence >= share * first.confidence


def _candidates(prompt: Prompt, guesses: Sequence[Guess]) -> Iterable[_Candidate]:
    phrases, commands = _folded(prompt.phrases), _folded(prompt.commands)
    passed = False
    for guess in guesses:
        folded = fold(guess.text)
        if folded in commands:
            yield _Candidate((commands[folded],), guess.text, guess.confidence, True, True)
        elif prompt.kind is Kind.LIST:
            reading: Reading | None = read_list(guess.text, phrases, prompt.counts, spoken=True, ballot=prompt.ballot)
            if reading is not None:
                yield _Candidate(reading.tokens, guess.text, guess.confidence, False, reading.clear and not passed)
            elif _too_long(guess.text, phrases, prompt.counts) or (prompt.ballot and least_words(guess.text, phrases)):
                passed = True  # cannot be meant (a voter twice); but what comes after it is a guess at what was
            else:
                yield _Candidate(("",), guess.text, guess.confidence, False, False, False)
        elif folded in phrases:
            yield _Candidate((phrases[folded],), guess.text, guess.confidence, False, True)
        else:
            yield _Candidate(("",), guess.text, guess.confidence, False, False, False)


def _too_long(text: str, phrases: Mapping[str, str], counts: range | None) -> bool:
    return counts is not None and least_words(text, phrases) > counts[-1]


def _merge(candidates: Iterable[_Candidate], skip: Set[tuple[str, ...]]) -> list[_Candidate]:
    """One candidate an answer, its forms' confidences added up; best first."""
    groups: dict[tuple[tuple[str, ...], bool, str], list[_Candidate]] = defaultdict(list)
    for c in candidates:
        groups[c.tokens, c.command, "" if c.taken else c.text].append(c)
    merged = []
    for group in groups.values():
        top = max(group, key=lambda c: c.confidence)
        # Several words are one answer heard in several ways: no evidence beside each other.
        total = top.confidence if len(top.tokens) > 1 else min(1.0, sum(c.confidence for c in group))
        if top.tokens in skip:
            total *= REJECTED_SHARE
        merged.append(replace(top, confidence=total))
    return sorted(merged, key=lambda c: -c.confidence)


def _folded(forms: Mapping[str, str]) -> dict[str, str]:
    return {fold(form): token for form, token in forms.items()}
