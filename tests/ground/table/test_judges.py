"""The quick table against slow and obvious judges, on tables made up at random."""

import itertools
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.ground.table import reference
from tests.ground.table.test_geometry import FOOT, SIGHT, table

from shapan.ground.table import (
    OUTDOORS,
    Blinds,
    Crowd,
    Edge,
    Eye,
    Gaze,
    Raster,
    Tabletop,
    cut,
    hull,
    known_walk,
    near_polygon,
    outline,
    rectangle,
    sees,
    walk,
)
from shapan.ground.table.geometry import crossed, crosses, stepped, strikes

spots = st.tuples(st.integers(0, 10_000), st.integers(0, 8_000))
millimetres = st.tuples(st.integers(0, 1_000), st.integers(0, 800))
edges = st.tuples(st.integers(-50, 50), st.integers(-50, 50), st.integers(-50, 50), st.integers(-50, 50))


@st.composite
def boxes(draw: Any) -> list[list[int]]:
    left, top = draw(st.integers(0, 900)), draw(st.integers(0, 700))
    right, bottom = left + draw(st.integers(10, 400)), top + draw(st.integers(10, 400))
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


@st.composite
def tables(draw: Any) -> Tabletop:
    """Woods, mud, water, hills, roads, hedges, walls with gates, and houses with doors."""
    kinds = st.sampled_from(["mud", "wood", "river", "bridge", "town"])
    areas: list[dict[str, Any]] = [{"k": draw(kinds), "p": draw(boxes())} for _ in range(draw(st.integers(0, 4)))]
    areas += [
        {"k": "hill", "level": draw(st.integers(1, 2)), "p": draw(boxes())} for _ in range(draw(st.integers(0, 2)))
    ]
    lines: list[dict[str, Any]] = []
    for kind in draw(st.lists(st.sampled_from(["road", "hedge", "wall_high"]), max_size=4)):
        points = [list(point) for point in draw(st.lists(millimetres, min_size=2, max_size=3, unique=True))]
        gates = [[*points[0], 80]] if kind == "wall_high" and draw(st.booleans()) else []
        lines.append({"k": kind, "p": points, "gates": gates, "firestep": draw(st.booleans())})
    houses = []
    for number in range(draw(st.integers(0, 3))):
        corners = draw(boxes())
        door = [corners[0][0], (corners[0][1] + corners[2][1]) // 2]
        houses.append({"id": f"h{number}", "k": "house", "p": corners, "doors": [door], "windows": []})
    return table(areas=areas, lines=lines, buildings=houses)


@given(edges, st.lists(edges, max_size=8))
def test_many_edges_are_judged_as_one_by_one(ray: Edge, others: list[Edge]) -> None:
    ax, ay, bx, by = ray
    assert [edge for edge in crossed(ray, others) if crosses(ax, ay, bx, by, edge)] == [
        edge for edge in others if crosses(ax, ay, bx, by, edge)
    ]
    assert strikes(ray, others) == bool(crossed(ray, others))
    assert stepped(ray, others) == [edge for edge in others if reference.steps_over(ax, ay, bx, by, edge)]


@settings(max_examples=60, deadline=None)
@given(tables(), st.lists(spots, min_size=2, max_size=12), st.integers(-1, 1))
def test_ground_and_rooms(sheet: Tabletop, points: list[tuple[int, int]], beside: int) -> None:
    """At points about each other, and about corners and borders: what is known of a square is said of all of it."""
    corners = [point for house in sheet.buildings for point in house.points]
    corners += [point for area in sheet.areas for point in area.points]
    around = [(x + dx, y + dy) for x, y in (*points, *corners) for dx in (0, 70, beside) for dy in (0, -70, beside)]
    for x, y in around:
        assert sheet.building(x, y) == reference.building(sheet, x, y)
        assert sheet.ground(x, y) == reference.ground(sheet, x, y)
        assert sheet.level(x, y) == reference.height(sheet, (x, y))
    heap = sheet.rubble = reference.ground(sheet, 0, 0)._replace(name="rubble")
    ruins = sheet.razed([house.id for house in sheet.buildings])
    for x, y in around:
        inside = any(reference.holds(house.points, (x, y)) for house in sheet.buildings)
        assert ruins.ground(x, y) == (heap if inside else reference.ground(sheet, x, y))


@settings(max_examples=80, deadline=None)
@given(tables(), st.lists(spots, min_size=2, max_size=6), st.integers(0, 1))
def test_sight(sheet: Tabletop, points: list[tuple[int, int]], floor: int) -> None:
    """S4: with and without the memory of the table, from either end, gates open and shut."""
    eyes = [Eye(*point, floor * (at % 2), sheet.building(*point)) for at, point in enumerate(points)]
    for one in eyes:
        for two in eyes:
            for shut in (0, (1 << sheet.gates) - 1):
                judged = reference.sees(sheet, SIGHT, one, two, shut)
                assert sees(sheet, SIGHT, one, two, shut) == judged
                assert sees(sheet, SIGHT, two, one, shut) == judged


@settings(max_examples=60, deadline=None)
@given(tables(), st.lists(spots, min_size=3, max_size=8), st.lists(spots, min_size=1, max_size=8), st.integers(0, 1))
def test_eyes_that_look_at_point_after_point(
    sheet: Tabletop, points: list[tuple[int, int]], marks: list[tuple[int, int]], floor: int
) -> None:
    """S4: what hid the last point from an eye hides the next one only where it is in the way."""
    eyes = [Eye(*point, floor * (at % 2), sheet.building(*point)) for at, point in enumerate(points)]
    gaze = Gaze(sheet, SIGHT, eyes, 0, [])
    for point in (*marks, *points):
        mark = Eye(*point, 0, sheet.building(*point))
        plain = [number for number, eye in enumerate(eyes) if sees(sheet, SIGHT, eye, mark)]
        assert gaze.first(mark, range(len(eyes))) == (plain[0] if plain else None)


steps = st.lists(st.tuples(*[st.integers(-400, 400)] * 4), min_size=1, max_size=20)


@settings(max_examples=150, deadline=None)
@given(tables(), spots, spots, steps, st.integers(0, 1))
def test_whoever_is_remembered_to_be_hidden_is_not_seen(
    sheet: Tabletop, here: tuple[int, int], there: tuple[int, int], walk: list[tuple[int, int, int, int]], floor: int
) -> None:
    """S4: two who walk about in the open, looked for in every tick."""
    blinds, pair = Blinds(), (1, 2)
    (ax, ay), (bx, by) = here, there
    for dx, dy, ex, ey in walk:
        ax, ay, bx, by = ax + dx, ay + dy, bx + ex, by + ey
        assume(min(ax, ay, bx, by) >= 0 and max(ax, bx) <= sheet.width and max(ay, by) <= sheet.height)
        assume(sheet.building(ax, ay) == sheet.building(bx, by) == OUTDOORS)
        one, two = Eye(ax, ay, floor), Eye(bx, by)
        seen = reference.sees(sheet, SIGHT, one, two, 0)
        assert not seen or _both_exposed(blinds, sheet, one, two)
        assert not (seen and blinds.hide(pair, sheet, one, two))
        if not sees(sheet, SIGHT, one, two):
            blinds.note(pair, sheet)


def _both_exposed(blinds: Blinds, sheet: Tabletop, one: Eye, two: Eye) -> bool:
    """Is neither of two left out of those who may see the other?"""
    xs, ys, floors = {1: one.x, 2: two.x}, {1: one.y, 2: two.y}, {1: one.floor, 2: two.floor}
    return blinds.exposed(2, [1], xs, ys, floors, sheet) == [1] and blinds.exposed(1, [2], xs, ys, floors, sheet) == [2]


def test_those_from_whom_somebody_is_hidden_are_left_out_from_either_end() -> None:
    """A hill lifts whoever stands on it over the house."""
    house = {"id": "h", "k": "house", "p": [[400, 300], [600, 300], [600, 500], [400, 500]]}
    hill = {"k": "hill", "level": 3, "p": [[150, 600], [350, 600], [350, 750], [150, 750]]}
    sheet = table(areas=[hill], buildings=[house])
    blinds, here, far = Blinds(), Eye(2_000, 4_000), Eye(8_000, 4_000)
    assert not sees(sheet, SIGHT, here, far)
    blinds.note((1, 2), sheet)
    assert _both_exposed(blinds, sheet, here, far), "how far they may move has not been worked out yet"
    assert blinds.hide((1, 2), sheet, here, far)
    xs, ys, floors = {1: 2_100, 2: 8_000, 3: 2_000}, {1: 4_100, 2: 4_000, 3: 4_000}, {1: 0, 2: 0, 3: 0}
    assert blinds.exposed(2, [1, 3], xs, ys, floors, sheet) == [3], "nothing is known of him"
    assert blinds.exposed(1, [2, 3], xs, ys, floors, sheet) == [3]
    assert _both_exposed(blinds, sheet, Eye(2_000, 4_000, 2), far), "from that floor he looks over it"
    assert _both_exposed(blinds, sheet, Eye(2_000, 6_500), far), "and from there past it"


def test_a_house_is_remembered_for_as_long_as_it_must_be_between_the_two() -> None:
    sheet = table(buildings=[{"id": "h", "k": "house", "p": [[400, 300], [600, 300], [600, 500], [400, 500]]}])
    blinds, pair, far = Blinds(), (1, 2), Eye(8_000, 4_000)
    assert not sees(sheet, SIGHT, Eye(2_000, 4_000), far)
    blinds.note(pair, sheet)
    assert blinds.hide(pair, sheet, Eye(2_100, 4_100), far)
    assert blinds.hide(pair, sheet, Eye(2_000, 4_800), far), "the same house, farther to one side"
    assert not blinds.hide(pair, sheet, Eye(2_000, 7_500), far), "he looks past a corner there"
    assert not sees(sheet, SIGHT, Eye(2_000, 4_000), far)
    blinds.note(pair, sheet)
    assert not blinds.hide(pair, sheet, Eye(2_000, 4_000, 2), far), "from that floor he looks over it"


def test_a_wood_is_remembered_for_as_long_as_enough_of_it_must_be_between_the_two() -> None:
    sheet = table(areas=[{"k": "wood", "p": [[400, 200], [600, 200], [600, 600], [400, 600]]}])
    blinds, pair, far = Blinds(), (1, 2), Eye(8_000, 4_000)
    assert not sees(sheet, SIGHT, Eye(2_000, 4_000), far)
    blinds.note(pair, sheet)
    assert blinds.hide(pair, sheet, Eye(2_100, 4_100), far)
    assert blinds.hide(pair, sheet, Eye(2_000, 7_500), far), "the same wood, farther to one side"
    assert not blinds.hide(pair, sheet, Eye(2_000, 9_500), far), "he looks past the wood there"
    assert not sees(sheet, SIGHT, Eye(2_000, 4_000), far)
    blinds.note(pair, sheet)
    assert not blinds.hide(pair, sheet, Eye(2_000, 4_000, 2), far), "from that floor he looks over it"


@st.composite
def thickets(draw: Any) -> Tabletop:
    """A wood of any outline about the middle of the table, and perhaps another, and a hill."""
    ways = [(100, 0), (50, 87), (-50, 87), (-100, 0), (-50, -87), (50, -87)]
    far = [draw(st.integers(60, 350)) for _ in ways]
    ring = [[500 + x * r // 100, 400 + y * r // 100] for (x, y), r in zip(ways, far, strict=True)]
    others = [{"k": "wood", "p": draw(boxes())} for _ in range(draw(st.integers(0, 1)))]
    hills = [{"k": "hill", "level": 1, "p": draw(boxes())} for _ in range(draw(st.integers(0, 1)))]
    return table(areas=[{"k": "wood", "p": ring}, *others, *hills])


west = st.tuples(st.integers(1_000, 4_500), st.integers(2_000, 6_000))
east = st.tuples(st.integers(5_500, 9_000), st.integers(2_000, 6_000))
strides = st.lists(st.tuples(*[st.integers(-900, 900)] * 4), min_size=10, max_size=30)


@settings(max_examples=150, deadline=None)
@given(thickets(), west, east, strides)
def test_whoever_is_remembered_to_be_hidden_by_a_wood_is_not_seen(
    sheet: Tabletop, here: tuple[int, int], there: tuple[int, int], walk: list[tuple[int, int, int, int]]
) -> None:
    """S4.4: two who are hidden from each other by woods, and then walk so far from there."""
    assume(not sees(sheet, SIGHT, Eye(*here), Eye(*there)))
    blinds, pair = Blinds(), (1, 2)
    blinds.note(pair, sheet)
    for dx, dy, ex, ey in walk:
        one, two = Eye(here[0] + dx, here[1] + dy), Eye(there[0] + ex, there[1] + ey)
        hidden = not sees(sheet, SIGHT, one, two)
        assert hidden or _both_exposed(blinds, sheet, one, two)
        assert hidden or not blinds.hide(pair, sheet, one, two)
        if hidden and not blinds.hide(pair, sheet, one, two):
            blinds.note(pair, sheet)


@settings(max_examples=80, deadline=None)
@given(tables(), st.lists(spots, min_size=2, max_size=5), st.integers(0, 1))
def test_ways(sheet: Tabletop, points: list[tuple[int, int]], mover: int) -> None:
    """S3: the same cost, the same marks, and stopped at the same place by the same thing."""
    rule = FOOT._replace(mover=mover, indoors=mover == 0)
    for start, end in itertools.pairwise(points):
        for shut in (0, (1 << sheet.gates) - 1):
            judged = reference.walk(sheet, rule, (start, end), 125, shut)
            found = walk(sheet, rule, (start, end), 125, shut)
            assert (found.snag, found.end) == (judged.snag, judged.end)
            # S3.1 has every contour paid for that one goes up. Whether a way that runs almost along a contour goes up
            # is read off whole points beside it, which may all lie on one side: such a way is not judged by its cost.
            if not reference.skims_a_contour(sheet, reference.Way(start, end)):
                assert abs(found.spent - judged.spent) < len(found.track), "every mark is rounded, by a half at most"
            assert known_walk(sheet, rule, (start, end), 125, shut) == found
            free = walk(sheet, rule, (start, end), 125, shut, free=True)
            assert free == found if found.snag is None else free.snag is not None
    assert known_walk(sheet, rule, tuple(points), 125) == walk(sheet, rule, points, 125)


@given(st.lists(st.tuples(spots, st.integers(50, 300)), max_size=20), spots, st.integers(50, 300), st.integers(0, 20))
def test_a_crowd_besides_another(bases: list[Any], spot: tuple[int, int], radius: int, first: int) -> None:
    """Overlap is found among those who were there and those who came, as if one looked at each of them."""
    listed = [(number, x, y, r) for number, ((x, y), r) in enumerate(bases)]
    both = Crowd(listed[first:], besides=Crowd(listed[:first]))
    near = [n for n, x, y, r in listed if (x - spot[0]) ** 2 + (y - spot[1]) ** 2 < (radius + r) ** 2]
    found = both.touching(*spot, radius)
    assert (len(found), set(found)) == (len(near), set(near))
    assert both.free(*spot, radius) == (not near)


@given(spots, st.integers(0, 359), spots)
def test_a_remembered_hull_is_the_hull(spot: tuple[int, int], heading: int, point: tuple[int, int]) -> None:
    drawn = outline(rectangle(*spot, heading, 900, 400))
    assert hull(*spot, heading, 900, 400) == drawn
    assert near_polygon(drawn, *point) == near_polygon(hull(*spot, heading, 900, 400), *point)


def test_a_way_whose_beginning_is_spent_already_is_cut_to_its_beginning() -> None:
    """5.3: a charger who has made his whole move does not get it back when he looks for his man anew."""
    assert cut(((3000, 500, 500), (3400, 900, 500)), 3000) == ((3000, 500, 500),)


@given(tables(), spots, spots, st.integers(0, 8_000))
@settings(max_examples=15, deadline=None)
def test_a_flood_that_rises_as_far_as_asked_is_the_whole_flood(
    sheet: Tabletop, start: tuple[int, int], goal: tuple[int, int], reach: int
) -> None:
    whole, asked = Raster(sheet, FOOT, 125), Raster(sheet, FOOT, 125)
    goals = frozenset({whole.square(*goal)})
    costs = whole.field(goals, reach)
    assert list(costs.items()) == sorted(costs.items(), key=lambda entry: (entry[1], entry[0]))
    assert asked.way(start, goals, reach) == whole.way(start, goals, reach)
    assert list(asked.flood(goals, reach).rising()) == list(costs.items())


@given(tables(), st.lists(spots, min_size=1, max_size=4), st.lists(spots, min_size=1, max_size=6), st.integers(50, 320))
@settings(max_examples=40, deadline=None)
def test_an_approach_leads_where_the_flood_leads(
    sheet: Tabletop, starts: list[tuple[int, int]], ends: list[tuple[int, int]], radius: int
) -> None:
    """Whoever asks, from within the part of the table that was named or from beyond it, and in whatever order: from
    squares too that nobody can enter, and where there is no way at all."""
    flooded, asked = Raster(sheet, FOOT, radius), Raster(sheet, FOOT, radius)
    goals = frozenset(flooded.square(*end) for end in ends)
    xs, ys = [x for x, _ in starts], [y for _, y in starts]
    approach = asked.approach(goals, (min(xs), min(ys), max(xs), max(ys)))
    assert asked.approach(goals, (min(xs), min(ys), max(xs), max(ys))) is approach
    flood = flooded.flood(goals, 1 << 22)
    for start in (*starts, *ends, *((x, sheet.height - y) for x, y in starts)):
        assert list(approach.way(start)) == list(flood.way(start))
        for square in asked.about(start):
            assert approach.cost(square) == flood.cost(square)


@given(tables(), st.integers(0, 1), st.integers(0, 24))
@settings(max_examples=30, deadline=None)
def test_a_step_costs_what_it_costs_to_walk_it(sheet: Tabletop, mover: int, phase: int) -> None:
    """Where nothing begins or ends about a square nobody walks: the cost follows from the ground.

    Rasters that differ in the gates that are shut share all that lies away from gates, and those of a table before and
    after houses have come down all that lies away from these."""
    rule = FOOT._replace(mover=mover, indoors=mover == 0)
    ruins = sheet.razed([house.id for house in sheet.buildings][:1])
    for ground, shut in itertools.product((sheet, ruins), (0, (1 << sheet.gates) - 1)):
        raster = Raster(ground, rule, 125, shut)
        for square in range(phase, raster.columns * raster.rows, 25):
            walked = {}
            for there in raster.beside(square):
                way = walk(ground, rule, (raster.centre(square), raster.centre(there)), raster.radius, shut)
                if way.snag is None and way.end == raster.centre(there):
                    walked[there] = way.spent
            assert dict(raster.steps(square)) == {there: cost for there, cost in walked.items() if cost}


@given(tables(), spots, spots, st.integers(0, 8_000))
@settings(max_examples=25, deadline=None)
def test_a_search_finds_the_shortest_way(
    sheet: Tabletop, start: tuple[int, int], goal: tuple[int, int], most: int
) -> None:
    """Up and down may cost differently, and a way past a corner or a doorpost may be free in one direction only: what
    counts is the direction in which the mover goes."""
    raster = Raster(sheet, FOOT, 125)
    first, last = raster.square(*start), raster.square(*goal)
    assume(raster.steps(first))
    costs = cheapest(raster, first, most)
    way = raster.shortest(raster.centre(first), frozenset({last}), most)
    assert bool(way) == (last in costs)
    if way:
        found = walk(sheet, FOOT, (raster.centre(first), *way), 100)
        assert (found.snag, found.end) == (None, raster.centre(last))
        assert abs(found.spent - costs[last]) <= 4 + costs[last] // 100  # lengths are rounded down step by step


def cheapest(raster: Raster, first: int, most: int) -> dict[int, int]:
    """What it costs at least to come from a square to each other one, as far as so much takes one: every step is tried
    until none makes anything cheaper."""
    costs, changed = {first: 0}, [first]
    while changed:
        here = changed.pop(0)
        for there, step in raster.steps(here):
            total = costs[here] + step
            if total <= most and total < costs.get(there, most + 1):
                costs[there] = total
                changed.append(there)
    return costs


@given(tables(), spots, spots)
@settings(max_examples=40, deadline=None)
def test_all_things_about_a_line_are_named(sheet: Tabletop, one: tuple[int, int], two: tuple[int, int]) -> None:
    (ax, ay), (bx, by) = one, two
    named = sheet.index.along(ax, ay, bx, by)
    for number, (_, thing) in enumerate(sheet.things):
        if any(reference.steps_over(ax, ay, bx, by, edge) for edge in thing.edges):
            assert named >> number & 1


@given(st.lists(st.tuples(st.just(0), st.integers(0, 900), st.integers(0, 900), st.integers(50, 150)), max_size=6))
def test_how_deep_a_base_lies_in_others(bases: list[Any]) -> None:
    """So far it has to go at least before it is free."""
    crowd = Crowd(bases[3:], Crowd(bases[:3]))
    deep = crowd.overlap(400, 400, 100)
    assert (deep == 0) == crowd.free(400, 400, 100)
    assert all(not crowd.free(400 + step, 400, 100) for step in range(deep - 1))


def test_a_line_along_a_house_is_what_stops_a_way() -> None:
    """Where both lie at the same place the line is named, by the quick judge as by the slow one."""
    house = {"id": "h", "k": "house", "p": [[500, 300], [700, 300], [700, 500], [500, 500]], "doors": [[700, 400]]}
    fence = {"k": "wall_high", "p": [[500, 100], [500, 700]], "gates": [], "firestep": False}
    sheet = table(areas=[], lines=[fence], buildings=[{**house, "windows": []}])
    points = ((3000, 4000), (6000, 4000))
    assert walk(sheet, FOOT, points, 125) == reference.walk(sheet, FOOT, points, 125)


@given(tables(), spots, spots, st.integers(0, 4_000), st.integers(0, 3_000))
@settings(max_examples=15, deadline=None)
def test_a_way_that_avoids_something_is_the_shortest_that_does(
    sheet: Tabletop, start: tuple[int, int], shunned: tuple[int, int], most: int, gap: int
) -> None:
    raster = Raster(sheet, FOOT, 125)
    first = raster.square(*start)
    assume(raster.steps(first))

    def free(point: tuple[int, int]) -> bool:
        return (point[0] - shunned[0]) ** 2 + (point[1] - shunned[1]) ** 2 >= gap * gap

    found = raster.avoiding({first: 0}, most, free)
    costs, changed = ({first: 0}, [first]) if free(raster.centre(first)) else ({}, [])
    while changed:
        here = changed.pop(0)
        for there, step in raster.steps(here):
            total = costs[here] + step
            if free(raster.centre(there)) and total <= most and total < costs.get(there, most + 1):
                costs[there] = total
                changed.append(there)
    assert {square: cost for square, (cost, _) in found.items()} == costs
    for square in found:
        assert raster.back(start, found, square)[-1] == raster.centre(square)
