"""One opened prompt: audio in, events out. Shared by the live microphone and by files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from narrator.hearing.decide import Sure, understand
from narrator.hearing.ears import Event, Heard, Prompt, Silence, Trouble, Unclear
from narrator.hearing.endpoint import PAUSES, Endpoint, Mark, Pauses, Piece, Vad, end_silence
from narrator.hearing.phrasebook import fold
from narrator.hearing.recogniser import (
    RATE,
    Guess,
    Kind,
    Listening,
    ListRecogniser,
    Partial,
    Pcm,
    Recogniser,
    RecogniserError,
    RecogniserGone,
    Repeatable,
)
from narrator.hearing.seatlist import is_open, read_list
from narrator.hearing.styles import in_styles, list_styles

LONGEST = 4.0
LONGEST_LIST = 15.0
"""Seconds that an utterance may take."""
NEXT_PIECE = 3.0
"""Seconds for which an unfinished list waits for its next piece."""
AHEAD, AHEAD_IN_LIST = 0.12, 0.2
"""Seconds into a pause at which it is looked at ahead of the end what was said, alone or in a list: a list has many
short pauses."""
LEAST_AHEAD = 0.3
"""Confidence from which on what was found counts as half heard."""
STILL_AHEAD = 0.1
"""Seconds after which one word that was found ahead is looked at again, with all that has come."""
HIS = 0.5
"""Confidence from which on an answer was probably the judge's, and no talk of the table."""
CUT_IN = 0.1
"""Speech within this many seconds of the opening began before it: its first syllable may be missing."""


class Table(Protocol):
    """The table around the judge, as far as it can be heard."""

    def talking(self) -> bool:
        """Whether others talk while the judge should be the only one to speak."""

    def judge_spoke(self, seconds: float) -> None:
        """The last so many seconds were the judge's."""


@dataclass(frozen=True, slots=True)
class Timing:
    """`no_input`: seconds without speech after which the ears say `Silence`; pauses that end an utterance."""

    no_input: float = 8.0
    pauses: Pauses = PAUSES


class Session:
    """Hears for one prompt. `push` takes audio from the moment of opening on. `table`: what is known of it (None: it is
    quiet).

    A recogniser that fails costs this utterance: `Trouble`, and the next one is heard by the restarted one.
    """

    def __init__(
        self,
        prompt: Prompt,
        recogniser: Recogniser,
        vad: Vad,
        *,
        sure: Sure | None = None,
        timing: Timing | None = None,
        table: Table | None = None,
    ) -> None:
        self._prompt = prompt
        self._table = table
        self._talking = False  # when the utterance began
        self._recogniser = recogniser
        self._sure = sure or recogniser.sure
        self._timing = timing or Timing()
        self._forms = [*prompt.phrases, *prompt.commands, *prompt.decoys]
        self._words = {fold(form): token for form, token in prompt.phrases.items()}
        self._listening: Listening | None = None
        self._ahead: tuple[int, int, Sequence[Guess]] | None = None  # where speech had ended, when it was, guesses
        self._said = ""  # earlier pieces of a list
        self._said_confidence = 1.0
        self._quiet_since = 0
        vad.reset()
        longest = LONGEST_LIST if prompt.kind is Kind.LIST else LONGEST
        self._endpoint = Endpoint(vad, self._silence, longest)

    @property
    def speaking(self) -> bool:
        """True while somebody is heard speaking."""
        return self._endpoint.speaking

    @property
    def position(self) -> float:
        """Seconds of audio taken."""
        return self._endpoint.position / RATE

    @property
    def began(self) -> float:
        """Seconds since the opening at which the last utterance was found to begin."""
        return self._endpoint.began / RATE

    @property
    def spoke_until(self) -> float:
        """Seconds since the opening at which speech was last found."""
        return self._endpoint.spoke_until / RATE

    def push(self, audio: Pcm) -> Iterator[Event]:
        """Events that become known with this audio."""
        for piece in self._endpoint.push(audio):
            try:
                event = self._take(piece)
            except RecogniserError as error:
                self._listening = None
                gone = isinstance(error, RecogniserGone)
                event = Trouble("recogniser_gone" if gone else "recogniser_lost", str(error))
            if event is not None:
                self._quiet_since = self._endpoint.position
                yield event
        if self._endpoint.speaking:
            self._quiet_since = self._endpoint.position
        quiet = (self._endpoint.position - self._quiet_since) / RATE
        if self._said and quiet >= NEXT_PIECE:
            self._said = ""
            self._quiet_since = self._endpoint.position
            yield Unclear()
        elif quiet >= self._timing.no_input:
            self._quiet_since = self._endpoint.position
            yield Silence()

    def _silence(self) -> float:
        try:
            partial = self._half_heard()
        except RecogniserError:
            partial = ""  # it is told when the utterance ends
        text = f"{self._said} {partial}" if self._said and partial else partial
        return end_silence(self._prompt, text, self._timing.pauses)

    def _half_heard(self) -> str:
        listening = self._listening
        if isinstance(listening, Partial):
            return listening.partial()
        quiet = self._endpoint.position - self._endpoint.spoke_until
        ahead = AHEAD_IN_LIST if self._prompt.kind is Kind.LIST else AHEAD
        if not isinstance(listening, Repeatable) or quiet < ahead * RATE:
            return ""
        # A list takes as long as the rest of the pause: what is found is right unless speech goes on.
        at, until = self._endpoint.position, self._endpoint.spoke_until
        known = self._ahead
        if known is None or known[0] != until or (self._prompt.kind is not Kind.LIST and at > known[1]):
            known = self._ahead = (until, at, listening.finish_so_far())
        return known[2][0].text if _likely(known[2]) else ""

    def _finish(self, listening: Listening) -> Sequence[Guess]:
        """What was found ahead is the answer where it was likely, and where no more was waited for than that: the soft
        end of a word may be in what came after."""
        known, self._ahead = self._ahead, None
        if known is not None and known[0] == self._endpoint.spoke_until and _likely(known[2]):
            late = self._endpoint.position - known[1]
            if self._prompt.kind is Kind.LIST or late <= STILL_AHEAD * RATE:
                return known[2]
        return listening.finish()

    def _start(self) -> Listening:
        kind, recogniser = self._prompt.kind, self._recogniser
        if kind is Kind.LIST and isinstance(recogniser, ListRecogniser):
            # Pieces have fewer words than the list, corrections make it longer.
            most = self._prompt.counts[-1] if self._prompt.counts else len(set(self._words.values()))
            counts = range(1, most + 5)
            return in_styles(
                [
                    # A ballot's candidate may be among his voters, in the same words.
                    recogniser.start_list(words, kind, counts, not self._prompt.ballot)
                    for words in list_styles(self._prompt)
                ]
            )
        return recogniser.start(self._forms, kind)

    def _take(self, piece: Piece) -> Event | None:
        if piece.mark is Mark.BEGIN:
            self._talking = self._table is not None and self._table.talking()
            self._listening, self._ahead = self._start(), None
        if self._listening is None:
            return None  # the rest of an utterance whose recogniser failed
        step = RATE // 10
        for at in range(0, len(piece.audio), step):
            self._listening.feed(piece.audio[at : at + step])
        if piece.mark in (Mark.BEGIN, Mark.MORE):
            return None
        listening, self._listening = self._listening, None
        if piece.mark is Mark.NOISE:
            return None
        if piece.mark is Mark.LONG:
            return Unclear()
        return self._decide(self._finish(listening))

    def _decide(self, guesses: Sequence[Guess]) -> Event | None:
        if self._said:
            guesses = [
                Guess(f"{self._said} {guess.text}", min(guess.confidence, self._said_confidence)) for guess in guesses
            ]
        event = understand(self._prompt, guesses, self._sure, self._talking)
        if isinstance(event, Unclear) and guesses and self._unfinished(guesses[0].text):
            self._said, self._said_confidence = guesses[0].text, guesses[0].confidence
            return None
        self._said = ""
        if isinstance(event, Heard) and self._table is not None and (event.sure or event.confidence >= HIS):
            # Also what is not sure, or a judge who must say everything twice would be taken for a table that talks.
            self._table.judge_spoke(self.position - self.began)
        if isinstance(event, Heard) and (self._endpoint.began < CUT_IN * RATE or self._endpoint.fell_silent):
            return replace(event, sure=False)
        return event

    def _unfinished(self, text: str) -> bool:
        """A list that has begun well and lacks seats or a correction's new value."""
        if self._prompt.kind is not Kind.LIST:
            return False
        if is_open(text, self._words):
            return True
        reading = read_list(text, self._words, spoken=True, ballot=self._prompt.ballot)
        counts = self._prompt.counts
        return reading is not None and counts is not None and len(reading.tokens) < counts[0]


def _likely(guesses: Sequence[Guess]) -> bool:
    return bool(guesses) and guesses[0].confidence >= LEAST_AHEAD
