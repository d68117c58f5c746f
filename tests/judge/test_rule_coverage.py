"""Everything the rules know is exercised by a case: prints what each subject has (pytest -s)."""

from __future__ import annotations

from tests.judge.rule_coverage import CASES, exercised, listed, missing, wanted


def test_no_role_option_step_line_interaction_vector_or_reason_is_without_a_case() -> None:
    result = exercised(sorted(CASES.glob("*.yaml")))
    for subject, items in wanted().items():
        print(f"{subject}: {len(items)} items")
    print("options without an outcome in a case:", ", ".join(listed("without_outcome")))
    assert missing(result) == {}


def test_a_missing_case_is_noticed() -> None:
    result = exercised([CASES / "victory_vectors.yaml"])
    lacking = missing(result)
    assert "T1" in lacking["vector"]
    assert "gargoyle" in lacking["role"]
    assert "VT1" not in lacking["vector"]
