"""S10.3, R151 Who is nearest to one who runs, and how much of his way is looked at, against the plain way."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.yangtze.table import Stage, bare, box

from shapan.games.yangtze.actions import FLEE
from shapan.games.yangtze.melee.running import (
    FAR_OFF,
    Enemy,
    Shy,
    _circles,
    _outside,
    _upto,
    closest,
    enemies,
    from_home,
    home_squares,
    nearest,
    shies,
)
from shapan.games.yangtze.movement.ways import tread
from shapan.games.yangtze.who import Unit
from shapan.ground.table import cut, outline, rectangle
from shapan.ground.table.routes import RASTER
from shapan.kernel import rule

STAGE = bare(
    ground={
        "areas": [{"k": "dense_wood", "p": box(300, 300, 900, 800)}],
        "lines": [{"k": "hedge", "p": [[1200, 100], [1200, 900]]}, {"k": "wall_high", "p": [[1700, 300], [1700, 900]]}],
    }
)
spots = st.tuples(st.integers(0, 3_000), st.integers(0, 3_000))


def man(at: tuple[int, int], radius: int) -> Enemy:
    x, y = at
    return Enemy(x, y, radius)


def hull(at: tuple[int, int], heading: int, long: int) -> Enemy:
    x, y = at
    return Enemy(x, y, 0, outline(rectangle(x, y, heading, long, 300)))


men = st.builds(man, spots, st.sampled_from([125, 150, 200]))
hulls = st.builds(hull, spots, st.integers(0, 359), st.integers(400, 2_000))


@settings(max_examples=300, deadline=None)
@given(st.lists(men | hulls, max_size=8), spots)
@rule("yangtze", "S10", "14.4")
def test_the_nearest_enemy_is_the_one_with_the_least_gap(foes: list[Enemy], point: tuple[int, int]) -> None:
    """Also where bases overlap, and where several are equally near."""
    plain = min(foes, key=lambda foe: (foe.gap(*point), foe.x, foe.y), default=None)
    gap, foe = closest(foes, *point)
    assert foe is plain
    assert gap == nearest(foes, *point) == (plain.gap(*point) if plain else FAR_OFF)


@rule("yangtze", "S10")
def test_of_two_equally_near_the_western_one_counts_whoever_is_named_first() -> None:
    east, west, farther = Enemy(1_500, 1_000, 125), Enemy(500, 1_000, 125), Enemy(499, 1_000, 125)
    assert closest([east, west], 1_000, 1_000) == closest([west, east], 1_000, 1_000) == (375, west)
    assert closest([east, farther], 1_000, 1_000) == closest([farther, east], 1_000, 1_000) == (375, east)


@pytest.mark.parametrize(("dx", "dy", "outside"), [
    (599, 800, False), (600, 800, True), (-300, 999, False), (-300, 1000, True), (-300, -400, False), (2000, 0, True),
])  # fmt: skip
@rule("yangtze", "S10", "R151")
def test_ground_too_near_to_a_hull_is_measured_from_its_outline(dx: int, dy: int, outside: bool) -> None:
    """100 mm, from a hull of 60 by 80 mm; the points are counted from its corner."""
    body = Enemy(5_000, 5_000, 0, outline(rectangle(5_000, 5_000, 0, 800, 600)))
    assert _outside(_circles([Shy(body, 1_000)]), (5_300 + dx, 5_400 + dy)) == outside


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.integers(200, 22_000), st.integers(200, 11_000)), min_size=2, max_size=8),
    st.integers(100, 6_000),
)
@rule("yangtze", "S10")
def test_what_lies_beyond_his_move_does_not_change_the_way_of_a_fugitive(
    points: list[tuple[int, int]], reach: int
) -> None:
    """Through a wood, over a hedge, against a wall that stops him: as far as he runs it is the same way."""
    here, *rest = points
    pos, gang = STAGE.pos, STAGE.unit("gang")
    whole = tread(pos, gang, (here, *rest)).track
    begun = tread(pos, gang, (here, *_upto(here, rest, reach))).track
    assert cut(begun, reach) == cut(whole, reach)


def test_a_way_that_leads_far_is_looked_at_as_far_as_he_runs() -> None:
    far = [(1_000 * at, 1_000) for at in range(2, 20)]
    assert _upto((1_000, 1_000), far, 4_000) == far[:5], "a little more, since lengths are rounded"


HOMES = [("N", 0, -1), ("E", 1, 0), ("S", 0, 1), ("W", -1, 0)]
"""The four edges, and the way there."""


def going_home(edge: str, ground: dict[str, object] | None = None) -> tuple[Stage, Unit]:
    """A gang whose home is one of the four edges."""
    stage = bare(ground=ground)
    stage.pos.book.home = (edge, edge)
    gang = stage.unit("gang")
    stage.card(FLEE, gang)
    return stage, gang


@pytest.mark.parametrize(("edge", "dx", "dy"), HOMES)
@rule("yangtze", "14.6", "S10", "S3.5")
def test_fugitives_run_a_charge_move_straight_to_their_own_edge_and_stop_there(edge: str, dx: int, dy: int) -> None:
    stage, gang = going_home(edge)
    stage.put(gang, (1200, 600))
    stage.put(stage.unit("usmc_squad"), (1200 - 300 * dx, 600 - 300 * dy))
    stage.walk()
    assert stage.places(gang) == [(1200 + 400 * dx, 600 + 400 * dy)]
    x, y = 1200 + dx * 1100, 600 + dy * 500
    stage.put(gang, (x, y))
    stage.put(stage.unit("usmc_squad"), (x - 300 * dx, y - 300 * dy))
    stage.walk()
    assert stage.places(gang) == [(1200 + dx * (1200 - 12.5), 600 + dy * (600 - 12.5))], "a base has room at the edge"


@pytest.mark.parametrize(("edge", "dx", "dy"), HOMES)
@rule("yangtze", "14.6", "S10")
def test_where_a_wall_bars_the_straight_way_the_shortest_one_leads_to_any_point_of_the_edge(
    edge: str, dx: int, dy: int
) -> None:
    """A high wall of 200 mm, 50 mm before him and square to his way; round it he loses little."""
    x, y = 1200 + 50 * dx, 600 + 50 * dy
    ends = [[x - 100 * dy, 1200 - (y - 100 * dx)], [x + 100 * dy, 1200 - (y + 100 * dx)]]
    stage, gang = going_home(edge, {"lines": [{"k": "wall_high", "p": ends}]})
    (man,) = stage.put(gang, (1200, 600))
    stage.walk()
    home = from_home(stage.pos, gang, stage.pos.x[man], stage.pos.y[man])
    assert 2900 <= from_home(stage.pos, gang, 12000, 6000) - home <= 3400
    assert 3900 <= stage.pos.spent[man] <= 4000


@pytest.mark.parametrize(("edge", "far"), [("N", 4000), ("E", 24000 - 3000), ("S", 12000 - 4000), ("W", 3000)])
@rule("yangtze", "S10", "14.6")
def test_how_far_it_is_home(edge: str, far: int) -> None:
    stage, gang = going_home(edge)
    pos, raster = stage.pos, stage.pos.raster(gang)
    assert from_home(pos, gang, 3000, 4000) == far
    squares = range(raster.columns * raster.rows)
    assert home_squares(pos, gang) == {sq for sq in squares if from_home(pos, gang, *raster.centre(sq)) < RASTER}


@pytest.mark.parametrize(
    ("gap", "kept"),
    [(60, 60), (100, 100), (150, 150), (399, 399), (400, 400), (410, 400), (800, 400), (801, None)],
)
@rule("yangtze", "S10", "5.3", "R9", "R151")
def test_how_near_to_an_enemy_he_runs_who_has_one(gap: int, kept: int | None) -> None:
    """No nearer than he is, or than a charge move; beyond two of those he cannot come near him at all."""
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    (man,) = stage.put(gang, (300, 600))
    stage.put(squad, (300 + 12.5 + gap, 600))
    found = [shy.gap for shy in shies(stage.pos, man, enemies(stage.pos, gang), 4000)]
    assert found == ([] if kept is None else [kept * 10])


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [
        (60, 300, (60, 112.5)),
        (60, 90, (60, 90)),
        (112.4, 300, (112.4, 112.5)),
        (112.5, 300, (112.5, 112.5)),
        (150, 300, (150, 150)),
        (60, 512.5, (60, 112.5)),
        (60, 512.6, (60,)),
    ],
)
@rule("yangtze", "S10", "5.3", "R9", "R151")
def test_who_has_an_enemy_within_100_mm_comes_within_100_mm_of_no_other(
    first: float, second: float, kept: tuple[float, ...]
) -> None:
    """Measured from the middle of his base to the edge of theirs: 100 mm are 112.5. One is west of him, one east."""
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    (man,) = stage.put(gang, (900, 600))
    stage.put(squad, (900 - 12.5 - first, 600), (900 + 12.5 + second, 600))
    found = shies(stage.pos, man, enemies(stage.pos, gang), 4000)
    assert [shy.gap for shy in found] == [round(gap * 10) for gap in kept]


@rule("yangtze", "S10", "5.3", "R9", "S16.4")
def test_whom_he_cannot_see_he_may_pass_more_closely() -> None:
    """One enemy at 60 mm, another 300 mm off behind a house: of him he keeps no farther than of the first."""
    wall = {"id": "h", "k": "house", "p": box(1000, 500, 1100, 700), "doors": [], "windows": []}
    stage = bare(ground={"buildings": [wall]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    (man,) = stage.put(gang, (900, 600))
    stage.put(squad, (900 - 72.5, 600), (1212.5, 600))
    assert [shy.gap for shy in shies(stage.pos, man, enemies(stage.pos, gang), 4000)] == [600, 600]


@pytest.mark.parametrize("crewed", [True, False])
@rule("yangtze", "S10", "R151")
def test_a_vehicle_frightens_as_long_as_somebody_is_aboard(crewed: bool) -> None:
    stage = bare()
    gang, car = stage.unit("gang"), stage.unit("gun_truck")
    stage.put(gang, (900, 600))
    stage.model(car, 1300, 600, 90, crew=crewed)
    foes = enemies(stage.pos, gang)
    assert [foe.body for foe in foes] == ([car] if crewed else [])
    long = stage.pos.book.units[car].size[0]
    assert all(foe.gap(9000, 6000) == 4000 - long // 2 for foe in foes), "from its edge"
    assert all(foe.body is None for foe in enemies(stage.pos, stage.unit("usmc_squad"))), "nobody runs from his own"


@rule("yangtze", "S10", "S6.7")
def test_nobody_runs_from_whom_he_does_not_know_of() -> None:
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (900, 600))
    (man,) = stage.put(squad, (1200, 600))
    assert [foe.figure for foe in enemies(stage.pos, gang)] == [man]
    stage.pos.hidden = 1 << squad
    assert enemies(stage.pos, gang) == []
