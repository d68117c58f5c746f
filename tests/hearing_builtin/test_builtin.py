"""The built-in ears on real sound: the clips of tests/voices through the model in models/."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from narrator.hearing.adaptation import Adaptation, BadAdaptation
from narrator.hearing.builtin import BuiltinRecogniser
from narrator.hearing.packdata import NoModel, find, fingerprint
from narrator.hearing.recogniser import RATE, Guess, Kind, Listening, Pcm, Recogniser
from tests.hearing_builtin.voices import clips, quiet

SEATS = [n + "号" for n in "一二三四五六七八九十"] + ["十" + n + "号" for n in "一二三四五六七八九"]
NIGHT = [*SEATS, "重复", "暂停", "继续"]
COMMANDS = [
    "确认",
    "不对",
    "跳过",
    "撤销",
    "更正",
    "重复",
    "暂停",
    "继续",
    "不救",
    "空刀",
    "下一步",
    "完毕",
    "结束游戏",
]


@pytest.fixture(scope="module")
def ears() -> BuiltinRecogniser:
    return BuiltinRecogniser()


@pytest.fixture(scope="module")
def said() -> dict[str, Pcm]:
    return clips()


def hear(listening: Listening, pcm: Pcm) -> Sequence[Guess]:
    for at in range(0, len(pcm), RATE // 20):
        listening.feed(pcm[at : at + RATE // 20])
    return listening.finish()


def test_it_is_a_recogniser(ears: BuiltinRecogniser) -> None:
    recogniser: Recogniser = ears
    assert recogniser.name == "builtin"
    assert all(0.0 < recogniser.sure(kind) < 1.0 for kind in Kind)


@pytest.mark.parametrize("seat", SEATS)
def test_a_seat_is_heard_among_all_seats(ears: BuiltinRecogniser, said: dict[str, Pcm], seat: str) -> None:
    guesses = hear(ears.start(NIGHT, Kind.SEAT), said[seat])
    assert guesses[0].text == seat
    assert guesses[0].confidence >= ears.sure(Kind.SEAT)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_heard_among_all_commands(ears: BuiltinRecogniser, said: dict[str, Pcm], command: str) -> None:
    assert hear(ears.start(COMMANDS, Kind.COMMAND), said[command])[0].text == command


@pytest.mark.parametrize("other", ["结束游戏", "旁白旁白", "再说一遍", "取消", "下一步", "不对"])
def test_other_speech_is_no_seat(ears: BuiltinRecogniser, said: dict[str, Pcm], other: str) -> None:
    guesses = hear(ears.start(SEATS, Kind.SEAT), said[other])
    assert not guesses or guesses[0].confidence < ears.sure(Kind.SEAT)


def test_guesses_fall_in_confidence_and_are_of_the_list(ears: BuiltinRecogniser, said: dict[str, Pcm]) -> None:
    guesses = hear(ears.start(NIGHT, Kind.SEAT), said["十二号"])
    assert [g.confidence for g in guesses] == sorted((g.confidence for g in guesses), reverse=True)
    assert {g.text for g in guesses} <= set(NIGHT)


def test_silence_is_not_taken_for_a_seat(ears: BuiltinRecogniser) -> None:
    guesses = hear(ears.start(SEATS, Kind.SEAT), quiet(1.0))
    assert not guesses or guesses[0].confidence < ears.sure(Kind.SEAT)


@pytest.mark.parametrize("samples", [0, 1, 399, 1000])
def test_a_click_is_nothing(ears: BuiltinRecogniser, samples: int) -> None:
    assert hear(ears.start(SEATS, Kind.SEAT), np.full(samples, 20_000, np.int16)) == ()


def test_loudness_does_not_matter(ears: BuiltinRecogniser, said: dict[str, Pcm]) -> None:
    soft = (said["八号"] * 0.05).astype(np.int16)
    assert hear(ears.start(NIGHT, Kind.SEAT), soft)[0].text == "八号"


def test_several_seats_in_one_breath(ears: BuiltinRecogniser, said: dict[str, Pcm]) -> None:
    spoken = np.concatenate([said["三号"], quiet(0.1), said["十二号"], quiet(0.1), said["七号"]])
    assert hear(ears.start_list(SEATS), spoken)[0].text == "三号十二号七号"


def test_a_list_has_as_many_words_as_it_may(ears: BuiltinRecogniser, said: dict[str, Pcm]) -> None:
    spoken = np.concatenate([said["五号"], quiet(0.1), said["九号"]])
    guesses = hear(ears.start_list(SEATS, counts=range(2, 3)), spoken)
    assert guesses[0].text == "五号九号"


def test_the_same_sound_gives_the_same_guesses(ears: BuiltinRecogniser, said: dict[str, Pcm]) -> None:
    first, second = (hear(ears.start(NIGHT, Kind.SEAT), said["六号"]) for _ in range(2))
    assert first == second


def test_adaptation_is_learnt_kept_and_removed(ears: BuiltinRecogniser, said: dict[str, Pcm], tmp_path: Path) -> None:
    learnt = ears.adapt([(said[s], s) for s in SEATS])
    learnt.save(tmp_path / "judge.npz")
    adapted = BuiltinRecogniser(adaptation=Adaptation.load(tmp_path / "judge.npz", fingerprint(find())))
    plain = hear(ears.start(NIGHT, Kind.SEAT), said["四号"])[0]
    better = hear(adapted.start(NIGHT, Kind.SEAT), said["四号"])[0]
    assert better.text == "四号"
    assert better.confidence >= plain.confidence - 0.02
    adapted.adaptation = None
    assert hear(adapted.start(NIGHT, Kind.SEAT), said["四号"])[0] == plain


def test_an_adaptation_for_another_model_is_refused(
    ears: BuiltinRecogniser, said: dict[str, Pcm], tmp_path: Path
) -> None:
    ears.adapt([(said[s], s) for s in SEATS]).save(tmp_path / "judge.npz")
    with pytest.raises(BadAdaptation, match="other ears"):
        Adaptation.load(tmp_path / "judge.npz", "0badcafe")


def test_too_few_recordings_are_refused(ears: BuiltinRecogniser, said: dict[str, Pcm]) -> None:
    with pytest.raises(BadAdaptation, match="too few"):
        ears.adapt([(said["一号"], "一号")])


def test_a_broken_adaptation_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "judge.npz").write_bytes(b"PK\x03\x04 not really")
    with pytest.raises(BadAdaptation, match=r"judge\.npz"):
        Adaptation.load(tmp_path / "judge.npz", fingerprint(find()))


def test_a_missing_model_says_where_it_was_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.hearing.packdata.folders", lambda: [tmp_path])
    with pytest.raises(NoModel, match="NARRATOR_MODELS"):
        BuiltinRecogniser()


def test_a_broken_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ears.onnx").write_bytes(b"no network")
    with pytest.raises(NoModel, match=r"ears\.onnx"):
        BuiltinRecogniser(tmp_path)


def test_the_wake_word_is_heard_among_chatter(ears: BuiltinRecogniser, said: dict[str, Pcm]) -> None:
    heard = np.concatenate([quiet(0.3), said["旁白旁白"], quiet(0.3)])  # as the microphone gives it
    guesses = hear(ears.start(["旁白旁白", "我觉得", "这个", "那个", "然后"], Kind.WAKE), heard)
    assert guesses[0].text == "旁白旁白"
    assert guesses[0].confidence >= ears.sure(Kind.WAKE)
