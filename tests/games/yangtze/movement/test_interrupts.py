"""6.1, S7 What breaks into movement: fire before contact, fire at will, who is woken or silenced by a charge."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.yangtze.scenes import fired, storeyed, upstairs, way
from tests.games.yangtze.table import SIZE, Stage, bare, box

from shapan.games.yangtze.actions import (
    CHARGE,
    HALT,
    MOVE,
    ONWARD,
    SKIRMISH,
    Card,
    Charge,
    Cover,
    Fire,
    March,
    Watch,
)
from shapan.games.yangtze.fire.artillery import magazine
from shapan.games.yangtze.fire.defence import defence, defend
from shapan.games.yangtze.fire.elements import HALT_FIRE, small_arms
from shapan.games.yangtze.fire.firing import defensive_window
from shapan.games.yangtze.fire.targets import window_open
from shapan.games.yangtze.movement.interrupts import answering, at_will, sniper_fire
from shapan.games.yangtze.noted import Rounds, Trigger
from shapan.games.yangtze.orders.cards import Orders
from shapan.games.yangtze.orders.planned import Driving
from shapan.games.yangtze.orders.stances import watch_refusal
from shapan.games.yangtze.place import Spot, move
from shapan.games.yangtze.position import DISABLED
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
    stage.pos.triggers = (Trigger(squad, "any", 3000),)
    assert (sniper_fire(stage.pos) is not None) == switch
    stage.pos.triggers = (Trigger(squad, "any", 2000),)
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


@rule("yangtze", "6.1", "S7", "R102")
def test_a_sniper_who_does_not_see_the_charger_leaves_him_to_his_spotter() -> None:
    stage = bare(ground={"lines": [{"k": "wall_high", "p": [[460, 800], [460, 600]]}]})
    team, gang = stage.unit("usmc_sniper"), stage.unit("gang")
    stage.put(team, (500, 500), (440, 500))
    (charger,) = stage.put(gang, (330, 500))
    stage.card(HALT, team)
    stage.card(CHARGE, gang)
    able = defence(stage.pos, team, gang, charger)
    assert (len(able.arms), len(able.marksmen)) == (1, 1)
    stage.pos.stack, stage.pos.teller = (), stage.events.append
    defend(stage.pos, able, gang, charger)
    stage.settle()
    assert stage.told("fires")
    assert not stage.told("snipes")


@pytest.mark.parametrize("gap", [100.9, 101.0, 101.1])
@rule("yangtze", "6.1", "S7", "S9")
def test_a_step_that_ends_a_millimetre_off_is_contact_and_is_fired_at_before(gap: float) -> None:
    stage = bare()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(squad, (500, 500))
    stage.put(gang, (525 + gap, 500))
    stage.play(Card(gang, CHARGE), Charge(gang, squad), to="melee")
    assert [event.key for event in stage.events if event.key in ("event.last_moment", "event.contact")] == [
        "event.last_moment",
        "event.contact",
    ]


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
        stage.pos.plan = put(stage.pos.plan, truck, Driving(ONWARD, ((8000, 5000),)))
        stage.pos.damage = put(stage.pos.damage, truck, damage)
        set_out(stage.pos)
        assert bool(stage.pos.rolling) == goes


@pytest.mark.parametrize(("rounds", "kind"), [((1, 1), "he"), ((0, 1), "shrapnel")])
@rule("yangtze", "6.1", "9.3", "9.4")
def test_a_gun_fires_what_it_has_left_in_the_last_moment(rounds: tuple[int, int], kind: str) -> None:
    stage = bare(limited_rounds=True)
    gun, gang = stage.unit("us_gun_37"), stage.unit("gang")
    stage.row(gun, 500, 500, 4, 26)
    stage.model(gun, 539, 540)
    (charger,) = stage.put(gang, (539, 440))
    stage.card(HALT, gun)
    stage.card(CHARGE, gang)
    stage.pos.rounds = put(stage.pos.rounds, magazine(stage.pos, gun), Rounds(*rounds))
    able = defence(stage.pos, gun, gang)
    assert able.guns, "light guns have no least range"
    stage.pos.teller = stage.events.append
    defend(stage.pos, able, gang, charger)
    assert [event.params["round"] for event in stage.told("shells")] == [kind]
    assert stage.pos.fired >> stage.men(gun)[0] & 1
    assert not defence(stage.pos, gun, gang)


@rule("yangtze", "6.1", "S7")
def test_who_has_no_fire_in_the_last_moment() -> None:
    """Those on other cards, those who hold their fire or sleep, and a gun that cannot hit so near."""
    stage = bare()
    squad, gang, gun = stage.unit("usmc_squad"), stage.unit("gang"), stage.unit("us_gun_75")
    stage.row(squad, 500, 500, 3)
    stage.row(gun, 700, 500, 4, 26)
    stage.model(gun, 739, 545)
    stage.put(gang, (600, 440))
    stage.card(CHARGE, gang)
    stage.card(HALT, squad, gun)
    assert defence(stage.pos, squad, gang)
    assert not defence(stage.pos, gun, gang), "9.4: under 200 mm"
    for card in (MOVE, SKIRMISH):
        stage.card(card, squad)
        assert not defence(stage.pos, squad, gang)
    stage.card(HALT, squad)
    stage.pos.holding = 1 << squad
    assert not defence(stage.pos, squad, gang)
    stage.pos.holding, stage.pos.asleep = 0, 1 << squad
    assert not defence(stage.pos, squad, gang)


@pytest.mark.parametrize(("quarry", "opens"), [("any", True), ("foot", True), ("mg", False)])
@rule("yangtze", "6.1", "7.1", "R7")
def test_a_gun_fires_at_will_where_players_agree_on_it(quarry: str, opens: bool) -> None:
    stage = bare(halt_opportunity_fire=True)
    gun, gang = stage.unit("us_gun_37"), stage.unit("gang")
    stage.row(gun, 500, 500, 4, 26)
    stage.model(gun, 539, 540)
    stage.row(gang, 500, 200, 3)
    stage.card(HALT, gun)
    stage.card(MOVE, gang)
    shot = at_will(stage.pos, gun, quarry, 4000)
    assert (shot is not None) == opens
    if shot is not None:
        stage.pos.teller = stage.events.append
        shot(stage.pos)
        assert stage.told("shells")
        assert at_will(stage.pos, gun, quarry, 4000) is None, "once a turn"
    stage.card(MOVE, gun)
    assert at_will(stage.pos, gun, quarry, 4000) is None, "only on HALT"


@rule("yangtze", "6.1", "R7", "12.1")
def test_a_trigger_for_anything_answers_to_a_vehicle_too() -> None:
    stage = bare(halt_opportunity_fire=True)
    squad, car = stage.unit("usmc_squad"), stage.unit("armoured_car")
    stage.row(squad, 500, 500, 3)
    stage.model(car, 530, 300, 90)
    stage.card(HALT, squad)
    stage.card(MOVE, car)
    for quarry, reach, opens in (("any", 3000, True), ("any", 1000, False), ("foot", 3000, False)):
        assert (at_will(stage.pos, squad, quarry, reach) is not None) == opens


@rule("yangtze", "S6.8", "6.1", "R101")
def test_sleepers_have_no_last_moment_even_when_others_come_later() -> None:
    """Four are woken by the first chargers; the fifth charger arrives some steps after them."""
    stage = bare()
    guard, squad = stage.unit("wl_guard"), stage.unit("usmc_squad")
    stage.row(guard, 1000, 600, 4)
    stage.row(squad, 1000, 300, 5)
    stage.pos.asleep = 1 << guard
    stage.play(Card(squad, CHARGE), Charge(squad, guard), to="halt_fire")
    assert len(stage.told("contact")) == 5
    assert not stage.told("last_moment")
    assert stage.pos.refusal(Fire(guard, squad)) is None, "awake in the fire phase"


@pytest.mark.parametrize(("reach", "shots"), [(300, 1), (299, 0)])
@rule("yangtze", "7.1", "7.2")
def test_a_sniper_waits_for_his_distance(reach: int, shots: int) -> None:
    stage = bare()
    sniper, gang = stage.unit("usmc_sniper"), stage.unit("gang")
    stage.put(sniper, (500, 500))
    stage.put(gang, (1025, 500))
    stage.play(Watch(sniper, "any", reach), Card(gang, MOVE), March(gang, way((825, 500))), to="halt_fire")
    assert len(stage.told("snipes")) == shots


@rule("yangtze", "6.1", "S16.1")
@pytest.mark.parametrize(
    ("spot", "start"), [((620, 495), (493, 462)), ((618, 523), (412, 492)), ((614, 490), (487, 575))]
)
def test_whoever_comes_up_the_stairs_is_fired_at_before_he_touches(
    spot: tuple[int, int], start: tuple[int, int]
) -> None:
    stage = bare(ground={"buildings": [storeyed(600, 450, 760, 610)]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    (marine,) = stage.put(squad, spot)
    upstairs(stage, marine)
    stage.put(gang, start)
    stage.play(Card(gang, CHARGE), Charge(gang, squad), to="halt_fire")
    told = [event.key for event in stage.events]
    assert "event.contact" in told
    assert told.index("event.last_moment") < told.index("event.contact")


@rule("yangtze", "6.1", "S16.1")
def test_from_house_to_house_the_charge_is_met_at_the_top_of_the_stairs() -> None:
    """Down one flight and up another: he is seen on the floor to which he has come."""
    other = {
        **storeyed(300, 450, 450, 600),
        "id": "k",
        "doors": [[450, SIZE[1] - 520]],
        "windows": [[450, SIZE[1] - 480]],
    }
    stage = bare(ground={"buildings": [storeyed(600, 450, 750, 600), other]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    (marine,), (bandit,) = stage.put(squad, (612.5, 500)), stage.put(gang, (437.5, 500))
    move(stage.pos, (marine, Spot(6125, 5000, 1, 0)), (bandit, Spot(4375, 5000, 1, 1)))
    stage.play(Card(squad, CHARGE), Charge(squad, gang), to="halt_fire")
    told = [event.key for event in stage.events]
    assert told.index("event.fires") < told.index("event.contact")


@rule("yangtze", "6.1")
def test_a_unit_of_which_nobody_can_fire_in_the_last_moment_keeps_its_fire() -> None:
    """R102: the moment passes with the shots that are fired; where there are none the unit has not fired."""
    house = {
        "id": "h",
        "k": "house",
        "n": "House",
        "p": box(600, 300, 800, 600),
        "doors": [[600, SIZE[1] - 400]],
        "windows": [[800, SIZE[1] - 400]],
    }
    stage = bare(ground={"buildings": [house]})
    gang, squad, sailors = stage.unit("gang"), stage.unit("usmc_squad"), stage.unit("usn_squad")
    men = stage.men(gang)
    for number, (x, y) in ((17, (6126, 4000)), (0, (7000, 5000)), (1, (7880, 4000))):
        stage.pos.stand(men[number], x, y)  # a swordsman at the door, the leader within, a rifleman at the window
    stage.put(squad, (450, 400), (450, 430))
    stage.put(sailors, (1000, 400), (1000, 430))
    stage.play(Card(squad, CHARGE), Charge(squad, gang), Fire(gang, sailors), to="other_fire")
    assert not stage.told("last_moment")
    assert [event.params["unit2"] for event in stage.told("fires")] == [stage.pos.book.units[sailors].id]


@rule("yangtze", "6.1", "S7", "9.4")
def test_snipers_and_light_guns_fire_before_they_are_touched() -> None:
    stage = bare()
    snipers, light, medium = stage.unit("usmc_sniper"), stage.unit("us_gun_37"), stage.unit("us_gun_75")
    gang = stage.unit("gang")
    (marksman,) = stage.put(snipers, (500, 500))
    stage.row(light, 530, 500, 4)
    stage.model(light, 560, 470)
    stage.row(medium, 530, 420, 4)
    stage.model(medium, 560, 390)
    charger, *_ = stage.put(gang, (500, 540), (530, 540), (560, 540))
    stage.card(HALT, snipers, light, medium)
    stage.card(CHARGE, gang)
    assert defence(stage.pos, snipers, gang, charger).marksmen == [marksman]
    assert defence(stage.pos, light, gang).guns
    assert not defence(stage.pos, medium, gang), "under 200 mm a medium gun hits nothing"
    stage.pos.teller = stage.events.append
    defend(stage.pos, defence(stage.pos, snipers, gang, charger), gang, charger)
    assert stage.told("snipes")
    assert not defence(stage.pos, snipers, gang, charger)


@rule("yangtze", "7.9", "6.1", "R55")
def test_the_rifles_of_a_squad_defend_it_while_its_automatic_covers_elsewhere() -> None:
    stage = bare()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.row(squad, 1000, 300, 5)
    stage.row(gang, 1000, 520, 5)
    covering = Cover(stage.piece(squad), 1, (7000, 3000))
    stage.play(Card(squad, HALT), covering, Card(gang, CHARGE), Charge(gang, squad), to="melee")
    assert fired(stage) == [("cn7", 4)], "in the last moment, by the rifles"
    assert not stage.told("covering")


@rule("yangtze", "S6.8", "R101", "6.1")
def test_sleepers_whom_one_charger_has_woken_have_no_last_moment_before_the_next() -> None:
    """They wake when the first Marine is upon them, and fire in the fire phase like all who halt."""
    stage = bare("s5_kuling_battery")
    barracks, squad = stage.unit("wl_rifles", 2), stage.unit("usmc_squad")
    stage.row(barracks, 600, 600, 5)
    stage.put(squad, (800, 600), (800, 630), (830, 570), (860, 600), (890, 630))
    stage.turn({squad: CHARGE}, Charge(squad, barracks), Fire(barracks, squad))
    assert not stage.told("last_moment")
    assert len(stage.told("contact")) > 1
    assert stage.told("fires")[0].params["unit"] == stage.pos.book.units[barracks].id


@pytest.mark.parametrize(("gap", "answers"), [(300.0, True), (300.1, False)])
@pytest.mark.parametrize(("east", "south"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
@rule("yangtze", "7.1", "R56", "7.5")
def test_a_trigger_is_answered_within_its_distance_from_base_to_base(
    east: int, south: int, gap: float, answers: bool
) -> None:
    stage = bare()
    snipers, gang = stage.unit("usmc_sniper"), stage.unit("gang")
    (marksman,) = stage.put(snipers, (1200, 600))
    (man,) = stage.put(gang, (1200 + east * (25 + gap), 600 + south * (25 + gap)))
    assert list(answering(stage.pos, marksman, Trigger(snipers, "any", 3000))) == ([man] if answers else [])
