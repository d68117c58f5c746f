"""Which rule cases exercise what: roles, option values, night steps, lines, interactions, vectors, reasons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from narrator.judge.case import Case, Winner
from narrator.judge.load import load_cases
from narrator.judge.run import run
from narrator.lines import load_book
from narrator.rules.options import DEFAULTS, OPTION_NAMES, values
from narrator.rules.roles import ROLES
from narrator.rules.script import Ask, Say
from narrator.yamlfile import Map, Seq, load

HERE = Path(__file__).parent
CASES = HERE.parent / "cases"
RULES = HERE.parent.parent / "narrator" / "rules"
PERSONS = ("lovers", "enchanted", "brothers", "lucky_one")
IDS = HERE / "coverage_ids.yaml"

Coverage = dict[str, dict[str, list[str]]]


@dataclass
class Exercised:
    """What the cases exercise: subject, item, names of the cases."""

    found: Coverage = field(default_factory=dict)

    def note(self, subject: str, item: str, case: str) -> None:
        """A case exercises an item."""
        cases = self.found.setdefault(subject, {}).setdefault(item, [])
        if case not in cases:
            cases.append(case)


def wanted() -> Mapping[str, list[str]]:
    """Every item that some case has to exercise, by subject."""
    idle, refusing, beyond = (listed(key) for key in ("without_outcome", "refusing", "beyond_cases"))
    all_values = [
        f"{option} {shown(value)}" for option in OPTION_NAMES if option not in idle for value in values(option)
    ]
    vectors = _ids()["vectors"]
    assert isinstance(vectors, Map)
    rows = [f"{table}{row}" for table, number in vectors.items() for row in range(1, int(str(number)) + 1)]
    return {
        "role": sorted(ROLES),
        "option": [value for value in all_values if value not in refusing],
        "step": sorted({f"{step.code} {role.id}" for role in ROLES.values() for step in role.steps}),
        "interaction": listed("interactions"),
        "vector": rows,
        "reason": listed("reasons"),
        "line": [key for key in lines_of_the_engine() if key not in beyond],
    }


def listed(key: str) -> list[str]:
    """A list of the file of ids."""
    items = _ids()[key]
    assert isinstance(items, Seq), key
    return [str(item) for item in items]


def _ids() -> Map:
    ids = load(IDS)
    assert isinstance(ids, Map)
    return ids


def lines_of_the_engine() -> list[str]:
    """The lines of the book that the rules can yield: those whose key, or its last part, stands in their source."""
    source = "\n".join(file.read_text(encoding="utf-8") for file in sorted(RULES.rglob("*.py")))
    literals = set(re.findall(r'"([a-z_.]+)"', source)) | set(re.findall(r'f"([a-z_.{}]+)"', source))
    endings = {literal.rpartition("}")[2] for literal in literals if "}." in literal}
    own = {role for role in ROLES} | set(PERSONS)
    book = load_book("zh")

    def possible(key: str) -> bool:
        role, _, ending = key.partition(".")
        return key in literals or (role in own and f".{ending}" in endings)

    return sorted(key for key in book.keys if possible(key) and book.audience(key) == "table")


def shown(value: object) -> str:
    """A value as a case writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, float) else str(value)


def exercised(files: Iterable[Path]) -> Exercised:
    """Run the cases and note what each exercises."""
    result = Exercised()
    for file in files:
        sources = load(file)
        for case, source in zip(load_cases(file), sources if isinstance(sources, Seq) else [sources], strict=True):
            assert isinstance(source, Map)
            _note(result, case, str(source.get("source", "")))
    return result


def _note(result: Exercised, case: Case, source: str) -> None:
    name = case.name
    for role in {*case.seats, *case.extra}:
        result.note("role", role, name)
    for option, value in case.options.differing(DEFAULTS).items():
        for single in sorted(value) if isinstance(value, frozenset) else [value]:
            result.note("option", f"{option} {shown(single)}", name)
    for tag in (part.strip() for part in source.split(";")):
        match = re.fullmatch(r"opt (\w+) (\S+)", tag)
        if match:
            result.note("option", f"{match[1]} {match[2]}", name)
        elif re.fullmatch(r"(T|DT|VT)\d+", tag):
            result.note("vector", tag, name)
        elif re.fullmatch(r"[a-z_]+(-[a-z_]+)?", tag):
            result.note("interaction", tag, name)
    for item in case.play:
        if isinstance(item, Winner) and item.reason:
            result.note("reason", item.reason, name)
    play, _ = run(case)
    if play is None:
        return
    for steps in play.game.table.calls.values():
        for role, step in steps:
            result.note("step", f"{step.code} {role.id}", name)
    for cue in play.cues:
        if isinstance(cue, (Say, Ask)):
            result.note("line", cue.key, name)


def missing(result: Exercised) -> dict[str, list[str]]:
    """Items that no case exercises, by subject; subjects without any are left out."""
    lacking: dict[str, list[str]] = {}
    for subject, items in wanted().items():
        found = result.found.get(subject, {})
        empty = [item for item in items if item not in found]
        if empty:
            lacking[subject] = empty
    return lacking
