"""S12.1, S13, S3.8: how far vehicles and trains drive, how sharply they turn, and what is offered to them."""

from typing import Any

import pytest
from tests.games.yangtze.table import Stage, bare, box

from shapan.games.yangtze.actions import MOVE, ONWARD, OVERRUN, RETREAT, REVERSE, Card, Drive
from shapan.games.yangtze.position import DISABLED, HALF_SPEED
from shapan.games.yangtze.who import Unit, put
from shapan.ground.table import ahead
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
