"""S15 Flight: how an aircraft turns, attacks on its way, leaves the table and comes back."""

from math import hypot

import pytest
from tests.games.yangtze.table import GAME, bare, case

from shapan.games.yangtze.actions import MOVE, Bomb
from shapan.games.yangtze.air.anti_air import ChooseEdge, FlakFire
from shapan.games.yangtze.air.flight import (
    attack_points,
    attack_refusal,
    edge_of,
    flights,
    fly_refusal,
    inward,
    leave_table_by_air,
    return_points,
    return_refusal,
)
from shapan.games.yangtze.noted import Absence, Attack
from shapan.games.yangtze.orders.planned import Flying
from shapan.games.yangtze.setup import SettingUp, due
from shapan.games.yangtze.who import put
from shapan.ground.table import bearing
from shapan.kernel import rule


@rule("yangtze", "S15.2", "R78")
def test_an_aircraft_leaves_at_the_edge_and_comes_back_there() -> None:
    stage = bare()
    plane = stage.unit("wl_plane")
    stage.model(plane, 2400, 500, 90)
    stage.pos.plan = put(stage.pos.plan, plane, Flying(((24000, 5000),)))
    stage.pos.turn = 4
    leave_table_by_air(stage.pos)
    assert not stage.pos.in_play(plane)
    stage.pos.turn = 5
    assert plane not in due(stage.pos, 1)
    stage.pos.turn = 6
    assert plane in due(stage.pos, 1)
    assert return_refusal(stage.pos, plane, 24000, 100) is None
    assert case(return_refusal(stage.pos, plane, 0, 100)) == "S15.2"
    stage.pos.stack = (SettingUp(1, 0, (1 << plane) ^ sum(1 << u for u in due(stage.pos, 1))), ())
    name = stage.pos.book.units[plane].id
    stage.pos.push(GAME.parse(stage.pos, f"deploy {name} 24000:100"))
    assert stage.pos.at[plane][:2] == (24000, 100)
    assert stage.pos.away == ()


@rule("yangtze", "S15.2", "S15.1", "10.3", "R78")
def test_an_aircraft_driven_off_flies_on_in_any_direction() -> None:
    stage = bare()
    plane = stage.unit("us_plane")
    stage.model(plane, 500, 500, 90)
    stage.pos.plan = put(stage.pos.plan, plane, Flying(((5000, 5000),)))
    stage.pos.attacks = (Attack(plane, "bomb", 5000, 5000, 90),)
    FlakFire(plane, 0, 1).scored(stage.pos, 12)
    assert isinstance(stage.pos.step, ChooseEdge)
    stage.pos.push(GAME.parse(stage.pos, f"banish {stage.pos.book.units[plane].id} 5000:0"))
    leave_table_by_air(stage.pos)
    assert stage.pos.at[plane][:2] == (5000, 0), "it is not gone"
    assert fly_refusal(stage.pos, plane, ((9000, 0),)) is None
    assert fly_refusal(stage.pos, plane, ((1000, 0),)) is None


@rule("yangtze", "S15.1", "S15.3", "10.2", "R78")
def test_flight_and_where_it_may_attack() -> None:
    stage = bare()
    plane = stage.unit("wl_plane")
    stage.model(plane, 500, 500, 90)
    assert fly_refusal(stage.pos, plane, ((12000, 5000),)) is None
    for route in (((7000, 5000),), ((20000, 5000),), ((5000, 9000),)):
        refusal = fly_refusal(stage.pos, plane, route)
        assert refusal is not None
        assert refusal.case == "S15.1"
    stage.card(MOVE, plane)
    stage.pos.plan = put(stage.pos.plan, plane, Flying(((12000, 5000),)))
    assert attack_refusal(stage.pos, plane, Bomb, (8000, 5000)) is None
    refusal = attack_refusal(stage.pos, plane, Bomb, (8000, 6000))
    assert refusal is not None
    assert refusal.case == "S15.3"
    stage.pos.attacks = (Attack(plane, "bomb", 8000, 5000),)
    refusal = attack_refusal(stage.pos, plane, Bomb, (8000, 5000))
    assert refusal is not None
    assert refusal.case == "10.2"


@rule("yangtze", "S15.1")
def test_how_an_aircraft_flies() -> None:
    """300 to 900 mm; up to 45 degrees at the start and again after each 300 mm."""
    stage = bare()
    plane = stage.unit("wl_plane")
    stage.model(plane, 500, 500, 90)
    for route, refused in (
        (((8000, 5000),), None),
        (((7999, 5000),), "S15.1"),
        (((14000, 5000),), None),
        (((14001, 5000),), "S15.1"),
        (((9000, 1000),), None),
        (((9000, 900),), "S15.1"),
        (((8000, 5000), (11000, 2000)), None),
        (((7999, 5000), (11000, 5000)), "S15.1"),
        (((8000, 5000), (8000, 1000)), "S15.1"),
        (((8000, 5000), (8000, 5000)), "S15.1"),
        (((8000, 12001),), "S3.5"),
    ):
        assert case(fly_refusal(stage.pos, plane, route)) == refused, route
    assert case(fly_refusal(stage.pos, stage.unit("gang"), ((8000, 5000),))) == "S15.1"
    stage.model(plane, 2300, 500, 90)
    assert fly_refusal(stage.pos, plane, ((24000, 5000),)) is None, "it may leave at the edge after 100 mm"
    assert all(fly_refusal(stage.pos, plane, route) is None for route in flights(stage.pos, plane))


@rule("yangtze", "S15.1")
def test_straight_flight_and_turns_up_to_the_sharpest_are_offered() -> None:
    stage = bare()
    plane = stage.unit("wl_plane")
    stage.model(plane, 1000, 1100, 0)
    ends = [(x - 10000, y - 11000) for ((x, y),) in flights(stage.pos, plane)]
    offered = {(bearing(*end), round(hypot(*end), -1)) for end in ends}
    assert offered == {(turn % 360, far) for turn in (-45, -20, 0, 20, 45) for far in (3000, 6000, 9000)}


@pytest.mark.parametrize(
    ("edge", "points"),
    [
        (0, [(6000, 0), (12000, 0), (18000, 0)]),
        (1, [(24000, 3000), (24000, 6000), (24000, 9000)]),
        (2, [(6000, 12000), (12000, 12000), (18000, 12000)]),
        (3, [(0, 3000), (0, 6000), (0, 9000)]),
    ],
)
@rule("yangtze", "S15.2", "R78")
def test_where_an_aircraft_comes_back(edge: int, points: list[tuple[int, int]]) -> None:
    stage = bare()
    plane = stage.unit("wl_plane")
    assert return_points(stage.pos, plane) == []
    stage.pos.away = (Absence(plane, edge, 3),)
    assert return_points(stage.pos, plane) == points
    for x, y in points:
        assert return_refusal(stage.pos, plane, x, y) is None
        assert edge_of(stage.pos, x, y) == edge
    assert case(return_refusal(stage.pos, plane, 12000, 6000)) == "S15.2"
    assert (
        case(return_refusal(stage.pos, plane, *[(12000, 12000), (0, 6000), (12000, 0), (24000, 6000)][edge])) == "S15.2"
    )


@pytest.mark.parametrize(
    ("at", "heading", "axis", "edge"),
    [((1200, 300), 0, 1, 0), ((1200, 900), 180, 1, 12000), ((300, 600), 270, 0, 0), ((2100, 600), 90, 0, 24000)],
)
@rule("yangtze", "S15.1", "S15.2")
def test_a_flight_over_the_edge_is_offered_as_far_as_the_edge(
    at: tuple[float, float], heading: int, axis: int, edge: int
) -> None:
    """300 mm from it: straight on and 20 and 45 degrees aside, each flight ends where its line leaves the table."""
    stage = bare()
    plane = stage.unit("wl_plane")
    stage.model(plane, *at, heading)
    ends = [route[-1] for route in flights(stage.pos, plane)]
    long = [end for end in ends if end[axis] == edge]
    turns = sorted(
        (bearing(x - stage.pos.at[plane][0], y - stage.pos.at[plane][1]) - heading + 180) % 360 - 180 for x, y in long
    )
    assert turns == [-45, -20, 0, 20, 45]
    assert all(fly_refusal(stage.pos, plane, (end,)) is None for end in ends)


@rule("yangtze", "S15.3", "10.1")
def test_attacks_are_offered_at_every_fifth_of_a_flight() -> None:
    stage = bare()
    plane = stage.unit("wl_plane")
    stage.model(plane, 500, 500, 90)
    stage.pos.plan = put(stage.pos.plan, plane, Flying(((14000, 5000),)))
    assert attack_points(stage.pos, plane, Bomb) == [(5000 + 1800 * part, 5000) for part in range(5)]


@rule("yangtze", "10.3", "S15.2")
def test_an_aircraft_at_the_edge_looks_to_the_middle_of_the_table() -> None:
    stage = bare()
    for x, y in ((0, 0), (24000, 0), (24000, 12000), (0, 6000), (12000, 0)):
        assert inward(stage.pos, x, y) == bearing(12000 - x, 6000 - y)


@pytest.mark.parametrize(("off", "refused"), [(1.0, None), (1.1, "S15.3")])
@rule("yangtze", "S15.3")
def test_an_attack_is_made_within_a_millimetre_of_the_line_of_flight(off: float, refused: str | None) -> None:
    stage = bare()
    plane = stage.unit("wl_plane")
    stage.model(plane, 500, 500, 90)
    stage.pos.plan = put(stage.pos.plan, plane, Flying(((14000, 5000),)))
    assert case(attack_refusal(stage.pos, plane, Bomb, (8000, 5000 + round(off * 10)))) == refused
