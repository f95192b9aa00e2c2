"""13.4, R52, S7.5: who gets out of the way of a vehicle, where he comes to stand, and what he does then."""

import pytest
from tests.games.yangtze.table import Stage, bare

from shapan.games.yangtze.actions import MOVE, OVERRUN, SKIRMISH, Card, Drive, March
from shapan.games.yangtze.who import Unit
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
