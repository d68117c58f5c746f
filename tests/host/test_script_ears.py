"""`narrator play --ears script:FILE`: what is said, in plain words where nobody can overhear it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from narrator.host.journal import read
from narrator.rules.script import Act
from tests.host.typing_games import ROOT

SCRIPT = """
# the night: knife and check; one utterance is mumbled and asked again
三号
那个
五号
# by day only after the wake word: no skill (read back and confirmed), last words, a speech
旁白旁白
没有人
确认
旁白旁白
过
旁白旁白
过
# a self-destruct, which is confirmed
旁白旁白自爆六号
确认
"""


def test_a_scripted_judge_speaks_a_night_and_a_day(tmp_path: Path) -> None:
    (tmp_path / "six.yaml").write_text(
        "name: six\nroles: {werewolf: 1, seer: 1, villager: 4}\nrules: {dead_pause: [0, 0]}\n", encoding="utf-8"
    )
    (tmp_path / "deal.yaml").write_text(
        "seats: [seer, villager, villager, villager, villager, werewolf]\n", encoding="utf-8"
    )
    (tmp_path / "said.txt").write_text(SCRIPT, encoding="utf-8")
    done = subprocess.run(
        [
            sys.executable, "-m", "narrator", "play", "--ears", f"script:{tmp_path / 'said.txt'}", "--mouth", "none",
            "--board", str(tmp_path / "six.yaml"), "--deal", str(tmp_path / "deal.yaml"),
            "--games", str(tmp_path / "games"), "--lang", "en",
        ],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8", cwd=ROOT, timeout=120,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    game = read(next((tmp_path / "games").glob("*.jsonl"))).replay()
    entered = [entry for entry in game.entries if entry != ("done",)]
    assert entered[:3] == [(3,), (5,), ("none",)]
    assert Act("explode", 6) in game.entries
    assert "请再说一遍。" in done.stdout
    assert "六号自爆，所有发言终止。" in done.stdout
