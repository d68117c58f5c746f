"""The real vosk, in its process, on real (synthetic) speech in the one language whose model is a package."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from queue import Queue

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.hearing.ears import Event, Heard, Prompt, Trouble, Unclear
from narrator.hearing.notes import HearingError
from narrator.hearing.recogniser import RATE, Kind, Pcm, RecogniserError
from narrator.hearing.session import Session
from narrator.hearing.vad import SileroVad
from narrator.hearing.vosk import VoskRecogniser, check_model, posterior
from narrator.hearing.wav import WavEars
from tests.hearing.conftest import KOREAN, Say, silence

KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
SEATS = {"삼 번": "3", "오 번": "5", "확인": "yes", "취소": "no"}


def hear(recogniser: VoskRecogniser, phrases: list[str], sound: Pcm, kind: Kind = Kind.SEAT) -> list[str]:
    listening = recogniser.start(phrases, kind)
    for at in range(0, len(sound), RATE // 20):
        listening.feed(sound[at : at + RATE // 20])
    return [guess.text for guess in listening.finish()]


@pytest.mark.parametrize(("said", "text"), [("삼번", "삼 번"), ("오번", "오 번"), ("확인", "확인")])
def test_a_closed_list_is_heard(korean: VoskRecogniser, say: Say, said: str, text: str) -> None:
    sound = np.concatenate((silence(0.3), say(said), silence(0.3)))
    assert text in hear(korean, list(SEATS), sound)[:2]


def test_words_the_model_lacks_are_reported_and_never_half_used(korean: VoskRecogniser) -> None:
    grammar = korean.grammar(["삼 번", "삼 嘉賓", "三号", "확인"])
    assert grammar.lines == ("삼 번", "확인", "확 인")
    assert grammar.missing == ("삼 嘉賓", "三号")
    assert not korean.knows("[unk]")


def test_a_list_of_which_nothing_is_known_hears_nothing(korean: VoskRecogniser, say: Say) -> None:
    assert hear(korean, ["三号", "五号"], say("삼번")) == []
    assert hear(korean, [], say("삼번")) == []
    assert korean.restarts == 0


def test_an_utterance_without_speech_gives_no_guess(korean: VoskRecogniser) -> None:
    assert hear(korean, list(SEATS), silence(1.0)) == []
    assert hear(korean, list(SEATS), np.zeros(0, np.int16)) == []


def test_words_before_its_own_endpoint_are_kept(korean: VoskRecogniser, say: Say) -> None:
    # Vosk ends an utterance by itself within this pause; a list must come out whole.
    sound = np.concatenate((say("삼번"), silence(3.0), say("오번"), silence(0.3)))
    best = hear(korean, ["삼 번", "오 번"], sound, Kind.LIST)[0]
    assert best.startswith("삼") and best.endswith("번") and len(best.replace(" ", "")) >= 3


def test_log_likelihoods_become_probabilities() -> None:
    guesses = posterior([("三号", 132.3), ("八号", 130.7), ("三号", 129.0), ("", 120.0)])
    assert [g.text for g in guesses] == ["三号", "八号"]
    assert 0.6 < guesses[0].confidence < 0.8 and sum(g.confidence for g in guesses) <= 1
    assert posterior([]) == [] and posterior([("", 1.0)]) == []


SYMBOLS = [
    "<eps>",
    "#0",
    "<s>",
    "</s>",
    "[unk]",
    "\\u4e09",
    '"',
    '", "',
    "]",
    "\0",
    "\n",
    "삼",
    "번",
    " ",
    "三",
]
SYMBOLS += ["\ud800", "["]


HOSTILE = st.lists(st.sampled_from(SYMBOLS) | st.text(max_size=3), max_size=5).map("".join)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(st.sampled_from(SYMBOLS) | st.text(max_size=3), max_size=5).map("".join), max_size=5))
def test_no_text_in_a_grammar_crashes_it(korean: VoskRecogniser, phrases: list[str]) -> None:
    before = korean.restarts
    hear(korean, phrases, np.random.default_rng(1).normal(0, 3000, 4800).astype(np.int16))
    assert korean.restarts == before


def test_both_ends_of_speech_are_found_and_the_answer_comes_out(korean: VoskRecogniser, say: Say) -> None:
    prompt = Prompt({"삼 번": "3", "확인": "yes", "취소": "no"}, Kind.SEAT)
    session = Session(prompt, korean, SileroVad(), sure=lambda kind: 0.5)
    sound = np.concatenate((silence(1.0), say("확인"), silence(1.0)))
    events: list[Event] = []
    for at in range(0, len(sound), 800):
        events += session.push(sound[at : at + 800])
    assert [e.tokens for e in events if isinstance(e, Heard)] == [("yes",)]


def test_a_wav_goes_in_and_an_answer_comes_out(korean: VoskRecogniser, say: Say, tmp_path: Path) -> None:
    import wave

    for name, text in (("1.wav", "확인"), ("2.wav", "삼번")):
        with wave.open(str(tmp_path / name), "wb") as file:
            file.setparams((1, 2, RATE, 0, "NONE", ""))
            file.writeframes(say(text).tobytes())
    ears = WavEars(sorted(tmp_path.glob("*.wav")), korean, SileroVad(), sure=lambda kind: 0.3)
    events: Queue[Event] = Queue()
    prompt = Prompt({"삼 번": "3", "확인": "yes"}, Kind.SEAT)
    ears.open(prompt, events.put)
    first = events.get(timeout=30)
    ears.open(prompt, events.put)
    second = events.get(timeout=30)
    ears.open(prompt, events.put)
    assert isinstance(first, Heard) and first.tokens == ("yes",)
    assert isinstance(second, (Heard, Unclear))
    assert events.get(timeout=30) == Trouble("wav_over")
    ears.stop()


def test_a_killed_process_costs_one_utterance(say: Say) -> None:
    recogniser = VoskRecogniser(KOREAN)
    recogniser.wait_ready()
    first = recogniser.process_id
    prompt = Prompt({"확인": "yes", "취소": "no"}, Kind.YESNO)
    session = Session(prompt, recogniser, SileroVad(), sure=lambda kind: 0.3)
    sound = np.concatenate((silence(0.5), say("확인"), silence(0.8)))
    events: list[Event] = []
    for at in range(0, len(sound), 800):
        events += session.push(sound[at : at + 800])
        if session.speaking and not events and recogniser.process_id == first:
            os.kill(first, KILL)
    assert [type(event) for event in events] == [Trouble]
    for at in range(0, len(sound), 800):
        events += session.push(sound[at : at + 800])
    heard = [e for e in events if isinstance(e, Heard)]
    assert [e.tokens for e in heard] == [("yes",)]
    assert recogniser.process_id != first
    recogniser.stop()


def test_a_process_that_dies_between_prompts_is_replaced_before_it_is_needed(say: Say) -> None:
    recogniser = VoskRecogniser(KOREAN)
    recogniser.wait_ready()
    first = recogniser.process_id
    os.kill(first, KILL)
    assert "확인" in hear(recogniser, ["확인", "취소"], np.concatenate((say("확인"), silence(0.3))))[:1]
    assert recogniser.process_id != first
    recogniser.stop()


def test_a_process_that_keeps_dying_is_given_up(tmp_path: Path) -> None:
    from narrator.hearing.child import CRASHES, Child
    from narrator.hearing.frames import Letter

    child = Child([sys.executable, "-c", "import sys; sys.exit(3)"])
    failures = []
    for _ in range(CRASHES + 2):
        with pytest.raises(RecogniserError) as caught:
            child.life().ask(Letter.PING)
        failures.append(str(caught.value))
    assert child.restarts == CRASHES
    assert "code 3" in failures[0]
    child.stop()


def test_it_ends_when_the_game_is_killed() -> None:
    code = (
        "import sys, time; from pathlib import Path; from narrator.hearing.vosk import VoskRecogniser\n"
        f"r = VoskRecogniser(Path({str(KOREAN)!r})); r.wait_ready()\n"
        "print(r.process_id, flush=True); time.sleep(99)"
    )
    game = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert game.stdout is not None
    child = int(game.stdout.readline())
    game.kill()
    game.wait()
    game.stdout.close()
    deadline = 200
    while Path(f"/proc/{child}/status").exists() and deadline:
        if "State:\tZ" in Path(f"/proc/{child}/status").read_text():
            break
        deadline -= 1
        signal.sigtimedwait([], 0.05)
    assert deadline


def test_models_that_cannot_take_phrases_are_refused(tmp_path: Path) -> None:
    with pytest.raises(HearingError, match="no vosk model"):
        check_model(tmp_path)
    (tmp_path / "am").mkdir()
    (tmp_path / "am" / "final.mdl").write_bytes(b"x")
    with pytest.raises(HearingError, match="large model"):
        check_model(tmp_path)


def test_a_broken_model_is_one_clear_error(tmp_path: Path) -> None:
    for name in ("am/final.mdl", "graph/HCLr.fst", "graph/Gr.fst", "conf/model.conf", "conf/mfcc.conf"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"broken")
    recogniser = VoskRecogniser(tmp_path)
    with pytest.raises(RecogniserError):
        recogniser.wait_ready()
    recogniser.stop()


@pytest.mark.skipif(sys.platform == "win32", reason="on Windows the short path is used instead")
def test_a_model_under_a_chinese_path_works(tmp_path: Path, say: Say) -> None:
    folder = tmp_path / "模型 测试"
    folder.symlink_to(KOREAN)
    recogniser = VoskRecogniser(folder)
    assert hear(recogniser, ["확인", "취소"], np.concatenate((say("확인"), silence(0.3))))[0] == "확인"
    recogniser.stop()
