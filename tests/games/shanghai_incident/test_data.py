"""The data holds against the evidence, and the checks notice when it does not."""

from typing import Any

import pytest
from tests.games.shanghai_incident.table import GAME

from shapan.games.shanghai_incident.check import THEMES
from shapan.games.shanghai_incident.check.sheets import Sheets
from shapan.kernel import rule


@rule("shanghai_incident", "2.1", "2.2", "R-31", "R-30")
def test_every_check_holds() -> None:
    broken = [finding for finding in GAME.check() if not finding.holds]
    assert not broken
    assert len(GAME.check()) > 70


@pytest.mark.parametrize(
    ("block", "field", "value"),
    [
        ("map", "city_count", 8),
        ("map", "fort_count", 2),
        ("counters", "total", 99),
        ("charts", "levels", [22, 19, 16, 12]),
        ("replacements", "9D", 3),
        ("neighbours", "0924", "0923 0925 0823 0824 1023 1124"),
    ],
)
def test_a_check_fails_when_the_evidence_says_otherwise(block: str, field: str, value: Any) -> None:
    sheets = Sheets.of(GAME)
    evidence = {**sheets.evidence, block: {**sheets.evidence[block], field: value}}
    changed = sheets._replace(evidence=evidence)
    assert [finding for theme in THEMES for finding in theme(changed) if not finding.holds]
