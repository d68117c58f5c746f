"""Starting a module of this package in a child process, installed or not."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def module_command(module: str, *arguments: str) -> list[str]:
    """The command line that runs `narrator.<module>`, such as `audio`, with this Python."""
    return [sys.executable, "-m", f"narrator.{module}", *arguments]


def module_environment() -> dict[str, str]:
    """An environment in which the child finds this package wherever it is started from."""
    here = str(Path(__file__).resolve().parent.parent)
    known = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([here, known]) if known else here}
