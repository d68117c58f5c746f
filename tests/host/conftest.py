"""What makes it possible to play a night thousands of times."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest

from narrator.host.prompts import Prompts
from tests.host import nights


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """None of these nights waits for the disk, phrases are built and checked once for all of them, and garbage is
    looked for among what the nights leave only."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
    monkeypatch.setattr(Prompts, "_once", nights.remembering())
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(50_000, 50, 1000)
    yield
    gc.set_threshold(*before)
    gc.unfreeze()
