"""The structure of the rules: pure, and every role known only in its own file."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import narrator.rules
from narrator.rules.roles import ROLES

RULES = Path(narrator.rules.__file__).parent
ALLOWED = {"options.py"}  # data: names of options and their values are role ids
SIDES = {"villager"}  # also what a card counts as


def modules() -> list[Path]:
    return sorted(RULES.rglob("*.py"))


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def test_the_rules_import_nothing_else_of_narrator() -> None:
    for path in modules():
        ours = {name for name in imports(path) if name.startswith("narrator")}
        outside = {name for name in ours if not name.startswith("narrator.rules")}
        assert not outside, f"{path.name} imports {outside}"


def test_the_rules_know_no_time_no_files_and_no_devices() -> None:
    for path in modules():
        assert not imports(path) & {"time", "datetime", "os", "pathlib", "threading", "secrets", "socket"}, path.name


def test_no_role_is_named_outside_its_file() -> None:
    for path in RULES.glob("*.py"):
        if path.name in ALLOWED:
            continue
        words = {
            node.value
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        assert not words & (set(ROLES) - SIDES), f"{path.name} names {words & set(ROLES)}"


def test_no_chinese_sentence_is_written_in_code() -> None:
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        assert not re.search("[一-鿿]", argument.value), f"{path.name}: {argument.value}"


def test_there_are_57_playable_roles() -> None:
    assert len(ROLES) == 57
