"""The mark of the games by voice: `pytest -m voiceloop` runs them alone, `-m "not voiceloop"` all others."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "voiceloop: whole games by voice through a virtual microphone (minutes)")
