"""Over all keys of the code the table hears the same, as often, whatever is true: every deal, every joint act, through
all that can come over a night. `scripts/secrecy` drives every part to its end; here the plain night is whole, and the
others take as many different truths as there is time for."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from narrator.host.journal import read
from narrator.host.session import begin
from narrator.host.setup import Settings
from narrator.rules.game import Header
from tests.host import nights, secrecy
from tests.host.manoeuvres import PARTS, Night, Part, difference, some, streams

pytestmark = pytest.mark.usefixtures("quick")

BY_NAME = {part.name: part for part in PARTS}
PLAIN = BY_NAME["plain"]
NIGHTS = 1000
"""About so many nights are played of each part: two seconds or three."""
LEAST = 3


def chosen(part: Part) -> list[Night]:
    keys = sum(1 for _ in part.draws()) * (3 if part.dies else 1)  # a machine that dies takes its time
    return some(part, max(LEAST, NIGHTS * part.share // keys))


def reference(part: Part, folder: Path) -> Counter[nights.Stream] | None:
    """How the part sounds that this one has to sound like."""
    return streams(BY_NAME[part.like], next(BY_NAME[part.like].nights()), folder) if part.like else None


def test_over_all_joint_keys_every_deal_and_all_joint_acts_sound_the_same(tmp_path: Path) -> None:
    every = list(PLAIN.nights())
    assert len({truth for truth, _ in every}) == 600  # 20 deals, 6 knives, 5 checks
    assert difference(PLAIN, every, tmp_path) == ""
    # … and what is heard tells nothing: all numbers, each as often.
    heard = streams(PLAIN, every[0], tmp_path)
    assert len(heard) == 36
    assert set(heard.values()) == {1}


@pytest.mark.parametrize("part", PARTS[1:], ids=lambda part: part.name)
def test_whatever_comes_over_the_night_every_truth_sounds_the_same(part: Part, tmp_path: Path) -> None:
    nights_ = chosen(part)
    assert len(nights_) >= LEAST
    assert difference(part, nights_, tmp_path, reference(part, tmp_path)) == ""


@pytest.mark.parametrize("name", ["dead", "blocked"])
def test_there_are_nights_in_which_somebody_cannot_act_and_such_in_which_he_can(name: str) -> None:
    truths = [truth for truth, _ in chosen(BY_NAME[name])]
    cannot = [any(truth.void) for truth in truths]
    assert any(cannot)
    assert not all(cannot)


def test_a_journal_in_memory_is_the_one_on_the_disk(tmp_path: Path) -> None:
    for number, (truth, deeds) in enumerate(some(BY_NAME["taken back in the floor"], 4)):
        start = begin(
            Settings(games=tmp_path / str(number)),
            Header(nights.board("five"), truth.deal, (), nights.SEED),
            nights.START.isoformat(),
        )
        on_disk = nights.night(nights.board("five"), truth, (1, 2), deeds, start=start)
        in_memory = nights.night(nights.board("five"), truth, (1, 2), deeds)
        assert isinstance(in_memory.journal, nights.Kept)
        written = [line.fields for line in read(on_disk.journal.path).lines[len(truth.before) :]]
        assert written == in_memory.journal.lines
        assert on_disk.stream == in_memory.stream


def test_the_transcript_says_what_the_table_hears(tmp_path: Path) -> None:
    truth, deeds = some(BY_NAME["not understood"], 1)[0]
    run = nights.night(nights.board("five"), truth, (1, 2, 3, 4), deeds)
    kinds = {"say": "narrator", "sound": "earcon", "heard": "judge"}
    table = [line for line in run.lines if line.to == "table"]
    written = [(kinds[line.kind], line.key if line.kind == "sound" else line.text) for line in table]
    heard = [(who, what) for _, who, what in run.stream if who != "music" and not what.startswith("dawn.")]
    assert sorted(written) == sorted(heard)  # the earcon and the judge's number fall on one moment


MUTATIONS = [
    (secrecy.reuse_key, "plain"),
    (secrecy.reuse_key, "doubted at first"),
    (secrecy.reuse_key, "blocked"),
    (secrecy.skip_decoys, "dead"),
    (secrecy.skip_decoys, "blocked"),
    (secrecy.skip_decoys, "the dead timed out"),
    (secrecy.skip_decoys, "resumed at the last step"),
    (secrecy.share_stream, "plain"),
    (secrecy.share_stream, "a penalty taken back"),
    (secrecy.close_early, "refused"),
]


@pytest.mark.parametrize("mutation, name", MUTATIONS, ids=lambda it: it if isinstance(it, str) else it.__name__)
def test_it_is_noticed_when(
    mutation: secrecy.Mutation, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mutation(monkeypatch)
    part = BY_NAME[name]
    assert difference(part, some(part, 2 * LEAST), tmp_path, reference(part, tmp_path)) != ""
