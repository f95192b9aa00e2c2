"""Foresight: plans are made in some worlds and tried in others."""

from __future__ import annotations

from typing import Any

import pytest

from shapan.bots.plans import Plan
from shapan.bots.search import SearchBot
from shapan.lab.foresight import Trial, attempt, beginning, foresight, tried

TRIAL = Trial("mukden", None, "japanese", (40, 80), 2, 1, 0)


def test_a_turn_begins_with_a_decision_of_the_side() -> None:
    pos = beginning(TRIAL)
    assert pos.actor == "japanese"
    assert pos.key() == beginning(TRIAL).key()


def test_whoever_changes_nothing_gains_nothing() -> None:
    assert tried(beginning(TRIAL), Plan("infiltrator"), TRIAL) == 0
    assert attempt(TRIAL) == [None, None], "too small a budget for anybody to be believed"


def test_gains_are_told_by_side_and_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """With more positions the plan is better; without a change there is no gain."""

    def plan(player: SearchBot, pos: Any, allowed: int) -> None:
        if allowed > 40:
            one, other, *_ = (pos.book.game.format(pos, entry.action) for entry in player.leader(pos).advise(pos))
            player.known.changes = [(one, other)]

    monkeypatch.setattr(SearchBot, "make_plan", plan)
    monkeypatch.setattr("shapan.lab.foresight.tried", lambda pos, plan, trial: 0.02 + 0.02 * trial.number)
    gains = foresight("mukden", (40, 80), 2, 1, 1)
    assert [(gain.side, gain.positions, gain.changed, gain.mean) for gain in gains] == [
        ("japanese", 40, 0, 0.0),
        ("japanese", 80, 2, 0.03),
        ("russian", 40, 0, 0.0),
        ("russian", 80, 2, 0.03),
    ]
    assert gains[1].error == pytest.approx(0.01)
