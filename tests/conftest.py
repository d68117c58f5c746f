"""For all tests: a skipped test is a failure, unless it is skipped for a platform that this is not."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

# The same examples every time: what fails here fails everywhere. HYPOTHESIS_PROFILE=search looks for new ones.
settings.register_profile("same", derandomize=True)
settings.register_profile("search", derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

SKIPPED: list[str] = []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and isinstance(report.longrepr, tuple) and "platform:" not in str(report.longrepr[2]):
        SKIPPED.append(f"{report.nodeid}: {report.longrepr[2]}")


def pytest_sessionfinish(session: pytest.Session) -> None:
    if SKIPPED:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in SKIPPED:
        terminalreporter.write_line(f"skipped, which counts as failed: {line}", red=True)
