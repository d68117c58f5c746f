"""How the host called this program, so that what it tells to type next works as it stands."""

from __future__ import annotations

import os
import shlex

CALLED = "NARRATOR_COMMAND"
"""Set by scripts/play and scripts/play.ps1, whose own environment is on nobody's path."""


def command(*words: str) -> str:
    """The line to type for `narrator WORDS`."""
    return " ".join([os.environ.get(CALLED) or "narrator", shlex.join(words)])
