"""The staff with a convoy (scenario 3): the road, what stands in it, and who keeps off it."""

from __future__ import annotations

from typing import Any

from tests.games.yangtze.table import GAME, Stage

from shapan.games.yangtze.actions import HALT, MOVE, OVERRUN, Card, Drive
from shapan.games.yangtze.orders.cards import Orders
from shapan.games.yangtze.orders.plans import Plan
from shapan.games.yangtze.position import DISABLED
from shapan.games.yangtze.staff import Staff
from shapan.games.yangtze.staff.carriers.roads import lane
from shapan.games.yangtze.vessels.driving import course, drive_refusal, easy_way, facing
from shapan.games.yangtze.who import Unit, put
from shapan.kernel import rule

STAFF = Staff()
EXIT = "east_exit"


def road(turn: int = 2) -> Stage:
    """The silver road with nobody on it."""
    pos: Any = GAME.start("s3_silver_trucks")
    pos.stack = (Orders(0, True), ())
    pos.phase, pos.turn = 1, turn
    return Stage(pos)


def left(stage: Stage, unit: Unit) -> int:
    """What a vehicle still has to drive."""
    return lane(stage.pos, unit, EXIT).to_go(*stage.pos.at[unit])


def best_drive(stage: Stage, unit: Unit) -> Drive:
    stage.card(MOVE, unit)
    stage.pos.stack = (Plan(0), ())
    action = STAFF.advise(stage.pos)[0].action
    assert isinstance(action, Drive)
    assert drive_refusal(stage.pos, unit, action.manner, action.route) is None
    return action


def drive(stage: Stage, unit: Unit) -> None:
    """One turn's drive, with nobody to stop it."""
    best, pos = best_drive(stage, unit), stage.pos
    place = (*best.route[-1], facing(pos, unit, best.manner, best.route))
    pos.at = put(pos.at, unit, place)
    pos.plan, pos.turn = (None,) * len(pos.plan), pos.turn + 1
    pos.derive()


@rule("yangtze", "S12.1")
def test_a_lorry_keeps_to_the_road_and_makes_its_full_pace_there() -> None:
    stage = road()
    lorry = stage.unit("truck")
    stage.model(lorry, 80, 629, 83)
    way = course(stage.pos, lorry, best_drive(stage, lorry).route)
    assert easy_way(stage.pos, lorry, way)
    assert way.spent >= 4900


@rule("yangtze", "S12.1", "S16.8", "S17.6")
def test_on_an_empty_road_a_lorry_goes_round_the_road_block_and_out_in_five_turns() -> None:
    stage = road()
    lorry = stage.unit("truck")
    stage.model(lorry, 80, 629, 83)
    turns = 0
    while not stage.pos.book.table.in_zone(EXIT, *stage.pos.at[lorry][:2]):
        drive(stage, lorry)
        turns += 1
        assert turns <= 5


@rule("yangtze", "S16.8")
def test_a_lorry_that_stands_before_a_road_block_turns_away_from_it() -> None:
    stage = road()
    lorry = stage.unit("truck")
    stage.model(lorry, 1174, 578, 98)
    for _ in range(2):
        drive(stage, lorry)
    assert stage.pos.at[lorry][0] > 13000


@rule("yangtze", "S12.1")
def test_a_lorry_does_not_line_up_behind_one_that_will_not_move() -> None:
    stage = road()
    first, second = stage.unit("truck"), stage.unit("truck", 1)
    stage.model(second, 300, 602, 90)
    free = left(stage, second)
    for x, harm in ((500, DISABLED), (1700, 0)):
        stage.model(first, x, 630, 90)
        stage.pos.damage = put(stage.pos.damage, first, harm)
        assert left(stage, second) > free, "broken down, or come to the exit"
    stage.model(first, 500, 630, 90)
    assert left(stage, second) == free, "this one drives on"


@rule("yangtze", "13.4")
def test_a_lorry_runs_down_whoever_is_in_its_way() -> None:
    stage = road()
    lorry, gang = stage.unit("truck"), stage.unit("gang")
    stage.model(lorry, 440, 625, 90)
    stage.put(gang, (600, 630), (600, 600), (640, 615))
    best = best_drive(stage, lorry)
    assert best.manner == OVERRUN
    assert best.route[-1][0] > 7000


@rule("yangtze", "S12.1")
def test_the_car_keeps_behind_the_lorries() -> None:
    for x, wanted in ((480, MOVE), (250, HALT)):
        stage = road()
        lorry, car = stage.unit("truck"), stage.unit("armoured_car")
        stage.model(car, 100, 627, 83)
        stage.model(lorry, x, 620, 90)
        stage.card(MOVE, lorry)
        assert STAFF.advise(stage.pos)[0].action == Card(car, wanted)
