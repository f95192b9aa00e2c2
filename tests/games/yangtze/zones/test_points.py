"""S19.1 The points of a zone, and the quick looks at them before anybody is set up there."""

from __future__ import annotations

import pytest
from tests.games.yangtze.scenes import setting
from tests.games.yangtze.table import bare

from shapan.games.yangtze.place import Berth, move
from shapan.games.yangtze.zones.points import in_reach_of_a_leader, leaders_matter, sweep
from shapan.kernel import rule

SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1)]


@pytest.mark.parametrize(("dx", "dy"), SIDES)
@pytest.mark.parametrize(("template", "far"), [("usmc_mmg", 175), ("usmc_squad", None), ("usmc_sniper", None)])
@rule("yangtze", "S19.1", "4.1", "4.4")
def test_a_machine_gun_is_set_up_within_150_of_a_leader(template: str, far: int | None, dx: int, dy: int) -> None:
    """Edge to edge; who has a leader of his own, or needs none, is set up anywhere."""
    stage = bare()
    stage.put(stage.unit("usmc_fcg"), (1000, 600))
    stage.pos.turn = 1
    near = in_reach_of_a_leader(stage.pos, stage.unit(template))
    for gap in (175.0, 175.1):
        assert near(round(10000 + dx * gap * 10), round(6000 + dy * gap * 10)) == (far is None or gap <= far)


@pytest.mark.parametrize(("dx", "dy"), SIDES)
@rule("yangtze", "S19.1", "4.1", "R65")
def test_a_riding_leader_is_measured_from_the_edge_of_what_carries_him(dx: int, dy: int) -> None:
    stage = bare()
    truck, leader = stage.unit("truck"), stage.men(stage.unit("usmc_fcg"))[0]
    stage.model(truck, 1000, 600, 90)
    move(stage.pos, (leader, Berth(truck)))
    stage.pos.turn = 1
    near = in_reach_of_a_leader(stage.pos, stage.unit("usmc_mmg"))
    half = 600 if dx else 250
    assert near(10000 + dx * (half + 1625), 6000 + dy * (half + 1625))
    assert not near(10000 + dx * (half + 1627), 6000 + dy * (half + 1627))


@rule("yangtze", "S19.2", "4.1")
def test_reinforcements_are_not_asked_for_a_leader() -> None:
    stage = bare()
    stage.put(stage.unit("usmc_fcg"), (1000, 600))
    stage.pos.turn = 2
    assert in_reach_of_a_leader(stage.pos, stage.unit("usmc_mmg"))(0, 0)


@rule("yangtze", "S19.1", "4.4")
def test_other_units_leaders_matter_to_those_alone_who_take_any() -> None:
    stage = bare()
    assert leaders_matter(stage.pos, stage.unit("usmc_squad")) == 0
    assert leaders_matter(stage.pos, stage.unit("usmc_mmg")) >= 1500 + 250


@rule("yangtze", "S19.1")
def test_a_zone_is_swept_by_the_middles_of_its_cells_each_once() -> None:
    stage = setting()
    unit = next(u for u in stage.pos.book.every_unit if stage.pos.book.units[u].zone)
    left, top, right, bottom = stage.pos.book.table.around_zone(stage.pos.book.units[unit].zone)
    for parts in (1, 3):
        points = list(sweep(stage.pos, unit, (parts,)))
        columns = [left + (right - left) * (2 * cell + 1) // (2 * parts) for cell in range(parts)]
        rows = [top + (bottom - top) * (2 * cell + 1) // (2 * parts) for cell in range(parts)]
        assert sorted(points) == sorted((x, y) for x in columns for y in rows)
    assert len(list(sweep(stage.pos, unit))) == 9 + 64 + 576
