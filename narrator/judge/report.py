"""What comes of a case: passed, failed with what differs, or faulty; as lines for people and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from narrator.yamlfile import spelled

PASSED, FAILED, FAULTY = "pass", "fail", "faulty"


@dataclass(frozen=True)
class Difference:
    """One thing that is not as the case says: `where` (line, part, what), `expected` and `got`."""

    line: int
    where: str
    expected: str
    got: str

    def __str__(self) -> str:
        return f"line {self.line}, {self.where}: expected {self.expected}, got {self.got}"


@dataclass(frozen=True)
class Result:
    """The result of one case; `fault` is the complaint about a faulty one."""

    name: str
    path: str
    line: int
    outcome: str
    differences: tuple[Difference, ...] = ()
    fault: str = ""

    def __str__(self) -> str:
        if self.outcome == PASSED:
            return f"PASS {self.name}"
        what = self.fault or "; ".join(str(difference) for difference in self.differences)
        return f"FAIL {self.name}: {what}"

    def as_json(self) -> dict[str, object]:
        """The result as plain values, for `--json`."""
        return {
            "case": self.name,
            "differences": [
                {"line": d.line, "where": d.where, "expected": d.expected, "got": d.got} for d in self.differences
            ],
            "fault": self.fault,
            "file": self.path,
            "line": self.line,
            "result": self.outcome,
        }


@dataclass
class Report:
    """Collects what differs in one case; `part` is the night, dawn or day being played."""

    part: str = ""
    differences: list[Difference] = field(default_factory=list)

    def differs(self, line: int, what: str, expected: object, got: object) -> None:
        """Note a difference; values are spelled as in a case."""
        self.differences.append(Difference(line, f"{self.part}, {what}", written(expected), written(got)))

    def compare(self, line: int, what: str, expected: object, got: object) -> None:
        """Note a difference unless the two are equal."""
        if expected != got:
            self.differs(line, what, expected, got)


def written(value: object) -> str:
    """A value as a case would write it, in one line."""
    if isinstance(value, str):
        return " / ".join(value.splitlines())
    if isinstance(value, float) and value == int(value):
        return str(int(value))
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {written(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(written(item) for item in value) + "]"
    return spelled(value)


def exit_code(results: Sequence[Result]) -> int:
    """0: all passed, 1: some failed, 2: some are faulty."""
    if any(result.outcome == FAULTY for result in results):
        return 2
    return 1 if any(result.outcome == FAILED for result in results) else 0
