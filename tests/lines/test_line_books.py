"""The built-in phrase books: complete, with the same keys, speakable, nothing secret for the table."""

from __future__ import annotations

import random
import re

import pytest

from narrator.lines import Book, LineError, load_book
from tests.lines.line_samples import SAMPLES

ZH, EN = load_book("zh"), load_book("en")
SETS = "ABCD"
BOOKS = [load_book(language, phrase_set) for language in ("zh", "en") for phrase_set in SETS]
EACH_BOOK = pytest.mark.parametrize("book", BOOKS, ids=lambda book: f"{book.language}-{book.phrase_set}")

PLAYABLE = frozenset(
    (
        *("villager", "seer", "witch", "hunter", "idiot", "guard", "cupid", "thief", "little_girl", "elder"),
        *(
            "scapegoat",
            "piper",
            "wild_child",
            "dreamer",
            "crow",
            "magician",
            "knight",
            "silencer",
            "old_rogue",
        ),
        *(
            "gravekeeper",
            "demon_hunter",
            "miracle_merchant",
            "pure_maiden",
            "order_prince",
            "bear",
            "fox_cub",
        ),
        *("pufferfish", "white_cat", "alchemist", "day_scholar", "light_count", "medium", "awakened_fool"),
        *("awakened_seer", "butterfly", "bomber", "admirer", "werewolf", "wolf_beauty", "hidden_wolf"),
        *("wolf_king", "white_wolf_king", "gargoyle", "evil_knight", "blood_moon", "nightmare", "wolf_witch"),
        *("raven_claw", "time_consort", "night_mentor", "eclipse_maid", "mech_wolf", "wolf_big_brother"),
        *("wolf_little_brother", "night_noble", "scent_phantom", "cursed_fox"),
    )
)
BREATH = {"zh": 40, "en": 110}
"""The longest sentence in characters that is read in one breath."""


def test_both_books_have_the_same_keys_with_the_same_slots() -> None:
    assert ZH.keys == EN.keys
    for key in ZH.keys:
        assert ZH.slots(key) == EN.slots(key), key


@EACH_BOOK
def test_every_line_renders(book: Book) -> None:
    for key in book.keys:
        for text in book.variants(key, SAMPLES):
            assert text.strip() and "{" not in text, key


@EACH_BOOK
def test_no_line_has_what_a_voice_stumbles_over(book: Book) -> None:
    unspoken = re.compile(r"[0-9０-９A-Za-z]" if book.language == "zh" else r"[0-9]")
    found = {key: text for key in book.keys for text in book.variants(key, SAMPLES) if unspoken.search(text)}
    assert found == {}


@EACH_BOOK
def test_every_sentence_fits_one_breath(book: Book) -> None:
    sentences = [
        (key, part)
        for key in book.keys
        for text in book.variants(key, SAMPLES)
        for part in re.split(r"[。！？?!.;]", text)
    ]
    assert [(key, part) for key, part in sentences if len(part) > BREATH[book.language]] == []


@EACH_BOOK
def test_every_spoken_line_ends_as_a_sentence(book: Book) -> None:
    names = ("role.", "camp.", "reason.", "cause.", "word.", "show.")
    lines = [key for key in book.keys if not key.startswith(names)]
    open_ended = [key for key in lines for text in book.variants(key, SAMPLES) if text[-1] not in "。？.?"]
    assert open_ended == []


@EACH_BOOK
def test_each_playable_role_has_a_name_and_its_steps(book: Book) -> None:
    assert len(PLAYABLE) == 57
    names = [book.render(f"role.{role}") for role in sorted(PLAYABLE)]
    assert len(set(names)) == 57
    for role in PLAYABLE:
        for step in ("open", "ask", "close", "seat.open", "status.open"):
            assert book.has(f"{role}.{step}"), (role, step)


@EACH_BOOK
def test_lines_of_the_night_have_no_slot(book: Book) -> None:
    """What is said in a role's step is the same whatever is secret: it has nothing to be filled in."""
    steps = [key for key in book.keys if f"role.{key.partition('.')[0]}" in book.keys]
    by_day = {"scapegoat.voters", "scapegoat.out", "scapegoat.list", "pufferfish.out", "bomber.out"}
    assert len(steps) > 60
    assert {key for key in steps if book.slots(key)} <= by_day


@pytest.mark.parametrize("phrase_set", SETS)
def test_no_cause_is_told_at_dawn(phrase_set: str) -> None:
    book = load_book("zh", phrase_set)
    for key in [key for key in book.keys if key.startswith("dawn.") and key != "dawn.reveal"]:
        for text in book.variants(key, SAMPLES):
            assert not any(word in text for word in ("毒", "药", "狼", "刀", "杀")), (key, text)


STANDARD = [
    ("night.first", {}, "天黑请闭眼。"),
    ("werewolf.open", {}, "狼人请睁眼。"),
    ("werewolf.knife", {}, "狼人请击杀一名玩家。"),
    ("werewolf.close", {}, "狼人请闭眼。"),
    ("witch.open", {}, "女巫请睁眼。"),
    ("witch.close", {}, "女巫闭眼。"),
    ("seer.open", {}, "预言家请睁眼。"),
    ("seer.close", {}, "他的身份是这个。预言家请闭眼。"),
    ("hunter.open", {}, "猎人请睁眼。"),
    ("hunter.close", {}, "猎人请闭眼。"),
    ("stand.open", {}, "所有玩家闭眼竞选警长。要上警的请举手。"),
    ("dawn.break", {}, "天亮，所有玩家睁眼。"),
    ("dawn.dead", {"seats": (5, 7)}, "昨夜五号、七号玩家死亡。"),
    ("dawn.peace", {}, "昨晚平安夜。"),
    ("withdraw_time", {}, "退水时间。"),
    ("bear.growl", {}, "熊咆哮了。"),
    ("bear.quiet", {}, "熊没有咆哮。"),
    ("out.skill", {"seat": 3}, "三号，如有技能请发动。"),
    ("end.won", {"camp": "good"}, "游戏结束，好人阵营获胜。"),
]


@pytest.mark.parametrize(("key", "slots", "text"), STANDARD, ids=[key for key, _, _ in STANDARD])
def test_the_default_wording_is_the_standard_one(key: str, slots: dict[str, object], text: str) -> None:
    assert ZH.render(key, slots) == text  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("phrase_set", "text"),
    [
        ("A", "昨晚平安夜。"),
        ("B", "昨晚是平安夜。"),
        ("C", "昨天晚上是平安夜。"),
        ("D", "昨天晚上是个风平浪静的夜晚。"),
    ],
)
def test_a_phrase_set_changes_the_wording(phrase_set: str, text: str) -> None:
    assert load_book("zh", phrase_set).render("dawn.peace") == text


def test_a_set_without_a_phrase_of_its_own_takes_the_one_of_set_a() -> None:
    assert load_book("zh", "D").render("bear.growl") == ZH.render("bear.growl")


def test_values_become_words() -> None:
    roles = ("werewolf",) * 4 + ("villager",) * 2 + ("seer", "witch")
    assert ZH.render("opening.roles", {"roles": roles}) == "本局的角色有四张狼人、两张平民、预言家和女巫。"
    assert EN.render("opening.roles", {"roles": roles}) == (
        "The roles are four werewolves, two villagers, seer and witch."
    )
    assert ZH.render("vote.tally", {"seat": 5, "votes": 4.5}) == "五号四点五票。"
    assert ZH.render("vote.tally", {"seat": 5, "votes": "2"}) == "五号两票。"
    assert ZH.render("end.reason", {"reason": "gods_out"}) == "所有神职已经出局。"
    assert ZH.render("election.candidates", {"seats": (1, 4, 12)}) == "在警上的玩家有一号、四号和十二号。"
    assert EN.render("speech", {"seat": 3}) == "Number three, your turn."
    assert ZH.render("judge.why", {"seat": 3, "causes": ("knife", "poison")}) == "三号出局的原因是被狼人击杀和被毒杀。"


def test_nobody_is_a_word_too() -> None:
    assert ZH.render("show.seats", {"seats": ()}) == "无人"
    assert ZH.render("show.seat", {"seat": 0}) == EN.render("show.seat", {"seat": "none"}).replace("nobody", "无人")


def test_a_variant_follows_from_the_random_source_alone() -> None:
    drawn = {ZH.render("opening.welcome", {}, random.Random(seed)) for seed in range(20)}
    assert drawn == set(ZH.variants("opening.welcome")) and len(drawn) == 2
    again = [ZH.render("opening.welcome", {}, random.Random(7)) for _ in range(3)]
    assert len(set(again)) == 1


def test_a_line_with_one_wording_draws_nothing() -> None:
    rng = random.Random(1)
    before = rng.getstate()
    ZH.render("dawn.peace", {}, rng)
    assert rng.getstate() == before


def test_the_judges_lines_are_marked() -> None:
    assert [ZH.audience(key) for key in ("judge.code.shift", "show.wolf", "gesture.up")] == ["judge"] * 3
    assert [ZH.audience(key) for key in ("seer.close", "dawn.dead", "host.again")] == ["table"] * 3


@pytest.mark.parametrize(
    ("key", "slots", "message"),
    [
        ("wrewolf.knife", {}, "the zh book has no line `wrewolf.knife`; is `werewolf.knife` meant?"),
        ("dawn.dead", {}, r"line `dawn.dead` needs \{seats\}, which was not given"),
        ("out", {"seat": "seer"}, r"line `out`, \{seat\}: `seer` is no number"),
        ("out", {"seat": 1000}, r"line `out`, \{seat\}: 1000 has no words"),
        ("end.won", {"camp": "martian"}, r"line `end.won`, \{camp\}: the zh book has no line `camp.martian`"),
    ],
)
def test_a_line_that_cannot_be_rendered_says_why(key: str, slots: dict[str, object], message: str) -> None:
    with pytest.raises(LineError, match=message):
        ZH.render(key, slots)  # type: ignore[arg-type]
