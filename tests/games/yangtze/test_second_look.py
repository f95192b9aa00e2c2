"""11, 12, 9.5, 6.1, 13.2, S10, S12.4, S14.8: what a second reading of the rulebook asks for."""

from typing import Any

import pytest
from tests.games.yangtze.table import Stage, bare

from shapan.games.yangtze.actions import CHARGE, HALT, HE, MOVE
from shapan.games.yangtze.fire.artillery import begin_shell, burst, gun_struck, guns_near, on_struck_floor, rounds_left
from shapan.games.yangtze.fire.cover import effective
from shapan.games.yangtze.fire.declared import SHELL, Declared, declare
from shapan.games.yangtze.fire.firing import defensive_window
from shapan.games.yangtze.fire.grenades import (
    begin_throw,
    grenade,
    nearest,
    next_throw,
    throw_refusal,
    throwers,
    ways_in,
    zone_score,
)
from shapan.games.yangtze.fire.scores import BURST
from shapan.games.yangtze.fire.shooters import may_fire
from shapan.games.yangtze.fire.targets import window_open
from shapan.games.yangtze.fire.volley import Blast
from shapan.games.yangtze.melee.bouts import Bout, close_up
from shapan.games.yangtze.melee.forced import behind_line, flight_heading, shelter
from shapan.games.yangtze.movement.interrupts import sniper_fire
from shapan.games.yangtze.position import ABOARD, DISABLED, LOST
from shapan.games.yangtze.stances import watch_refusal
from shapan.games.yangtze.vessels.boarding import alongside
from shapan.games.yangtze.vessels.damage import vehicle_damage, vessel_people
from shapan.games.yangtze.vessels.riders import embark_all, embark_refusal
from shapan.games.yangtze.who import Figure, Mounted, Unit, put
from shapan.ground.table import OUTDOORS
from shapan.kernel import Refusal, rule


def case(refusal: Refusal | None) -> str | None:
    return refusal.case if refusal else None


def box(left: int, top: int, right: int, bottom: int) -> list[list[int]]:
    return [[left, 1200 - top], [right, 1200 - top], [right, 1200 - bottom], [left, 1200 - bottom]]


# --- 11 grenades ------------------------------------------------------------------------------------------------------


def grenadiers(target: str, x: float, y: float) -> tuple[Stage, Unit, Unit]:
    stage = bare()
    squad, foe = stage.unit("usmc_assault_squad"), stage.unit(target, -1)
    stage.put(squad, (500, 500), (530, 500))
    stage.model(foe, x, y, 90)
    stage.card(HALT, squad)
    stage.card(MOVE, foe)
    return stage, squad, foe


@pytest.mark.parametrize(("gap", "refused"), [(100, None), (100.1, "11.1")])
@rule("yangtze", "11.1", "12.1")
def test_grenades_at_a_car(gap: float, refused: str | None) -> None:
    stage, squad, car = grenadiers("car", 530, 500 + 12.5 + gap + 20)
    assert case(throw_refusal(stage.pos, squad, car, (HALT,))) == refused
    if refused is None:
        begin_throw(stage.pos, squad, car, throwers(stage.pos, squad, car, (HALT,)))
        stage.roll(3)
        assert stage.asks(vehicle_damage)
        stage.roll(5, 5)
        assert stage.pos.damage[car] & DISABLED
        assert stage.pos.hits[car] == 1


@pytest.mark.parametrize(("gap", "refused"), [(25, None), (25.1, "S12.5")])
@rule("yangtze", "S12.5", "11.1")
def test_grenades_at_armour_from_close_by_only(gap: float, refused: str | None) -> None:
    stage, squad, tank = grenadiers("tank_ft", 530, 500 + 12.5 + gap + 22.5)
    assert case(throw_refusal(stage.pos, squad, tank, (HALT,))) == refused


@rule("yangtze", "12.3", "11.1", "R68")
def test_grenades_at_a_vessel_need_eleven() -> None:
    stage, squad, boat = grenadiers("sampan", 530, 560)
    begin_throw(stage.pos, squad, boat, throwers(stage.pos, squad, boat, (HALT,)))
    stage.roll(3)
    assert stage.asks(vessel_people)
    stage.roll(5, 5)
    assert stage.told("hull_holds")


HOUSE = {"id": "h", "k": "house", "p": box(600, 500, 720, 600), "doors": [], "windows": [[600, 650]]}


@rule("yangtze", "S16.5", "11.2", "R38")
def test_a_grenade_through_a_window_finds_those_deep_in_the_room() -> None:
    stage = bare(ground={"buildings": [HOUSE]})
    squad, gang = stage.unit("usmc_assault_squad"), stage.unit("gang")
    _, man = stage.put(squad, (300, 550), (560, 550))
    (inside,) = stage.put(gang, (690, 550))
    stage.card(HALT, squad)
    assert nearest(stage.pos, man, gang) == inside, "nobody sees him, but the window is within reach"
    assert len(ways_in(stage.pos, man, inside, 1000)) == 1
    stage.put(squad, (300, 550), (760, 550))
    assert nearest(stage.pos, man, gang) is None, "no opening on that side"
    assert zone_score(stage.pos, man, inside, 0) == 2
    assert zone_score(stage.pos, man, inside, OUTDOORS) == 3


@rule("yangtze", "7.4", "R69", "13.2", "R62")
def test_grenades_go_at_the_nearest_unit_and_not_into_a_melee() -> None:
    stage = bare()
    squad, near, far = stage.unit("usmc_assault_squad"), stage.unit("gang"), stage.unit("wl_rifles")
    stage.put(squad, (500, 500), (530, 500))
    stage.put(near, (530, 570))
    stage.put(far, (530, 590))
    stage.card(HALT, squad)
    assert throw_refusal(stage.pos, squad, near, (HALT,)) is None
    assert case(throw_refusal(stage.pos, squad, far, (HALT,))) == "7.4"
    friend, foe = *stage.put(stage.unit("usmc_squad"), (555, 570)), stage.men(near)[0]
    stage.pos.touched = 1 << friend | 1 << foe
    assert case(throw_refusal(stage.pos, squad, near, (HALT,))) == "13.2"
    assert throw_refusal(stage.pos, squad, far, (HALT,)) is None


@rule("yangtze", "4.6", "11.1")
def test_riders_throw_too() -> None:
    stage = bare()
    truck, squad, gang = stage.unit("truck"), stage.unit("usmc_assault_squad"), stage.unit("gang")
    stage.model(truck, 500, 500, 90)
    stage.board(squad, truck)
    stage.put(gang, (500, 600))
    stage.card(HALT, squad, truck)
    assert throw_refusal(stage.pos, squad, gang, (HALT,)) is None
    next_throw(stage.pos, squad, gang, stage.men(squad)[1])
    assert stage.asks(grenade)


# --- 9.5 guns caught in a zone, floors, rounds ------------------------------------------------------------------------


@rule("yangtze", "9.5", "R32")
def test_a_gun_caught_in_a_zone_is_tested() -> None:
    stage = bare()
    gun = stage.unit("wl_gun_medium")
    stage.row(gun, 900, 500, 4)
    stage.model(gun, 1000, 540)
    for x, caught in ((1000 + 75 + 30, True), (1000 + 75 + 30.1, False)):
        blast = Blast(None, None, 0, 0, BURST, "gun_medium", True, round(x * 10), 5400, 750)
        assert guns_near(stage.pos, blast) == ([gun] if caught else [])
    blast = Blast(None, None, 0, 0, BURST, "gun_medium", True, 10800, 5400, 750)
    burst(stage.pos, blast, 5, ())
    stage.roll(5)
    assert stage.asks(gun_struck)
    stage.roll(6, 6)
    assert not stage.pos.laid_out(gun)


@rule("yangtze", "7.7", "R20")
def test_on_which_floor_a_round_bursts() -> None:
    tower = {"id": "t", "k": "two_storey", "p": box(600, 500, 720, 600), "doors": [], "windows": []}
    stage = bare(ground={"buildings": [tower]})
    below, above, outside = stage.put(stage.unit("gang"), (640, 550), (680, 550), (900, 550))
    stage.pos.floor = put(stage.pos.floor, above, 1)
    shell = Blast(None, None, 0, 0, BURST, "gun_medium")
    bomb = Blast(None, None, 0, 0, BURST, "bomb")

    def struck(blast: Blast, nominated: Figure | None) -> list[Figure]:
        return [f for f in (below, above, outside) if on_struck_floor(stage.pos, blast, f, nominated)]

    assert struck(shell, above) == [above, outside]
    assert struck(shell, None) == [below, outside]
    assert struck(bomb, None) == [above, outside]


@rule("yangtze", "9.3")
def test_each_gun_of_a_ship_has_its_own_rounds() -> None:
    stage = bare(limited_rounds=True)
    boat, gang = stage.unit("gunboat"), stage.unit("gang")
    stage.model(boat, 1000, 900, 0)
    stage.put(gang, (1000, 300))
    stage.card(HALT, boat)
    fore, aft = (stage.pos.book.piece_of_mount(mount) for mount in stage.pos.book.guns[boat][:2])
    for _ in range(6):
        begin_shell(stage.pos, Mounted(stage.pos.book.guns[boat][0]), fore, gang, HE)
    assert not rounds_left(stage.pos, fore, HE)
    assert rounds_left(stage.pos, aft, HE)


@rule("yangtze", "S14.8", "12.2")
def test_a_short_crew_serves_the_mounts_that_its_owner_picks() -> None:
    stage = bare()
    boat = stage.unit("gunboat")
    stage.model(boat, 1000, 900, 0)
    stage.card(HALT, boat)
    stage.pos.remove(stage.men(boat)[2:], LOST)
    fore, aft, *_ = stage.pos.book.guns[boat]
    assert may_fire(stage.pos, Mounted(fore))
    assert may_fire(stage.pos, Mounted(aft))
    declare(stage.pos, Declared(SHELL, stage.pos.book.piece_of_mount(aft), boat, (Mounted(aft),), HE))
    assert not may_fire(stage.pos, Mounted(fore)), "two hands serve one gun"
    assert may_fire(stage.pos, Mounted(aft))


# --- 6.1 opportunity fire ---------------------------------------------------------------------------------------------


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


# --- 13.2, S10, S12.4, S14.5 ------------------------------------------------------------------------------------------


@rule("yangtze", "13.2", "S9")
def test_those_who_double_up_are_placed_beside_their_opponent() -> None:
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    one, two = stage.put(gang, (500, 500), (500, 560))
    (man,) = stage.put(squad, (525, 500))
    stage.card(CHARGE, gang)
    close_up(stage.pos, [Bout((one, two), (man,))])
    assert stage.pos.within(two, man, 150)
    assert stage.pos.touched >> two & 1
    assert (stage.pos.x[one], stage.pos.y[one]) == (5000, 5000)


@rule("yangtze", "S10", "14.4")
def test_a_hedge_is_shelter_on_its_far_side() -> None:
    hedge = {"k": "hedge", "p": [[300, 500], [900, 500]]}
    stage = bare(ground={"lines": [hedge]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.row(squad, 600, 600, 5)
    stage.put(gang, (600, 400))
    assert behind_line(stage.pos, squad, 6000, 7200)
    assert not behind_line(stage.pos, squad, 6000, 6800), "that is the near side"
    assert shelter(stage.pos, squad)


@rule("yangtze", "S10", "14.6")
def test_fugitives_do_not_run_into_the_enemy() -> None:
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (500, 500))
    assert flight_heading(stage.pos, gang) == 90, "home is to the east"
    stage.put(squad, (800, 500))
    assert flight_heading(stage.pos, gang) != 90


@rule("yangtze", "S12.4")
def test_a_disabled_lorry_is_soft_cover() -> None:
    for damage, cover in ((0, "none"), (DISABLED, "soft")):
        stage = bare()
        truck, company = stage.unit("truck"), stage.unit("wl_rifles")
        stage.model(truck, 500, 500, 90)
        stage.pos.damage = put(stage.pos.damage, truck, damage)
        (man,) = stage.put(company, (500, 540))
        stage.card(HALT, company)
        assert effective(stage.pos, man, (5000, 1000)) == cover


@rule("yangtze", "S14.5", "S12.3")
def test_riders_pass_from_one_hull_to_another_alongside() -> None:
    stage = bare("s5_kuling_battery", ground={"areas": [{"k": "river", "p": box(0, 0, 2400, 1200)}]})
    one, two, squad = stage.unit("pulling_boat", 0), stage.unit("pulling_boat", 1), stage.unit("usn_squad")
    stage.model(one, 1000, 600, 90)
    stage.model(two, 1000, 700, 90)
    stage.board(squad, one)
    stage.card(HALT, one, two)
    stage.card(MOVE, squad)
    assert not alongside(stage.pos, one, two)
    assert case(embark_refusal(stage.pos, squad, two)) == "S12.3"
    stage.model(two, 1000, 665, 90)
    assert embark_refusal(stage.pos, squad, two) is None
    stage.pos.plan = put(stage.pos.plan, squad, ("embark", two))
    embark_all(stage.pos)
    assert {stage.pos.aboard[figure] for figure in stage.men(squad)} == {two}
    assert {stage.pos.fate[figure] for figure in stage.men(squad)} == {ABOARD}


@rule("yangtze", "8.4", "12.3", "S12.3")
def test_who_is_pinned_on_his_way_aboard_is_free_of_it_there() -> None:
    stage = bare()
    truck, squad = stage.unit("truck"), stage.unit("usmc_squad")
    stage.model(truck, 500, 500, 90)
    (man,) = stage.put(squad, (500, 540))
    stage.card(HALT, truck)
    stage.card(MOVE, squad)
    stage.pos.owner = put(stage.pos.owner, truck, stage.pos.owner[squad])
    stage.pos.plan = put(stage.pos.plan, squad, ("embark", truck))
    stage.pos.pinned_next |= 1 << man
    stage.move()
    assert stage.pos.fate[man] == ABOARD
    assert not stage.pos.pinned_next >> man & 1
