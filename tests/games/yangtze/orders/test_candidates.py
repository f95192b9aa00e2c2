"""S6.3 What the options list where the rules allow any point."""

from __future__ import annotations

import pytest
from tests.games.yangtze.scenes import marching
from tests.games.yangtze.table import bare

from shapan.games.yangtze.actions import MOVE, SKIRMISH, March
from shapan.games.yangtze.orders.candidates import _routes, centre, goals, marches, within_charge
from shapan.games.yangtze.who import Piece, Unit
from shapan.ground.table import ahead, bearing
from shapan.kernel import rule


@pytest.mark.parametrize(("card", "least", "most"), [(MOVE, 1000, 3000), (SKIRMISH, 250, 1000)])
@rule("yangtze", "S6.3", "5.1", "5.2")
def test_ways_all_round_are_listed_at_full_and_at_least_distance(card: str, least: int, most: int) -> None:
    stage, unit = marching(card, (1200, 600))
    listed = [action.route for action in stage.pos.options() if isinstance(action, March)]
    assert {(ahead(12000, 6000, turn, far),) for turn in range(0, 360, 90) for far in (most, least)} <= set(listed)
    assert {bearing(x - 12000, y - 6000) for ((x, y),) in listed} >= {*range(0, 360, 45)}
    assert len(listed) == len(set(listed))
    assert all(stage.why(March(unit, path)) is None for path in listed)


@rule("yangtze", "S6.3", "S3.5")
def test_no_way_is_listed_that_leads_off_the_table() -> None:
    stage, unit = marching(MOVE, (50, 50))
    ends = [action.route[-1] for action in stage.pos.options() if isinstance(action, March)]
    assert ends
    assert all(x >= 125 and y >= 125 for x, y in ends)
    assert stage.pos.refusal(March(unit, ((-100, 500),)))


@rule("yangtze", "S6.3", "S6.7", "7.5")
def test_units_may_want_to_go_to_objectives_to_the_nearest_enemy_and_to_short_range() -> None:
    stage = bare()
    squad, gang, company = stage.unit("usmc_squad"), stage.unit("gang"), stage.unit("wl_rifles")
    (leader,) = stage.put(squad, (500, 500))
    stage.put(gang, (500, 900), (400, 600))
    stage.put(company, (1500, 500))
    places = [centre(stage.pos, entry.zone) for entry in stage.pos.book.objectives if entry.zone]
    assert goals(stage.pos, squad, leader) == [*places, (5000, 9000), (5000, 7000)]
    stage.pos.hidden = 1 << gang
    assert goals(stage.pos, squad, leader) == [*places, (15000, 5000), (13000, 5000)]
    stage.pos.hidden |= 1 << company
    assert goals(stage.pos, squad, leader) == places, "nobody is betrayed by where one could go"


@rule("yangtze", "S6.3", "S17.1")
def test_where_nobody_can_go_no_way_is_listed() -> None:
    stage, unit = marching(MOVE, (1200, 600))
    assert list(marches(stage.pos, unit))
    stage.pos.stuck = 1 << stage.men(unit)[0]
    assert not list(marches(stage.pos, unit))


@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
@pytest.mark.parametrize(("far", "near"), [(600, True), (600.1, False)])
@rule("yangtze", "S6.3", "5.3")
def test_enemies_within_a_charge_and_a_half_are_taken_into_account(dx: int, dy: int, far: float, near: bool) -> None:
    stage = bare()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(squad, (1200, 600))
    # Whoever else there is of the gang stands far off on the other side: each man counts for himself.
    stage.put(gang, (1200 + far * dx, 600 + far * dy), (1200 - 900 * dx, 600 - 601 * dy))
    assert within_charge(stage.pos, squad, gang) == near
    stage.pos.hidden = 1 << gang
    assert not within_charge(stage.pos, squad, gang)
    stage.pos.hidden = 1 << Unit(Piece(gang + 1))
    assert within_charge(stage.pos, squad, gang) == near


@rule("yangtze", "S6.3", "S12.3")
def test_riders_reckon_from_what_carries_them() -> None:
    for x, near in ((1100, True), (1101, False)):
        stage = bare()
        squad, gang, truck = stage.unit("usmc_squad"), stage.unit("gang"), stage.unit("truck")
        stage.model(truck, 500, 600, 90)
        stage.put(gang, (x, 600))
        assert not within_charge(stage.pos, squad, gang), "not on the table yet"
        stage.board(squad, truck)
        assert within_charge(stage.pos, squad, gang) == near


@rule("yangtze", "S6.3")
def test_the_middle_of_a_zone() -> None:
    pos = bare("s1_plum_village").pos
    for zone, points in pos.book.table.zones.items():
        x, y = centre(pos, zone)
        assert min(px for px, _ in points) < x < max(px for px, _ in points)
        assert min(py for _, py in points) < y < max(py for _, py in points)


@pytest.mark.parametrize(("far", "ways"), [(400, {2000, 3000}), (260, {1000}), (700, {3000})])
@rule("yangtze", "S6.3", "5.1")
def test_a_way_leads_to_short_range_of_the_nearest_enemy_as_far_as_the_card_allows(far: int, ways: set[int]) -> None:
    stage = bare("s7_tigers_tail")
    unit, foe = stage.unit("wl_rifles"), stage.unit("wl_rifles", -1)
    stage.put(unit, (600, 600))
    x, y = ahead(6000, 6000, 110, far * 10)
    stage.put(foe, (x / 10, y / 10))
    stage.card(MOVE, unit)
    assert {ahead(6000, 6000, 110, way) for way in ways} <= {end for (end,) in _routes(stage.pos, unit)}
