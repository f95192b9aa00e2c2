"""Calibration: what foretells the winner gets weight, what does not gets none."""

from __future__ import annotations

from random import Random

import pytest

from shapan.games import game
from shapan.kernel import ShapanError
from shapan.kernel.staff import logistic
from shapan.lab.calibrate import Row, calibrate, fit, rota


def test_the_fit_finds_the_feature_that_decides() -> None:
    rng = Random(1)
    rows: list[Row] = []
    for number in range(600):
        features = (1.0, rng.uniform(-2, 2), rng.uniform(-2, 2))
        won = float(rng.random() < logistic((0.0, 2.0, 0.0), features))
        rows.append((features, 0.5, won, number))
    constant, decisive, idle = fit(rows)
    assert decisive > 1.2
    assert abs(idle) < 0.4
    assert abs(constant) < 0.4


def test_a_staff_with_features_is_calibrated_the_same_for_the_same_seed() -> None:
    found = calibrate("mukden", 4, seed=3)
    assert found.positions > 0
    assert found == calibrate("mukden", 4, seed=3)


def test_a_staff_without_features_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(game("yangtze").staff), "features", lambda staff, pos: ())
    with pytest.raises(ShapanError, match="yangtze"):
        calibrate("yangtze", 1, seed=1)


def test_the_scenarios_of_a_title_take_turns_when_all_are_wanted() -> None:
    assert rota("yangtze", "all") == list(game("yangtze").scenarios)
    assert rota("yangtze", "s4_ox_gorge") == ["s4_ox_gorge"]
    assert rota("yangtze", None) == [None]
