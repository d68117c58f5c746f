"""Live ears: microphone, endpoint and recogniser on a thread of their own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from narrator.hearing.decide import Sure
from narrator.hearing.ears import Event, Prompt, Trouble
from narrator.hearing.endpoint import Vad
from narrator.hearing.microphone import Block, Source
from narrator.hearing.near import NearVad
from narrator.hearing.opening import Opened, Opening
from narrator.hearing.recogniser import RATE, Kind, Pcm, Recogniser, stop_recogniser
from narrator.hearing.session import Session, Timing


@dataclass(frozen=True, slots=True)
class Measured:
    """When an utterance was decided: seconds from the end of speech (by the audio) to the event, and how
    much of that was computing after the last block had come."""

    after_speech: float
    computing: float


class LiveEars:
    """`Ears` on a live source of audio.

    Sound from before `open` is never heard: the host opens when its loudspeaker has been quiet for long
    enough. Troubles of the microphone are delivered while a prompt is open, and at the next opening while
    they last. `measure` is told about every event (for benches)."""

    def __init__(
        self,
        recogniser: Recogniser,
        source: Callable[[Callable[[Trouble], None], Callable[[], bool]], Source],
        vad: Vad,
        *,
        sure: Sure | None = None,
        timing: Timing | None = None,
        measure: Callable[[Measured], None] | None = None,
    ) -> None:
        self._recogniser = recogniser
        self._vad = NearVad(vad)
        self._sure = sure
        self._timing = timing
        self._measure = measure
        self._opening = Opening()
        self._night = False
        self._session: Session | None = None
        self._source = source(self._tell, self._speaking)
        self._thread = threading.Thread(target=self._run, name="live-ears", daemon=True)
        self._thread.start()

    def open(self, prompt: Prompt, heard: Callable[[Event], None]) -> None:
        self._opening.open(prompt, heard)

    def close(self) -> None:
        self._opening.close()

    def stop(self) -> None:
        self._opening.stop()
        if threading.current_thread() is not self._thread:
            self._thread.join(5)
        self._source.stop()
        stop_recogniser(self._recogniser)

    def trouble(self) -> Trouble | None:
        """What does not work now."""
        return self._source.trouble()

    def _speaking(self) -> bool:
        """While the judge speaks a gap would cost the answer; in between it costs nothing."""
        session = self._session
        return session is not None and session.speaking

    def _tell(self, trouble: Trouble) -> None:
        opened = self._opening.now()
        if opened is not None:
            self._opening.deliver(trouble, opened)

    def _run(self) -> None:
        number = 0
        while not self._opening.over:
            block = self._source.read(0.1)
            opened = self._opening.now()
            if opened is None:
                self._session = None
                continue
            if opened.number != number:
                number = opened.number
                self._begin(opened)
            if block is not None and self._session is not None:
                self._hear(block, opened)

    def _begin(self, opened: Opened) -> None:
        self._session = self._fresh(opened)
        trouble = self._source.trouble()
        if trouble is not None:
            self._opening.deliver(trouble, opened)

    def _fresh(self, opened: Opened) -> Session:
        # Only the wake word is waited for while the table talks. At night this made things worse: cut into near
        # pieces, 20 minutes of babble gave 47 false accepts and not 13.
        self._vad.gate = opened.prompt.kind is Kind.WAKE
        if opened.prompt.keypad and not self._night:
            self._vad.forget()  # by day everybody talked
        self._night = opened.prompt.keypad
        return Session(
            opened.prompt,
            self._recogniser,
            self._vad,
            sure=self._sure,
            timing=self._timing,
            table=self._vad,
        )

    def _hear(self, block: Block, opened: Opened) -> None:
        if block.gap:
            # Half an utterance with a hole in it could be another number.
            self._session = self._fresh(opened)
        audio = self._since(block, opened.at)
        if not len(audio):
            return
        session = self._session
        assert session is not None
        arrived = monotonic()
        for event in session.push(audio):
            if self._measure is not None and session.position:
                late = session.position - session.spoke_until
                done = monotonic()
                self._measure(Measured(late + done - block.at, done - arrived))
            if not self._opening.deliver(event, opened):
                return

    @staticmethod
    def _since(block: Block, opened_at: float) -> Pcm:
        """The part of the block that was recorded after the opening."""
        late = round((block.at - opened_at) * RATE)
        return block.audio[max(0, len(block.audio) - late) :] if late > 0 else block.audio[:0]
