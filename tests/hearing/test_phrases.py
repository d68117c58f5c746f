"""The closed lists: what each prompt takes, and that no two answers can be mistaken for each other."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.hearing.phrasebook import PhraseError, check_list, fold, load, parse
from narrator.hearing.phrases import Phrases
from narrator.hearing.recogniser import Kind

TABLE = Phrases("zh", seats=12)


@pytest.mark.parametrize(
    ("form", "token"),
    [("一号", "1"), ("七号", "7"), ("十二号玩家", "12"), ("幺", "1"), ("拐", "7"), ("勾号", "9"),
     ("十二", "12"),
     ("幺二", "12"), ("两号", "2"), ("没有人", "none")],
)  # fmt: skip
def test_a_seat_prompt_takes_these_forms(form: str, token: str) -> None:
    assert TABLE.seats(range(1, 13), answers=["none"]).phrases[form] == token


def test_bare_numerals_that_sound_alike_are_heard_but_not_taken() -> None:
    prompt = TABLE.seats(range(1, 13))
    for form in "一七四十六九":
        assert form not in prompt.phrases
        assert form in prompt.decoys
        assert prompt.keys[form]  # typing is not hearing
    assert TABLE.seats([1, 3, 5]).phrases["一"] == "1"


def test_a_seat_that_is_not_legal_now_is_a_decoy() -> None:
    prompt = TABLE.seats([1, 2, 3], not_now=[4, 5])
    assert {"四号", "五号"} <= set(prompt.decoys)
    assert "四号" not in prompt.phrases


def test_commands_stand_apart_from_answers() -> None:
    prompt = TABLE.seats([1, 2], commands=["repeat", "self_destruct:2"])
    assert prompt.commands["再说一遍"] == "repeat"
    assert prompt.commands["自爆二号"] == "self_destruct:2"
    assert "自爆一号" not in prompt.commands
    assert prompt.key_commands["自爆一号"] == "self_destruct:1"
    assert prompt.key_commands["boom7"] == "self_destruct:7"


def test_night_questions_hear_the_ring_and_take_plain_keys() -> None:
    prompt = TABLE.coded(13, keyed=range(1, 13), answers=["none", "yes", "no"])
    assert prompt.kind is Kind.SEAT and prompt.keypad
    assert prompt.phrases["十三号"] == "13"
    assert not {"没有人", "确认", "不对"} & set(prompt.phrases)
    assert [prompt.keys[k] for k in ("05", "12", "00", "91", "92")] == ["5", "12", "none", "yes", "no"]
    assert "13" not in prompt.keys


def test_lists_leave_out_what_would_be_two_seats() -> None:
    words = TABLE.seat_list(range(1, 13)).phrases
    assert "幺二" not in words and "一十二" not in words
    assert words["十二"] == "12" and words["幺"] == "1" and words["不对"] == "correct"


def test_yes_and_no_are_whole_phrases() -> None:
    phrases = TABLE.yes_no().phrases
    assert phrases["不对"] == "no" and phrases["对"] == "yes" and phrases["不是"] == "no"
    save = TABLE.choice("save").phrases
    assert save["不救"] == "no" and save["救"] == "yes"


def test_colliding_sounds_never_stand_in_one_list() -> None:
    with pytest.raises(PhraseError, match="sound alike"):
        TABLE.choice({"yes": ["是"], "10": ["十"]})
    with pytest.raises(PhraseError, match="sound alike"):
        TABLE.choice({"save": ["救"], "9": ["九"]})
    with pytest.raises(PhraseError, match="stands for both"):
        TABLE.choice({"a": ["好"], "b": ["好"]})
    with pytest.raises(PhraseError, match="both an answer and a command"):
        TABLE.choice({"a": ["暂停"]}, commands=["pause"])


def test_the_wake_word_can_be_chosen_but_not_too_short() -> None:
    assert TABLE.wake().phrases == {"旁白旁白": "wake"}
    assert Phrases("zh", wake="法官法官").wake(commands=["undo"]).commands["法官法官撤销"] == "undo"
    with pytest.raises(PhraseError, match="too short"):
        Phrases("zh", wake="旁白")


@pytest.mark.parametrize("language", ["zh", "en"])
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_is_asked_no_form_is_two_answers(language: str, data: st.DataObject) -> None:
    size = data.draw(st.integers(5, 18))
    phrases = Phrases(language, seats=size)
    ring = data.draw(st.lists(st.integers(1, size), unique=True, min_size=1))
    answers = data.draw(st.lists(st.sampled_from(["none", "done", "abstain"]), unique=True))
    commands = data.draw(
        st.lists(st.sampled_from(["repeat", "pause", "undo", "skip", "duel", "withdraw"]), unique=True)
    )
    for prompt in (
        phrases.seats(ring, answers=answers, commands=commands),
        phrases.seat_list(ring, answers=answers, commands=commands),
        phrases.ballot(ring, range(1, size + 1), commands=commands),
        phrases.yes_no(commands=commands),
        phrases.coded(size + 1, keyed=ring, answers=["none"], commands=["repeat", "pause", "resume"]),
    ):
        spoken = {fold(f): t for f, t in prompt.phrases.items()}
        assert len(spoken) == len(prompt.phrases)
        assert not spoken.keys() & {fold(f) for f in prompt.commands}
        assert not (spoken.keys() | {fold(f) for f in prompt.commands}) & {fold(d) for d in prompt.decoys}
        typed = {fold(f): t for f, t in prompt.keys.items()}
        assert not typed.keys() & {fold(f) for f in prompt.key_commands}
        if not prompt.keypad:
            assert all(spoken.get(f, t) == t for f, t in typed.items())
        check_list({**prompt.phrases, **prompt.commands}, load(language).confusable, prompt.kind is Kind.LIST)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("answers:", "answer:"), "answers"),
        (("    3: [三]\n", ""), "seats 1 to 20"),
        (('"yes": [确认', "yes: [确认"), "answers"),
        (("chatter: [", "chatter: [3, "), "chatter"),
        (("seats:", "seats: ["), "phrases.zh.yaml"),
    ],
)
def test_a_broken_table_is_refused_with_file_and_key(change: tuple[str, str], complaint: str) -> None:
    from importlib.resources import files

    text = (files("narrator.hearing") / "phrases.zh.yaml").read_text(encoding="utf-8").replace(*change, 1)
    with pytest.raises(PhraseError, match=complaint) as caught:
        parse(text, "phrases.zh.yaml")
    assert "\n" not in str(caught.value)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(PhraseError, match="no command 'fly'"):
        TABLE.commands(["fly"])
    with pytest.raises(PhraseError, match="no answer"):
        TABLE.seats([1], answers=["maybe"])
    with pytest.raises(PhraseError, match="no choice"):
        TABLE.choice("dance")
    with pytest.raises(PhraseError, match="language"):
        Phrases("fr")
