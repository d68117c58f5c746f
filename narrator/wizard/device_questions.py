"""The questions about devices: which loudspeaker, microphone and earpiece, each tried before it is taken."""

from __future__ import annotations

from dataclasses import replace

from narrator.audio import AudioError
from narrator.lines import load_book
from narrator.wizard import sound
from narrator.wizard.answers import Answers
from narrator.wizard.dialogue import Choice, Dialogue

NONE = "none"


class DeviceQuestions:
    """Asks for one device at a time; what a machine does not have is told and not asked. All raise `Quit`."""

    def __init__(self, dialogue: Dialogue) -> None:
        self.say = dialogue
        self.texts = dialogue.texts

    def speaker(self, answers: Answers) -> Answers:
        """The loudspeaker on the table, with a spoken line."""
        texts = self.texts
        while True:
            speaker = self._device(
                "speaker", sound.devices("output"), answers.speaker, [Choice("", texts("value.default"))]
            )
            answers = replace(answers, speaker=speaker)
            if not sound.devices("output") or not self.say.yes(texts("speaker.try")):
                return answers
            if self._spoken("host.test.speaker", answers, False) and self.say.yes(texts("speaker.heard")):
                return answers
            if not self.say.yes(texts("device.other")):
                return answers

    def mic(self, answers: Answers) -> Answers:
        """The microphone, with its live level; none means the keys."""
        texts = self.texts
        first = [Choice("", texts("value.default")), Choice(NONE, texts("mic.none"))]
        while True:
            before = NONE if answers.ears == "keys" else answers.mic
            mic = self._device("mic", sound.devices("input"), before, first)
            if mic == NONE:
                return replace(answers, mic="", ears="keys")
            answers = replace(answers, mic=mic, ears="auto" if answers.ears == "keys" else answers.ears)
            if not self.say.yes(texts("mic.try")):
                return answers
            if self._level(mic) or not self.say.yes(texts("device.other")):
                return answers

    def _level(self, mic: str) -> bool:
        """Show the live level while the judge speaks; is it loud enough?"""
        texts = self.texts
        try:
            loudest = sound.watch_level(mic, self.say.console, texts("mic.speak"))
        except AudioError as error:
            self.say.tell(str(error))
            return False
        good = loudest >= sound.HEARD
        self.say.tell(texts("mic.good" if good else "mic.quiet", level=f"{loudest:.0f}"))
        return good

    def earpiece(self, answers: Answers) -> Answers:
        """The earpiece, with a spoken line; only devices that may be one."""
        texts = self.texts
        first = [Choice(NONE, texts("earpiece.none"))]
        while True:
            earpiece = self._device("earpiece", sound.earpieces(answers.speaker), answers.earpiece or NONE, first)
            if earpiece == NONE:
                return replace(answers, earpiece="")
            answers = replace(answers, earpiece=earpiece)
            if not self.say.yes(texts("earpiece.try")):
                return answers
            if self._spoken("judge.test.earpiece", answers, True) and self.say.yes(texts("earpiece.heard")):
                return answers
            if not self.say.yes(texts("device.other")):
                return answers

    def _device(self, part: str, labels: list[str], default: str, first: list[Choice]) -> str:
        """A device of the machine; where there is none nothing is asked."""
        choices = [*first, *(Choice(label, label) for label in labels)]
        if not labels:
            self.say.tell(self.texts(f"{part}.missing"))
            return choices[-1].value if part == "mic" else choices[0].value
        known = default if any(choice.value == default for choice in choices) else choices[0].value
        return self.say.choose(self.texts(f"{part}.ask"), choices, known)

    def _spoken(self, line: str, answers: Answers, to_earpiece: bool) -> bool:
        """Say a line as a test, in the table's language; what goes wrong is told in one line."""
        try:
            book = load_book(answers.lines)
            played = sound.speak(book.render(line), book.language, answers.speaker, answers.earpiece, to_earpiece)
        except AudioError as error:
            self.say.tell(str(error))
            return False
        if not played:
            self.say.tell(self.texts("device.silent"))
        return played
