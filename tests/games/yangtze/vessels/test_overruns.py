"""13.4, S7.5 Overruns: who is run over, who gets out of the way, where he comes to stand, and what he does then."""

import json
from typing import Any

import pytest
from tests.games.yangtze.table import Stage, bare, box

from shapan.games.yangtze.actions import (
    HALT,
    MOVE,
    ONWARD,
    OVERRUN,
    SKIRMISH,
    Card,
    Drive,
    March,
)
from shapan.games.yangtze.fire.hits import ToHit
from shapan.games.yangtze.movement.ways import follow
from shapan.games.yangtze.noted import Climb
from shapan.games.yangtze.orders.cards import Orders
from shapan.games.yangtze.orders.planned import Driving
from shapan.games.yangtze.position import DISABLED, HALF_SPEED
from shapan.games.yangtze.vessels.overruns import Going, InTheWay, Overrun, aside, go_on, overruns
from shapan.games.yangtze.who import Figure, Unit, put
from shapan.kernel import rule

ESCAPES = 2


def tank_and_squad(*places: tuple[float, float]) -> tuple[Stage, Unit, Unit]:
    stage = bare()
    tank, squad = stage.unit("tank_ft"), stage.unit("usmc_squad")
    stage.model(tank, 300, 600, 90)
    stage.put(squad, *places)
    return stage, tank, squad


@pytest.mark.parametrize("goal", [(4400, 3900), (4900, 3900)])
@rule("yangtze", "S7", "13.4")
def test_who_escapes_an_overrun_carries_out_his_card(goal: tuple[int, int]) -> None:
    stage, tank, squad = tank_and_squad((440, 590))
    stage.play(
        *(Card(tank, MOVE), Card(squad, MOVE)),
        *(March(squad, (goal,)), Drive(tank, OVERRUN, ((4500, 6000),))),
        to="halt_fire",
        otherwise=ESCAPES,
    )
    assert stage.places(squad) == [(goal[0] / 10, goal[1] / 10)]
    assert stage.pos.at[tank][:2] == (4500, 6000)


@rule("yangtze", "S7", "5.1")
def test_his_move_is_no_longer_than_his_card_allows() -> None:
    stage, tank, squad = tank_and_squad((440, 615))
    stage.play(
        *(Card(tank, MOVE), Card(squad, MOVE)),
        *(March(squad, ((4400, 3150),)), Drive(tank, OVERRUN, ((4500, 6000),))),
        to="halt_fire",
        otherwise=ESCAPES,
    )
    ((_, y),) = stage.places(squad)
    assert y > 600, "the tank is between him and where he was to go"


@rule("yangtze", "13.4")
def test_where_the_edge_is_taken_he_stands_beside_it_and_clear_of_the_vehicle() -> None:
    stage, tank, squad = tank_and_squad((440, 590), (440, 560), (440, 615), (460, 640))
    stage.play(Card(tank, MOVE), Drive(tank, OVERRUN, ((4500, 6000),)), to="charge_minimum", otherwise=ESCAPES)
    assert stage.pos.at[tank][:2] == (4500, 6000), "nobody who got out of the way is in it"
    assert stage.standing(squad) == 4
    for x, y in stage.places(squad):
        assert not (400 - 12 < x < 500 + 12 and 577.5 - 12 < y < 622.5 + 12), (x, y)


@rule("yangtze", "13.4", "S7")
def test_a_skirmisher_goes_on_too() -> None:
    stage, tank, squad = tank_and_squad((440, 590))
    stage.play(
        *(Card(tank, MOVE), Card(squad, SKIRMISH)),
        *(March(squad, ((4400, 5000),)), Drive(tank, OVERRUN, ((4500, 6000),))),
        to="halt_fire",
        otherwise=ESCAPES,
    )
    assert stage.places(squad) == [(440, 500)]


def ambushed(card: str = HALT) -> tuple[Stage, Unit, Unit]:
    stage = bare()
    truck, gang = stage.unit("truck"), stage.unit("gang")
    stage.model(truck, 500, 500, 90)
    stage.put(gang, (700, 400), (650, 500), (800, 500))
    stage.card(MOVE, truck)
    stage.card(card, gang)
    stage.pos.plan = put(stage.pos.plan, truck, Driving(OVERRUN, ((7500, 5000),)))
    stage.pos.stack = ()
    overruns(stage.pos)
    assert list(stage.pos.frames()) == [Overrun((Going(truck, 5000, 5000),))]
    stage.pos.stack = (stage.pos.top, (Orders(0, True), ()))
    stage.settle()
    return stage, truck, gang


@rule("yangtze", "13.4", "6.1", "R84")
def test_an_overrun_meets_defensive_fire() -> None:
    stage, truck, gang = ambushed()
    assert stage.told("last_moment")
    assert stage.asks(ToHit)
    assert stage.pos.at[truck][0] > 5000, "it has driven up to them"
    assert stage.pos.at[truck][0] < 6500
    stage.roll(5, 1, 1, 6, 5)
    assert stage.pos.damage[truck] & DISABLED
    assert stage.asks(Orders), "stopped before it reached anybody"
    assert stage.standing(gang) == 3


@rule("yangtze", "13.4", "R52")
def test_those_who_escape_stand_aside_and_the_vehicle_goes_on() -> None:
    stage, truck, gang = ambushed(MOVE)
    assert stage.asks(InTheWay)
    stage.roll(2)
    escaped = stage.men(gang)[1]
    assert abs(stage.pos.y[escaped] - 5000) >= 250 + 125
    stage.roll(1)
    assert stage.gone(stage.men(gang)[:3]) == [stage.men(gang)[2]]
    assert stage.pos.at[truck] == (7500, 5000, 90)


@rule("yangtze", "S13", "13.4")
def test_a_train_runs_over_who_is_on_the_line() -> None:
    stage = bare(ground={"lines": [{"k": "rail", "p": [[0, 700], [2400, 700]]}]})
    train, squad = stage.unit("armoured_train"), stage.unit("usmc_squad")
    stage.model(train, 1500, 500, 270)
    stage.put(squad, (1200, 500), (1200, 600))
    stage.card(MOVE, train)
    stage.pos.plan = put(stage.pos.plan, train, Driving(ONWARD, ((11000, 5000),)))
    stage.pos.stack = ()
    overruns(stage.pos)
    assert stage.asks(Overrun)


@rule("yangtze", "S6.7", "13.4")
def test_a_hidden_man_who_is_overrun_shows_his_unit() -> None:
    stage = bare()
    car, squad = stage.unit("armoured_car"), stage.unit("usmc_squad")
    stage.model(car, 500, 500, 90)
    man, *_ = stage.put(squad, (600, 500), (900, 900))
    stage.pos.hidden = 1 << squad
    InTheWay(man, car).scored(stage.pos, 1)
    assert not stage.pos.hidden >> squad & 1


@rule("yangtze", "13.4", "S2.3")
def test_nobody_is_overrun_beyond_the_place_where_the_vehicle_stops() -> None:
    """The car runs over the first man, stops at a friend of its own, and never reaches the second."""
    stage = bare()
    car, squad = stage.unit("armoured_car"), stage.unit("usn_squad")
    stage.model(car, 600, 600, 90)
    near, far = stage.put(squad, (700, 600), (790, 600))
    stage.put(stage.unit("wl_lmg"), (745, 600))
    squad_aside = March(squad, ((7000, 7500),))
    stage.turn({car: MOVE, squad: MOVE}, Drive(car, OVERRUN, ((8000, 6000),)), squad_aside, dice=[1, 5, 5])
    assert stage.gone([near, far]) == [near]
    assert stage.pos.at[car] == (6700, 6000, 90)


@pytest.mark.parametrize(("road", "lost", "end"), [(False, 1, 7500), (True, 2, 8600)])
@rule("yangtze", "13.4", "R84", "S12.1")
def test_a_hit_that_halves_the_speed_ends_an_overrun_at_half_its_rate(road: bool, lost: int, end: int) -> None:
    """A car makes 300 mm off the road and 600 on it: at half speed it meets the second man on the road only."""
    stage = bare(ground={"lines": [{"k": "road", "p": [[100, 600], [2300, 600]]}]} if road else None)
    car, squad = stage.unit("car", 1), stage.unit("usn_squad")
    stage.model(car, 600, 600, 90)
    men = stage.put(squad, (740, 600), (860, 600))
    stage.turn({car: MOVE}, Drive(car, OVERRUN, ((8600, 6000),)), dice=[3, 1, 2, 2, *[5] * 6])
    assert stage.pos.damage[car] == HALF_SPEED
    assert stage.gone(men) == list(men[:lost])
    assert stage.pos.at[car] == (end, 6000, 90)


def escape(ground: Any = None, off: float = 10) -> tuple[Stage, int, tuple[int, int]]:
    """A man so far to the right of the line of a lorry that drives east."""
    stage = bare(ground=ground)
    truck = stage.unit("truck")
    stage.model(truck, 500, 500, 90)
    (man,) = stage.put(stage.unit("gang"), (600, 500 + off))
    return stage, man, aside(stage.pos, man, truck)


@rule("yangtze", "13.4", "R52")
def test_who_escapes_an_overrun_stands_just_beside_the_path() -> None:
    """The lorry is 50 mm wide, the base 25: its centre stands 37.5 mm off the line and a hair more."""
    _, _, (x, y) = escape()
    assert x == 6000
    assert 5375 <= y <= 5400
    _, _, (_, y) = escape(off=-10)
    assert 4600 <= y <= 4625


@rule("yangtze", "13.4", "R52", "S16.4")
def test_who_escapes_an_overrun_goes_neither_through_walls_nor_into_the_river() -> None:
    for ground in (
        {"lines": [{"k": "wall_high", "p": [[300, 675], [900, 675]]}]},
        {"areas": [{"k": "river", "p": box(0, 526, 2400, 1200)}]},
    ):
        _, _, (_, y) = escape(ground)
        assert 4600 <= y <= 4625, "the other edge"


def set_aside(*way: tuple[int, int], by: int = 0) -> tuple[Stage, Figure]:
    """A man on MOVE at (500, 500) whose way leads over these points, and who has been pushed so far to the south."""
    stage = bare()
    squad = stage.unit("usmc_squad")
    (man,) = stage.put(squad, (500, 500))
    stage.card(MOVE, squad)
    track = follow(stage.pos, squad, ((5000, 5000), *((x * 10, y * 10) for x, y in way))).track
    stage.pos.track = put(stage.pos.track, man, track)
    stage.pos.stairs = put(stage.pos.stairs, man, (Climb(track[-1][0], 1, 0),))
    stage.pos.stand(man, 5000, 5000 + by * 10)
    go_on(stage.pos, man)
    return stage, man


@pytest.mark.parametrize(("way", "by", "spent", "end", "later"), [
    (((700, 500),), 0, 2000, (7000, 5000), 2000),
    (((700, 500),), 50, 2062, (7000, 5000), 2062),
    (((600, 500), (600, 700)), 60, 3000, (6000, 6834), 3166),
    (((600, 500), (600, 700)), -60, 3000, (6000, 6834), 3166),
    (((600, 500), (700, 500)), 75, 2136, (7000, 5000), 2136),
])  # fmt: skip
@rule("yangtze", "S7", "13.4", "R52")
def test_who_escapes_goes_on_from_where_he_stands_to_the_first_point_of_his_way(
    way: tuple[tuple[int, int], ...], by: int, spent: int, end: tuple[int, int], later: int
) -> None:
    """What he was pushed aside costs him some of his move, which is no longer for that."""
    stage, man = set_aside(*way, by=by)
    track = stage.pos.track[man]
    assert track[0] == (0, 5000, 5000 + by * 10)
    assert abs(track[-1][0] - spent) <= 2
    assert max(abs(track[-1][1] - end[0]), abs(track[-1][2] - end[1])) <= 3
    (climb,) = stage.pos.stairs[man]
    assert abs(climb.spent - later) <= 2, "stairs on his way come later by as much"


@rule("yangtze", "S7", "13.4")
def test_who_escapes_and_had_no_way_stays() -> None:
    stage = bare()
    squad = stage.unit("usmc_squad")
    (man,) = stage.put(squad, (500, 500))
    stage.card(HALT, squad)
    go_on(stage.pos, man)
    assert stage.pos.track[man] == ()


@rule("yangtze", "S7", "13.4", "S16.4")
def test_who_escapes_to_the_far_side_of_a_wall_goes_as_far_as_the_wall() -> None:
    wall = {"k": "wall_high", "n": "Wall", "p": [[400, 670], [560, 670]]}
    stage = bare(ground={"lines": [wall]})
    squad = stage.unit("usmc_squad")
    (man,) = stage.put(squad, (500, 500))
    stage.card(MOVE, squad)
    track = follow(stage.pos, squad, ((5000, 5000), (5500, 5000), (5500, 3000))).track
    stage.pos.track = put(stage.pos.track, man, track)
    stage.pos.stand(man, 5000, 5600)
    go_on(stage.pos, man)
    assert stage.pos.track[man][-1][2] > 5300, "the rest of his way is beyond it"


@rule("yangtze", "13.4", "R52")
def test_who_steps_aside_comes_to_the_nearer_edge_of_the_path() -> None:
    """Just clear of the vehicle, on the side on which he stands; in the very middle to the right."""
    for off in (-10, -1, 0, 1, 10):
        stage = bare()
        car, squad = stage.unit("armoured_car"), stage.unit("usmc_squad")
        stage.model(car, 500, 500, 90)
        stage.pos.owner = put(stage.pos.owner, car, 1)
        (man,) = stage.put(squad, (620, 500 + off))
        x, y = aside(stage.pos, man, car)
        clear = stage.pos.book.units[car].size[1] // 2 + stage.pos.book.figures[man].radius
        assert x == 6200
        assert (y - 5000 > 0) == (off >= 0)
        assert clear <= abs(y - 5000) <= clear + 20


@pytest.mark.parametrize("manners", [(OVERRUN, OVERRUN), (ONWARD, ONWARD), (OVERRUN, ONWARD)])
@rule("yangtze", "13.4", "R285", "R77")
def test_of_two_that_overrun_towards_each_other_neither_goes_first(manners: tuple[str, str]) -> None:
    """They meet where they would have met in a common move; who overruns comes before who does not."""
    stage = bare(ground={"lines": [{"k": "road", "p": [[0, 600], [2400, 600]]}]})
    lorry, car = stage.unit("truck"), stage.unit("armoured_car")
    stage.model(lorry, 400, 600, 90)
    stage.model(car, 1000, 600, 270)
    drives = (Drive(lorry, manners[0], ((8000, 6000),)), Drive(car, manners[1], ((6000, 6000),)))
    stage.play(Card(lorry, MOVE), Card(car, MOVE), *drives, to="halt_fire")
    made = (stage.pos.at[lorry][0] - 4000, 10000 - stage.pos.at[car][0])
    assert (made == (4000, 800)) == (manners[0] != manners[1])
    assert manners[0] != manners[1] or made == (2400, 2400)


@rule("yangtze", "13.4", "R285")
def test_an_overrun_goes_on_from_a_snapshot() -> None:
    """Two vehicles, one of which has come to a man."""
    stage, tank, squad = tank_and_squad((400, 600), (700, 600))
    car = stage.unit("armoured_car")
    stage.model(car, 300, 900, 90)
    drives = [Drive(unit, OVERRUN, ((4500, y),)) for unit, y in ((tank, 6000), (car, 9000))]
    stage.card(MOVE, tank, car)
    for drive in drives:
        stage.pos.plan = put(stage.pos.plan, drive.unit, Driving(drive.manner, drive.route))
    stage.pos.stack = ()
    overruns(stage.pos)
    stage.settle()
    assert stage.asks(InTheWay)
    state = json.loads(stage.pos.to_json())["state"]
    again = stage.pos.from_state(stage.pos.book, state, trusted=True)
    assert list(again.frames()) == list(stage.pos.frames())
    held = again.nearest(Overrun)
    assert held is not None
    assert held.now.met == stage.men(squad)[:1], "of the tank, whose turn it is"
