"""A host's own phrase book: a few lines, a whole book, and what is refused with file, line and key."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.lines import LineError, load_book
from narrator.lines.source import read_source


def write(folder: Path, text: str) -> Path:
    file = folder / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_own_lines_stand_on_top_of_the_built_in_book(tmp_path: Path) -> None:
    book = load_book(write(tmp_path, "lines:\n  dawn.peace: 昨夜无事。\n  out: '{seat}离场。'\n"))
    assert book.render("dawn.peace") == "昨夜无事。"
    assert book.render("out", {"seat": 3}) == "三号离场。"
    assert book.render("night.first") == load_book("zh").render("night.first")


def test_own_lines_in_english(tmp_path: Path) -> None:
    book = load_book(write(tmp_path, "language: en\nlines:\n  dawn.peace: All is well.\n"))
    assert book.render("dawn.peace") == "All is well."
    assert book.render("speech", {"seat": 4}) == "Number four, your turn."


def test_an_own_name_is_used_wherever_the_role_is_named(tmp_path: Path) -> None:
    book = load_book(write(tmp_path, "lines:\n  role.seer: 先知\n"))
    assert book.render("seer.open") == "先知请睁眼。"
    assert book.render("opening.roles", {"roles": ("seer",)}) == "本局的角色有先知。"


def test_a_new_role_needs_no_more_than_its_name(tmp_path: Path) -> None:
    book = load_book(write(tmp_path, "lines:\n  role.baker: 面包师\n  baker.ask: 今晚你要给谁面包？\n"))
    assert [book.render(f"baker.{step}") for step in ("open", "ask", "close")] == [
        "面包师请睁眼。",
        "今晚你要给谁面包？",
        "面包师请闭眼。",
    ]


def test_words_that_yaml_takes_for_booleans_stay_words(tmp_path: Path) -> None:
    book = load_book(write(tmp_path, "language: en\nlines:\n  host.again: yes\n  show.none: off\n"))
    assert (book.render("host.again"), book.render("show.none")) == ("Yes", "off")


def test_own_lines_may_have_variants_and_sets(tmp_path: Path) -> None:
    file = write(tmp_path, "lines:\n  dawn.peace: {A: [平安。, 无事。], B: 好梦。}\n")
    assert load_book(file).variants("dawn.peace") == ("平安。", "无事。")
    assert load_book(file, "B").variants("dawn.peace") == ("好梦。",)
    assert load_book(file, "C").variants("dawn.peace") == ("平安。", "无事。")


def test_an_empty_phrase_is_silence(tmp_path: Path) -> None:
    assert load_book(write(tmp_path, "lines:\n  clock: ''\n")).render("clock") == ""


def test_a_whole_book_stands_alone(tmp_path: Path) -> None:
    english = Path(load_book.__code__.co_filename).with_name("en.yaml").read_text(encoding="utf-8")
    whole = english.replace("language: en", "language: en\nwhole: true").replace("Nobody died last night.", "All live.")
    assert load_book(write(tmp_path, whole)).render("dawn.peace") == "All live."


REFUSED = [
    (
        "lines:\n  dawn.pease: 好。\n",
        "mine.yaml, line 2: there is no line `dawn.pease`; is `dawn.peace` meant?",
    ),
    (
        "lines:\n  out: 好。\n  seer.close: '他是{role}。'\n",
        r"line 3: `seer.close` cannot have \{role\}; this line has no slots",
    ),
    ("lines:\n  out: '{seats}走了。'\n", r"line 2: `out` cannot have \{seats\}; this line has \{seat\}"),
    ("lines:\n  out: '{sea}走了。'\n", r"line 2: `out` has an unknown slot \{sea\}; slots are "),
    ("lines:\n  out: '{seat走了。'\n", "line 2: `out`: a brace that is no slot"),
    ("lines:\n  dawn.peace: 3 号平安。\n", "line 2: `dawn.peace` has `3`, which the voices cannot speak"),
    ("lines:\n  vote.tie: '{seats}PK。'\n", "line 2: `vote.tie` has `P`, which the voices cannot speak"),
    ("lines:\n  out: {E: 好。}\n", "line 2: `out` has a phrase set `E`; expected some of A, B, C, D"),
    ("lines:\n  out: {}\n", "line 2: `out` has no phrase"),
    ("lines:\n  out: []\n", "line 2: `out`: expected a phrase, or a list of phrases to choose from"),
    ("lines:\n  out: [[好。]]\n", "line 2: `out`: expected one phrase"),
    ("lines:\n  clock: 好。\n  clock: 行。\n", "line 3: clock: stands twice, first in line 2"),
    ("lines: 好\n", "line 1: lines: expected a mapping of key and phrase"),
    ("- 好\n", "line 1: expected a mapping with language, whole or lines"),
    ("language: fr\n", "line 1: `language: fr`: expected zh or en"),
    ("whole: yes\n", "line 1: `whole: yes`: expected true or false"),
    ("linse:\n  out: 好。\n", "line 1: `linse` is not known here; expected language, whole or lines"),
    ("lines:\n  out: 'open\n", "mine.yaml, line .*: not YAML"),
    ("lines:\n  out: \x07\n", "mine.yaml: not YAML"),
    ("", "mine.yaml: empty"),
    (
        "whole: true\nlines:\n  dawn.peace: 好。\n",
        "mine.yaml: a whole book has every line; .* missing, the first is `",
    ),
    ("[" * 3000, "not YAML"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_a_faulty_book_is_refused_in_one_clear_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(LineError, match=message) as caught:
        load_book(write(tmp_path, text))
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(LineError, match=r"no phrase book `.*none.yaml`: expected zh, en or a YAML file"):
        load_book(tmp_path / "none.yaml")


def test_a_file_that_is_not_text_is_named(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_bytes(b"\xff\xfe\x00lines")
    with pytest.raises(LineError, match=r"mine.yaml, line 1: not text in UTF-8"):
        load_book(file)


def test_a_folder_is_no_book(tmp_path: Path) -> None:
    with pytest.raises(LineError, match="cannot be read"):
        read_source(tmp_path)


def test_an_unknown_phrase_set_is_refused() -> None:
    with pytest.raises(LineError, match="phrase set `E`: expected one of A, B, C, D"):
        load_book("zh", "E")
