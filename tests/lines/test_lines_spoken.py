"""The Mandarin voice reads every Chinese line as Mandarin: no word of it falls back to another language."""

from __future__ import annotations

import subprocess
import sys

import pytest

from narrator.lines import load_book
from tests.lines.line_samples import SAMPLES

VOICE = "cmn-latn-pinyin"  # `cmn` of espeak-ng 1.51 reads Hanzi in English (voice note 2.5)


def phonemes(text: str) -> str:
    """What espeak-ng would say, one line a sentence; a change of language stands in round brackets: (en)."""
    command = ["espeak-ng", "-v", VOICE, "-q", "-x", "--stdin"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True, timeout=60).stdout


@pytest.mark.skipif(sys.platform != "linux", reason="platform: espeak-ng is the voice of Linux")
@pytest.mark.parametrize("phrase_set", "ABCD")
def test_every_chinese_line_is_read_in_mandarin(phrase_set: str) -> None:
    book = load_book("zh", phrase_set)
    lines = sorted({text for key in book.keys for text in book.variants(key, SAMPLES)})
    spoken = phonemes("\n\n".join(lines))
    assert "(" not in spoken
    assert spoken.count("_|") > 4 * len(lines)  # syllables: it did read them all


@pytest.mark.skipif(sys.platform != "linux", reason="platform: espeak-ng is the voice of Linux")
def test_a_foreign_word_would_be_noticed() -> None:
    assert "(en)" in phonemes("进入hello发言。")
