"""Which bench is run: `bench NAME [arguments of that bench] [--json]`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

OWN = ("engine", "start", "night", "memory")
OTHERS = ("hearing", "latency", "babble", "sound", "report")


def main(arguments: Sequence[str]) -> int:
    """Run one bench, or all that need no recordings."""
    name = arguments[0] if arguments and not arguments[0].startswith("-") else "all"
    rest = list(arguments[1:] if name != "all" else arguments)
    if name in OTHERS:
        run: Callable[[Sequence[str]], int] = import_module(f"bench_{name}").main
        return run(rest)
    if name not in (*OWN, "all"):
        print(f"bench {name}: expected one of {', '.join((*OWN, *OTHERS))}", file=sys.stderr)
        return 2
    unknown = [argument for argument in rest if argument != "--json"]
    if unknown:
        print(f"bench {name}: {unknown[0]}: expected --json or nothing", file=sys.stderr)
        return 2
    own = import_module("bench_host")
    result = {part: getattr(own, part)() for part in (OWN if name == "all" else (name,))}
    if "--json" in rest:
        print(json.dumps(result, indent=1, sort_keys=True))
        return 0
    print(import_module("bench_report").table(result))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
