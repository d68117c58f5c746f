"""The roles: one file each, or one for a tight family. `ROLES` is all of them by id (R 2.0).

A new role is a new file with a `Role` in it (see `_template.py`), its lines and its cases.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib import import_module
from pkgutil import iter_modules

from narrator.rules.role import Role


class _Roles(Mapping[str, Role]):
    """Every `Role` of every module here whose name does not begin with an underscore; read on first use."""

    @cached_property
    def _found(self) -> dict[str, Role]:
        found: dict[str, Role] = {}
        for module in sorted(info.name for info in iter_modules(__path__) if not info.name.startswith("_")):
            for value in vars(import_module(f"{__name__}.{module}")).values():
                if isinstance(value, Role):
                    found[value.id] = value
        return found

    def __getitem__(self, role: str) -> Role:
        return self._found[role]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


ROLES: Mapping[str, Role] = _Roles()
