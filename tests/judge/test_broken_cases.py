"""Case files damaged at random: always a result or one clear line, never a mistake of narrator's own."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from narrator.judge.load import load_cases
from narrator.judge.report import FAILED, FAULTY, PASSED
from narrator.judge.run import run
from narrator.yamlfile import BadFile

CASES = Path(__file__).parent.parent / "cases"
WORDS = [
    *(
        "none",
        "yes",
        "no",
        "true",
        "false",
        "0",
        "1",
        "2",
        "5",
        "9",
        "99",
        "-1",
        "1.5",
        "[]",
        "{}",
        "[1]",
        "{1: 2}",
    ),
    *(
        "~",
        '"x"',
        "save",
        "split",
        "timeout",
        "keep",
        "tear",
        "void",
        "flip",
        "first",
        "dead_left",
        "wolf",
        "good",
    ),
    *(
        "draw",
        "nobody",
        "cannot",
        "seer",
        "witch",
        "werewolf",
        "thief",
        "guard",
        "hunter",
        "exploder",
        "15:25",
    ),
]


def blocks() -> list[str]:
    texts = [file.read_text(encoding="utf-8") for file in sorted(CASES.glob("*.yaml"))]
    return [block for text in texts for block in re.split(r"\n(?=- case:)", text) if block.startswith("- case")]


def damaged(rng: random.Random, text: str) -> str:
    """The text with a few words changed, swapped or cut, or a line lost."""
    for _ in range(rng.randint(1, 4)):
        tokens = list(re.finditer(r"[\w@+-]+|\[[^\[\]]*\]|\{[^{}]*\}", text))
        token = rng.choice(tokens)
        kind = rng.random()
        if kind < 0.6:
            text = text[: token.start()] + rng.choice(WORDS) + text[token.end() :]
        elif kind < 0.8:
            text = text[: token.start()] + rng.choice(tokens).group() + text[token.end() :]
        else:
            lines = text.split("\n")
            del lines[rng.randrange(len(lines))]
            text = "\n".join(lines) or "x"
    return text


@pytest.mark.parametrize("part", range(4))
def test_a_damaged_case_is_a_result_or_one_clear_line(tmp_path: Path, part: int) -> None:
    rng = random.Random(part)
    whole = blocks()
    seen: dict[str, int] = {}
    for _ in range(150):
        file = tmp_path / "damaged.yaml"
        file.write_text(damaged(rng, rng.choice(whole)), encoding="utf-8")
        try:
            cases = load_cases(file)
        except BadFile as error:
            assert "\n" not in str(error) and str(error).startswith(str(file))
            seen["bad"] = seen.get("bad", 0) + 1
            continue
        for case in cases:
            _, result = run(case)
            assert result.outcome in (PASSED, FAILED, FAULTY)
            assert not any(", narrator" in difference.where for difference in result.differences), str(result)
            seen[result.outcome] = seen.get(result.outcome, 0) + 1
    assert seen["bad"] > 20 and len(seen) > 1
