"""Strict YAML: plain words stay words, mistakes are told with their line."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.yamlfile import DEEPEST, MOST_BYTES, BadFile, Map, Seq, load, parse


@pytest.mark.parametrize(
    "word", ["yes", "no", "on", "off", "none", "Yes", "NO", "True", "FALSE", "y", "k+1", "15:25", "007"]
)
def test_words_stay_words(word: str) -> None:
    assert parse(f"value: {word}") == {"value": word}
    assert parse(f"{word}: 1") == {word: 1}


def test_only_true_and_false_are_booleans() -> None:
    assert parse("[true, false, 'true']") == [True, False, "true"]


def test_numbers_are_numbers() -> None:
    assert parse("[0, -1, 12, 1.5, 1e3, 0x10, 2026-01-01]") == [0, -1, 12, 1.5, "1e3", "0x10", "2026-01-01"]


def test_seats_are_whole_numbers_as_keys() -> None:
    assert parse("{5: [1, 2], 10: []}") == {5: [1, 2], 10: []}


def test_lines_are_kept() -> None:
    made = parse("a: 1\nb:\n- x\n- {c: 3}\n")
    assert isinstance(made, Map)
    assert made.lines == {"a": 1, "b": 2}
    items = made["b"]
    assert isinstance(items, Seq)
    assert items.lines == [3, 4]
    assert str(made.bad("a", "a word")) == "text:1: a: 1: expected a word"
    assert str(items.bad(0, "a seat")) == "text:3: item 1: x: expected a seat"
    assert str(made.bad("z", "a seat")) == "text:1: z: missing: expected a seat"


BROKEN = [
    ("a: 1\nb: 2\na: 3\n", 3, "stands twice, first in line 1"),
    ("on: 1\n'on': 2\n", 2, "stands twice"),
    ("a: [1, 2\nb: 3\n", 2, "not YAML"),
    ("a: &x [1]\n", 1, "references are not used"),
    ("a: 1\nb: *x\n", 2, "references are not used"),
    ("a: !!python/object/apply:os.system [ls]\n", 1, "tags are not used"),
    ("a: !!int 3\n", 1, "tags are not used"),
    ("a: 1\n---\nb: 2\n", 2, "second document"),
    ("[a]: 1\n", 1, "as key"),
    ("true: 1\n", 1, "as key"),
    ("1.5: 1\n", 1, "as key"),
    ("~: 1\n", 1, "as key"),
    ("a:\n\t- 1\n", 2, "not YAML"),
    ("a: \x00\n", 0, "not YAML"),
    ("", 0, "empty"),
    ("# nothing but a comment\n", 0, "empty"),
    ("[" * 2000, 1, "nest"),
    ("{a: " * 2000, 1, "nest"),
]


@pytest.mark.parametrize(("text", "line", "what"), BROKEN)
def test_a_broken_file_is_one_clear_line(text: str, line: int, what: str) -> None:
    with pytest.raises(BadFile) as caught:
        parse(text)
    assert caught.value.line == line
    assert what in caught.value.what
    assert "\n" not in str(caught.value)


def test_an_alias_bomb_does_not_go_off() -> None:
    bomb = "a: &a [x, x]\n" + "".join(f"{c}: &{c} [*{p}, *{p}]\n" for p, c in zip("abcdefgh", "bcdefghi", strict=True))
    with pytest.raises(BadFile, match="references"):
        parse(bomb)


def test_depth_up_to_the_limit_is_read() -> None:
    assert parse("[" * DEEPEST + "]" * DEEPEST) is not None


def test_a_merge_key_is_an_ordinary_word() -> None:
    assert parse("<<: {a: 1}") == {"<<": {"a": 1}}


def test_a_long_value_is_cut_in_complaints() -> None:
    made = parse("a: " + "x" * 500)
    assert isinstance(made, Map)
    assert len(str(made.bad("a", "a word"))) < 150


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot be read"):
        load(tmp_path / "nowhere.yaml")
    with pytest.raises(BadFile, match="cannot be read"):
        load(tmp_path)
    latin = tmp_path / "latin.yaml"
    latin.write_bytes("a: 1\nb: café\n".encode("latin-1"))
    with pytest.raises(BadFile, match="UTF-8") as caught:
        load(latin)
    assert caught.value.line == 2
    large = tmp_path / "large.yaml"
    large.write_bytes(b"#" * (MOST_BYTES + 1))
    with pytest.raises(BadFile, match="too large"):
        load(large)


def test_a_byte_order_mark_is_no_part_of_the_first_key(tmp_path: Path) -> None:
    file = tmp_path / "bom.yaml"
    file.write_bytes(b"\xef\xbb\xbfname: a\n")
    assert load(file) == {"name": "a"}
