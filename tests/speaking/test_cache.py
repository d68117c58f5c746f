"""Lines on disk survive crashes, other processes and full disks, and tell nobody what was said."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from narrator.children import module_environment
from narrator.speaking.cache import Cache
from narrator.speaking.reader import BENCH_SECONDS, Reader, estimate
from narrator.speaking.renderer import RenderError
from narrator.speaking.sound import Sound


def sound(seed: int = 0, seconds: float = 0.5) -> Sound:
    noise = np.random.default_rng(seed).normal(0, 0.1, round(22_050 * seconds))
    return Sound(noise.astype(np.float32), 22_050)


def test_what_is_stored_is_loaded_and_nothing_else(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "not there yet")
    assert cache.load("a" * 64) is None
    assert cache.store("a" * 64, sound())
    loaded = cache.load("a" * 64)
    assert loaded is not None and loaded.rate == 22_050
    assert np.abs(loaded.samples - sound().samples).max() < 1e-4
    assert cache.load("b" * 64) is None


def test_the_key_depends_on_text_and_voice() -> None:
    keys = {Cache.key(text, voice) for text in ("三号", "四号") for voice in ("one", "two")}
    assert len(keys) == 4


def test_names_of_files_do_not_tell_the_line(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.store(Cache.key("三号", "voice"), sound())
    (name,) = os.listdir(tmp_path)
    assert "三" not in name and len(name.split(".")[0]) == 64
    assert "三号".encode() not in (tmp_path / name).read_bytes()


@pytest.mark.parametrize("cut", [0, 10, 40, 60, -1])
def test_a_torn_file_is_a_miss_and_is_cleared_away(tmp_path: Path, cut: int) -> None:
    cache = Cache(tmp_path)
    cache.store("a" * 64, sound())
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:cut])
    assert cache.load("a" * 64) is None
    assert not path.exists()


def test_a_flipped_bit_is_a_miss(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.store("a" * 64, sound())
    (path,) = tmp_path.iterdir()
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    assert cache.load("a" * 64) is None


def test_the_least_recently_used_go_first(tmp_path: Path) -> None:
    one = Cache(tmp_path)
    one.store("0" * 64, sound())
    size = next(tmp_path.iterdir()).stat().st_size
    cache = Cache(tmp_path, limit=size * 5)
    for number in range(1, 5):
        cache.store(str(number) * 64, sound(number))
    for age, number in enumerate((1, 0, 2, 3, 4)):  # 1 is the oldest, 4 the youngest
        os.utime(tmp_path / f"{str(number) * 64}.line", (1000 + age, 1000 + age))
    assert cache.load("0" * 64) is not None  # used now
    cache.store("5" * 64, sound(5))
    assert cache.load("1" * 64) is None and cache.load("2" * 64) is None
    assert cache.load("0" * 64) is not None and cache.load("5" * 64) is not None
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= size * 5


def test_leftovers_of_a_crashed_writer_go_but_not_those_of_a_living_one(tmp_path: Path) -> None:
    old, new = tmp_path / ".dead.part", tmp_path / ".busy.part"
    for path in (old, new):
        path.write_bytes(b"half")
    os.utime(old, (time.time() - 7200,) * 2)
    Cache(tmp_path).store("a" * 64, sound())
    assert not old.exists() and new.exists()


def test_a_disk_that_takes_nothing_is_not_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    cache = Cache(tmp_path / "file")
    assert not cache.store("a" * 64, sound())
    assert cache.load("a" * 64) is None


WRITER = """
import sys
import threading
from pathlib import Path
import numpy as np
from narrator.speaking.cache import Cache
from narrator.speaking.sound import Sound
seed = int(sys.argv[2])
cache = Cache(Path(sys.argv[1]), limit=60_000)
random = np.random.default_rng(seed)
bad = 0
for turn in range(120):
    number = int(random.integers(12))
    wobble = np.tile([0.001, -0.001], 2000)
    value = ((number + 1) / 100 + wobble).astype(np.float32)
    cache.store(str(number % 10) * 63 + "ab"[number // 10], Sound(value, 22050))
    number = int(random.integers(12))
    found = cache.load(str(number % 10) * 63 + "ab"[number // 10])
    bad += found is not None and abs(float(found.samples.mean()) - (number + 1) / 100) > 1e-3
print(bad)
"""


def test_two_processes_writing_reading_and_pruning_never_see_a_wrong_line(tmp_path: Path) -> None:
    children = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), str(seed)],
            env=module_environment(),
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in (1, 2)
    ]
    assert [child.communicate(timeout=60)[0].strip() for child in children] == ["0", "0"]
    assert not list(tmp_path.glob("*.part"))


class Scripted:
    """A renderer that does what it is told, for what `Reader` does with its results."""

    def __init__(self, name: str, works: bool = True) -> None:
        self.name, self.works, self.asked = name, works, []

    asked: list[str]

    def identity(self) -> str:
        return self.name

    def render(self, text: str) -> Sound:
        self.asked.append(text)
        if not self.works:
            raise RenderError("out of order")
        return sound(seconds=1.0)

    def close(self) -> None:
        self.asked.append("closed")


def test_a_line_is_rendered_once_and_then_comes_from_memory_or_disk(tmp_path: Path) -> None:
    first = Scripted("voice")
    reader = Reader([first], Cache(tmp_path))
    assert len(reader.line("三号", 48_000)) == pytest.approx(48_000, rel=0.1)
    assert reader.line("三号", 48_000) is reader.line("三号", 48_000)
    assert first.asked == ["三号"]
    second = Scripted("voice")
    Reader([second], Cache(tmp_path)).line("三号", 48_000)
    assert second.asked == []
    other = Scripted("another voice")
    Reader([other], Cache(tmp_path)).line("三号", 48_000)
    assert other.asked == ["三号"]


def test_the_next_renderer_takes_over_and_a_broken_one_is_left_alone_for_a_while() -> None:
    now = [0.0]
    broken, spare = Scripted("broken", works=False), Scripted("spare")
    reader = Reader([broken, spare], None, clock=lambda: now[0])
    for number in range(6):
        reader.line(f"第{number}句", 48_000)
    assert len(broken.asked) == 2 and len(spare.asked) == 6
    now[0], broken.works = BENCH_SECONDS + 1, True
    reader.line("好了", 48_000)
    assert broken.asked[-1] == "好了" and spare.asked[-1] != "好了"


def test_when_no_renderer_can_the_reasons_are_given_and_preparing_goes_on() -> None:
    reader = Reader([Scripted("broken", works=False)], None)
    seen: list[tuple[int, int]] = []
    reader.prepare(["一", "二", "一"], lambda done, total: seen.append((done, total)))
    assert seen == [(1, 2), (2, 2)]
    with pytest.raises(RenderError):
        reader.line("三", 48_000)
    assert reader.problem is not None and "broken" in reader.problem


def test_preparing_makes_saying_free_of_rendering_and_durations_exact(tmp_path: Path) -> None:
    renderer = Scripted("voice")
    reader = Reader([renderer], Cache(tmp_path))
    reader.prepare(["三号", "四号"])
    renderer.works = False
    assert len(reader.line("三号", 48_000)) / 48_000 == pytest.approx(reader.duration("三号"), abs=0.01)


class Slow:
    """A renderer that renders when it is let; notes what it was asked for."""

    name = "slow"

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.busy = threading.Lock()
        self.begun = threading.Semaphore(0)
        self.go = threading.Semaphore(0)

    def identity(self) -> str:
        return "slow"

    def render(self, text: str) -> Sound:
        with self.busy:
            self.asked.append(text)
            self.begun.release()
            assert self.go.acquire(timeout=30)
        return Sound(np.full(24_000, 0.1, np.float32), 24_000)

    def close(self) -> None:
        self.go.release()


def test_a_line_to_be_said_now_goes_before_those_rendered_ahead_and_none_is_rendered_twice(tmp_path: Path) -> None:
    slow = Slow()
    reader = Reader([slow], Cache(tmp_path))
    ahead = threading.Thread(target=reader.prepare, args=(["one", "two", "three"],))
    ahead.start()
    assert slow.begun.acquire(timeout=30)  # "one" is being rendered
    said = [threading.Thread(target=reader.line, args=(text, 24_000)) for text in ("one", "now")]
    for thread in said:
        thread.start()
    while reader._wanted_now < 2:
        assert ahead.is_alive()
    for _ in range(4):
        slow.go.release()
    for thread in (*said, ahead):
        thread.join(30)
    assert slow.asked[:2] == ["one", "now"]
    assert sorted(slow.asked) == ["now", "one", "three", "two"]


def test_memory_for_decoded_lines_is_bounded(tmp_path: Path) -> None:
    reader = Reader([Scripted("voice")], Cache(tmp_path))
    for number in range(90):
        reader.line(f"第{number}句", 48_000)
    assert reader._held <= 60 * 48_000


def test_an_estimate_grows_with_the_text_and_shrinks_with_the_rate() -> None:
    assert estimate("三号") < estimate("三号玩家出局") < estimate("三号玩家，出局")
    assert estimate("三号玩家出局", 2.0) == pytest.approx(estimate("三号玩家出局") / 2)
