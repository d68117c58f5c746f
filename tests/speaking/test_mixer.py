"""What one device plays: nothing over speech, soft ends, music under it, "done" when it was heard."""

from __future__ import annotations

import numpy as np
import pytest

from narrator.speaking.earcons import EARCONS, earcon
from narrator.speaking.mixer import (
    CUT_SECONDS,
    GAP_SECONDS,
    IDLE_SECONDS,
    PREROLL_SECONDS,
    Item,
    Mixer,
)
from narrator.speaking.sound import Samples

RATE = 8000
DELAY = 0.1


class Tone:
    """Music of one constant value, so that its gain can be read off."""

    def __init__(self, value: float = 0.1) -> None:
        self.value = value

    def read(self, frames: int) -> Samples:
        return np.full(frames, self.value, np.float32)

    def close(self) -> None: ...


class Desk:
    """A mixer with somebody who asks for blocks and notes what is reported when."""

    def __init__(self, music: Tone | None = None, block: int = 100, volume: float = 1.0) -> None:
        self.mixer = Mixer(RATE, volume, music, keep_awake=False)
        self.block = block
        self.frame = 0
        self.heard: list[Samples] = []
        self.reports: list[tuple[str, bool, float]] = []

    def play(self, name: str, seconds: float, value: float = 0.5, speech: bool = True) -> None:
        def done(heard: bool) -> None:
            self.reports.append((name, heard, self.frame / RATE))

        self.mixer.play(Item(np.full(round(seconds * RATE), value, np.float32), done, speech))

    def run(self, seconds: float) -> Samples:
        blocks = []
        for _ in range(round(seconds * RATE / self.block)):
            block = np.empty(self.block, np.float32)
            self.mixer.fill(block, self.frame / RATE, DELAY)
            self.deliver()
            self.frame += self.block
            blocks.append(block)
        self.heard += blocks
        return np.concatenate(blocks)

    def deliver(self) -> None:
        for item, heard in self.mixer.over():
            item.done(heard)

    def awake(self) -> Desk:
        self.play("first", 0.1)
        self.run(1.0)
        self.reports.clear()
        return self


def spans(samples: Samples, least: float = 0.01) -> list[tuple[float, float]]:
    """Seconds from and to which there is sound."""
    loud = np.concatenate([[False], np.abs(samples) > least, [False]])
    edges = np.flatnonzero(loud[1:] != loud[:-1]) / RATE
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


@pytest.mark.parametrize("block", [7, 100, 1024, 9000])
def test_lines_follow_each_other_with_a_breath_between_and_never_overlap(block: int) -> None:
    desk = Desk(block=block).awake()
    for name in "abc":
        desk.play(name, 0.5)
    one, two, three = spans(desk.run(5 * max(1, block / 4000)))
    for begin, end in (one, two, three):
        assert end - begin == pytest.approx(0.5, abs=0.001)
    assert two[0] - one[1] == pytest.approx(GAP_SECONDS, abs=0.001)
    assert three[0] - two[1] == pytest.approx(GAP_SECONDS, abs=0.001)


def test_a_line_is_done_when_its_last_sample_was_heard_and_not_when_it_was_mixed() -> None:
    desk = Desk().awake()
    desk.play("line", 0.5)
    began = desk.frame / RATE
    desk.run(1.0)
    ((_, heard, at),) = desk.reports
    end = began + spans(np.concatenate(desk.heard)[round(began * RATE) :])[0][1]
    assert heard
    assert end + DELAY <= at <= end + DELAY + 0.03
    assert not desk.mixer.busy()


def test_while_a_line_is_on_its_way_to_the_ear_the_device_is_busy() -> None:
    desk = Desk().awake()
    desk.play("line", 0.2)
    desk.run(0.2 + 0.05)
    assert desk.mixer.busy() and not desk.reports
    desk.run(0.2)
    assert not desk.mixer.busy() and desk.reports


def test_a_line_waits_for_a_speaker_that_fell_asleep_but_an_earcon_does_not() -> None:
    desk = Desk()
    desk.play("line", 0.2)
    assert spans(desk.run(1.0))[0][0] == pytest.approx(PREROLL_SECONDS, abs=0.001)
    desk.play("line", 0.2)
    assert spans(desk.run(1.0))[0][0] < 0.02
    desk.run(IDLE_SECONDS)
    desk.play("earcon", 0.1, speech=False)
    assert spans(desk.run(0.5))[0][0] < 0.001


@pytest.mark.parametrize(
    ("after", "waits"),
    [(0.0, PREROLL_SECONDS), (0.2, PREROLL_SECONDS - 0.2), (5.0, 0.0), (IDLE_SECONDS + 1, PREROLL_SECONDS)],
)
def test_a_speaker_kept_awake_has_had_part_of_its_pre_roll_while_the_line_was_made(after: float, waits: float) -> None:
    mixer = Mixer(RATE, keep_awake=True)

    def run(seconds: float) -> Samples:
        block = np.empty(round(seconds * RATE), np.float32)
        if len(block):
            mixer.fill(block, 0.0, DELAY)
        return block

    def line() -> None:
        mixer.play(Item(np.full(RATE // 5, 0.5, np.float32), lambda _: None))

    run(after)
    line()
    assert spans(run(1.0))[0][0] == pytest.approx(waits, abs=0.001)
    mixer.rewind()  # opened anew, it sleeps again
    line()
    assert spans(run(1.0))[0][0] == pytest.approx(PREROLL_SECONDS, abs=0.001)
    run(IDLE_SECONDS)  # and so it may after a long silence, whatever the noise
    line()
    assert spans(run(1.0))[0][0] == pytest.approx(PREROLL_SECONDS, abs=0.001)


def test_a_cut_fades_in_twenty_milliseconds_and_drops_what_waits() -> None:
    desk = Desk(block=10).awake()
    desk.play("cut", 1.0)
    desk.play("waiting", 1.0)
    desk.run(0.4)
    desk.mixer.cut()
    tail = desk.run(1.0)
    assert len(np.flatnonzero(tail)) <= CUT_SECONDS * RATE
    assert np.abs(np.diff(tail)).max() < 0.02  # a ramp, not a click
    assert [(name, heard) for name, heard, _ in desk.reports] == [("waiting", False), ("cut", False)]
    desk.play("next", 0.3)
    assert spans(desk.run(0.6)) != []


def test_a_cut_in_the_silence_before_a_line_makes_no_sound_at_all() -> None:
    desk = Desk()
    desk.play("line", 1.0)
    desk.run(0.1)
    desk.mixer.cut()
    assert not np.any(desk.run(1.0))
    assert desk.reports[0][:2] == ("line", False)


def test_after_the_device_was_lost_the_line_that_was_cut_is_said_again_whole() -> None:
    desk = Desk(block=10).awake()
    desk.play("heard before", 0.2)
    desk.run(0.6)
    desk.play("cut", 0.5)
    desk.play("next", 0.3)
    desk.run(0.4)
    desk.mixer.rewind()
    one, two = spans(desk.run(2.0))
    assert one[1] - one[0] == pytest.approx(0.5, abs=0.001)
    assert two[1] - two[0] == pytest.approx(0.3, abs=0.001)
    assert [(name, heard) for name, heard, _ in desk.reports] == [
        ("heard before", True),
        ("cut", True),
        ("next", True),
    ]


def test_a_line_whose_end_was_still_in_the_device_is_said_again_too() -> None:
    desk = Desk(block=10).awake()
    desk.play("tail", 0.2)
    desk.run(0.25)  # mixed to its end, not heard to its end
    assert not desk.reports
    desk.mixer.rewind()
    assert spans(desk.run(1.0))[0][1] > 0.2
    assert [(name, heard) for name, heard, _ in desk.reports] == [("tail", True)]


def test_giving_up_reports_every_line_once_as_not_heard() -> None:
    desk = Desk().awake()
    desk.play("playing", 1.0)
    desk.play("waiting", 1.0)
    desk.run(0.2)
    desk.mixer.give_up()
    desk.deliver()
    assert [(name, heard) for name, heard, _ in desk.reports] == [("playing", False), ("waiting", False)]
    assert not desk.mixer.busy()


def gain_db(block: Samples, music: Tone) -> float:
    return float(20 * np.log10(np.abs(block).max() / music.value + 1e-9))


def test_music_goes_down_before_speech_stays_down_and_comes_back_slowly() -> None:
    music = Tone(0.01)
    desk = Desk(music, block=8).awake()
    desk.mixer.music(True)
    assert gain_db(desk.run(3.0)[-8:], music) == pytest.approx(0, abs=0.1)
    desk.play("silent line", 0.6, value=0.0)
    assert gain_db(desk.run(0.15)[-8:], music) == pytest.approx(-10, abs=0.2)  # before its first syllable
    assert gain_db(desk.run(0.6), music) == pytest.approx(-10, abs=0.2)
    assert gain_db(desk.run(0.2)[-8:], music) == pytest.approx(-10, abs=0.2)  # held over short pauses
    assert -6 < gain_db(desk.run(0.25)[-8:], music) < -4  # half the way back after 250 ms
    assert gain_db(desk.run(0.5)[-8:], music) == pytest.approx(0, abs=0.1)


def test_music_fades_in_and_out_and_is_then_silent() -> None:
    desk = Desk(Tone())
    desk.mixer.music(True)
    rise = desk.run(2.5)
    assert 0 < rise[100] < rise[8000] < rise[-1] == pytest.approx(0.1, abs=1e-4)
    desk.mixer.music(False)
    fall = desk.run(1.0)
    assert fall[1000] > fall[3000] > 0
    assert not np.any(fall[4100:])
    desk.mixer.music(True)
    desk.run(2.5)
    desk.mixer.music(False, CUT_SECONDS)
    assert len(np.flatnonzero(desk.run(1.0))) <= CUT_SECONDS * RATE + 1


def test_speech_over_loud_music_never_clips() -> None:
    desk = Desk(Tone(0.9)).awake()
    desk.mixer.music(True)
    desk.run(3.0)
    desk.play("loud", 0.5, value=0.89)
    assert np.abs(desk.run(2.0)).max() <= 0.98


def test_volume_scales_speech_and_music() -> None:
    desk = Desk(Tone(0.1), volume=0.5)
    desk.mixer.music(True)
    desk.run(3.0)
    assert np.abs(desk.run(0.1)).max() == pytest.approx(0.05, abs=1e-4)


def test_music_that_is_late_is_a_gap_and_not_a_noise() -> None:
    class Late(Tone):
        def read(self, frames: int) -> Samples:
            return super().read(frames // 2)

    desk = Desk(Late())
    desk.mixer.music(True)
    desk.run(3.0)
    block = desk.run(100 / RATE)
    assert np.all(block[:50] > 0.09) and not np.any(block[50:])


def test_a_device_is_kept_awake_by_what_nobody_can_hear() -> None:
    mixer = Mixer(RATE)
    block = np.zeros(RATE, np.float32)
    mixer.fill(block, 0.0, DELAY)
    assert np.count_nonzero((block * 32768).round()) == RATE  # not one sample of digital silence
    assert np.abs(block).max() < 1e-4  # under -80 dBFS


def test_every_earcon_is_a_short_sound_that_does_not_click() -> None:
    assert set(EARCONS) == {"heard", "again", "alarm"}
    for name in EARCONS:
        samples = earcon(name, 48_000)
        assert 0.05 < len(samples) / 48_000 < 1.0
        assert abs(samples[0]) < 0.01 and abs(samples[-1]) < 0.01
        assert 0.05 < np.abs(samples).max() < 0.9
