"""S9, S16.4, R242: who is within arm's length of whom, through a door and on which floor."""

from __future__ import annotations

import pytest
from tests.games.yangtze.scenes import STOREHOUSE, upstairs
from tests.games.yangtze.table import bare

from shapan.games.yangtze.contact import can_be_met, doorsteps, in_contact
from shapan.ground.table import OUTDOORS
from shapan.kernel import rule


@pytest.mark.parametrize(("x", "floor", "met"), [(612.6, 0, True), (690, 0, False), (612.6, 1, False)])
@rule("yangtze", "S11", "S16.4", "R242")
def test_horsemen_meet_who_stands_in_the_door_from_the_street(x: float, floor: int, met: bool) -> None:
    """Not those deep in the house, nor those above the door."""
    stage = bare(ground={"buildings": [STOREHOUSE]})
    horse, squad = stage.unit("wl_cavalry"), stage.unit("usmc_squad")
    (man,) = stage.put(squad, (x, 550))
    if floor:
        upstairs(stage, man)
    assert can_be_met(stage.pos, horse, man) == met
    spots = doorsteps(stage.pos, horse, man)
    assert bool(spots) == met
    for spot in spots:
        (rider,) = stage.put(horse, (spot[0] / 10, spot[1] / 10))
        assert stage.pos.room[rider] == OUTDOORS
        assert 0 <= stage.pos.gap(rider, man) <= stage.pos.book.contact_gap
        assert in_contact(stage.pos, rider, man)


@rule("yangtze", "S11", "S16.4")
def test_who_enters_houses_meets_anybody_in_them() -> None:
    stage = bare(ground={"buildings": [STOREHOUSE]})
    (man,) = stage.put(stage.unit("usmc_squad"), (690, 550))
    assert can_be_met(stage.pos, stage.unit("gang"), man)
