"""How the host called this program, so that what it tells to type next works as it stands."""

from __future__ import annotations

import os
import shlex

CALLED = "NARRATOR_COMMAND"
"""Set by scripts/play and scripts/play.ps1, whose own environment is on nobody's path."""


def command(*words: str) -> str:
    """The line to type for `narrator WORDS`."""
    called = os.environ.get(CALLED)
    if called and words[:1] == ("play",):  # what the script does by itself
        words = words[1:]
    return " ".join([called or "narrator", shlex.join(words)]).strip()
