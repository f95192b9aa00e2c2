"""S11 Mounted troops: getting off and on again."""

from __future__ import annotations

import pytest
from tests.games.yangtze.scenes import marching, way
from tests.games.yangtze.table import GAME, bare, box, case

from shapan.games.yangtze.actions import (
    MOVE,
    SKIRMISH,
    Card,
    Dismount,
    March,
    Mount,
)
from shapan.games.yangtze.movement.horses import change_mounts, horse_refusal
from shapan.games.yangtze.movement.ways import way_refusal
from shapan.games.yangtze.orders.cards import card_refusal
from shapan.games.yangtze.orders.planned import Saddling
from shapan.games.yangtze.orders.plans import Plan
from shapan.games.yangtze.who import put
from shapan.kernel import rule


@pytest.mark.parametrize(("ride", "cited"), [(350, None), (350.1, "S11")])
@rule("yangtze", "S11")
def test_getting_off_costs_150_of_the_ride(ride: float, cited: str | None) -> None:
    stage, riders = marching(MOVE, (300, 300), template="usmc_mounted")
    stage.pos.push(March(riders, way((300 + ride, 300))))
    assert stage.why(Dismount(riders)) == cited


@rule("yangtze", "S11", "8.4")
def test_riders_of_whom_one_is_pinned_stay_on_their_horses() -> None:
    """R116: a unit changes when all have; who is pinned cannot."""
    stage = bare()
    riders = stage.unit("usmc_mounted")
    men = stage.row(riders, 300, 300, 3, 50)
    stage.put(stage.unit("gang"), (2000, 1000))
    stage.pos.pinned |= 1 << men[1]
    stage.play(Card(riders, MOVE), to="plan_actions")
    assert stage.why(Dismount(riders)) == "8.4"
    assert not [action for action in stage.pos.options() if isinstance(action, Dismount)]
    stage.pos.pinned, stage.pos.stuck = 0, 0
    assert stage.why(Dismount(riders)) is None


HORSES = {"buildings": [{"id": "h", "k": "house", "p": box(600, 500, 720, 600), "doors": [[600, 650]], "windows": []}]}


@rule("yangtze", "S11", "R82", "5.2")
def test_mounted_troops_get_off_their_horses() -> None:
    stage = bare(ground=HORSES)
    riders = stage.unit("usmc_mounted")
    men = stage.row(riders, 400, 550, 3, 45)
    stage.card(MOVE, riders)
    assert case(card_refusal(stage.pos, riders, SKIRMISH)) == "5.2"
    assert stage.pos.allowance(riders, MOVE) == (1500, 5000)
    assert way_refusal(stage.pos, men[0], ((6500, 5500),)) is not None, "no horse goes through a door"
    assert horse_refusal(stage.pos, riders, Dismount) is None
    assert case(horse_refusal(stage.pos, riders, Mount)) == "S11"
    stage.pos.plan = put(stage.pos.plan, riders, Saddling())
    change_mounts(stage.pos)
    stage.pos.plan = put(stage.pos.plan, riders, None)
    assert card_refusal(stage.pos, riders, SKIRMISH) is None
    assert stage.pos.allowance(riders, MOVE) == (1000, 3000)
    assert way_refusal(stage.pos, men[0], ((6500, 5500),)) is None
    stage.pos.plan = put(stage.pos.plan, riders, Saddling())
    change_mounts(stage.pos)
    assert stage.pos.on_horse(riders)


@rule("yangtze", "S11")
def test_what_a_march_leaves_for_the_horses() -> None:
    """150 mm of the allowance: after 350 mm a mounted unit can dismount, after 351 it cannot."""
    for far, fine in ((350, True), (351, False)):
        stage = bare()
        riders = stage.unit("usmc_mounted")
        stage.row(riders, 400, 550, 3, 45)
        stage.card(MOVE, riders)
        stage.pos.stack = (Plan(0), stage.pos.stack)
        name = stage.pos.book.units[riders].id
        stage.pos.push(GAME.parse(stage.pos, f"march {name} {4000 + far * 10}:5500"))
        assert (case(stage.pos.refusal(GAME.parse(stage.pos, f"dismount {name}"))) is None) == fine
