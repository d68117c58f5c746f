"""Ears on keys, pipes and scripts: the same prompts, no sound."""

import io
import os
import threading
from collections.abc import Callable
from pathlib import Path
from queue import Queue

import pytest

from narrator.hearing.choose import open_ears
from narrator.hearing.ears import Event, Heard, Prompt, Silence, Trouble, Unclear
from narrator.hearing.notes import HearingError, note_text
from narrator.hearing.phrases import Phrases
from narrator.hearing.scripted import ScriptedEars
from narrator.hearing.together import Together
from narrator.hearing.typed import KeyEars, Typist

TABLE = Phrases("zh", seats=12)
SEATS = TABLE.seats(range(1, 13))
NIGHT = TABLE.coded(13, keyed=range(1, 13), answers=["none", "yes", "no"])


def ask(open_: Callable[[Prompt, Callable[[Event], None]], None], prompt: Prompt) -> Event:
    """Open, and wait for the event."""
    events: Queue[Event] = Queue()
    open_(prompt, events.put)
    return events.get(timeout=20)


def tokens(event: Event | None) -> tuple[str, ...] | None:
    return event.tokens if isinstance(event, Heard) else None


def test_a_script_answers_one_prompt_after_the_other(tmp_path: Path) -> None:
    script = tmp_path / "answers.txt"
    script.write_text("# one line an answer\n三号\n\nunclear\nsilence\nkey 05\n不对\n", encoding="utf-8")
    ears = open_ears(f"script:{script}").ears
    assert tokens(ask(ears.open, SEATS)) == ("3",)
    assert ask(ears.open, SEATS) == Unclear()
    assert ask(ears.open, SEATS) == Silence()
    assert tokens(ask(ears.open, NIGHT)) == ("5",)
    assert tokens(ask(ears.open, TABLE.yes_no())) == ("no",)
    assert ask(ears.open, SEATS) == Trouble("script_over")
    ears.stop()


def test_a_simulated_judge_speaks_into_open_ears_only() -> None:
    ears = ScriptedEars()
    heard: list[Event] = []
    assert ears.say("三号") is None
    ears.open(SEATS, heard.append)
    assert tokens(ears.say("三号")) == ("3",)
    ears.close()
    assert ears.say("四号") is None
    assert [tokens(event) for event in heard] == [("3",)]


def test_the_callback_may_open_and_close() -> None:
    ears = ScriptedEars()
    heard: list[Event] = []

    def second(event: Event) -> None:
        heard.append(event)
        ears.close()

    def first(event: Event) -> None:
        heard.append(event)
        ears.open(TABLE.yes_no(), second)

    ears.open(SEATS, first)
    ears.say("三号")
    ears.say("确认")
    assert [tokens(event) for event in heard] == [("3",), ("yes",)]
    assert ears.prompt is None


def test_nothing_is_delivered_after_close_has_returned() -> None:
    ears = ScriptedEars()
    inside, go_on = threading.Event(), threading.Event()
    late: list[Event] = []

    def slow(event: Event) -> None:
        inside.set()
        go_on.wait(20)
        late.append(event)

    ears.open(SEATS, slow)
    speaker = threading.Thread(target=ears.say, args=("三号",))
    speaker.start()
    inside.wait(20)
    closer = threading.Thread(target=ears.close)
    closer.start()
    go_on.set()
    closer.join(20)
    assert len(late) == 1  # close waited for the delivery that was under way
    assert ears.say("四号") is None and len(late) == 1
    speaker.join(20)


def test_a_pipe_gives_every_prompt_one_line() -> None:
    ears = KeyEars(io.StringIO("三号\n\n05\nxyz\n"))
    assert tokens(ask(ears.open, SEATS)) == ("3",)
    assert tokens(ask(ears.open, NIGHT)) == ("5",)
    assert ask(ears.open, SEATS) == Unclear("xyz")
    assert ask(ears.open, SEATS) == Trouble("keys_over")
    ears.stop()


def test_a_line_meets_the_prompt_that_is_open_when_it_comes() -> None:
    reading, writing = os.pipe()
    events: Queue[Event] = Queue()
    with os.fdopen(reading, encoding="utf-8") as source, os.fdopen(writing, "w", encoding="utf-8") as pipe:
        ears = KeyEars(source)
        ears.open(SEATS, events.put)
        ears.close()
        ears.open(TABLE.yes_no(), events.put)
        pipe.write("n\n")
        pipe.flush()
        assert tokens(events.get(timeout=20)) == ("no",)
        ears.stop()
        pipe.write("\n\n")


@pytest.mark.parametrize(
    ("keys", "heard"),
    [("05", ("5",)), ("12", ("12",)), ("00", ("none",)), ("91", ("yes",)), ("92", ("no",)),
     ("3\x7f07", ("7",)),
     ("撤销\r", ("undo",)), ("u\r", ("undo",))],
)  # fmt: skip
def test_two_digits_at_night_need_no_enter(keys: str, heard: tuple[str, ...]) -> None:
    typist = Typist()
    events = [typist.press(key, NIGHT) for key in keys]
    assert events[:-1] == [None] * (len(keys) - 1)
    assert tokens(events[-1]) == heard
    assert typist.line == ""


def test_by_day_a_number_waits_for_enter() -> None:
    typist = Typist()
    assert [typist.press(key, SEATS) for key in "12"] == [None, None]
    assert tokens(typist.press("\r", SEATS)) == ("12",)
    assert typist.press("\r", SEATS) is None


def test_a_real_terminal_gives_two_digits_at_once_and_is_restored() -> None:
    pty, termios = pytest.importorskip("pty"), pytest.importorskip("termios")
    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    events: Queue[Event] = Queue()
    with os.fdopen(slave, "r+b", buffering=0) as raw, io.TextIOWrapper(raw, encoding="utf-8") as terminal:
        ears = KeyEars(terminal)
        ears.open(NIGHT, events.put)
        os.write(master, b"05")
        assert tokens(events.get(timeout=20)) == ("5",)
        os.write(master, "撤销\n".encode())
        assert tokens(events.get(timeout=20)) == ("undo",)
        ears.stop()
        assert termios.tcgetattr(slave) == before
        os.write(master, b"x")
    os.close(master)


def test_voice_and_keys_are_heard_together() -> None:
    voice, keys = ScriptedEars(), KeyEars()
    heard: list[Event] = []
    both = Together(voice, keys)
    both.open(SEATS, heard.append)
    voice.say("三号")
    keys.line("5")
    both.close()
    voice.say("六号")
    assert [tokens(event) for event in heard] == [("3",), ("5",)]
    both.stop()
    with pytest.raises(RuntimeError, match="stopped"):
        both.open(SEATS, heard.append)


@pytest.mark.parametrize("option", ["telepathy", "script:", "wav:", "keys:x", ""])
def test_unknown_ears_are_refused_in_one_line(option: str) -> None:
    with pytest.raises(HearingError, match="no such ears") as caught:
        open_ears(option)
    assert "\n" not in str(caught.value)


def test_a_script_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(HearingError, match="cannot read the script"):
        open_ears(f"script:{tmp_path / 'none.txt'}")
    (tmp_path / "bad.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(HearingError, match="cannot read the script"):
        open_ears(f"script:{tmp_path / 'bad.txt'}")


def test_every_note_has_both_languages() -> None:
    import yaml

    import narrator.hearing.notes as notes

    texts = yaml.safe_load((Path(notes.__file__).parent / "notes.yaml").read_text(encoding="utf-8"))
    for key, by_language in texts.items():
        assert set(by_language) == {"zh", "en"}, key
        for language in ("zh", "en"):
            assert "{" not in note_text(key, "X", language)
