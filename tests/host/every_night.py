"""`scripts/secrecy [PART ...] [--every-way] [--list]`: drive the real host through every night of the tiniest
boards. Without PART: all of them, which takes hours; `--list` says how many nights each has."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from narrator.host.prompts import Prompts
from tests.host import nights
from tests.host.manoeuvres import PARTS, Night, Part, difference, streams


def main() -> int:
    """The exit code: 1 when something is heard that depends on a secret."""
    parser = argparse.ArgumentParser(prog="scripts/secrecy", description=__doc__)
    parser.add_argument("part", nargs="*", help=", ".join(part.name for part in PARTS))
    parser.add_argument("--list", action="store_true", help="the parts, and how many nights each has")
    parser.add_argument("--every-way", action="store_true", help="each wrong value too, that is put right later")
    chosen = parser.parse_args()
    unknown = sorted(set(chosen.part) - {part.name for part in PARTS})
    if unknown:
        parser.error(f"{unknown[0]}: no such part")
    failed = 0
    with tempfile.TemporaryDirectory(prefix="narrator-") as folder:
        for part in PARTS:
            if chosen.part and part.name not in chosen.part:
                continue
            every = list(part.nights() if chosen.every_way else one_way(part))
            count = len(every) * sum(1 for _ in part.draws())
            print(f"{part.name}: {len(every)} nights, {count} with all keys", flush=True)
            if not chosen.list:
                failed += not whole(part, every, Path(folder))
    return 1 if failed else 0


def one_way(part: Part) -> Iterator[Night]:
    """Every truth once; how a wrong value comes to be there is left out."""
    seen: set[object] = set()
    for truth, deeds in part.nights():
        if truth not in seen:
            seen.add(truth)
            yield truth, deeds


def whole(part: Part, every: list[Night], folder: Path) -> bool:
    """Drive all nights of a part, and say how it went."""
    begun = time.process_time()
    like = next((other for other in PARTS if other.name == part.like), None)
    known = streams(like, next(like.nights()), folder) if like is not None else None
    wrong = difference(part, every, folder, known)
    print(f"  {wrong or 'sounds the same, whatever is true'} ({time.process_time() - begun:.0f} s)", flush=True)
    return not wrong


if __name__ == "__main__":
    os.fsync = lambda _: None  # these nights need not survive a power cut
    Prompts._once = nights.remembering()  # type: ignore[method-assign]
    sys.exit(main())
