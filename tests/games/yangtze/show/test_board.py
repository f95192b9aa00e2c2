"""A board for every scenario."""

import random

import pytest
from tests.games.yangtze.table import GAME

from shapan.games.yangtze.setup import SettingUp
from shapan.kernel import rule


@pytest.mark.parametrize("scenario", list(GAME.scenarios))
@rule("yangtze", "S10", "S15.1", "2")
def test_every_scenario_has_its_board(scenario: str) -> None:
    board = GAME.board(scenario)
    assert board.layers
    assert board.pieces
    pos = GAME.start(scenario)
    rng = random.Random(5)
    while isinstance(pos.top, SettingUp):
        pos.push(pos.options().sample(rng))
    assert pos.violations() == []
