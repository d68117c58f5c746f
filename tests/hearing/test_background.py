"""A recogniser that loads in the background is waited for at its first use, and its failure is told there."""

import threading

import pytest

from narrator.hearing.background import Background
from narrator.hearing.packdata import NoModel
from narrator.hearing.recogniser import Kind, ListRecogniser, RecogniserGone
from tests.hearing.fakes import Saying


class Listing(Saying):
    def start_list(self, words, kind, counts, distinct):
        return self


def test_the_first_use_waits_until_it_is_loaded() -> None:
    loaded, seen = threading.Event(), []

    def load() -> Listing:
        loaded.wait(20)
        return Listing(["三号"])

    recogniser = Background("builtin", load)
    user = threading.Thread(target=lambda: seen.append(recogniser.start(["三号"], Kind.SEAT).finish()[0].text))
    user.start()
    assert not seen
    loaded.set()
    user.join(20)
    assert seen == ["三号"]
    assert isinstance(recogniser, ListRecogniser) and recogniser.sure(Kind.SEAT) == 0.8
    assert recogniser.start_list(["三号"], Kind.LIST, range(1, 3), True) is recogniser.inner()


def test_what_went_wrong_is_told_at_every_use() -> None:
    def load() -> Listing:
        raise NoModel("the file is broken")

    recogniser = Background("builtin", load)
    for _ in range(2):
        with pytest.raises(RecogniserGone, match="the file is broken"):
            recogniser.start([], Kind.SEAT)
