"""Sound files as ears: every kind of WAV is read, everything else is one clear line."""

import struct
import wave
from pathlib import Path
from queue import Queue

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.hearing.ears import Event, Heard, Trouble
from narrator.hearing.notes import HearingError
from narrator.hearing.phrases import Phrases
from narrator.hearing.recogniser import RATE
from narrator.hearing.vad import SileroVad
from narrator.hearing.wav import WavEars, read_wav, wav_files
from tests.hearing.conftest import Say
from tests.hearing.fakes import Saying


def write(path: Path, data: bytes, rate: int = RATE, width: int = 2, channels: int = 1) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setparams((channels, width, rate, 0, "NONE", ""))
        file.writeframes(data)
    return path


def tone(rate: int) -> np.ndarray:
    return 0.5 * np.sin(2 * np.pi * 440 * np.arange(rate) / rate)


@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize(("rate", "channels"), [(8_000, 1), (16_000, 1), (44_100, 2), (48_000, 6)])
def test_every_width_rate_and_number_of_channels_gives_the_same_sound(
    tmp_path: Path, width: int, rate: int, channels: int
) -> None:
    sound = np.repeat(tone(rate)[:, None], channels, axis=1).ravel()
    if width == 1:
        data = (sound * 127 + 128).astype(np.uint8).tobytes()
    elif width == 3:
        data = b"".join(struct.pack("<i", int(s * 8388607))[:3] for s in sound[: rate * channels // 4])
    else:
        data = (sound * (2 ** (8 * width - 1) - 1)).astype(f"<i{width}").tobytes()
    heard = read_wav(write(tmp_path / "a.wav", data, rate, width, channels)).astype(float)
    middle = heard[len(heard) // 4 : len(heard) // 2]
    assert 15_000 < np.abs(middle).max() < 17_500
    spectrum = np.abs(np.fft.rfft(middle * np.hanning(len(middle))))
    assert abs(spectrum.argmax() * RATE / len(middle) - 440) < 25


def bad_files(folder: Path) -> dict[str, bytes]:
    good = write(folder / "good.wav", (tone(RATE) * 20_000).astype("<i2").tobytes()).read_bytes()
    odd_rate = bytearray(good)
    odd_rate[24:28] = struct.pack("<I", 5)
    return {
        "empty": b"",
        "text": b"this is no sound",
        "header only": good[:44],
        "cut header": good[:30],
        "no samples": good[:40] + struct.pack("<I", 0),
        "mp3": b"ID3\x04" + bytes(500),
        "five hertz": bytes(odd_rate),
        "float": good[:20] + struct.pack("<H", 3) + good[22:],
    }


@pytest.mark.parametrize(
    "name",
    ["empty", "text", "header only", "cut header", "no samples", "mp3", "five hertz", "float", "missing"],
)
def test_a_bad_file_is_one_clear_line(tmp_path: Path, name: str) -> None:
    path = tmp_path / "bad.wav"
    if name != "missing":
        path.write_bytes(bad_files(tmp_path)[name])
    with pytest.raises(HearingError, match=r"cannot read the sound file.*bad.wav") as caught:
        read_wav(path)
    assert "\n" not in str(caught.value)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_is_in_the_file_it_is_sound_or_one_clear_line(tmp_path: Path, data: st.DataObject) -> None:
    good = bytearray(write(tmp_path / "a.wav", (tone(RATE)[:800] * 20_000).astype("<i2").tobytes()).read_bytes())
    for _ in range(data.draw(st.integers(1, 6))):
        good[data.draw(st.integers(0, 60))] = data.draw(st.integers(0, 255))
    path = tmp_path / "b.wav"
    path.write_bytes(bytes(good[: data.draw(st.integers(0, len(good)))]))
    try:
        assert read_wav(path).dtype == np.int16
    except HearingError as error:
        assert "\n" not in str(error)


def test_a_folder_is_played_in_the_order_of_its_names(tmp_path: Path) -> None:
    for name in ("b.wav", "a.WAV", "note.txt"):
        (tmp_path / name).write_bytes(b"")
    assert [path.name for path in wav_files(tmp_path)] == ["a.WAV", "b.wav"]
    (tmp_path / "none").mkdir()
    with pytest.raises(HearingError, match=r"no .wav file"):
        wav_files(tmp_path / "none")


def test_each_opening_gets_the_next_utterance_also_of_one_file(tmp_path: Path, say: Say) -> None:
    gap = np.zeros(RATE, np.int16)
    two = np.concatenate((say("三号", "cmn-latn-pinyin"), gap, say("五号", "cmn-latn-pinyin")))
    files = [
        write(tmp_path / "1.wav", two.tobytes()),
        write(tmp_path / "2.wav", say("不对", "cmn-latn-pinyin").tobytes()),
    ]
    ears = WavEars(files, Saying(["三号", "五号", "七号"]), SileroVad())
    events: Queue[Event] = Queue()
    got: list[Event] = []
    for _ in range(4):
        ears.open(Phrases("zh").seats(range(1, 13)), events.put)
        got.append(events.get(timeout=60))
    ears.stop()
    assert [e.tokens for e in got if isinstance(e, Heard)] == [("3",), ("5",), ("7",)]
    assert got[-1] == Trouble("wav_over")
