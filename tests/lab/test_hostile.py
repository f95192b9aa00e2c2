"""Hostile submissions: what should not be accepted, and what should not crash."""

from typing import Any

import pytest
from tests.lab import faults
from tests.toy import FORD

import shapan
from shapan.lab.hostile import hostile


def test_a_sound_game_withstands() -> None:
    seen: list[int] = []
    report = hostile(FORD, 3000, 1, seen.append)
    assert report.faults == []
    assert report.submissions == 3000
    assert report.accepted > 100
    assert report.compared > 100
    assert {"0", "2.1", "2.2", "3.1"} <= set(report.cases)
    assert seen[-1] == 3000


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        (faults.AcceptsTooMuch, "is accepted in 'play' but is no option"),
        (faults.CrashesWhenJudging, "crashes refusal(): IndexError('planted')"),
        (faults.ChangesWhenJudging, "changed the position"),
        (faults.ExplainsByWhatIsHidden, "tells red something hidden"),
        (faults.LosesCards, "is accepted and breaks the rules: 2.1: cards were lost or made"),
    ],
)
def test_a_planted_fault_is_found(position: Any, complaint: str) -> None:
    report = hostile(faults.game_with(position), 3000, 1)
    assert any(complaint in fault for fault in report.faults), report.faults[:5]


def test_an_action_that_is_accepted_and_then_crashes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(self: Any, action: Any) -> bool:
        raise ZeroDivisionError("planted")

    game = faults.game_with(faults.Leaks)
    monkeypatch.setattr(faults.Leaks, "push", crash, raising=False)
    report = hostile(game, 200, 1)
    assert any("is accepted and then crashes: " in fault for fault in report.faults)


def test_mukden_withstands() -> None:
    report = hostile(shapan.game("mukden"), 3000, 2024)
    assert report.faults == []
    assert report.submissions == 3000
