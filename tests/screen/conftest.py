"""Tables for screens under test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.screen.hosted import Make, Table, table_of


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Make]:
    """Makes tables whose game runs: `table(board=…, seed=…, lang=…, voice=…, style=…, again=…)`."""
    made: list[Table] = []

    def make(start: bool = True, **wishes: object) -> Table:
        one = table_of(tmp_path, **wishes)  # type: ignore[arg-type]
        made.append(one)
        if start:
            one.start()
        return one

    yield make
    for one in made:
        one.stop()
