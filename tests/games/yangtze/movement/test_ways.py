"""5.1, 5.2, S3 What a way costs, and which ways are refused."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.yangtze.scenes import FAR, TOWNHOUSE, Point, area, house, line, marching, way
from tests.games.yangtze.table import bare, box, case

from shapan.games.yangtze.actions import (
    MOVE,
    SKIRMISH,
    Card,
    March,
    Stairs,
)
from shapan.games.yangtze.movement.ways import follow, way_refusal, why_unable
from shapan.games.yangtze.place import Spot, move
from shapan.games.yangtze.position import LOST
from shapan.kernel import rule

KNOLL = area("hill", 600, 450, 750, 600, level=1)


@pytest.mark.parametrize(
    ("card", "ground", "start", "end", "cited"),
    [
        (MOVE, None, (500, 500), (599.9, 500), "5.1"),
        (MOVE, None, (500, 500), (600, 500), None),
        (MOVE, None, (500, 500), (800, 500), None),
        (MOVE, None, (500, 500), (800.1, 500), "5.1"),
        (SKIRMISH, None, (500, 500), (524.9, 500), "5.2"),
        (SKIRMISH, None, (500, 500), (525, 500), None),
        (SKIRMISH, None, (500, 500), (600, 500), None),
        (SKIRMISH, None, (500, 500), (600.1, 500), "5.2"),
        (MOVE, area("paddy_wet", 400, 400, 900, 900), (500, 500), (549.9, 500), "5.1"),
        (MOVE, area("paddy_wet", 400, 400, 900, 900), (500, 500), (550, 500), None),
        (MOVE, area("paddy_wet", 400, 400, 900, 900), (500, 500), (650, 500), None),
        (MOVE, area("paddy_wet", 400, 400, 900, 900), (500, 500), (650.1, 500), "5.1"),
        (MOVE, line("hedge", (600, 300), (600, 900)), (500, 500), (775, 500), None),
        (MOVE, line("hedge", (600, 300), (600, 900)), (500, 500), (775.1, 500), "5.1"),
        (SKIRMISH, line("wall_low", (520, 300), (520, 900)), (500, 500), (550, 500), None),
        (SKIRMISH, line("wall_low", (520, 300), (520, 900)), (500, 500), (550.1, 500), "5.2"),
        (MOVE, area("hill", 600, 300, 1200, 900, level=1), (500, 500), (750, 500), None),
        (MOVE, area("hill", 600, 300, 1200, 900, level=1), (500, 500), (750.1, 500), "5.1"),
        (MOVE, area("hill", 600, 300, 1200, 900, level=1), (750, 500), (450, 500), None),
        (MOVE, area("river", 600, 300, 900, 900), (500, 500), (700, 500), "S3.6"),
        (MOVE, line("cliff", (600, 300), (600, 900)), (500, 500), (700, 500), "S3.1"),
        (MOVE, house(), (350, 520), (640, 520), None),
        (MOVE, house(), (350, 520), (640.1, 520), "5.1"),
        (MOVE, house(), (400, 480), (650, 480), None),
        (MOVE, house(), (400, 480), (650.1, 480), "5.1"),
        (MOVE, house(), (500, 570), (660, 570), "S16.1"),
    ],
)
@rule("yangtze", "5.1", "5.2", "S3.1", "S3.6", "S16.1")
def test_a_way_costs_what_the_ground_asks(
    card: str, ground: dict[str, Any] | None, start: Point, end: Point, cited: str | None
) -> None:
    stage, unit = marching(card, start, ground)
    assert stage.why(March(unit, way(end))) == cited


@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize(
    ("ground", "start", "on", "end"),
    [
        (line("wire", (600, 300), (600, 900)), (550, 500), (600, 500), (700, 500)),
        (line("wire", (600, 900), (600, 300)), (550, 500), (600, 500), (700, 500)),
        (KNOLL, (500, 520), (600, 520), (680, 520)),
        (KNOLL, (840, 520), (750, 520), (680, 520)),
        (KNOLL, (680, 360), (680, 450), (680, 520)),
        (KNOLL, (680, 690), (680, 600), (680, 520)),
        (house("house"), (500, 520), (600, 520), (680, 520)),
        (house("house"), (500, 480), (600, 480), (680, 480)),
        (house("house"), (840, 520), (750, 520), (680, 520)),
    ],
)
@rule("yangtze", "S3.1", "S16.1")
def test_a_way_with_a_point_in_the_very_line_of_an_obstacle_pays_for_it_all_the_same(
    ground: dict[str, Any], start: Point, on: Point, end: Point, back: bool
) -> None:
    start, end = (end, start) if back else (start, end)
    stage, unit = marching(MOVE, start, ground)
    here, middle, there = way(start, on, end)
    direct, by_way = follow(stage.pos, unit, (here, there)), follow(stage.pos, unit, (here, middle, there))
    assert direct.snag is by_way.snag is None
    assert by_way.spent == direct.spent


@rule("yangtze", "S3.3")
def test_eight_points_make_a_way_and_nine_are_too_many() -> None:
    stage, unit = marching(MOVE, (500, 500))
    points = [(500 + 30 * number, 500) for number in range(1, 10)]
    assert stage.why(March(unit, way(*points[:8]))) is None
    assert stage.why(March(unit, way(*points))) == "S3.3"


@pytest.mark.parametrize(("end", "cited"), [((645, 520), None), ((645.1, 520), "S16.1")])
@rule("yangtze", "S16.1")
def test_door_and_stairs_are_part_of_one_allowance(end: Point, cited: str | None) -> None:
    """215 mm, ten for the door and 75 for the stairs are the 300 of MOVE."""
    stage, unit = marching(MOVE, (430, 520), house())
    stage.pos.push(March(unit, way(end)))
    assert stage.why(Stairs(stage.piece(unit), 1)) == cited


@pytest.mark.parametrize(("end", "cited"), [((597.5, 520), None), ((597.4, 520), "5.2")])
@rule("yangtze", "S16.1", "5.2")
def test_the_way_down_and_out_is_one_way(end: Point, cited: str | None) -> None:
    """75 mm of stairs, ten for the door and 15 on foot are the hundred of SKIRMISH."""
    stage = bare(ground=house())
    squad = stage.unit("usmc_squad")
    (marine,) = stage.put(squad, (612.5, 520))
    move(stage.pos, (marine, Spot(6125, 5200, 1, 0)))
    stage.put(stage.unit("gang"), FAR)
    stage.play(Card(squad, SKIRMISH), to="plan_actions")
    assert stage.why(March(squad, way(end))) == cited


@rule("yangtze", "S16.1")
def test_whoever_walks_about_upstairs_pays_for_no_stairs() -> None:
    stage = bare(ground=house())
    squad = stage.unit("usmc_squad")
    (marine,) = stage.put(squad, (650, 520))
    move(stage.pos, (marine, Spot(6500, 5200, 1, 0)))
    stage.put(stage.unit("gang"), FAR)
    stage.play(Card(squad, MOVE), March(squad, way((700, 560), (620, 470))), to="halt_fire")
    assert stage.places(squad) == [(620, 470)]
    assert stage.pos.floor[marine] == 1


@rule("yangtze", "S3.3", "S3.5", "S3.6", "S16.1")
def test_ways_that_are_refused() -> None:
    river = {"k": "river", "p": box(500, 700, 900, 900)}
    stage = bare(ground={"areas": [river], "buildings": [TOWNHOUSE]})
    company = stage.unit("wl_rifles")
    (man,) = stage.put(company, (500, 550))
    stage.card(MOVE, company)
    assert case(way_refusal(stage.pos, man, tuple((5000 + step, 5500) for step in range(9)))) == "S3.3"
    assert case(way_refusal(stage.pos, man, ((5000, 8000),))) == "S3.6"
    stage.put(company, (20, 550))
    assert case(way_refusal(stage.pos, man, ((100, 5500),))) == "S3.5"
    stage.put(company, (500, 580))
    assert case(way_refusal(stage.pos, man, ((6500, 5800),))) == "S16.1", "through the wall"
    stage.put(company, (500, 550))
    assert way_refusal(stage.pos, man, ((6500, 5500),)) is None, "through the door"


@rule("yangtze", "5.0", "8.4", "6.2", "S14.7", "4.1")
def test_why_somebody_cannot_move_is_told_by_the_rule_that_keeps_him() -> None:
    stage = bare()
    squad = stage.unit("usmc_squad")
    leader, man = stage.put(squad, (500, 500), (900, 900))
    pos = stage.pos
    assert why_unable(pos, man)[0] == "4.1", "too far from his leader"
    pos.swimming = 1 << man
    assert why_unable(pos, man)[0] == "S14.7"
    pos.touched = 1 << man
    assert why_unable(pos, man)[0] == "6.2"
    pos.pinned = 1 << man
    assert why_unable(pos, man)[0] == "8.4"
    pos.remove([man], LOST)
    assert why_unable(pos, man)[0] == "5.0"
    assert leader
