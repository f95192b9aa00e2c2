"""5.3, S12.2, S16.4 The 100 mm that are kept from the enemy by whoever does not charge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from tests.games.yangtze.scenes import Point, line, storeyed, upstairs, way
from tests.games.yangtze.table import bare, box, case

from shapan.games.yangtze.actions import (
    HALT,
    MOVE,
    SKIRMISH,
    Card,
    March,
    Stairs,
)
from shapan.games.yangtze.movement.standoff import keep_clear
from shapan.games.yangtze.movement.ways import way_refusal
from shapan.games.yangtze.orders.planned import Marching
from shapan.games.yangtze.position import LOST
from shapan.games.yangtze.who import put
from shapan.kernel import rule


@rule("yangtze", "S12.2", "5.3", "R9")
def test_foot_keeps_its_distance_from_enemy_vehicles() -> None:
    for manned in (True, False):
        stage = bare()
        car, squad = stage.unit("armoured_car", 0), stage.unit("usmc_squad")
        stage.model(car, 820, 500, 90, crew=manned)
        (man,) = stage.put(squad, (500, 500))
        stage.card(MOVE, squad)
        stage.card(HALT, car)
        stage.pos.plan = put(stage.pos.plan, squad, Marching())
        stage.pos.track = put(stage.pos.track, man, ((0, 5000, 5000), (3000, 8000, 5000)))
        stage.walk()
        there = stage.pos.x[man]
        assert there == 6525 if manned else there > 7000, "exactly 100 mm from base edge to body, or up to it"


def stopped(path: Sequence[Point], enemies: Sequence[Point], ground: dict[str, Any] | None = None) -> Point:
    """Where a man comes to rest who walks towards halted enemies."""
    stage = bare(ground=ground)
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(squad, (500, 500))
    stage.put(gang, *enemies)
    stage.play(Card(squad, MOVE), March(squad, way(*path)), to="halt_fire")
    return stage.places(squad)[0]


@pytest.mark.parametrize(
    ("ground", "end"),
    [
        (None, (625, 500)),
        (line("hedge", (700, 100), (700, 1000)), (625, 500)),
        (line("wall_high", (700, 100), (700, 1000)), (670, 500)),
    ],
)
@rule("yangtze", "5.3", "S16.4")
def test_who_does_not_charge_stops_at_a_hundred_of_those_whom_he_sees(
    ground: dict[str, Any] | None, end: Point
) -> None:
    assert stopped([(670, 500)], [(750, 500)], ground) == end


@rule("yangtze", "5.3")
def test_between_two_enemies_he_keeps_from_both() -> None:
    x, y = stopped([(800, 500)], [(750, 410), (750, 590)])
    assert y == 500
    assert abs((750 - x) ** 2 + 90**2 - 125**2) < 60


@pytest.mark.parametrize(("step", "cited"), [((501, 500), "5.3"), ((500, 540), None), ((460, 500), None)])
@rule("yangtze", "5.3")
def test_from_within_a_hundred_nobody_goes_nearer(step: Point, cited: str | None) -> None:
    stage = bare()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(squad, (500, 500))
    stage.put(gang, (585, 500))
    stage.play(Card(squad, SKIRMISH), to="plan_actions")
    assert stage.why(March(squad, way(step, (470, 500)) if cited else way(step))) == cited


@pytest.mark.parametrize(("template", "crew", "end"), [("truck", True, 100.0), ("truck", False, 40.0)])
@rule("yangtze", "S12.2", "5.3")
def test_foot_keeps_the_hundred_from_a_manned_vehicle_alone(template: str, crew: bool, end: float) -> None:
    stage = bare()
    gang, lorry = stage.unit("gang"), stage.unit(template)
    stage.put(gang, (500, 500))
    stage.model(lorry, 760, 500, 0, crew=crew)
    stage.play(Card(gang, MOVE), March(gang, way((760 - 25 - 40 - 12.5, 500))), to="halt_fire")
    ((x, _),) = stage.places(gang)
    assert 760 - 25 - 12.5 - x == end


@rule("yangtze", "S12.2", "5.3")
def test_from_within_the_hundred_of_a_lorry_nobody_turns_back_towards_it() -> None:
    """R9: who has stepped away from 60 to 90 mm does not come back to 70."""
    stage = bare()
    gang, lorry = stage.unit("gang"), stage.unit("truck")
    stage.put(gang, (662.5, 500))
    stage.model(lorry, 760, 500, 0)
    stage.play(Card(gang, SKIRMISH), March(gang, way((632.5, 500), (652.5, 500))), to="halt_fire")
    assert stage.places(gang) == [(632.5, 500)]


@pytest.mark.parametrize(("windows", "y"), [([], 480), ([[1000, 700]], 395)])
@rule("yangtze", "5.3", "S16.2", "S16.4", "R9")
def test_the_100_mm_are_kept_from_a_man_at_a_window_and_not_from_one_behind_a_wall(
    windows: list[list[int]], y: float
) -> None:
    house = {"id": "h", "k": "house", "p": box(900, 500, 1100, 650), "doors": [[1000, 550]], "windows": windows}
    stage = bare(ground={"buildings": [house]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(gang, (1000, 520))
    stage.put(squad, (1000, 300))
    stage.play(Card(squad, MOVE), March(squad, ((10000, 4800),)), to="other_fire")
    assert stage.places(squad) == [(1000, y)]


@rule("yangtze", "5.3", "S17.2", "R9")
def test_soldiers_go_up_to_civilians_and_civilians_not_up_to_soldiers() -> None:
    for walker, ends in (("wl_rifles", (1000, 335)), ("consul", (1000, 475))):
        stage = bare()
        consul, squad, company = stage.unit("consul"), stage.unit("usmc_squad"), stage.unit("wl_rifles")
        stage.put(consul, (1000, 300 if walker == "wl_rifles" else 400))
        stage.put(squad, (1000, 250 if walker == "wl_rifles" else 350))
        stage.put(company, (1000, 600))
        unit = stage.unit(walker)
        away = (Card(squad, MOVE), March(squad, ((10000, 500),))) if walker == "wl_rifles" else ()
        march = March(unit, ((10000, 3350 if walker == "wl_rifles" else 5200),))
        stage.play(*away, Card(unit, MOVE), march, to="halt_fire")
        assert stage.places(unit) == [ends]


@pytest.mark.parametrize(("held", "ends"), [(False, 542.5), (True, 630)])
@rule("yangtze", "5.3", "S12.2", "S17.2", "R9")
def test_civilians_keep_100_mm_from_what_the_enemy_drives_unless_they_are_led_there(held: bool, ends: float) -> None:
    stage = bare()
    consul, car = stage.unit("consul"), stage.unit("armoured_car")
    stage.model(car, 500, 680, 90)
    (figure,) = stage.put(consul, (500, 500))
    stage.card(MOVE, consul)
    stage.pos.captive = held << figure
    stage.pos.track = put(stage.pos.track, figure, ((0, 5000, 5000), (1300, 5000, 6300)))
    assert keep_clear(stage.pos).get(figure, 1300) == (round(ends * 10) - 5000)


@pytest.mark.parametrize(("driver", "nearest"), [(True, 737.5), (False, 650)])
@rule("yangtze", "5.3", "S12.2")
def test_the_100_mm_are_not_kept_from_a_carrier_with_civilians_alone(driver: bool, nearest: float) -> None:
    stage = bare()
    lorry, consul, company = (stage.unit(name) for name in ("truck", "consul", "wl_rifles"))
    stage.model(lorry, 600, 600, 90, crew=driver)
    stage.board(consul, lorry)
    stage.row(stage.unit("usmc_squad"), 2200, 100, 2)
    stage.row(company, 600, 900, 2)
    stage.play(Card(company, MOVE), March(company, ((6000, 6500),)), to="halt_fire")
    assert stage.places(company)[0] == (600, nearest)


@rule("yangtze", "5.3", "S12.2", "R72")
def test_nobody_begins_by_going_nearer_to_a_manned_vehicle_within_100_mm() -> None:
    stage = bare()
    car, squad = stage.unit("armoured_car"), stage.unit("usmc_squad")
    stage.model(car, 1000, 500, 90)
    (man,) = stage.put(squad, (1000, 600))
    stage.card(MOVE, squad)
    assert case(way_refusal(stage.pos, man, ((10000, 4500),))) == "5.3"
    assert way_refusal(stage.pos, man, ((10000, 8000),)) is None
    stage.pos.remove(stage.men(car), LOST)
    assert case(way_refusal(stage.pos, man, ((11500, 5700),))) is None


@rule("yangtze", "5.3", "S12.2")
def test_at_100_mm_from_a_vehicle_any_way_is_accepted() -> None:
    """He may have driven off by then (R72)."""
    stage = bare()
    car, squad = stage.unit("armoured_car"), stage.unit("usmc_squad")
    stage.model(car, 1000, 500, 90)
    (man,) = stage.put(squad, (1000, 637.5))
    stage.card(MOVE, squad)
    assert way_refusal(stage.pos, man, ((10000, 7300), (10000, 5800))) is None
    assert case(way_refusal(stage.pos, man, ((10000, 5200),))) is None


def off_the_stairs(start: int, enemy: Point, card: str = SKIRMISH) -> int:
    """On which floor somebody comes to rest who takes the stairs at (340, 340); on the other stands an enemy."""
    stage = bare(ground={"buildings": [storeyed(300, 300, 500, 500)]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    (foe,), (man,) = stage.put(squad, enemy), stage.put(gang, (340, 340))
    upstairs(stage, man if start else foe)
    plan = March(gang, way((340, 440))), Stairs(stage.piece(gang), 1 - start)
    stage.play(Card(gang, card), Card(squad, HALT), *plan, to="halt_fire")
    return stage.pos.floor[man]


@pytest.mark.parametrize("start", [0, 1])
@pytest.mark.parametrize(("enemy", "climbs"), [((366, 340), False), ((464.9, 340), False), ((465, 340), True)])
@rule("yangtze", "5.3", "S16.1", "R191")
def test_nobody_comes_off_the_stairs_within_a_hundred_of_an_enemy(start: int, enemy: Point, climbs: bool) -> None:
    """Nobody knows who is on the other floor: the stairs may be planned, and whoever finds them barred stays."""
    for card in (SKIRMISH, MOVE):
        assert (off_the_stairs(start, enemy, card) != start) is climbs


@rule("yangtze", "5.3", "S16.1", "R191")
def test_who_waits_at_the_stairs_goes_on_when_the_enemy_has_gone() -> None:
    stage = bare(ground={"buildings": [storeyed(300, 300, 500, 500)]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    (foe,), (man,) = stage.put(squad, (400, 340)), stage.put(gang, (340, 340))
    upstairs(stage, foe)
    away = Card(squad, SKIRMISH), March(squad, way((480, 340)))
    plan = Card(gang, MOVE), March(gang, way((340, 440))), Stairs(stage.piece(gang), 1)
    stage.play(*away, *plan, to="halt_fire")
    assert stage.pos.floor[man] == 1
    assert stage.pos.x[foe] == 4800
