"""Nothing that only the full screen or the phone needs is loaded without them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
HEAVY = "[name for name in ('textual', 'aiohttp', 'segno') if name in sys.modules]"


def loaded(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\n{program}\nprint({HEAVY})"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    return done.stdout.splitlines()[-1]


def test_the_plain_game_loads_no_screen(tmp_path: Path) -> None:
    play = (
        "from narrator.cli import main\ntry:\n    main(['play', '--plain', '--board', 'minimum', '--ears', 'keys', "
        f"'--mouth', 'none', '--games', {str(tmp_path)!r}])\nexcept SystemExit:\n    pass"
    )
    assert loaded(play) == "[]"


def test_the_way_to_the_screen_is_light() -> None:
    assert loaded("import narrator.screen.feed, narrator.screen.run, narrator.screen.captions_show") == "[]"
