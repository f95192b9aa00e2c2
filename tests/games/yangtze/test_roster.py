"""Who is in play, brought up to date when somebody comes or goes, is what it would be from the beginning."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.yangtze.table import bare

from shapan.games import game
from shapan.games.yangtze.place import Off, move
from shapan.games.yangtze.position import YangtzePosition
from shapan.games.yangtze.roster import Roster
from shapan.games.yangtze.who import Model

SCENARIOS = tuple(game("yangtze").scenarios)
MOST = 150
"""Steps of each game that are looked at."""


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_roster_that_follows_is_the_one_made_anew(scenario: str) -> None:
    pos, rng = game("yangtze").start(scenario), Random(scenario)
    for _ in range(MOST):
        assert isinstance(pos, YangtzePosition)
        assert _told(pos.roster) == _told(Roster(pos))
        anew = pos.copy()
        anew.derive()
        assert (pos.standing, pos.bodies) == (anew.standing, anew.bodies)
        if pos.outcome is not None:
            return
        pos.apply(pos.options().sample(rng))


def _told(roster: Roster) -> dict[str, object]:
    return {name: getattr(roster, name) for name in Roster.__slots__}


def test_a_boat_that_is_moved_stays_in_play_and_one_that_is_taken_off_does_not() -> None:
    stage = bare()
    boat = stage.unit("gunboat")
    stage.model(boat, 1000, 900)
    assert stage.pos.in_play(boat)
    stage.model(boat, 1100, 900, crew=False)
    assert _told(stage.pos.roster) == _told(Roster(stage.pos))
    assert stage.pos.in_play(boat)
    move(stage.pos, (Model(boat), Off()))
    assert _told(stage.pos.roster) == _told(Roster(stage.pos))
    assert not stage.pos.in_play(boat)
