"""S2.3, S19.1 Where figures, guns and hulls may be put."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.yangtze.scenes import BROAD_RIVER, TOWNHOUSE, line, upstairs
from tests.games.yangtze.table import bare, box, case
from tests.ground.table import reference

from shapan.games import game
from shapan.games.yangtze.actions import HALT, MOVE
from shapan.games.yangtze.place import Spot, move
from shapan.games.yangtze.placing import (
    crowd,
    formation,
    gun_reach,
    house_refusal,
    hull_refusal,
    outward,
    places_about,
    spiral,
    spot_refusal,
    stands_on,
    under,
)
from shapan.games.yangtze.position import YangtzePosition
from shapan.games.yangtze.vessels.driving import fits
from shapan.games.yangtze.who import Unit, numbered
from shapan.ground.table import Crowd
from shapan.ground.table.geometry import lies_on
from shapan.kernel import rule


@rule("yangtze", "S2.3", "S19.2")
def test_carriers_stand_on_nobody_and_on_no_gun() -> None:
    stage = bare()
    truck, gun = stage.unit("truck"), stage.unit("wl_gun_light")
    assert hull_refusal(stage.pos, truck, 5000, 5000, 90) is None
    stage.put(stage.unit("gang"), (500, 510))
    assert case(hull_refusal(stage.pos, truck, 5000, 5000, 90)) == "S2.3"
    stage = bare()
    stage.model(gun, 500, 510)
    assert case(hull_refusal(stage.pos, truck, 5000, 5000, 90)) == "S2.3"
    assert not fits(stage.pos, truck, 5000, 5000, 90)


@rule("yangtze", "S6.7", "S2.3")
def test_no_refusal_tells_of_hidden_men() -> None:
    stage = bare("s3_silver_trucks")
    truck, gang = stage.unit("truck"), stage.unit("gang")
    stage.put(gang, (500, 510))
    assert case(hull_refusal(stage.pos, truck, 5000, 5000, 90, planned=True)) == "S2.3"
    stage.pos.hidden = 1 << gang
    assert hull_refusal(stage.pos, truck, 5000, 5000, 90, planned=True) is None
    assert case(hull_refusal(stage.pos, truck, 5000, 5000, 90)) == "S2.3", "but nobody drives over them"


@rule("yangtze", "S19.1")
def test_places_about_a_point_lie_in_rows_that_interlock_nearest_first() -> None:
    assert spiral(300, 299) == ((0, 0),)
    assert spiral(300, 300) == ((0, 0), (-300, 0), (300, 0))
    diagonal = [(-150, -262), (-150, 262), (150, -262), (150, 262)]
    assert spiral(300, 302) == ((0, 0), (-300, 0), (300, 0), *diagonal)
    wide = spiral(280, 1500)
    assert len(wide) == len(set(wide)) == 109
    assert all(dx * dx + dy * dy <= 1500**2 for dx, dy in wide)
    apart = [(ax - bx) ** 2 + (ay - by) ** 2 for ax, ay in wide for bx, by in wide if (ax, ay) != (bx, by)]
    assert min(apart) >= 275**2, "nobody stands on anybody"
    for spacing, reach in ((300, 0), (300, 1199), (300, 1200), (300, 1201), (30, 1500), (280, 9600)):
        assert tuple(outward(spacing, reach)) == spiral(spacing, reach), "or listed as far as somebody looks"


@pytest.mark.parametrize(("ground", "boat", "cited"), [
    ([("river", 0, 0, 2400, 1200)], "gunboat", None),
    ([("canal", 0, 0, 2400, 1200)], "gunboat", "S14.2"),
    ([("canal", 0, 0, 2400, 1200)], "sampan", None),
    ([("river", 0, 0, 1050, 1200)], "gunboat", "S14.2"),
    ([("river", 950, 0, 2400, 1200)], "gunboat", "S14.2"),
    ([("river", 0, 0, 2400, 1200), ("sandbar", 995, 0, 1005, 1200)], "gunboat", "S14.2"),
    ([], "gunboat", "S14.2"),
])  # fmt: skip
@rule("yangtze", "S14.2")
def test_bow_middle_and_stern_lie_on_water_that_bears_the_hull(
    ground: list[tuple[str, int, int, int, int]], boat: str, cited: str | None
) -> None:
    """In canals and shallows only small boats; a sandbar under the middle is as bad as a bank under the bow."""
    stage = bare(ground={"areas": [{"k": kind, "n": kind, "p": box(*corners)} for kind, *corners in ground]})
    assert case(hull_refusal(stage.pos, stage.unit(boat), 10000, 6000, 90)) == cited


@pytest.mark.parametrize(("x", "y", "cited"), [
    (12.5, 12.5, None), (12.4, 600, "S3.5"), (600, 12.4, "S3.5"), (2387.5, 1187.5, None), (2387.6, 600, "S3.5"),
])  # fmt: skip
@rule("yangtze", "S3.5", "S2.1")
def test_a_base_lies_wholly_on_the_table(x: float, y: float, cited: str | None) -> None:
    stage = bare()
    squad = stage.unit("usmc_squad")
    base = stage.pos.book.units[squad].radius
    refusal = spot_refusal(stage.pos, squad, round(x * 10), round(y * 10), base, crowd(stage.pos, 0))
    assert (case(refusal) == "S3.5") == (cited is not None)


@rule("yangtze", "S2.3", "S16.1", "S6.7")
def test_bases_are_in_the_way_on_their_own_floor_and_only_those_that_one_knows_of() -> None:
    stage = bare(ground={"buildings": [TOWNHOUSE]})
    squad, gang, gun = stage.unit("usmc_squad"), stage.unit("gang"), stage.unit("wl_gun_light")
    (man,) = stage.put(squad, (660, 550))
    (bandit,) = stage.put(gang, (900, 900))
    stage.model(gun, 1200, 900)
    pos = stage.pos
    there, outside, piece = (6600, 5500), (9000, 9000), (12000, 9000)
    assert not crowd(pos, 0).free(*there, 10)
    assert crowd(pos, 0, frozenset({man})).free(*there, 10)
    assert crowd(pos, 0, floor=1).free(*there, 10)
    assert not crowd(pos, 0).free(*piece, 10)
    assert crowd(pos, 0, floor=1).free(*piece, 10), "a gun stands on the ground"
    upstairs(stage, man)
    assert crowd(pos, 0).free(*there, 10)
    assert not crowd(pos, 0, floor=1).free(*there, 10)
    assert not crowd(pos, 0).free(*outside, 10)
    pos.hidden = 1 << gang
    assert crowd(pos, 0).free(*outside, 10), "the other side knows nothing of him"
    assert not crowd(pos, 1).free(*outside, 10)
    assert bandit


@rule("yangtze", "S2.3", "R77")
def test_hulls_lie_clear_of_each_other_but_for_those_that_move_away() -> None:
    stage = bare(ground=BROAD_RIVER)
    boat, launch = stage.unit("gunboat"), stage.unit("launch")
    stage.model(launch, 1000, 800, 90)
    wide = sum(stage.pos.book.units[unit].size[1] for unit in (boat, launch)) // 2
    for gap, cited in ((-1, "S14.2"), (0, "S14.2"), (1, None)):
        assert case(hull_refusal(stage.pos, boat, 10000, 8000 + wide + gap, 90)) == cited
        assert case(hull_refusal(stage.pos, boat, 10000, 8000 - wide - gap, 90)) == cited
    long = sum(stage.pos.book.units[unit].size[0] for unit in (boat, launch)) // 2
    for gap, cited in ((0, "S14.2"), (1, None)):
        assert case(hull_refusal(stage.pos, boat, 10000 + long + gap, 8000, 90)) == cited
    stage.card(MOVE, launch)
    assert hull_refusal(stage.pos, boat, 10000, 8000, 90, planned=True) is None
    assert case(hull_refusal(stage.pos, boat, 10000, 8000, 90)) == "S14.2"
    stage.card(HALT, launch)
    assert case(hull_refusal(stage.pos, boat, 10000, 8000, 90, planned=True)) == "S14.2"


@rule("yangtze", "S2.3")
def test_who_is_under_a_hull_is_found_wherever_he_stands() -> None:
    """Each base of a crowd, looked at one by one."""
    rng, stage = Random(5), bare()
    units = [stage.unit(name) for name in ("wl_rifles", "usmc_squad", "gang", "wl_cavalry")]
    truck = stage.unit("truck")
    found = 0
    for _ in range(60):
        for unit in units:
            stage.put(unit, *((rng.randint(400, 700), rng.randint(400, 700)) for _ in range(4)))
        stage.model(truck, 550, 550, rng.randrange(360))
        edges, pos = stage.pos.body(truck), stage.pos
        plain = {f for unit in units for f in pos.standing[unit] if pos.hull_gap(f, truck) < 0}
        assert set(under(pos, edges)) == plain
        assert stands_on(pos, edges) == bool(plain)
        found += len(plain)
    assert found > 60


@rule("yangtze", "S2.3", "S14.2")
def test_boats_pass_below_men_on_a_bridge() -> None:
    areas = [{"k": "canal", "p": box(0, 400, 2400, 800)}, {"k": "bridge", "p": box(950, 390, 1050, 810)}]
    stage = bare(ground={"areas": areas})
    sampan = stage.unit("sampan")
    stage.put(stage.unit("usmc_squad"), (1000, 600))
    assert hull_refusal(stage.pos, sampan, 10000, 6000, 0) is None
    stage.put(stage.unit("usmc_squad"), (1065, 600))
    stage.model(sampan, 1000, 600, 90)
    assert stands_on(stage.pos, stage.pos.body(sampan), "bridge"), "beside the bridge"


@rule("yangtze", "S16.1")
def test_a_floor_is_full_of_its_own_side_whoever_else_is_there() -> None:
    stage = bare(ground={"buildings": [TOWNHOUSE]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    most = stage.pos.book.berths[0]
    men = stage.put(gang, *((610 + 25 * (n % 4), 510 + 25 * (n // 4)) for n in range(most)))
    (marine,) = stage.put(squad, (800, 550))
    late = stage.men(gang)[most]
    move(stage.pos, (late, Spot(8000, 6500)))
    assert house_refusal(stage.pos, marine, 6600, 5500) is None, "whom the enemy has there is not asked"
    assert case(house_refusal(stage.pos, late, 6600, 5500)) == "S16.1"
    assert house_refusal(stage.pos, late, 6600, 5500, 1) is None, "there is room upstairs"
    assert house_refusal(stage.pos, late, 8000, 5500) is None, "outside"
    assert house_refusal(stage.pos, men[0], 6600, 5500) is None, "he is there already"
    upstairs(stage, men[0])
    assert house_refusal(stage.pos, late, 6600, 5500) is None


@rule("yangtze", "S19.1", "S2.1")
def test_the_crew_of_a_gun_is_set_up_about_the_piece() -> None:
    stage = bare("s5_kuling_battery")
    gun = stage.unit("wl_gun_light")
    spec = stage.pos.book.units[gun]
    zone = stage.pos.book.table.zones[spec.zone] if spec.zone else ((0, 0), (24000, 12000))
    x, y = (sum(point[axis] for point in zone) // len(zone) for axis in (0, 1))
    spots = formation(stage.pos, gun, x, y)
    assert spots is not None
    assert len(spots) == len(stage.men(gun))
    for sx, sy in spots.values():
        far = (sx - x) ** 2 + (sy - y) ** 2
        assert (spec.gun_radius + spec.radius) ** 2 <= far <= gun_reach(stage.pos, gun) ** 2
    assert gun_reach(stage.pos, gun) == spec.gun_radius + spec.radius + 250


@pytest.mark.parametrize(("template", "apart"), [("usmc_squad", 300), ("wl_cavalry", 450)])
@rule("yangtze", "S19.1", "S2.3")
def test_men_are_set_up_30_mm_apart_and_horses_45(template: str, apart: int) -> None:
    """Bases of 25 and of 40 mm with 5 mm between them."""
    stage = bare()
    assert places_about(stage.pos, stage.unit(template))[:3] == ((0, 0), (-apart, 0), (apart, 0))


@pytest.mark.parametrize(
    ("kind", "cited"), [("track", None), ("road", None), ("hedge", None), ("wall_low", None), ("wall_high", "S3.1")]
)
@rule("yangtze", "S19.1", "S3.1", "S3.5")
def test_nobody_is_set_up_in_the_very_line_of_what_cannot_be_crossed(kind: str, cited: str | None) -> None:
    plain = bare()
    unit = plain.unit("gang")
    left, top, right, bottom = plain.pos.book.table.around_zone(plain.pos.book.units[unit].zone)
    x, y = (left + right) // 20 * 10, (top + bottom) // 20 * 10
    stage = bare(ground=line(kind, (x / 10, y / 10 - 200), (x / 10, y / 10 + 200)))
    radius = stage.pos.book.units[unit].radius
    assert case(spot_refusal(stage.pos, unit, x, y, radius, crowd(stage.pos, 1))) == cited


def ground_case(pos: YangtzePosition, unit: Unit, x: int, y: int, radius: int) -> str | None:
    """S19.1, the slow way: what keeps a base off a point, whoever is there."""
    table, spec, way = pos.book.table, pos.book.units[unit], pos.way(unit)
    if not table.on_table(x, y, radius):
        return "S3.5"
    if spec.zone and not table.in_zone(spec.zone, x, y):
        return "S19.1"
    if not (way.indoors if reference.building(table, x, y) >= 0 else reference.ground(table, x, y).cost[way.mover]):
        return "S3.6"
    barring = [line for line in table.lines if line.obstacle.cross[way.mover] < 0]
    return "S3.1" if any(lies_on(x, y, edge) for line in barring for edge in line.edges) else None


@pytest.mark.parametrize("scenario", ["s2_mission_rescue", "s4_ox_gorge", "s8_wanling_bund"])
@rule("yangtze", "S19.1")
def test_what_is_known_of_a_square_is_said_of_every_point_in_it(scenario: str) -> None:
    """Points about each other, and about all corners: of walls, zones, houses, roads and fields."""
    pos, rng = game("yangtze").start(scenario), Random(scenario)
    table = pos.book.table
    corners = [point for zone in table.zones.values() for point in zone]
    outlines = [thing.points for things in (table.lines, table.buildings, table.areas) for thing in things]
    corners += [point for points in outlines for point in points]
    units = {(spec.zone, pos.way(unit)): unit for unit, spec in numbered(pos.book.units) if not spec.carrier}
    for unit in units.values():
        radius, about = pos.book.units[unit].radius, rng.sample(corners, min(40, len(corners)))
        for x, y in about:
            for _ in range(3):
                px, py = x + rng.randint(-90, 90) * rng.randint(0, 1), y + rng.randint(-90, 90) * rng.randint(0, 1)
                found = spot_refusal(pos, unit, px, py, radius, Crowd())
                assert (found.case if found else None) == ground_case(pos, unit, px, py, radius)
