"""6.0 Card precedence: fire before contact, fire at will, those who are woken or silenced by a charge."""

from typing import Any

import pytest
from tests.games.yangtze.table import Stage, bare

from shapan.games.yangtze.actions import CHARGE, HALT, MOVE, ONWARD, Watch
from shapan.games.yangtze.cards import Orders
from shapan.games.yangtze.fire.defence import defence, defend
from shapan.games.yangtze.fire.elements import HALT_FIRE, small_arms
from shapan.games.yangtze.fire.firing import defensive_window
from shapan.games.yangtze.fire.targets import window_open
from shapan.games.yangtze.movement.interrupts import at_will, sniper_fire
from shapan.games.yangtze.position import DISABLED
from shapan.games.yangtze.stances import watch_refusal
from shapan.games.yangtze.vessels.carriers import set_out
from shapan.games.yangtze.who import Unit, put
from shapan.kernel import rule


def sentinels(**switches: Any) -> tuple[Stage, Unit, Unit]:
    stage = bare(**switches)
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.row(squad, 500, 500, 5)
    stage.row(gang, 500, 800, 3)
    stage.card(HALT, squad)
    stage.card(MOVE, gang)
    return stage, squad, gang


@pytest.mark.parametrize("switch", [True, False])
@rule("yangtze", "6.1", "7.1", "R7")
def test_halted_units_fire_when_they_please_only_by_agreement(switch: bool) -> None:
    stage, squad, gang = sentinels(halt_opportunity_fire=switch)
    assert window_open(stage.pos, "window", gang) == switch
    stage.pos.stack = ()
    defensive_window(stage.pos)
    assert bool(stage.pos.stack) == switch
    assert (watch_refusal(stage.pos, 0, squad) is None) == switch
    stage.pos.triggers = ((squad, "any", 3000),)
    assert (sniper_fire(stage.pos) is not None) == switch
    stage.pos.triggers = ((squad, "any", 2000),)
    assert sniper_fire(stage.pos) is None, "not yet within the distance of the trigger"


@rule("yangtze", "6.1", "R102")
def test_in_the_last_moment_only_those_fire_who_see_the_charger() -> None:
    stage = bare(ground={"lines": [{"k": "wall_high", "p": [[560, 1000], [560, 600]]}]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    _, _, behind = stage.put(squad, (500, 500), (500, 540), (600, 480))
    (charger,) = stage.put(gang, (400, 500))
    stage.card(HALT, squad)
    stage.card(CHARGE, gang)
    stage.pos.stack, stage.pos.teller = (), stage.events.append
    defend(stage.pos, defence(stage.pos, squad, gang), gang, charger)
    stage.settle()
    assert stage.told("fires")[0].params["count"] == 2
    assert behind


@rule("yangtze", "S6.8", "R101", "R10")
def test_who_is_woken_by_contact_may_fire_in_the_fire_phase() -> None:
    stage = bare()
    guard, gang = stage.unit("wl_guard"), stage.unit("usmc_squad")
    stage.put(guard, (500, 500), (500, 540))
    stage.card(HALT, guard)
    stage.pos.asleep = 1 << guard
    assert small_arms(stage.pos, guard, HALT_FIRE) == []
    assert not defence(stage.pos, guard, gang)
    stage.pos.asleep = 0
    assert small_arms(stage.pos, guard, HALT_FIRE)


@rule("yangtze", "6.1", "R7")
def test_a_halted_vehicle_fires_at_will_where_players_agree_on_it() -> None:
    for switch in (False, True):
        stage = bare(halt_opportunity_fire=switch)
        truck, gang = stage.unit("gun_truck"), stage.unit("gang")
        stage.model(truck, 500, 500, 90)
        stage.put(gang, (700, 500), (730, 500))
        stage.card(HALT, truck)
        stage.card(MOVE, gang)
        side = stage.pos.owner[truck]
        stage.pos.stack = (Orders(side, True), ())
        for unit in stage.pos.units_of(side):
            stage.card(HALT, unit)
        assert (stage.pos.refusal(Watch(truck, "any", 400)) is None) == switch
        assert (at_will(stage.pos, truck, "any", 4000) is not None) == switch
        assert at_will(stage.pos, truck, "any", 1000) is None, "beyond its trigger"


@rule("yangtze", "6.1", "12.1", "R7")
def test_a_lorry_that_was_disabled_before_it_set_out_stays() -> None:
    for damage, goes in ((0, True), (DISABLED, False)):
        stage = bare(halt_opportunity_fire=True)
        truck = stage.unit("truck")
        stage.model(truck, 500, 500, 90)
        stage.card(MOVE, truck)
        stage.pos.plan = put(stage.pos.plan, truck, ("drive", ONWARD, ((8000, 5000),)))
        stage.pos.damage = put(stage.pos.damage, truck, damage)
        set_out(stage.pos)
        assert bool(stage.pos.rolling) == goes
