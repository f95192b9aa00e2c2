"""The kernel's promises over random games: short ones from the set-up, careful ones, armies scattered all over."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.shanghai_nanking.players import careful, scattered
from tests.games.shanghai_nanking.table import GAME

from shapan.games.shanghai_nanking.game import Position
from shapan.kernel import SPECTATOR
from shapan.lab.fuzz import fuzz


def test_random_games_keep_every_promise() -> None:
    report = fuzz(GAME, games=4, seed=4)
    assert report.violations == []


def check(pos: Position, rng: Random) -> None:
    """Options are legal, snapshots and copies exact, imagined worlds look alike."""
    for number, action in enumerate(pos.options()):
        assert pos.refusal(action) is None, (pos.decision.kind, GAME.format(pos, action), str(pos.refusal(action)))
        if number > 60:
            break
    assert GAME.from_json(pos.to_json()).key() == pos.key()
    for side in (*GAME.sides, SPECTATOR):
        assert pos.imagine(side, rng).view(side).to_json() == pos.view(side).to_json()


@pytest.mark.parametrize("seed", range(6))
def test_armies_scattered_over_the_map(seed: int) -> None:
    rng = Random(seed)
    pos = scattered(seed)
    for number in range(300):
        if pos.outcome:
            break
        if number % 29 == 0:
            check(pos, rng)
        pos.push(careful(pos, rng))
        assert pos.violations() == []
