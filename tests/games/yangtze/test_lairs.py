"""S6.7 Where hidden units could be, for all that their enemy knows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.games.yangtze.scenes import area
from tests.games.yangtze.table import Stage, bare

from shapan.games.yangtze.lairs import hide_anew
from shapan.games.yangtze.position import LOST, TO_COME
from shapan.games.yangtze.setup import deploy_refusal, in_view
from shapan.games.yangtze.who import Unit
from shapan.kernel import rule

CN = 1
WOOD = area("light_wood", 500, 0, 1500, 470)
"""All over the northern hills."""


def ambush(ground: Any = None) -> tuple[Stage, Unit, Unit]:
    """A gang of five that hides in the northern hills, and a Marine who looks for it."""
    stage = bare("s3_silver_trucks", ground=ground)
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.pos.remove(stage.men(gang)[5:], LOST)
    stage.put(gang, *((700 + 30 * step, 200) for step in range(5)))
    stage.put(squad, (1000, 900), (1030, 900))
    stage.pos.hidden = 1 << gang
    return stage, gang, squad


@rule("yangtze", "S6.7")
def test_a_hidden_unit_may_be_anywhere_in_its_zone_where_it_could_have_been_set_up() -> None:
    """Each time somewhere else, under cover, with as many men as it has left; nobody else is moved."""
    found = set()
    for seed in range(6):
        stage, gang, squad = ambush(WOOD)
        before = stage.places(squad)
        hide_anew(stage.pos, CN, Random(seed))
        assert stage.standing(gang) == 5
        assert stage.places(squad) == before
        zone = stage.pos.book.units[gang].zone
        first = stage.pos.standing[gang][0]
        x, y = stage.pos.x[first], stage.pos.y[first]
        assert stage.pos.book.table.in_zone(zone, x, y)
        assert not in_view(stage.pos, gang)
        found.add((x, y))
    assert len(found) > 1


@rule("yangtze", "S6.7")
def test_where_no_place_is_out_of_view_it_is_somewhere_in_its_zone_all_the_same() -> None:
    stage, gang, _ = ambush()
    assert deploy_refusal(stage.pos, gang, 7000, 2000) is not None, "in view of the Marine"
    hide_anew(stage.pos, CN, Random(1))
    assert stage.standing(gang) == 5
    zone = stage.pos.book.units[gang].zone
    assert all(stage.pos.book.table.in_zone(zone, stage.pos.x[f], stage.pos.y[f]) for f in stage.pos.standing[gang])


@pytest.mark.parametrize("wet", [False, True])
@rule("yangtze", "S6.7")
def test_where_its_zone_has_no_ground_for_it_it_is_nowhere(wet: bool) -> None:
    stage, gang, _ = ambush(area("river", 0, 0, 2400, 480) if wet else None)
    hide_anew(stage.pos, CN, Random(1))
    assert {stage.pos.fate[f] == TO_COME for f in stage.men(gang)[:5]} == {wet}


@rule("yangtze", "S6.7")
def test_nobody_is_moved_where_nobody_hides() -> None:
    stage, gang, _ = ambush(WOOD)
    before = stage.places(gang)
    stage.pos.hidden = 0
    hide_anew(stage.pos, CN, Random(1))
    assert stage.places(gang) == before
