"""The miniatures table: whole-number geometry against slow and obvious judges."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapan.ground.table import (
    Crowd,
    Eye,
    MoveRule,
    Raster,
    SightRule,
    Tabletop,
    ahead,
    apart,
    at_spent,
    bearing,
    beyond,
    contains,
    cut,
    direction,
    in_circle,
    in_polygon,
    length,
    load_table,
    near_segment,
    outline,
    rdiv,
    rectangle,
    sees,
    strip,
    turned,
    walk,
)
from shapan.ground.table.layers import layers

TERRAIN = {
    "area": {
        "open": {"cover": "open", "cost10": [10, 10]},
        "mud": {"cover": "bare", "cost10": [20, 0]},
        "rubble": {"cover": "hard", "cost10": [20, 0]},
        "wood": {"cover": "soft", "cost10": [15, 0], "los": 100, "top": 1},
        "hill": {"cover": "open", "cost10": [10, 10], "overlay": True},
        "river": {"cover": "bare", "cost10": [0, 0], "water": True, "boat": 10},
        "bridge": {"cover": "bare", "cost10": [10, 10], "over": True},
        "town": {"cover": "open", "cost10": [10, 10], "overlay": True},
    },
    "line": {
        "road": {"width": 60, "cover": "bare", "cost10": [10, 10]},
        "hedge": {"cover": "soft", "cross": [25, -1]},
        "wall_high": {"cover": "hard", "cross": [-1, -1], "los": "block", "top": 1},
    },
    "building": {"house": {"cover": "hard", "floors": 1, "confined": True}},
}
FOOT = MoveRule(0, True, 100, 300, 500, 200, 500)
SIGHT = SightRule(1500, 250)
points = st.tuples(st.integers(0, 10_000), st.integers(0, 8_000))


def table(**parts: Any) -> Tabletop:
    return load_table({"id": "test", "size": [1000, 800], **parts}, TERRAIN)


@pytest.mark.parametrize("heading", range(0, 360, 7))
def test_directions_follow_the_sine(heading: int) -> None:
    across, down = direction(heading)
    assert abs(across - 16384 * math.sin(math.radians(heading))) < 1
    assert abs(down + 16384 * math.cos(math.radians(heading))) < 1
    assert bearing(across, down) == heading


@given(points, points)
def test_bearing_is_the_nearest_degree(one: tuple[int, int], two: tuple[int, int]) -> None:
    dx, dy = two[0] - one[0], two[1] - one[1]
    if dx or dy:
        exact = math.degrees(math.atan2(dx, -dy)) % 360
        found = bearing(dx, dy)
        assert min(abs(exact - found), 360 - abs(exact - found)) <= 0.6


@given(points, points, points)
def test_distance_to_a_segment(p: tuple[int, int], a: tuple[int, int], b: tuple[int, int]) -> None:
    steps = 400
    nearest = min(
        (a[0] + (b[0] - a[0]) * t / steps - p[0]) ** 2 + (a[1] + (b[1] - a[1]) * t / steps - p[1]) ** 2
        for t in range(steps + 1)
    )
    found = near_segment(*p, (*a, *b))
    assert found <= nearest + 1
    slack = length(*a, *b) / steps
    assert math.sqrt(nearest) - math.sqrt(found) <= slack + 1


@given(st.integers(-10_000, 10_000), st.integers(1, 500))
def test_rounded_division(number: int, by: int) -> None:
    assert abs(rdiv(number, by) * by - number) * 2 <= by


@given(points)
def test_a_turned_rectangle_holds_its_middle(p: tuple[int, int]) -> None:
    for heading in (0, 33, 90, 200):
        assert contains(outline(rectangle(*p, heading, 400, 100)), *p)
        front = ahead(*p, heading, 230)
        assert not contains(outline(rectangle(*p, heading, 400, 100)), *front)


def test_angles_between_headings() -> None:
    assert [turned(350, 10), turned(10, 350), turned(0, 180), turned(90, 45)] == [20, 20, 180, 45]


def test_zones_touch_bases() -> None:
    bases = [(1, 0, 875, 125), (2, 0, 876, 125)]
    assert in_circle((0, 0), 750, bases) == [1]
    assert in_polygon(strip((0, 0), 180, 3000, 500), [(1, 0, 1500, 125), (2, 375, 1500, 125), (3, 376, 1500, 125)]) == [
        1,
        2,
    ]


def test_a_crowd_knows_who_overlaps() -> None:
    crowd = Crowd([(1, 1000, 1000, 125)])
    assert crowd.free(1250, 1000, 125)
    assert not crowd.free(1249, 1000, 125)
    assert crowd.touching(1249, 1000, 125) == [1]
    crowd.add((2, 1300, 1000, 125))
    crowd.remove(1)
    assert crowd.touching(1249, 1000, 125) == [2]


def test_ground_lies_in_layers() -> None:
    river = {"k": "river", "p": [[0, 300], [1000, 300], [1000, 500], [0, 500]]}
    bridge = {"k": "bridge", "p": [[480, 290], [520, 290], [520, 510], [480, 510]]}
    mud = {"k": "mud", "p": [[0, 0], [1000, 0], [1000, 200], [0, 200]]}
    road = {"k": "road", "p": [[200, 0], [200, 800]]}
    sheet = table(areas=[river, bridge, mud], lines=[road])
    assert sheet.ground(5000, 4000).name == "bridge"
    assert sheet.ground(2000, 4000).name == "river", "a road gives way to water"
    assert sheet.ground(2000, 7000).name == "road"
    assert sheet.ground(4000, 7000).name == "mud"
    assert sheet.ground(4000, 1000).name == "open"
    drawn = [shape.style for layer in layers(sheet) for shape in layer.shapes]
    assert drawn.index("strip.road") < drawn.index("area.river") < drawn.index("area.bridge"), "as the rules have it"


def test_an_island_is_seen_in_its_river() -> None:
    river = {"k": "river", "p": [[0, 300], [1000, 300], [1000, 500], [0, 500]]}
    island = {"k": "mud", "p": [[400, 350], [500, 350], [500, 450], [400, 450]]}
    drawn = [shape.style for layer in layers(table(areas=[river, island], lines=[])) for shape in layer.shapes]
    assert drawn.index("area.river") < drawn.index("area.mud")


def test_the_outer_corners_of_a_bent_road_meet() -> None:
    """A stretch of road ends where the next one begins, without a step in the outer edge of the bend."""
    sheet = table(areas=[], lines=[{"k": "road", "p": [[100, 100], [500, 100], [500, 500]]}])
    first, second = (set(stretch.points) for stretch in sheet.strips)
    assert first & second, "a corner of both"
    assert sheet.ground(5000, 7000).name == "road"
    assert sheet.ground(5299, 7299).name == "road", "the bend is filled to its corner"
    assert sheet.ground(5310, 7000).name == "open"


def test_ways_cost_what_they_cross() -> None:
    mud = {"k": "mud", "p": [[300, 0], [400, 0], [400, 800], [300, 800]]}
    hedge = {"k": "hedge", "p": [[600, 0], [600, 800]]}
    sheet = table(areas=[mud], lines=[hedge])
    way = walk(sheet, FOOT, ((1000, 4000), (8000, 4000)))
    assert way.snag is None
    assert way.spent == 7000 + 1000 + 250
    assert at_spent(way.track, 2000 + 1000) == (3500, 4000)
    assert cut(way.track, 3000)[-1] == (3000, 3500, 4000)
    rider = FOOT._replace(mover=1, indoors=False)
    assert walk(sheet, rider, ((1000, 4000), (8000, 4000))).snag is not None


def test_walls_gates_and_doors() -> None:
    wall = {"k": "wall_high", "p": [[500, 0], [500, 800]], "gates": [[500, 400, 60]]}
    house = {"id": "h", "k": "house", "p": [[700, 300], [900, 300], [900, 500], [700, 500]], "doors": [[700, 400]]}
    sheet = table(lines=[wall], buildings=[house])
    assert walk(sheet, FOOT, ((4000, 4000), (6000, 4000))).snag is None
    assert walk(sheet, FOOT, ((4000, 4000), (6000, 4000)), shut=1).snag is not None
    assert walk(sheet, FOOT, ((4000, 3000), (6000, 3000))).snag is not None
    assert walk(sheet, FOOT, ((6000, 4000), (8000, 4000))).spent == 2000 + 100
    assert walk(sheet, FOOT, ((6000, 4600), (8000, 4600))).snag is not None
    assert sees(sheet, SIGHT, Eye(4000, 4000), Eye(6000, 4000))
    assert not sees(sheet, SIGHT, Eye(4000, 3000), Eye(6000, 3000))
    assert not sees(sheet, SIGHT, Eye(4000, 4000), Eye(6000, 4000), shut=1)


@given(points, points)
def test_sight_is_mutual(one: tuple[int, int], two: tuple[int, int]) -> None:
    sheet = SIGHTED
    assert sees(sheet, SIGHT, Eye(*one), Eye(*two)) == sees(sheet, SIGHT, Eye(*two), Eye(*one))


SIGHTED = table(
    areas=[
        {"k": "wood", "p": [[100, 100], [400, 100], [400, 300], [100, 300]]},
        {"k": "hill", "level": 1, "p": [[500, 100], [800, 150], [700, 400]]},
    ],
    buildings=[{"id": "h", "k": "house", "p": [[300, 500], [500, 500], [500, 700], [300, 700]], "doors": []}],
)


def test_who_has_gone_to_the_very_edge_of_a_slanting_bank_comes_back_from_there() -> None:
    """Whole numbers: the last point of his way lies a hair's breadth in the water."""
    sheet = table(areas=[{"k": "river", "p": [[0, 500], [1000, 433], [1000, 0], [0, 0]]}])
    banks = [walk(sheet, FOOT, ((x, 1000), (x, 7000))) for x in range(1100, 8900, 7)]
    wet = [way.end for way in banks if sheet.ground(*way.end).water]
    assert wet
    for x, y in wet:
        for aside in (-1000, 0, 1000):
            assert walk(sheet, FOOT, ((x, y), (x + aside, y - 1000))).end == (x + aside, y - 1000)
        assert walk(sheet, FOOT, ((x, y), (x, y + 500))).end == (x, y), "and goes no farther"


def test_the_shortest_way_round() -> None:
    wall = {"k": "wall_high", "p": [[500, 200], [500, 800]]}
    sheet = table(lines=[wall])
    raster = Raster(sheet, FOOT, 125)
    there = frozenset({raster.square(6000, 2000)})
    way = raster.way((4000, 2000), there, 1 << 20)
    found = walk(sheet, FOOT, ((4000, 2000), *way))
    assert found.snag is None
    assert max(y for _, y in way) > 6000 - 200


def test_a_house_in_a_field_of_its_name_is_named_once_and_below_its_doorstep() -> None:
    field = {"k": "town", "p": [[100, 100], [700, 100], [700, 700], [100, 700]], "n": "Inn"}
    inn = {"id": "inn", "k": "house", "p": [[300, 300], [500, 300], [500, 400], [300, 400]], "n": "Inn"}
    door, window = ({**inn, key: [[400, 300]]} for key in ("doors", "windows"))
    lines = []
    for house in (door, window):
        sheet = table(areas=[field], lines=[], buildings=[house])
        named = [shape for layer in layers(sheet) for shape in layer.shapes if shape.text == "Inn"]
        assert len(named) == 1
        lines.append(named[0].y)
    assert lines[0] > lines[1] > 4000


@pytest.mark.parametrize(("east", "south"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_who_lies_farther_off_than_the_margin_to_one_side_is_left_out(east: int, south: int) -> None:
    box = (-10, -20, 10, 20)
    for far, out in ((5, False), (6, True)):
        x, y = (10 + far) * east, (20 + far) * south
        assert beyond(box, x, y, 5) == out
        assert apart((x, y, x, y), box, 5) == out
        assert apart(box, (x, y, x, y), 5) == out
    assert not beyond(box, 10 * east, 20 * south)
    assert not apart((-30, -30, 30, 30), box)
