"""S12.1, S13, 14.8: how far vehicles and trains drive and how sharply they turn, what is offered, backing out."""

from typing import Any

import pytest
from tests.games.yangtze.scenes import COTTAGE
from tests.games.yangtze.table import Stage, bare, box, case

from shapan.games.yangtze.actions import (
    HALT,
    MOVE,
    ONWARD,
    OVERRUN,
    RETREAT,
    REVERSE,
    Card,
    Drive,
)
from shapan.games.yangtze.melee.morale import consequences
from shapan.games.yangtze.melee.trials import hostile_town, nerve
from shapan.games.yangtze.orders.planned import Driving
from shapan.games.yangtze.position import DISABLED, HALF_SPEED
from shapan.games.yangtze.vessels.carriers import BEATS, roll_on, set_out
from shapan.games.yangtze.vessels.driving import (
    astern,
    back_out,
    course,
    drive_on,
    drive_refusal,
    drives,
    easy_way,
    enemies_near,
    facing,
    fits,
    footprints,
    on_rail,
    rails_behind,
)
from shapan.games.yangtze.who import Unit, put
from shapan.ground.table import ahead, bearing
from shapan.kernel import rule

ROAD: dict[str, Any] = {"lines": [{"k": "road", "p": [[0, 600], [2400, 600]]}]}


RAILS: dict[str, Any] = {"lines": [{"k": "rail", "p": [[0, 600], [2400, 600]]}]}


HERE = (6000, 6000)


EAST = 90


def driver(name: str, ground: Any = None, damage: int = 0) -> tuple[Stage, Unit]:
    """A vehicle in the middle of the table, bound east, that has played MOVE."""
    stage = bare(ground=ground)
    unit = stage.unit(name)
    stage.model(unit, 600, 600, EAST)
    stage.pos.damage = put(stage.pos.damage, unit, damage)
    stage.row(stage.unit("wl_rifles" if stage.pos.owner[unit] == 0 else "usmc_squad"), 2200, 100, 2)
    stage.play(Card(unit, MOVE), to="plan_actions")
    return stage, unit


def legs(*parts: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """A route of legs, each with its heading and length in millimetres."""
    points, at = [], HERE
    for heading, far in parts:
        at = ahead(*at, heading, far * 10)
        points.append(at)
    return tuple(points)


@pytest.mark.parametrize(
    ("name", "ground", "manner", "damage", "least", "most"),
    [
        ("truck", ROAD, ONWARD, 0, 100, 500),
        ("truck", None, ONWARD, 0, 100, 250),
        ("truck", ROAD, REVERSE, 0, 100, 250),
        ("truck", None, REVERSE, 0, 100, 125),
        ("truck", ROAD, ONWARD, HALF_SPEED, 100, 250),
        ("car", ROAD, ONWARD, 0, 100, 600),
        ("car", None, ONWARD, 0, 100, 300),
        ("armoured_car", ROAD, OVERRUN, 0, 100, 450),
        ("armoured_car", None, OVERRUN, 0, 100, 200),
        ("tank_ft", ROAD, ONWARD, 0, 50, 200),
        ("tank_ft", None, ONWARD, 0, 50, 150),
        ("armoured_train", RAILS, ONWARD, 0, 100, 500),
        ("armoured_train", RAILS, REVERSE, 0, 100, 250),
    ],
)
@rule("yangtze", "S12.1", "S13")
def test_how_far_a_vehicle_drives(name: str, ground: Any, manner: str, damage: int, least: int, most: int) -> None:
    stage, unit = driver(name, ground, damage)
    heading = EAST + 180 if manner == REVERSE else EAST
    ways = {far: stage.why(Drive(unit, manner, legs((heading, far)))) for far in (least - 1, least, most, most + 1)}
    assert ways == {least - 1: "S12.1", least: None, most: None, most + 1: "S12.1"}


@pytest.mark.parametrize(
    ("route", "refused"),
    [
        ([(EAST + 45, 120)], None),
        ([(EAST + 46, 120)], "S12.1"),
        ([(EAST - 45, 120)], None),
        ([(EAST - 46, 120)], "S12.1"),
        ([(EAST + 45, 60), (EAST + 90, 60)], None),
        ([(EAST + 45, 60), (EAST + 91, 60)], "S12.1"),
        ([(EAST + 40, 60), (EAST, 60), (EAST + 20, 60)], "S12.1"),
        ([(EAST + 40, 60), (EAST, 60), (EAST + 10, 60)], None),
    ],
)
@rule("yangtze", "S12.1")
def test_no_corner_over_45_degrees_and_90_in_all(route: list[tuple[int, int]], refused: str | None) -> None:
    stage, lorry = driver("truck")
    assert stage.why(Drive(lorry, ONWARD, legs(*route))) == refused


@pytest.mark.parametrize(
    ("route", "refused"),
    [
        ([(EAST + 180, 60)], None),
        ([(EAST + 120, 60), (EAST + 60, 60)], None),
        ([(EAST + 120, 60), (EAST + 55, 60)], "S12.1"),
    ],
)
@rule("yangtze", "S12.1")
def test_a_tank_turns_on_the_spot_180_degrees_in_all(route: list[tuple[int, int]], refused: str | None) -> None:
    stage, tank = driver("tank_ft")
    assert stage.why(Drive(tank, ONWARD, legs(*route))) == refused


@rule("yangtze", "S12.1")
def test_in_reverse_corners_are_counted_from_the_tail() -> None:
    stage, lorry = driver("truck")
    assert stage.why(Drive(lorry, REVERSE, legs((EAST + 180 + 45, 120)))) is None
    assert stage.why(Drive(lorry, REVERSE, legs((EAST, 120)))) == "S12.1"


@rule("yangtze", "S13")
def test_a_train_goes_round_any_bend_of_its_rails() -> None:
    bend = {"lines": [{"k": "rail", "p": [[0, 600], [700, 600], [700, 1100]]}]}
    stage, train = driver("armoured_train", bend)
    assert stage.why(Drive(train, ONWARD, ((7000, 6000), (7000, 4000)))) is None, "a corner of 90 degrees"
    assert stage.why(Drive(train, ONWARD, ((7000, 6000), (9000, 6000)))) == "S13"


@rule("yangtze", "S13")
def test_a_train_backs_at_half_its_rate_whatever_it_is_called() -> None:
    stage, train = driver("armoured_train", RAILS)
    assert stage.why(Drive(train, ONWARD, legs((EAST + 180, 250)))) is None
    assert stage.why(Drive(train, ONWARD, legs((EAST + 180, 251)))) == "S12.1"


@pytest.mark.parametrize(
    ("route", "refused"),
    [
        (((EAST, 10), (EAST + 180, 400)), "S13"),
        (((EAST + 180, 100), (EAST, 150)), "S13"),
        (((EAST, 100), (EAST, 0), (EAST + 180, 100)), "S13"),
        (((EAST, 0), (EAST + 180, 251)), "S12.1"),
        (((EAST, 0), (EAST + 180, 250)), None),
        (((EAST, 200), (EAST, 300)), None),
    ],
)
@rule("yangtze", "S13", "R111", "R281")
def test_a_train_runs_forward_or_back_and_not_both(route: tuple[tuple[int, int], ...], refused: str | None) -> None:
    """A step forward, or none at all, does not let it back at full speed."""
    stage, train = driver("armoured_train", RAILS)
    assert stage.why(Drive(train, ONWARD, legs(*route))) == refused


@rule("yangtze", "S13", "R111", "12.1")
def test_a_train_that_is_slowed_while_it_backs_makes_half_of_its_half_rate() -> None:
    stage, train = driver("armoured_train", RAILS)
    stage.pos.plan = put(stage.pos.plan, train, Driving(ONWARD, legs((EAST + 180, 250))))
    stage.pos.damage = put(stage.pos.damage, train, HALF_SPEED)
    stage.walk()
    assert HERE[0] - 1250 <= stage.pos.at[train][0] < HERE[0] - 1100


@rule("yangtze", "S12.1", "S3.1")
def test_wheels_do_not_cross_a_fence_and_tracks_do() -> None:
    fence = {"lines": [{"k": "fence", "p": [[700, 400], [700, 800]]}]}
    for name, refused in (("truck", "S3.1"), ("tank_ft", None)):
        stage, unit = driver(name, fence)
        assert stage.why(Drive(unit, ONWARD, legs((EAST, 120)))) == refused


@rule("yangtze", "S3.5", "S12.1")
def test_a_vehicle_stays_on_the_table_with_all_of_its_model() -> None:
    stage = bare(ground=ROAD)
    lorry = stage.unit("truck")
    stage.model(lorry, 2200, 600, EAST)
    stage.row(stage.unit("wl_rifles"), 200, 100, 2)
    stage.play(Card(lorry, MOVE), to="plan_actions")
    assert stage.why(Drive(lorry, ONWARD, ((23400, 6000),))) is None, "sixty millimetres of it are ahead of its middle"
    assert stage.why(Drive(lorry, ONWARD, ((23401, 6000),))) == "S3.5"


@rule("yangtze", "S12.1")
def test_what_is_offered_can_be_done_and_goes_as_far_as_it_may() -> None:
    stage, lorry = driver("truck", ROAD)
    offered = [action for action in stage.pos.options() if isinstance(action, Drive)]
    assert {stage.why(action) for action in offered} == {None}
    far = {
        manner: [abs(d.route[-1][0] - HERE[0]) for d in offered if d.manner == manner] for manner in (ONWARD, REVERSE)
    }
    assert {manner: max(ends) for manner, ends in far.items()} == {ONWARD: 5000, REVERSE: 2500}
    assert lorry in {action.unit for action in offered}


@pytest.mark.parametrize(("gap", "offered"), [(500, True), (501, False)])
@rule("yangtze", "13.4", "S12.1")
def test_an_overrun_is_offered_where_there_is_somebody_in_reach(gap: int, offered: bool) -> None:
    stage = bare(ground=ROAD)
    lorry = stage.unit("truck")
    stage.model(lorry, 600, 600, EAST)
    stage.put(stage.unit("wl_rifles"), (600 + gap, 600))
    stage.play(Card(lorry, MOVE), to="plan_actions")
    assert (OVERRUN in {action.manner for action in stage.pos.options() if isinstance(action, Drive)}) is offered


@pytest.mark.parametrize(("behind", "back"), [(300, 320), (550, 500)])
@rule("yangtze", "14.8")
def test_a_vehicle_backs_out_of_a_hostile_town_at_full_speed(behind: int, back: int) -> None:
    """R53: just out of it by the shortest way, or as far as its full rate takes it."""
    stage = bare(ground={"areas": [{"k": "town", "n": "Town", "p": box(600 - behind, 0, 1500, 1200)}]})
    lorry = stage.unit("truck")
    stage.model(lorry, 600, 600, EAST)
    stage.pos.card = put(stage.pos.card, lorry, RETREAT)
    stage.row(stage.unit("wl_rifles"), 2200, 100, 2)
    stage.play(to="halt_fire")
    assert stage.pos.at[lorry] == ((600 - back) * 10, 6000, EAST)


@rule("yangtze", "14.8")
def test_it_goes_aslant_where_that_is_nearer() -> None:
    stage = bare(ground={"areas": [{"k": "town", "n": "Town", "p": box(0, 300, 1500, 700)}]})
    lorry = stage.unit("truck")
    stage.model(lorry, 600, 600, EAST)
    stage.pos.card = put(stage.pos.card, lorry, RETREAT)
    stage.row(stage.unit("wl_rifles"), 2200, 100, 2)
    stage.play(to="halt_fire")
    x, y, _ = stage.pos.at[lorry]
    assert x < 6000
    assert y == pytest.approx(7100, abs=100), "out by the south, which is 100 mm away"


@pytest.mark.parametrize(("damage", "refused"), [(0, None), (HALF_SPEED, None), (DISABLED, "12.1")])
@rule("yangtze", "S12.4", "12.1")
def test_a_disabled_vehicle_moves_no_more_and_any_other_does(damage: int, refused: str | None) -> None:
    stage = bare(ground=ROAD)
    lorry = stage.unit("truck")
    stage.model(lorry, 600, 600, EAST)
    stage.pos.damage = put(stage.pos.damage, lorry, damage)
    assert stage.why(Card(lorry, MOVE)) == refused


@rule("yangtze", "14.8", "R53")
def test_a_vehicle_backs_out_by_the_shortest_way() -> None:
    town = {"k": "town", "p": box(400, 400, 700, 700)}
    stage = bare(ground={"areas": [town]})
    tank = stage.unit("tank_ft")
    stage.model(tank, 500, 550, 90)
    ((x, y),) = back_out(stage.pos, tank)
    assert (x, y) == (3800, 5500), "straight back, just out of it"
    stage.card(RETREAT, tank)
    set_out(stage.pos)
    roll_on(stage.pos, BEATS - 1)
    assert stage.pos.at[tank][0] < 4000
    assert stage.pos.at[tank][2] == 90, "it faces the enemy"


@rule("yangtze", "S12.1", "R77")
def test_driving() -> None:
    road = {"k": "road", "p": [[0, 700], [2400, 700]]}
    stage = bare(ground={"lines": [road]})
    truck = stage.unit("truck")
    stage.model(truck, 500, 500, 90)
    assert drive_refusal(stage.pos, truck, ONWARD, ((10000, 5000),)) is None
    assert case(drive_refusal(stage.pos, truck, ONWARD, ((10001, 5000),))) == "S12.1"
    assert case(drive_refusal(stage.pos, truck, ONWARD, ((8000, 8100),))) == "S12.1", "a sharp corner"
    assert case(drive_refusal(stage.pos, truck, ONWARD, ((8000, 5800),))) == "S12.1", "250 mm off the road"
    assert drive_refusal(stage.pos, truck, REVERSE, ((2500, 5000),)) is None
    assert case(drive_refusal(stage.pos, truck, REVERSE, ((2499, 5000),))) == "S12.1"
    stage.pos.damage = put(stage.pos.damage, truck, 1)
    assert case(drive_refusal(stage.pos, truck, OVERRUN, ((7501, 5000),))) == "S12.1", "half speed"


@rule("yangtze", "S13")
def test_trains_keep_to_the_rails() -> None:
    stage = bare(ground={"lines": [{"k": "rail", "p": [[0, 700], [2400, 700]]}]})
    train = stage.unit("armoured_train")
    stage.model(train, 1000, 500, 270)
    assert drive_refusal(stage.pos, train, ONWARD, ((6000, 5000),)) is None
    assert case(drive_refusal(stage.pos, train, ONWARD, ((6000, 5600),))) == "S13"


@rule("yangtze", "14.8", "12.1", "R53")
def test_a_disabled_car_backs_out_of_nothing() -> None:
    town = {"k": "town", "p": [[400, 400], [1000, 400], [1000, 1000], [400, 1000]]}
    stage = bare(ground={"areas": [town]})
    car = stage.unit("armoured_car")
    stage.model(car, 700, 500)
    stage.pos.damage = put(stage.pos.damage, car, DISABLED)
    consequences(stage.pos, car)
    assert stage.pos.forced[car] == HALT
    stage.card("RETREAT", car)
    set_out(stage.pos)
    assert not stage.pos.rolling


@pytest.mark.parametrize(("off", "easy"), [(-1, True), (1, False), (19, False)])
@rule("yangtze", "S12.1")
def test_the_road_rate_is_for_ways_wholly_on_the_road(off: int, easy: bool) -> None:
    road = {"k": "road", "p": [[200, 700], [600, 700]]}
    stage = bare(ground={"lines": [road]})
    truck = stage.unit("truck")
    stage.model(truck, 300, 500, 90)
    way = course(stage.pos, truck, ((6000 + off * 10, 5000),))
    assert easy_way(stage.pos, truck, way) == easy


@rule("yangtze", "S12.1")
def test_rails_are_no_road() -> None:
    stage = bare(ground={"lines": [{"k": "rail", "p": [[0, 700], [2400, 700]]}]})
    truck = stage.unit("truck")
    stage.model(truck, 300, 500, 90)
    assert not easy_way(stage.pos, truck, course(stage.pos, truck, ((5000, 5000),)))


@rule("yangtze", "S13")
def test_a_train_follows_the_bends_of_its_rails() -> None:
    rails = {"k": "rail", "p": [[0, 700], [800, 700], [800, 1100]]}
    stage = bare(ground={"lines": [rails]})
    train = stage.unit("armoured_train")
    stage.model(train, 700, 500, 90)
    assert case(drive_refusal(stage.pos, train, ONWARD, ((8000, 3500),))) == "S13", "across the bend"
    assert case(drive_refusal(stage.pos, train, ONWARD, ((8000, 5000), (8000, 3500)))) is None


@rule("yangtze", "S16.8", "S12.1")
def test_a_vehicle_that_drives_into_a_barricade_stops_there() -> None:
    stage = bare("s3_silver_trucks", ground={"lines": [{"k": "barricade", "p": [[500, 500], [500, 900]]}]})
    truck = stage.unit("truck")
    stage.model(truck, 300, 500, 90)
    stage.pos.shut = stage.pos.book.barriers
    stage.card(MOVE, truck)
    assert stage.pos.shut
    assert drive_refusal(stage.pos, truck, ONWARD, ((6000, 5000),)) is None
    stage.pos.plan = put(stage.pos.plan, truck, Driving(ONWARD, ((6000, 5000),)))
    stage.move()
    assert 4900 <= stage.pos.at[truck][0] <= 5000


@rule("yangtze", "S13", "R111", "S12.1")
def test_a_train_backs_at_half_its_rate() -> None:
    stage = bare(ground={"lines": [{"k": "rail", "p": [[0, 700], [2400, 700]]}]})
    train = stage.unit("armoured_train")
    stage.model(train, 1200, 500, 90)
    most = stage.pos.allowance(train, MOVE)[1]
    for manner in (ONWARD, "reverse"):
        assert drive_refusal(stage.pos, train, manner, ((12000 - most // 2, 5000),)) is None
        assert case(drive_refusal(stage.pos, train, manner, ((12000 - most // 2 - 100, 5000),))) == "S12.1"
    assert drive_refusal(stage.pos, train, ONWARD, ((12000 + most // 2 + 100, 5000),)) is None


@rule("yangtze", "S12.1", "R115")
def test_the_middle_of_a_vehicle_keeps_out_of_houses_not_its_corners() -> None:
    stage = bare(ground={"buildings": [COTTAGE]})
    truck = stage.unit("truck")
    stage.model(truck, 500, 480, 90)
    assert drive_refusal(stage.pos, truck, ONWARD, ((7000, 4800),)) is None, "25 mm to each side of its line"
    stage.model(truck, 500, 550, 90)
    assert case(drive_refusal(stage.pos, truck, ONWARD, ((7000, 5500),))) == "S16.1"


@rule("yangtze", "14.8", "S13")
def test_a_train_backs_out_of_a_town_on_its_rails() -> None:
    rails = [{"k": "rail", "p": [[0, 600], [700, 600], [1100, 800], [2400, 800]]}]
    stage = bare(ground={"lines": rails, "areas": [{"k": "town", "n": "Town", "p": box(300, 200, 1500, 900)}]})
    train = stage.unit("armoured_train")
    stage.model(train, 1300, 400, 90)
    stage.put(stage.unit("usmc_squad"), (2000, 1100))
    stage.pos.card = put(stage.pos.card, train, RETREAT)
    stage.play(to="halt_fire")
    x, y, heading = stage.pos.at[train]
    assert on_rail(stage.pos, (x, y))
    assert 8000 < x < 10000, "as far back as it gets, round the bend"
    assert heading == 90


@rule("yangtze", "14.8")
def test_friends_in_another_town_do_not_hold_this_one() -> None:
    towns = [{"k": "town", "n": name, "p": box(left, 400, left + 400, 900)} for name, left in (("A", 400), ("B", 1500))]
    stage = bare(ground={"areas": towns})
    tank, company = stage.unit("tank_ft"), stage.unit("wl_rifles")
    stage.model(tank, 600, 600, 90)
    stage.pos.hits = put(stage.pos.hits, tank, 1)
    stage.put(company, (1600, 600))
    assert sum(line.value for line in nerve(stage.pos, tank).lines) == -5
    stage.put(company, (700, 700))
    assert sum(line.value for line in nerve(stage.pos, tank).lines) == -1


@rule("yangtze", "14.8", "S17.1")
def test_civilians_hold_no_town() -> None:
    stage = bare(ground={"areas": [{"k": "town", "n": "Town", "p": box(400, 400, 900, 900)}]})
    lorry, consul = stage.unit("truck"), stage.unit("consul")
    stage.model(lorry, 600, 600, 90)
    stage.put(consul, (700, 700))
    assert hostile_town(stage.pos, lorry)


def offered(stage: Stage, unit: Unit, manner: str) -> set[tuple[int, int]]:
    """The drives of one manner that are offered: at what angle to the way ahead and how far, to half a millimetre."""
    x, y, heading = stage.pos.at[unit]
    found = set()
    for way, routes in drives(stage.pos, unit):
        for (px, py), *rest in routes if way == manner else ():
            assert not rest
            angle = (bearing(px - x, py - y) - heading + 180) % 360 - 180
            found.add((angle, 5 * round(((px - x) ** 2 + (py - y) ** 2) ** 0.5 / 5)))
    return found


@rule("yangtze", "S12.1")
def test_full_half_and_least_speed_are_offered_ahead_aslant_and_astern() -> None:
    stage, truck = driver("truck")
    aslant = {(turn, far) for turn in (-20, 0, 20) for far in (1000, 1750, 2500)}
    assert offered(stage, truck, ONWARD) == aslant | {(turn, far) for turn in (-45, 45) for far in (1750, 2500)}
    back = {(turn, far) for turn in (160, -180, -160) for far in (1000, 1125, 1250)}
    assert offered(stage, truck, REVERSE) == back | {(turn, far) for turn in (135, -135) for far in (1125, 1250)}
    assert offered(stage, truck, OVERRUN) == set()


@pytest.mark.parametrize("turn", [0, -20, 20, -45, 45])
@rule("yangtze", "14.8", "R53")
def test_a_vehicle_backs_straight_or_aslant_by_whichever_way_is_out_first(turn: int) -> None:
    """The town has a gap of a few degrees, sixty millimetres from the car."""
    x, y = HERE
    tip = ahead(x, y, 270 + turn, 600)
    low, high = (ahead(*tip, 270 + turn + side, 9000) for side in (-3, 3))
    corners = [(x + 3000, y - 3000), (x + 3000, y + 3000)]
    corners += [(x - 3000, y + 3000)] if turn > -45 else []
    corners += [low, tip, high]
    corners += [(x - 3000, y - 3000)] if turn < 45 else []
    town = {"k": "town", "p": [[px / 10, 1200 - py / 10] for px, py in corners]}
    stage = bare(ground={"areas": [town]})
    car = stage.unit("armoured_car")
    stage.model(car, 600, 600, EAST)
    *_, end = back_out(stage.pos, car)
    assert bearing(end[0] - x, end[1] - y) == 270 + turn


@pytest.mark.parametrize(("manner", "route", "heading"), [
    (ONWARD, legs((90, 100), (120, 100)), 120),
    (REVERSE, legs((270, 100), (250, 100)), 70),
    (REVERSE, legs((270, 100)), 90),
    (ONWARD, (*legs((45, 150)), *legs((45, 150))), 45),
    (ONWARD, (), 90),
])  # fmt: skip
@rule("yangtze", "S12.1")
def test_a_vehicle_looks_where_its_last_leg_led_and_in_reverse_where_it_came_from(
    manner: str, route: tuple[tuple[int, int], ...], heading: int
) -> None:
    stage, truck = driver("truck")
    assert facing(stage.pos, truck, manner, route) == heading
    if route:
        *_, (_, there) = footprints(stage.pos, truck, course(stage.pos, truck, route), manner)
        assert there == (*route[-1], heading)


@rule("yangtze", "S13", "R111")
def test_a_train_keeps_its_nose_where_it_was() -> None:
    stage, train = driver("armoured_train", RAILS)
    back = legs((270, 200))
    assert facing(stage.pos, train, ONWARD, back) == EAST
    assert all(there[2] == EAST for _, there in footprints(stage.pos, train, course(stage.pos, train, back), ONWARD))
    for route, backs in ((back, True), (legs((90, 200)), False), ((HERE,), False), ((HERE, *back), True)):
        assert astern(stage.pos, train, course(stage.pos, train, route)) == backs
    road, truck = driver("truck")
    assert not astern(road.pos, truck, course(road.pos, truck, back)), "a lorry says so"


@rule("yangtze", "S12.1")
def test_a_vehicle_stops_before_whoever_stands_in_its_way() -> None:
    stage, truck = driver("truck")
    way = course(stage.pos, truck, legs((90, 200)))
    assert drive_on(stage.pos, truck, way, ONWARD, (0, 2000)) == 2000
    assert stage.pos.at[truck] == (8000, 6000, EAST)
    stage, truck = driver("truck")
    half = stage.pos.book.units[truck].size[0] // 2
    stage.put(stage.unit("usmc_squad"), (600 + half / 10 + 12.5 + 55, 600))
    assert drive_on(stage.pos, truck, way, ONWARD, (0, 2000)) == 500
    assert stage.pos.at[truck] == (6500, 6000, EAST)
    assert drive_on(stage.pos, truck, way, ONWARD, (500, 2000)) == 500, "no farther"
    stage, truck = driver("truck")
    assert drive_on(stage.pos, truck, way, ONWARD, (0, 1000)) == 1000
    assert drive_on(stage.pos, truck, way, ONWARD, (1000, 1050)) == 1000


@rule("yangtze", "S13", "14.8")
def test_rails_are_followed_backwards_bend_after_bend_to_their_end() -> None:
    """The train stands on the second of three stretches and looks to the north-east, or the other way round."""
    rails = {"k": "rail", "p": [[200, 300], [800, 300], [1200, 700], [1200, 1100]]}
    stage = bare(ground={"lines": [rails]})
    train = stage.unit("armoured_train")
    stage.model(train, 1000, 700, 45)
    assert near(rails_behind(stage.pos, train), (800, 900), (200, 900))
    stage.model(train, 1000, 700, 225)
    assert near(rails_behind(stage.pos, train), (1200, 500), (1200, 100))
    stage.model(train, 1000, 300, 45)
    assert rails_behind(stage.pos, train) == (), "it stands on no rails"


def near(points: tuple[tuple[int, int], ...], *expected: tuple[int, int]) -> bool:
    """Are these the expected points, in millimetres, within half the width of the rails?"""
    pairs = zip(points, expected, strict=False)
    close = [abs(x - ex * 10) <= 125 and abs(y - ey * 10) <= 125 for (x, y), (ex, ey) in pairs]
    return len(points) == len(expected) and all(close)


@rule("yangtze", "S3.5", "S12.1")
def test_a_vehicle_finds_room_on_the_table_alone() -> None:
    stage, truck = driver("truck")
    half = stage.pos.book.units[truck].size[0] // 2
    assert fits(stage.pos, truck, half, 6000, EAST)
    assert not fits(stage.pos, truck, half - 1, 6000, EAST)


@pytest.mark.parametrize(
    ("x", "y", "near"),
    [(1099.9, 600, True), (1100.1, 600, False), (1000, 900, True), (1000, 1000, False)],
)
@rule("yangtze", "S12.1", "13.4")
def test_an_overrun_is_offered_where_an_enemy_is_within_a_move(x: float, y: float, near: bool) -> None:
    """A lorry drives 500 mm."""
    stage = bare()
    truck, gang = stage.unit("truck"), stage.unit("gang")
    stage.model(truck, 600, 600, EAST)
    stage.put(gang, (x, y))
    assert enemies_near(stage.pos, truck) is near
    stage.pos.hidden = 1 << gang
    assert not enemies_near(stage.pos, truck), "those who hide are not betrayed"


@rule("yangtze", "S13")
def test_a_train_is_offered_the_middle_of_its_rails_forward_and_back() -> None:
    stage = bare(ground={"lines": [{"k": "rail", "p": [[0, 700], [2400, 700]]}]})
    train = stage.unit("armoured_train")
    stage.model(train, 1200, 500, EAST)
    offered = [route for _, routes in drives(stage.pos, train) for route in routes]
    assert {y for ((_, y),) in offered} == {5000}
    assert {x > 12000 for ((x, _),) in offered} == {True, False}
